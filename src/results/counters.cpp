// SPDX-License-Identifier: Apache-2.0
#include "results/counters.hpp"

#include <algorithm>
#include <array>

namespace tilebridge {
namespace {

constexpr std::array infos = {
#define COUNTER(name, ...) CounterInfo{Counter::name, #name, __VA_ARGS__},
#include "results/counters.inc"
#undef COUNTER
};

std::optional<double> combined(const CounterInfo& info, const std::vector<Counters>& kernels) {
  std::vector<double> values;
  double weighted_sum = 0;
  double weights = 0;
  for (const Counters& kernel : kernels) {
    const auto value = kernel.of(info.counter);
    if (!value) continue;
    const double weight = info.combine == Combine::mean ? kernel.of(info.weight).value_or(0) : 1;
    values.push_back(*value);
    weighted_sum += weight * *value;
    weights += weight;
  }
  if (values.empty() || weights == 0) return std::nullopt;
  if (info.combine == Combine::largest) return std::ranges::max(values);
  if (info.combine == Combine::least) return std::ranges::min(values);
  return info.combine == Combine::sum ? weighted_sum : weighted_sum / weights;
}

}  // namespace

std::span<const CounterInfo> counter_infos() { return infos; }

std::optional<double> Counters::of(Counter counter) const {
  const auto found = values.find(counter);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> Counters::ratio(Counter above, Counter below) const {
  const auto numerator = of(above);
  const auto denominator = of(below);
  if (!numerator || denominator.value_or(0) == 0) return std::nullopt;
  return *numerator / *denominator;
}

Counters counters_of(const Traffic& traffic) {
  using enum Counter;
  return {.kernels = 1,
          .values = {{global_load_requests, traffic.load.requests},
                     {global_load_sectors, traffic.load.sectors},
                     {global_store_requests, traffic.store.requests},
                     {global_store_sectors, traffic.store.sectors},
                     {global_reduction_requests, traffic.atomic.requests},
                     {global_reduction_sectors, traffic.atomic.sectors},
                     {shared_load_instructions, traffic.shared_load.requests},
                     {shared_load_wavefronts, traffic.shared_load.wavefronts},
                     {shared_store_instructions, traffic.shared_store.requests},
                     {shared_store_wavefronts, traffic.shared_store.wavefronts}}};
}

Counters combined(const std::vector<Counters>& kernels) {
  Counters all;
  for (const Counters& kernel : kernels) all.kernels += kernel.kernels;
  for (const CounterInfo& info : infos)
    if (const auto value = combined(info, kernels)) all.values[info.counter] = *value;
  return all;
}

Counters averaged(const std::vector<Counters>& launches) {
  Counters average = combined(launches);
  for (const CounterInfo& info : infos) {
    double sum = 0, count = 0, weighed = 0;
    for (const Counters& launch : launches) {
      if (const auto value = launch.of(info.counter)) sum += *value, count += 1;
      if (launch.of(info.weight)) weighed += 1;
    }
    const bool has_no_weight = info.combine == Combine::mean && weighed == 0;
    if (count > 0 && (info.combine == Combine::sum || has_no_weight))
      average.values[info.counter] = sum / count;
  }
  return average;
}

}  // namespace tilebridge
