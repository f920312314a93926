// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace tilebridge {

Catalogue::Catalogue(std::vector<Experiment> experiments) : experiments_(std::move(experiments)) {
  for (Experiment& experiment : experiments_) experiment = completed(std::move(experiment));
}

const Experiment* Catalogue::find(std::string_view name) const {
  const auto found = std::ranges::find(experiments_, name, &Experiment::name);
  return found == end() ? nullptr : &*found;
}

const Experiment& Catalogue::experiment(std::string_view name) const {
  if (const Experiment* found = find(name)) return *found;
  for (const Experiment& of : *this)
    if (of.find(name) != nullptr)
      throw UsageError(
          fmt::format("unknown experiment '{0}'; did you mean '{1}/{0}'?", name, of.name));
  std::vector<std::string> known;
  for (const Experiment& e : *this) known.push_back(e.name);
  throw unknown_name("experiment", name, known);
}

std::vector<Chosen> Catalogue::named(std::string_view name) const {
  if (name.starts_with('/') || name.starts_with('.'))
    throw UsageError(fmt::format("'{}' is no experiment; a pair of your own ends in .so", name));
  const std::size_t slash = name.find('/');
  if (name.substr(0, slash) == "unmeasured")
    throw UsageError(fmt::format(
        "'{}' has no kernel here, and no measured cost: `tilebridge scan` says all that "
        "is known of it",
        name));
  std::vector<Chosen> family;
  for (const Experiment& e : *this)
    if (name.substr(0, slash) == name_of(e.family)) family.push_back({&e, nullptr});
  if (!family.empty())
    return slash == std::string_view::npos ? family : named(name.substr(slash + 1));
  const Experiment& found = experiment(name.substr(0, slash));
  if (slash == std::string_view::npos) return {{&found, nullptr}};
  return {{&found, &found.variant(name.substr(slash + 1))}};
}

#define TILEBRIDGE_EXPERIMENT(name, family) \
  namespace name##_experiment {             \
    void describe(Experiment& e);           \
  }
#include "experiments/catalogue.inc"

namespace {

Experiment listed(std::string name, Family family, void (*describe)(Experiment&)) {
  Experiment experiment;
  experiment.name = std::move(name);
  experiment.family = family;
  describe(experiment);
  return experiment;
}

}  // namespace

const Catalogue& catalogue() {
  static const Catalogue all({
#define TILEBRIDGE_EXPERIMENT(name, family) \
  listed(#name, Family::family, name##_experiment::describe),
#include "experiments/catalogue.inc"
  });
  return all;
}

}  // namespace tilebridge
