// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"

namespace tilebridge {

Catalogue::Catalogue(std::vector<Experiment> experiments) : experiments_(std::move(experiments)) {
  for (Experiment& experiment : experiments_) experiment = completed(std::move(experiment));
}

const Experiment* Catalogue::find(std::string_view name) const {
  const auto found =
      std::find_if(begin(), end(), [&](const Experiment& e) { return e.name == name; });
  return found == end() ? nullptr : &*found;
}

const Experiment& Catalogue::experiment(std::string_view name) const {
  if (const Experiment* found = find(name)) return *found;
  std::vector<std::string> known;
  std::transform(begin(), end(), std::back_inserter(known),
                 [](const Experiment& experiment) { return experiment.name; });
  throw unknown_name("experiment", name, known);
}

#define TILEBRIDGE_EXPERIMENT(name) Experiment name();
#include "experiments/catalogue.inc"

const Catalogue& catalogue() {
  static const Catalogue all({
#define TILEBRIDGE_EXPERIMENT(name) name(),
#include "experiments/catalogue.inc"
  });
  return all;
}

}  // namespace tilebridge
