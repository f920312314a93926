// SPDX-License-Identifier: Apache-2.0
// The counters of a GPU while a case ran once under NVIDIA Nsight Compute, or what the access model
// counted of them on a host.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "access/traffic.hpp"

namespace tilebridge {

enum class Counter {
#define COUNTER(name, ...) name,
#include "results/counters.inc"
#undef COUNTER
};

/// How the values of several kernels are combined.
enum class Combine { sum, largest, least, mean };

struct CounterInfo {
  Counter counter;
  std::string_view name;    // in the result file
  std::string_view metric;  // Nsight Compute's; "" if it has none
  Combine combine = Combine::sum;
  Counter weight = Counter::duration_ns;  // for a mean
};

/// All counters, in the order of the enumeration.
std::span<const CounterInfo> counter_infos();

/// A counter that the device lacks is absent, as is a mean without values.
struct Counters {
  int kernels = 0;
  std::map<Counter, double> values = {};

  std::optional<double> of(Counter counter) const;
  /// Absent if either is absent or `below` is 0.
  std::optional<double> ratio(Counter above, Counter below) const;
};

/// Returns what the hardware would count of these requests.
Counters counters_of(const Traffic& traffic);

/// Combined over all kernels of a case.
Counters combined(const std::vector<Counters>& kernels);

/// Those of one launch, on average of several of a kernel: a sum is divided by the number of
/// launches that have the counter. A mean whose weight was not counted in any launch weighs all
/// alike.
Counters averaged(const std::vector<Counters>& launches);

}  // namespace tilebridge
