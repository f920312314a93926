// SPDX-License-Identifier: Apache-2.0
// Chains of multiply-adds in registers.
#pragma once

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge::host {

// [shown]
inline void fma_chains(const FmaChain& f, Threads threads) {
  constexpr std::size_t width = 64;  // elements that stay in registers
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < f.n; first += width) {
    std::array<float, width> value{};
    const std::size_t count = std::min(width, f.n - first);
    std::copy_n(f.in + first, count, value.begin());
    for (int step = 0; step < f.steps; ++step)
      for (std::size_t k = 0; k < width; ++k)
        value[k] = FmaChain::factor * value[k] + FmaChain::addend;
    std::copy_n(value.begin(), count, f.out + first);
  }
}

}  // namespace tilebridge::host
