// SPDX-License-Identifier: Apache-2.0
#include "results/check.hpp"

namespace tilebridge {

std::vector<CountCheck> check_counts(const KernelResult& result) {
  if (!result.prediction || !result.prediction->traffic.exact || !result.counters) return {};
  const Traffic& traffic = result.prediction->traffic;
  const Counters& counters = *result.counters;
  std::vector<CountCheck> checks;
  const auto add = [&](std::string_view what, double predicted, std::optional<double> counted) {
    if (counted) checks.push_back({what, predicted, *counted});
  };
  add("load sectors", traffic.load.sectors, counters.of(Counter::global_load_sectors));
  add("store sectors", traffic.store.sectors, counters.of(Counter::global_store_sectors));
  add("shared load wavefronts/instruction", traffic.shared_load.wavefronts_per_request(),
      counters.ratio(Counter::shared_load_wavefronts, Counter::shared_load_instructions));
  add("shared store wavefronts/instruction", traffic.shared_store.wavefronts_per_request(),
      counters.ratio(Counter::shared_store_wavefronts, Counter::shared_store_instructions));
  return checks;
}

}  // namespace tilebridge
