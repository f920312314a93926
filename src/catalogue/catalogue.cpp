#include "catalogue/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include "catalogue/ceiling.hpp"
#include "catalogue/dot.hpp"
#include "catalogue/error.hpp"
#include "catalogue/histogram.hpp"
#include "catalogue/reduce.hpp"
#include "catalogue/reuse.hpp"
#include "catalogue/smooth.hpp"
#include "catalogue/stride.hpp"
#include "catalogue/transpose.hpp"

namespace tilebridge {

const std::vector<Experiment>& catalogue() {
  static const std::vector<Experiment> experiments = {
      ceiling(), stride(), dot(), transpose(), reduce(), smooth(), reuse(), histogram(),
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
