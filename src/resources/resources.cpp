// SPDX-License-Identifier: Apache-2.0
#include "resources/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
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
  if (resources.code_bytes) {
    json["code_bytes"] = *resources.code_bytes;
    json["instructions"] = instructions_in(*resources.code_bytes);
  }
  return json;
}

Json to_json(const KernelId& id) {
  return {{"experiment", id.experiment}, {"model", name_of(id.model)}, {"kernel", id.kernel}};
}

Resources from_json(const Json& json) {
  Resources resources;
  for (const auto& [name, member] : members) resources.*member = json.at(name).get<std::int64_t>();
  if (json.contains("code_bytes")) resources.code_bytes = json["code_bytes"].get<std::int64_t>();
  if (resources.code_bytes.value_or(0) < 0) throw UsageError("code has a length");
  return resources;
}

Model model_from(const std::string& name) {
  for (const Model model : models)
    if (name_of(model) == name) return model;
  throw UsageError("unknown model '" + name + "'");
}

/// What is allocated.
Resources without_code(Resources resources) {
  resources.code_bytes.reset();
  return resources;
}

bool code_differs(const Resources& before, const Resources& after, CodeChanges code) {
  constexpr double least = 0.05;
  constexpr std::int64_t padding = 128;
  if (!before.code_bytes || !after.code_bytes) return false;
  const std::int64_t difference = std::abs(*after.code_bytes - *before.code_bytes);
  if (code == CodeChanges::all) return difference > 0;
  return difference > padding &&
         static_cast<double>(difference) > least * static_cast<double>(*before.code_bytes);
}

bool differs(const Resources* before, const Resources* after, CodeChanges code) {
  if (before == nullptr || after == nullptr) return true;
  return without_code(*before) != without_code(*after) || code_differs(*before, *after, code);
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
      if (!is_new && without_code(known->second) != without_code(of_it))
        throw UsageError(fmt::format(
            "the builds differ about {} {} {} on {}; give one, and the other to --against",
            id.experiment, name_of(id.model), id.kernel, architecture));
    }
}

void merge(BuildResources& into, const BuildResources& from) {
  merge(into.kernels, from.kernels);
  into.compile_seconds.insert(from.compile_seconds.begin(), from.compile_seconds.end());
}

CompileChanges compile_changes(const CompileSeconds& before, const CompileSeconds& after) {
  CompileChanges changes;
  for (const auto& [source, seconds] : before) {
    const auto now = after.find(source);
    if (now == after.end()) continue;
    changes.files.push_back({source, seconds, now->second});
    changes.before += seconds;
    changes.after += now->second;
  }
  const auto size_of = [](const CompileChanges::File& f) { return std::abs(f.after - f.before); };
  std::stable_sort(changes.files.begin(), changes.files.end(),
                   [&](const auto& a, const auto& b) { return size_of(a) > size_of(b); });
  return changes;
}

ResourceChanges changes_between(const ResourceTable& before, const ResourceTable& after,
                                CodeChanges code) {
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
      if (differs(was, is, code)) changes.changes.push_back({id, architecture, was, is});
    }
  return changes;
}

Json to_json(const BuildResources& build) {
  Json json = {{"architectures", architectures_of(build.kernels)}, {"kernels", Json::array()}};
  for (const auto& [id, resources] : build.kernels) {
    Json kernel = to_json(id);
    for (const auto& [architecture, of_it] : resources)
      kernel["resources"][architecture] = to_json(of_it);
    json["kernels"].push_back(kernel);
  }
  for (const auto& [source, seconds] : build.compile_seconds)
    json["compile_seconds"][source] = seconds;
  return json;
}

Json to_json(const ResourceChanges& changes, const CompileChanges& compile) {
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
  for (const CompileChanges::File& file : compile.files)
    json["compile_seconds"][file.source] = {{"before", file.before}, {"after", file.after}};
  return json;
}

BuildResources resources_from_json(const std::string& text, const std::string& where) {
  try {
    const Json json = parse_json(text);
    return {table_from(json), json.value("compile_seconds", CompileSeconds())};
  } catch (const std::exception& error) {
    throw UsageError(fmt::format(
        "'{}' is neither a build folder nor what tilebridge resources --json wrote", where));
  }
}

}  // namespace tilebridge::resources
