// SPDX-License-Identifier: Apache-2.0
#include "kernels/implementations.hpp"

#include <fmt/format.h>

namespace tilebridge::kernels {
void Implementations::add(Model model, const std::string& key, std::type_index arguments,
                          Prepare prepare) {
  prepare_[{model, key}][arguments] = std::move(prepare);
}

bool Implementations::has(Model model, const std::string& key) const {
  return prepare_.contains({model, key});
}

bool Implementations::has(Model model, const std::string& key, std::type_index type) const {
  return find(model, key, type) != nullptr;
}

const Implementations::Prepare* Implementations::find(Model model, const std::string& key,
                                                      std::type_index arguments) const {
  const auto found = prepare_.find({model, key});
  if (found == prepare_.end()) return nullptr;
  const auto typed = found->second.find(arguments);
  return typed == found->second.end() ? nullptr : &typed->second;
}

Launch Implementations::prepare(Model model, const std::string& key,
                                const Arguments& arguments) const {
  const Prepare* found = find(model, key, arguments.type());
  if (found == nullptr)
    throw InternalError(fmt::format("{} has no {} implementation for {}", key, name_of(model),
                                    written(arguments.type())));
  return (*found)(arguments);
}

std::vector<Implementations::Entry> Implementations::entries() const {
  std::vector<Entry> entries;
  for (const auto& [name, typed] : prepare_)
    for (const auto& [type, prepare] : typed) entries.push_back({name.first, name.second, type});
  return entries;
}

std::vector<std::string> missing_kernels(const Implementations& implementations,
                                         const Catalogue& catalogue, Platform platform,
                                         std::span<const Model> models) {
  std::vector<std::string> missing;
  for (const Experiment& e : catalogue)
    for (const Variant& v : e.variants)
      for (const Model model : models) {
        if (!v.runs(model, platform)) continue;
        const std::string key = e.name + "/" + v.name;
        for (const std::type_index type : v.problem->types())
          if (!implementations.has(model, key, type))
            missing.push_back(
                fmt::format("{}: no {} kernel takes {}", key, name_of(model), written(type)));
      }
  return missing;
}

}  // namespace tilebridge::kernels
