// SPDX-License-Identifier: Apache-2.0
// The fastest way we know to read, write, copy and multiply-add in plain C++.
#include "catalogue/hierarchy/bandwidth.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "backends/host/fma_chain.hpp"
#include "backends/host/native.hpp"

namespace tilebridge::host::bandwidth_experiment {
namespace {

constexpr std::size_t chunk = 1U << 16U;  // elements that a thread takes at a time

constexpr std::size_t lanes = 64;  // independent sums, so that additions overlap

void read(const ReadBandwidth& r, Threads threads) {
  float total = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : total)
  for (std::size_t first = 0; first < r.n; first += chunk) {
    std::array<float, lanes> sums{};
    const std::size_t last = std::min(first + chunk, r.n);
    std::size_t i = first;
    for (; i + lanes <= last; i += lanes)
      for (std::size_t k = 0; k < lanes; ++k) sums[k] += r.in[i + k];
    for (; i < last; ++i) sums[0] += r.in[i];
    for (const float sum : sums) total += sum;
  }
  *r.result = total;
}

void write(const WriteBandwidth& w, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < w.n; ++i)
    w.out[i] = static_cast<float>(static_cast<int>(i & 0xffffU));
}

void copy(const CopyBandwidth& c, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < c.n; first += chunk)
    std::memcpy(c.out + first, c.in + first, std::min(chunk, c.n - first) * sizeof(float));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("bandwidth/dram_read", read);
  native.add("bandwidth/dram_write", write);
  native.add("bandwidth/dram_copy", copy);
  native.add("bandwidth/fma", fma_chains);
}

}  // namespace tilebridge::host::bandwidth_experiment
