// SPDX-License-Identifier: Apache-2.0
#include "results/prediction.hpp"

#include <algorithm>
#include <vector>

namespace tilebridge {
namespace {

/// Bytes moved between memory and L2 for `sectors` requested from L2.
double from_memory(double sectors, double array_bytes, double cache_bytes) {
  const double asked = sectors * sector_bytes;
  return array_bytes <= cache_bytes ? std::min(asked, array_bytes) : asked;
}

double size_of(const std::string& array, std::span<const ArraySpec> specs) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const ArraySpec& spec) { return spec.name == array; });
  return found == specs.end() ? 0 : static_cast<double>(found->bytes);
}

/// A case's predicted and measured rate in one model, in bytes per second.
struct Rates {
  const CaseResult* of;
  double predicted, measured;
};

std::vector<Rates> rates_of(const Results& results, std::string_view experiment,
                            const Model& model) {
  constexpr double shortest = 20e-6;
  std::vector<Rates> rates;
  for (const CaseResult& c : results.cases) {
    if (c.experiment != experiment) continue;
    // Native code appears again in every variant that is compared with it.
    const auto found = std::ranges::find_if(c.kernels, [&](const auto& entry) {
      return entry.first.model.is(model) && is_own_result(c, entry.first);
    });
    if (found == c.kernels.end()) continue;
    const KernelResult& result = found->second;
    if (!result.timing || !result.prediction || result.prediction->seconds == 0) continue;
    if (result.timing->seconds.median < shortest) continue;
    rates.push_back({&c, c.work.bytes() / result.prediction->seconds,
                     c.work.bytes() / result.timing->seconds.median});
  }
  return rates;
}

bool comparable(const CaseResult& a, const CaseResult& b) {
  const bool alike_on_chip = a.work.on_chip && b.work.on_chip && a.work.bytes() == b.work.bytes();
  return a.cache == b.cache && (a.variant == b.variant || alike_on_chip);
}

}  // namespace

double predicted_seconds(const Traffic& traffic, std::span<const ArraySpec> arrays,
                         const Ceilings& ceilings, const OnChip& device) {
  Work memory;
  double l2 = 0;
  for (const auto& [array, sectors] : traffic.arrays) {
    const double bytes = size_of(array, arrays);
    memory.bytes_read += from_memory(sectors.loaded, bytes, device.cache_bytes);
    memory.bytes_written += from_memory(sectors.stored, bytes, device.cache_bytes);
    l2 += (sectors.loaded + sectors.stored) * sector_bytes;
  }
  if (l2 > 0 && (ceilings.l2_bytes_per_s == 0 || ceilings.least_seconds(memory) == 0)) return 0;
  if (traffic.l1_passes > 0 && device.l1_passes_per_s == 0) return 0;
  return std::max({ceilings.least_seconds(memory), l2 > 0 ? l2 / ceilings.l2_bytes_per_s : 0,
                   traffic.l1_passes > 0 ? traffic.l1_passes / device.l1_passes_per_s : 0});
}

RankAgreement rank_agreement(const Results& results, std::string_view experiment,
                             const Model& model) {
  constexpr double apart = 1.02;
  const std::vector<Rates> rates = rates_of(results, experiment, model);
  RankAgreement agreement;
  for (const Rates& fast : rates)
    for (const Rates& slow : rates) {
      if (!comparable(*fast.of, *slow.of) || fast.predicted <= apart * slow.predicted) continue;
      ++agreement.pairs;
      agreement.agreed += fast.measured > slow.measured ? 1 : 0;
    }
  return agreement;
}

}  // namespace tilebridge
