// SPDX-License-Identifier: Apache-2.0
// A host has only one path to memory.
#include "catalogue/memory/texture.hpp"

#include <algorithm>
#include <cstddef>

#include "backends/host/native.hpp"

namespace tilebridge::host {
namespace {

// [*]
constexpr int radius = Neighbourhood::radius;

std::size_t at(int y, int x, int cols) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(x);
}

void global(const Neighbourhood& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      float sum = 0;
      for (int j = y - radius; j <= y + radius; ++j)
        for (int i = x - radius; i <= x + radius; ++i)
          sum += p.in[at(std::clamp(j, 0, p.rows - 1), std::clamp(i, 0, p.cols - 1), p.cols)];
      p.out[at(y, x, p.cols)] = sum * Neighbourhood::weight;
    }
}

// [/]

}  // namespace

void add_texture(NativeKernels& native) { native.add("texture/global", global); }

}  // namespace tilebridge::host
