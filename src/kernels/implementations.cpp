// SPDX-License-Identifier: Apache-2.0
#include "kernels/implementations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tilebridge::kernels {
namespace {

class RegistryOf final : public Registry {
 public:
  RegistryOf(Implementations& implementations, const Model& model)
      : implementations_(implementations), model_(model) {}

  void add(const char* key, const Form* form, const std::type_info& type,
           kernels::Prepare prepare) override {
    const auto shared = std::make_shared<kernels::Prepare>(std::move(prepare));
    implementations_.add({model_, key, form != nullptr ? std::optional(*form) : std::nullopt, type,
                          [shared, type = std::type_index(type)](const Arguments& arguments,
                                                                 const LaunchShapes& followed) {
                            const auto launch = std::make_shared<PreparedLaunch>(
                                (*shared)(arguments.as(type), followed));
                            return [launch] { (*launch)(); };
                          }});
  }
  void keep(Owned object) override { kept_.push_back(std::move(object)); }

 private:
  Implementations& implementations_;
  Model model_;
  std::vector<Owned> kept_;
};

}  // namespace

Registry& Implementations::of(const Model& model) {
  return *registries_.emplace_back(std::make_unique<RegistryOf>(*this, model));
}

void Implementations::add(Entry entry) {
  if (std::ranges::find(models_, entry.model) == models_.end()) models_.push_back(entry.model);
  const auto same = std::ranges::find_if(entries_, [&](const Entry& known) {
    return known.key == entry.key && known.model == entry.model && known.form == entry.form &&
           known.arguments == entry.arguments;
  });
  if (same != entries_.end())
    same->prepare = std::move(entry.prepare);
  else
    entries_.push_back(std::move(entry));
}

bool Implementations::has(const Model& model, const std::string& key,
                          std::optional<std::type_index> type) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) {
    return entry.key == key && entry.model.is(model) &&
           entry.arguments == type.value_or(entry.arguments);
  });
}

Launch Implementations::prepare(const Model& model, const std::string& key,
                                const Arguments& arguments, std::optional<Form> form,
                                const LaunchShapes& followed) const {
  for (const Entry& entry : entries_)
    if (entry.key == key && entry.model.is(model) && entry.form == form &&
        entry.arguments == arguments.type())
      return entry.prepare(arguments, followed);
  // The catalogue promises kernels of native code and of Kokkos for every type, of no other model.
  if (!model.is_native() && !model.is(controlled) && has(model, key))
    throw Unavailable(fmt::format("not written for {}", written(arguments.type())));
  throw InternalError(fmt::format("{} has no {} implementation for {}", key, model.key(),
                                  written(arguments.type())));
}

Implementations::Count Implementations::count_of(const Model& model, const std::string& key) const {
  const auto entry = std::ranges::find_if(
      entries_, [&](const Entry& e) { return e.key == key && e.model.is(model); });
  return entry == entries_.end() ? Count{} : entry->count;
}

std::vector<std::pair<Model, std::optional<Form>>> Implementations::kernels(
    const std::string& key) const {
  std::vector<std::pair<Model, std::optional<Form>>> kernels;
  for (const Entry& entry : entries_)
    if (const std::pair kernel(entry.model, entry.form);
        entry.key == key && std::ranges::find(kernels, kernel) == kernels.end())
      kernels.push_back(kernel);
  return kernels;
}

std::vector<std::string> missing_kernels(const Implementations& implementations,
                                         const Catalogue& catalogue, Platform platform,
                                         std::span<const Model> models, Libraries libraries) {
  std::vector<std::string> missing;
  for (const Experiment& e : catalogue)
    for (const Variant& v : e.variants)
      for (const Model& model : models) {
        const bool is_left_out = v.form == Form::vendor && libraries == Libraries::left_out;
        if (is_left_out || !v.runs(model, platform)) continue;
        const std::string key = e.name + "/" + v.name;
        for (const std::type_index type : v.problem->types())
          if (!implementations.has(model, key, type))
            missing.push_back(
                fmt::format("{}: no {} kernel takes {}", key, name_of(model), written(type)));
      }
  return missing;
}

}  // namespace tilebridge::kernels
