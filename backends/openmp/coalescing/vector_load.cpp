// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per iteration or thread: arrays of an aligned struct.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>
#include <bit>

#include "backends/openmp/openmp.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::openmp::vector_load_experiment {
namespace {

template <class T, int width>
struct alignas(width * sizeof(T)) Vector {
  T values[width];
};

float twice(float v) { return 2 * v; }
Half twice(Half v) {
  const auto half = std::bit_cast<_Float16>(v);
  return std::bit_cast<Half>(static_cast<_Float16>(half + half));
}
/// A float has its bits in front.
BFloat16 twice(BFloat16 v) { return BFloat16::of(2 * static_cast<float>(v)); }
template <class T, int width>
Vector<T, width> twice(const Vector<T, width>& v) {
  Vector<T, width> doubled;
  for (int j = 0; j < width; ++j) doubled.values[j] = twice(v.values[j]);
  return doubled;
}

/// Iteration i takes vectors i, i + iterations, …, and the i-th of the elements that do not fill a
/// vector.
template <int width, int items, class T>
void scale_items(const VectorScale<T>& s) {
  const std::size_t vectors = s.n / width, rest = s.n % width;
  const std::size_t iterations = std::max((vectors + items - 1) / items, rest);
  const auto* in = reinterpret_cast<const Vector<T, width>*>(s.in);
  auto* out = reinterpret_cast<Vector<T, width>*>(s.out);
  const T* in_rest = s.in + vectors * width;
  T* out_rest = s.out + vectors * width;
#pragma omp target teams distribute parallel for is_device_ptr(in, out, in_rest, out_rest)
  for (std::size_t i = 0; i < iterations; ++i) {
    Vector<T, width> held[items];
    for (int k = 0; k < items; ++k)
      if (i + k * iterations < vectors) held[k] = in[i + k * iterations];
    for (int k = 0; k < items; ++k)
      if (i + k * iterations < vectors) out[i + k * iterations] = twice(held[k]);
    if (i < rest) out_rest[i] = twice(in_rest[i]);
  }
}

template <int width, class T>
void scale(const VectorScale<T>& s) {
  with_items(s.items, [&]<int items>() { scale_items<width, items>(s); });
}

constexpr int team_size = 256;

template <int width, int items, class T>
void scale_items_by_index(const VectorScale<T>& s) {
  const std::size_t vectors = s.n / width, rest = s.n % width;
  const auto* in = reinterpret_cast<const Vector<T, width>*>(s.in);
  auto* out = reinterpret_cast<Vector<T, width>*>(s.out);
  const T* in_rest = s.in + vectors * width;
  T* out_rest = s.out + vectors * width;
  const int teams = ceil_div(s.n, std::size_t{width} * team_size * items);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) \
    is_device_ptr(in, out, in_rest, out_rest)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t thread = omp_get_thread_num();
    const std::size_t first = omp_get_team_num() * std::size_t{team_size * items} + thread;

    Vector<T, width> held[items];
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + k * team_size;
      if (v < vectors) held[k] = in[v];
    }
#pragma unroll
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + k * team_size;
      if (v < vectors) out[v] = twice(held[k]);
    }
    if (width > 1 && omp_get_team_num() == 0 && thread < rest)
      out_rest[thread] = twice(in_rest[thread]);
  }
}

template <int width, class T>
void scale_by_index(const VectorScale<T>& s) {
  with_items(s.items, [&]<int items>() { scale_items_by_index<width, items>(s); });
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, Half, BFloat16>([&]<class T>() {
    openmp.add("vector_load/float1", scale<1, T>);
    openmp.add("vector_load/float2", scale<2, T>);
    openmp.add("vector_load/float4", scale<4, T>);
    if (openmp.on_host()) return;
    by_index.add("vector_load/float1", scale_by_index<1, T>);
    by_index.add("vector_load/float2", scale_by_index<2, T>);
    by_index.add("vector_load/float4", scale_by_index<4, T>);
  });
}

}  // namespace tilebridge::openmp::vector_load_experiment
