// SPDX-License-Identifier: Apache-2.0
// One thread follows a chain. A CPU's cache line is 64 bytes: a node is two lines.
#include "catalogue/hierarchy/latency.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::latency_experiment {
namespace {

void follow(const PointerChase& c, Threads) {
  std::uint32_t seen = 0;
  for (std::size_t node = 0; node < std::min(c.nodes, PointerChase::ahead_in_l1); ++node)
    seen |= c.next[node * PointerChase::words_per_node];
  if (seen == PointerChase::nowhere) *c.last = seen;  // never true: keeps the loads alive
  std::uint32_t i = 0;
  for (int step = 0; step < c.steps; ++step) i = c.next[i];
  *c.last = i;
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("latency/global", follow); }

}  // namespace tilebridge::host::latency_experiment
