// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"

namespace tilebridge {

#define TILEBRIDGE_EXPERIMENT(name) Experiment name();
#include "experiments/catalogue.inc"

const std::vector<Experiment>& catalogue() {
  static const std::vector<Experiment> experiments = [] {
    std::vector<Experiment> list = {
#define TILEBRIDGE_EXPERIMENT(name) name(),
#include "experiments/catalogue.inc"
    };
    std::transform(list.begin(), list.end(), list.begin(), completed);
    return list;
  }();
  return experiments;
}

const Experiment& find_experiment(std::string_view name) {
  for (const Experiment& experiment : catalogue())
    if (experiment.name == name) return experiment;
  std::vector<std::string> known;
  std::transform(catalogue().begin(), catalogue().end(), std::back_inserter(known),
                 [](const Experiment& experiment) { return experiment.name; });
  throw unknown_name("experiment", name, known);
}

}  // namespace tilebridge
