// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per index of a forall: Views of an aligned struct. By
// index: as many per thread of a block of 256.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::vector_load_experiment {
namespace {

template <int width>
struct alignas(width * sizeof(float)) Floats {
  float values[width];
};

template <int width>
RAJA_HOST_DEVICE Floats<width> twice(Floats<width> v) {
  for (int j = 0; j < width; ++j) v.values[j] *= 2;
  return v;
}

/// Thread i takes vectors i, i + threads, …, and the i-th of the elements that do not fill a
/// vector.
template <int width, int items, class Resource>
void scale_by(const VectorScale<float>& s, Resource resource) {
  const RAJA::Index_type vectors = s.n / width, rest = s.n % width;
  const RAJA::Index_type threads = std::max((vectors + items - 1) / items, rest);
  const Vector<const Floats<width>> in(reinterpret_cast<const Floats<width>*>(s.in), vectors);
  const Vector<Floats<width>> out(reinterpret_cast<Floats<width>*>(s.out), vectors);
  const Vector<const float> in_rest(s.in + vectors * width, rest);
  const Vector<float> out_rest(s.out + vectors * width, rest);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, threads),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   Floats<width> held[items] = {};
                                   for (int k = 0; k < items; ++k)
                                     if (i + k * threads < vectors) held[k] = in(i + k * threads);
                                   for (int k = 0; k < items; ++k)
                                     if (i + k * threads < vectors)
                                       out(i + k * threads) = twice(held[k]);
                                   if (i < rest) out_rest(i) = 2 * in_rest(i);
                                 });
}

template <int width, class Resource>
void scale(const VectorScale<float>& s, Resource resource) {
  with_items(s.items, [&](auto count) { scale_by<width, decltype(count)::value>(s, resource); });
}

}  // namespace

// Kernels by block and thread index. Their names hide those in loops above.
namespace by_index {
namespace {

constexpr int block_size = 256;

template <int width, int items, class Resource>
void scale_by(const VectorScale<float>& s, Resource resource) {
  const Range blocks(0, ceil_div(s.n, std::size_t{width} * block_size * items));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            const auto* in = reinterpret_cast<const Floats<width>*>(s.in);
            auto* out = reinterpret_cast<Floats<width>*>(s.out);
            const std::size_t vectors = s.n / width;  // full vectors only
            const std::size_t first = block * std::size_t{block_size * items} + thread;

            Floats<width> held[items] = {};
            for (int k = 0; k < items; ++k) {
              const std::size_t v = first + k * block_size;
              if (v < vectors) held[k] = in[v];
            }
            for (int k = 0; k < items; ++k) {
              const std::size_t v = first + k * block_size;
              if (v < vectors) out[v] = twice(held[k]);
            }
            const std::size_t i = vectors * width + thread;  // not a full vector
            if (width > 1 && block == 0 && i < s.n) s.out[i] = 2 * s.in[i];
          });
        });
      });
}

template <int width, class Resource>
void scale(const VectorScale<float>& s, Resource resource) {
  with_items(s.items, [&](auto count) { scale_by<width, decltype(count)::value>(s, resource); });
}

template <class Resource>
void add_kernels(RajaKernels<Resource>& raja) {
  auto by_index = raja.in(Form::indices);
  by_index.add("vector_load/float1", scale<1, Resource>);
  by_index.add("vector_load/float2", scale<2, Resource>);
  by_index.add("vector_load/float4", scale<4, Resource>);
}

}  // namespace
}  // namespace by_index

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  raja.add("vector_load/float1", scale<1, Resource>);
  raja.add("vector_load/float2", scale<2, Resource>);
  raja.add("vector_load/float4", scale<4, Resource>);
  by_index::add_kernels(raja);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::vector_load_experiment
