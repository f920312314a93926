// SPDX-License-Identifier: Apache-2.0
// A working set is added again and again to words that stream through, 16 bytes per index of a
// range.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/memory/residency.hpp"

namespace tilebridge::cuda::loops::residency_experiment {
namespace {

using Words = Pack<std::uint32_t>;
constexpr int width = pack_width<std::uint32_t>;

/// Index i takes vector i, and the i-th of the words that fill no vector.
__global__ void plain(SetSums s) {
  const auto* set = reinterpret_cast<const Words*>(s.set);
  const auto* in = reinterpret_cast<const Words*>(s.in);
  auto* out = reinterpret_cast<Words*>(s.out);
  const std::int64_t i = index_in_range(), vectors = s.n / width;
  if (i < vectors) {
    const Words own = set[i % (s.set_words / width)];
    Words words = in[i];
    for (int k = 0; k < width; ++k) words.values[k] += own.values[k];
    out[i] = words;
  }
  const std::int64_t rest = vectors * width + i;
  if (i < s.n % width) s.out[rest] = s.in[rest] + s.set[rest % s.set_words];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls(native).add("residency/plain", flat(plain));
}

}  // namespace tilebridge::cuda::loops::residency_experiment
