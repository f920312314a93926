// SPDX-License-Identifier: Apache-2.0
#include "resources/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::resources {
namespace {

constexpr std::array models = {Model::native, Model::kokkos, Model::vendor};

constexpr std::array<std::pair<const char*, std::int64_t Resources::*>, 6> members = {
    {{"registers", &Resources::registers},
     {"barriers", &Resources::barriers},
     {"stack_bytes", &Resources::stack_bytes},
     {"spill_store_bytes", &Resources::spill_store_bytes},
     {"spill_load_bytes", &Resources::spill_load_bytes},
     {"static_shared_bytes", &Resources::static_shared_bytes}}};

using Target = std::pair<Model, std::string>;  // a model and an architecture

std::set<Target> targets_of(const ResourceTable& table) {
  std::set<Target> targets;
  for (const auto& [id, resources] : table)
    for (const auto& [architecture, unused] : resources) targets.emplace(id.model, architecture);
  return targets;
}

std::vector<std::string> without(const std::set<Target>& all, const std::set<Target>& known) {
  std::vector<std::string> names;
  for (const Target& target : all)
    if (known.count(target) == 0)
      names.push_back(fmt::format("{} {}", name_of(target.first), target.second));
  return names;
}

const Resources* find(const ResourceTable& table, const KernelId& id, const std::string& arch) {
  const auto kernel = table.find(id);
  if (kernel == table.end()) return nullptr;
  const auto resources = kernel->second.find(arch);
  return resources == kernel->second.end() ? nullptr : &resources->second;
}

Json to_json(const Resources& resources) {
  Json json;
  for (const auto& [name, member] : members) json[name] = resources.*member;
  return json;
}

Json to_json(const KernelId& id) {
  return {{"experiment", id.experiment}, {"model", name_of(id.model)}, {"kernel", id.kernel}};
}

Resources from_json(const Json& json) {
  Resources resources;
  for (const auto& [name, member] : members) resources.*member = json.at(name).get<std::int64_t>();
  return resources;
}

Model model_from(const std::string& name) {
  for (const Model model : models)
    if (name_of(model) == name) return model;
  throw UsageError("unknown model '" + name + "'");
}

ResourceTable table_from(const Json& json) {
  ResourceTable table;
  for (const Json& kernel : json.at("kernels")) {
    ByArchitecture& resources = table[{kernel.at("experiment").get<std::string>(),
                                       model_from(kernel.at("model").get<std::string>()),
                                       kernel.at("kernel").get<std::string>()}];
    for (const auto& [architecture, of_it] : kernel.at("resources").items())
      resources[architecture] = from_json(of_it);
  }
  return table;
}

}  // namespace

std::vector<std::string> architectures_of(const ResourceTable& table) {
  std::set<std::string> names;
  for (const auto& [model, architecture] : targets_of(table)) names.insert(architecture);
  return {names.begin(), names.end()};
}

void merge(ResourceTable& into, const ResourceTable& from) {
  for (const auto& [id, resources] : from)
    for (const auto& [architecture, of_it] : resources) {
      const auto [known, is_new] = into[id].emplace(architecture, of_it);
      if (!is_new && known->second != of_it)
        throw UsageError(fmt::format(
            "the builds differ about {} {} {} on {}; give one, and the other to --against",
            id.experiment, name_of(id.model), id.kernel, architecture));
    }
}

ResourceChanges changes_between(const ResourceTable& before, const ResourceTable& after) {
  const std::set<Target> targets_before = targets_of(before);
  const std::set<Target> targets_after = targets_of(after);
  std::set<KernelId> ids;
  for (const auto& [id, unused] : before) ids.insert(id);
  for (const auto& [id, unused] : after) ids.insert(id);

  ResourceChanges changes;
  changes.only_in_before = without(targets_before, targets_after);
  changes.only_in_after = without(targets_after, targets_before);
  for (const KernelId& id : ids)
    for (const auto& [model, architecture] : targets_before) {
      if (model != id.model || targets_after.count({model, architecture}) == 0) continue;
      const Resources* was = find(before, id, architecture);
      const Resources* is = find(after, id, architecture);
      if (was == nullptr && is == nullptr) continue;
      ++changes.compared;
      if (was == nullptr || is == nullptr || *was != *is)
        changes.changes.push_back({id, architecture, was, is});
    }
  return changes;
}

Json to_json(const ResourceTable& table) {
  Json json = {{"architectures", architectures_of(table)}, {"kernels", Json::array()}};
  for (const auto& [id, resources] : table) {
    Json kernel = to_json(id);
    for (const auto& [architecture, of_it] : resources)
      kernel["resources"][architecture] = to_json(of_it);
    json["kernels"].push_back(kernel);
  }
  return json;
}

Json to_json(const ResourceChanges& changes) {
  Json json = {{"compared", changes.compared},
               {"changes", Json::array()},
               {"only_in_before", changes.only_in_before},
               {"only_in_after", changes.only_in_after}};
  for (const ResourceChange& change : changes.changes) {
    Json of_it = to_json(change.id);
    of_it["architecture"] = change.architecture;
    of_it["before"] = change.before != nullptr ? to_json(*change.before) : Json();
    of_it["after"] = change.after != nullptr ? to_json(*change.after) : Json();
    json["changes"].push_back(of_it);
  }
  return json;
}

ResourceTable resources_from_json(const std::string& text, const std::string& where) {
  try {
    return table_from(Json::parse(text));
  } catch (const std::exception& error) {
    throw UsageError(fmt::format(
        "'{}' is neither a build folder nor what tilebridge resources --json wrote", where));
  }
}

}  // namespace tilebridge::resources
