// SPDX-License-Identifier: Apache-2.0
#include "results/duration.hpp"

namespace tilebridge {

double seconds_taken(const Results& results) {
  const auto found = results.program.find("seconds");
  return found != results.program.end() && found->is_number() ? found->get<double>() : 0;
}

void add_seconds(Results& results, double seconds) {
  results.program["seconds"] = seconds_taken(results) + seconds;
}

}  // namespace tilebridge
