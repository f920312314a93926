// SPDX-License-Identifier: Apache-2.0
#include "results/ways.hpp"

#include <algorithm>

#include "results/summary.hpp"

namespace tilebridge {
namespace {

const Counters* counters_of(const CaseResult* c, const Model& model) {
  const KernelResult* result = c == nullptr ? nullptr : c->kernels.find(model);
  return result == nullptr || !result->counters ? nullptr : &*result->counters;
}

}  // namespace

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

std::optional<Counted> counted(const Profiles& profiles, const Experiment& experiment,
                               const Way& with, const Way& without) {
  for (const Results* profile : profiles)
    for (const CaseResult& c : profile->cases) {
      if (!is_of(c, experiment, with.variant)) continue;
      const Counters* own = counters_of(&c, with.model);
      const Counters* other =
          counters_of(find_alike(without.variant, c, profile->cases), without.model);
      if (own != nullptr && other != nullptr) return Counted{*own, *other};
    }
  return std::nullopt;
}

}  // namespace tilebridge
