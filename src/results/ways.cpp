// SPDX-License-Identifier: Apache-2.0
#include "results/ways.hpp"

#include <algorithm>

#include "results/summary.hpp"

namespace tilebridge {

bool is_of(const CaseResult& c, const Experiment& experiment, const std::string& variant) {
  return c.experiment == experiment.name && c.variant == variant;
}

const Interval* performance_of(const CaseResult& c) {
  const ComparisonResult* comparison = kokkos_against_native(c);
  return comparison == nullptr ? nullptr : &comparison->ratio;
}

const CaseResult* find_alike(const std::string& variant, const CaseResult& c,
                             const std::vector<CaseResult>& cases) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const CaseResult& other) {
    return other.experiment == c.experiment && other.variant == variant &&
           other.parameters == c.parameters && other.cache == c.cache &&
           other.platform == c.platform;
  });
  return found == cases.end() ? nullptr : &*found;
}

const Interval* performance_of(const std::string& variant, const CaseResult& c,
                               const std::vector<CaseResult>& cases) {
  const CaseResult* found = find_alike(variant, c, cases);
  return found == nullptr ? nullptr : performance_of(*found);
}

Interval quotient(const Interval& above, const Interval& below) {
  return {above.median / below.median, above.low / below.high, above.high / below.low};
}

}  // namespace tilebridge
