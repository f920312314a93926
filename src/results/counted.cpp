// SPDX-License-Identifier: Apache-2.0
#include "results/counted.hpp"

#include "results/ways.hpp"

namespace tilebridge {
namespace {

const Counters* counters_of(const CaseResult* c, const Model& model) {
  const KernelResult* result = c == nullptr ? nullptr : c->kernels.find(model);
  return result == nullptr || !result->counters ? nullptr : &*result->counters;
}

}  // namespace

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
