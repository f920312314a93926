// SPDX-License-Identifier: Apache-2.0
#include "results/counted.hpp"

#include "results/ways.hpp"

namespace tilebridge {
namespace {

const Counters* counters_of(const CaseResult* c, Model model) {
  if (c == nullptr) return nullptr;
  const auto found = c->models.find(model);
  return found == c->models.end() || !found->second.counters ? nullptr : &*found->second.counters;
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
