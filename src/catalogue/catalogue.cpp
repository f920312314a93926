#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include "catalogue/cache_policy.hpp"
#include "catalogue/ceiling.hpp"
#include "catalogue/dot.hpp"
#include "catalogue/element_size.hpp"
#include "catalogue/error.hpp"
#include "catalogue/offset.hpp"
#include "catalogue/stride.hpp"
#include "catalogue/transpose.hpp"
#include "catalogue/vector_load.hpp"

namespace tilebridge {

const std::vector<Experiment>& catalogue() {
  static const std::vector<Experiment> experiments = {
      ceiling(),     stride(),       offset(), element_size(),
      vector_load(), cache_policy(), dot(),    transpose(),
  };
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
