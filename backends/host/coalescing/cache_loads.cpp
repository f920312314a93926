// SPDX-License-Identifier: Apache-2.0
// On a CPU all loads go through all caches: one variant.
#include "catalogue/coalescing/cache_loads.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::cache_loads_experiment {
namespace {

std::size_t source_of(const PatternedCopy& c, std::size_t i) {
  constexpr std::size_t rows = PatternedCopy::piece / PatternedCopy::stride;
  const std::size_t place = i % PatternedCopy::piece;
  switch (c.pattern) {
    case LoadPattern::aligned:
      return i;
    case LoadPattern::misaligned:
      return i + 1;
    case LoadPattern::strided:
      return i - place + place % rows * PatternedCopy::stride + place / rows;
    case LoadPattern::scattered:
      break;
  }
  const std::size_t hash = (i * PatternedCopy::multiplier) >> 32U;
  return ((hash * c.pieces) >> 32U) * PatternedCopy::piece + place;
}

void default_load(const PatternedCopy& c, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < c.n; ++i) c.out[i] = c.in[source_of(c, i)];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_loads/default_load", default_load);
}

}  // namespace tilebridge::host::cache_loads_experiment
