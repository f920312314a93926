// SPDX-License-Identifier: Apache-2.0
// Separate bins per thread instead of per block.
#include "catalogue/tiling/histogram.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "backends/host/native.hpp"

namespace tilebridge::host::histogram_experiment {
namespace {

constexpr int bins = Histogram::bins;
constexpr int word_size = Histogram::word_size;

/// The bytes as words, and those that do not fill one.
struct Words {
  const std::uint32_t* in;
  std::size_t count;  // full ones
  std::span<const unsigned char> rest;

  explicit Words(const Histogram& h)
      : in(reinterpret_cast<const std::uint32_t*>(h.in)),
        count(h.n / word_size),
        rest(h.in + count * word_size, h.n % word_size) {}
};

void add_atomically(std::uint32_t& count, std::uint32_t value) {
#pragma omp atomic
  count += value;
}

void global_atomic(const Histogram& h, Threads threads) {
  const Words words(h);
  std::fill_n(h.counts, bins, 0U);
#pragma omp parallel for num_threads(threads)
  for (std::size_t w = 0; w < words.count; ++w)
    for (int k = 0; k < word_size; ++k) add_atomically(h.counts[(words.in[w] >> 8 * k) % bins], 1);
  for (const unsigned char byte : words.rest) ++h.counts[byte];
}

void thread_private(const Histogram& h, Threads threads) {
  const Words words(h);
  std::fill_n(h.counts, bins, 0U);
#pragma omp parallel num_threads(threads)
  {
    std::array<std::uint32_t, bins> counts = {};
#pragma omp for nowait
    for (std::size_t w = 0; w < words.count; ++w)
      for (int k = 0; k < word_size; ++k) ++counts[(words.in[w] >> 8 * k) % bins];
    for (int bin = 0; bin < bins; ++bin) add_atomically(h.counts[bin], counts[bin]);
  }
  for (const unsigned char byte : words.rest) ++h.counts[byte];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("histogram/global_atomic", global_atomic);
  native.add("histogram/block_private", thread_private);
}

}  // namespace tilebridge::host::histogram_experiment
