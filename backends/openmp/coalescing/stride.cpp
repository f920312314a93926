// SPDX-License-Identifier: Apache-2.0
// One element per iteration or thread, neighbouring ones `stride` elements apart.
#include "catalogue/coalescing/stride.hpp"

#include <ompx.h>

#include <cstdint>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::stride_experiment {
namespace {

template <class T>
void add(const StridedAdd<T>& s) {
  const T *a = s.a, *b = s.b;
  T* c = s.c;
  const std::size_t count = s.count, stride = s.stride;
#pragma omp target teams distribute parallel for is_device_ptr(a, b, c)
  for (std::size_t i = 0; i < count; ++i) c[i * stride] = a[i * stride] + b[i * stride];
}

template <class T>
void copy(const StridedCopy<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t count = s.count, stride = s.stride;
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (std::size_t i = 0; i < count; ++i) out[i] = in[i * stride];
}

template <class Index, class T>
void wrapped_by(const WrappedCopy<T>& w) {
  const T* in = w.in;
  T* out = w.out;
  const auto n = static_cast<Index>(w.n), stride = static_cast<Index>(w.stride);
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (Index i = 0; i < n; ++i) out[i] = 2 * in[i * stride % n];
}

template <class T>
void wrapped(const WrappedCopy<T>& w) {
  if (w.fits_in_32_bits())
    wrapped_by<std::uint32_t>(w);
  else
    wrapped_by<std::uint64_t>(w);
}

template <class T>
void read(const WrappedCopy<T>& w) {
  const T* in = w.in;
  T* out = w.out;
  const std::size_t n = w.n;
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (std::size_t i = 0; i < n; ++i) out[i] = 2 * in[i];
}

constexpr int team_size = 256;

template <class T>
void add_by_index(const StridedAdd<T>& s) {
  const T *a = s.a, *b = s.b;
  T* c = s.c;
  const std::size_t count = s.count, stride = s.stride;
  const int teams = ceil_div(count, team_size);
  if (count == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, c)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < count) c[i * stride] = a[i * stride] + b[i * stride];
  }
}

template <class T>
void copy_by_index(const StridedCopy<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t count = s.count, stride = s.stride;
  const int teams = ceil_div(count, team_size);
  if (count == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < count) out[i] = in[i * stride];
  }
}

template <class Index, class T>
void wrapped_by_index_in(const WrappedCopy<T>& w) {
  const T* in = w.in;
  T* out = w.out;
  const auto n = static_cast<Index>(w.n), stride = static_cast<Index>(w.stride);
  const int teams = ceil_div(w.n, team_size);
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const Index i = omp_get_team_num() * Index{team_size} + omp_get_thread_num();
    if (i < n) out[i] = 2 * in[i * stride % n];
  }
}

template <class T>
void wrapped_by_index(const WrappedCopy<T>& w) {
  if (w.n == 0) return;
  if (w.fits_in_32_bits(team_size))
    wrapped_by_index_in<std::uint32_t>(w);
  else
    wrapped_by_index_in<std::uint64_t>(w);
}

template <class T>
void read_by_index(const WrappedCopy<T>& w) {
  const T* in = w.in;
  T* out = w.out;
  const std::size_t n = w.n;
  const int teams = ceil_div(n, team_size);
  if (n == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < n) out[i] = 2 * in[i];
  }
}

template <class T>
void add_rewritten(const StridedAdd<T>& s) {
  const T *a = s.a, *b = s.b;
  T* c = s.c;
  const std::size_t count = s.count, stride = s.stride;
  const int teams = ceil_div(count, team_size);
  if (count == 0) return;
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, c)
  {
    const std::size_t i = ompx_block_id_x() * std::size_t{team_size} + ompx_thread_id_x();
    if (i < count) c[i * stride] = a[i * stride] + b[i * stride];
  }
}

template <class T>
void copy_rewritten(const StridedCopy<T>& s) {
  const T* in = s.in;
  T* out = s.out;
  const std::size_t count = s.count, stride = s.stride;
  const int teams = ceil_div(count, team_size);
  if (count == 0) return;
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
  {
    const std::size_t i = ompx_block_id_x() * std::size_t{team_size} + ompx_thread_id_x();
    if (i < count) out[i] = in[i * stride];
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("stride/add", add<T>);
    openmp.add("stride/copy", copy<T>);
    openmp.add("stride/wrapped", wrapped<T>);
    openmp.add("stride/read", read<T>);
    if (openmp.on_host()) return;
    by_index.add("stride/add", add_by_index<T>);
    by_index.add("stride/copy", copy_by_index<T>);
    by_index.add("stride/wrapped", wrapped_by_index<T>);
    by_index.add("stride/read", read_by_index<T>);
    rewritten.add("stride/add", add_rewritten<T>);
    rewritten.add("stride/copy", copy_rewritten<T>);
  });
}

}  // namespace tilebridge::openmp::stride_experiment
