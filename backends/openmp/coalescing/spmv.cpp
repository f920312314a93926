// SPDX-License-Identifier: Apache-2.0
// A row per iteration or thread.
#include "catalogue/coalescing/spmv.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::spmv_experiment {
namespace {

template <class T>
void csr_thread(const CsrProduct<T>& a) {
  const int *offsets = a.offsets, *columns = a.columns;
  const T *values = a.values, *x = a.x;
  T* y = a.y;
  const int rows = a.rows;
#pragma omp target teams distribute parallel for is_device_ptr(offsets, columns, values, x, y)
  for (int row = 0; row < rows; ++row) {
    T sum = 0;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}

template <class T>
void sliced_ell(const EllProduct<T>& a) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
  const std::int64_t* slices = a.slices;
  const int* columns = a.columns;
  const T *values = a.values, *x = a.x;
  T* y = a.y;
  const int rows = a.rows;
#pragma omp target teams distribute parallel for is_device_ptr(slices, columns, values, x, y)
  for (int row = 0; row < rows; ++row) {
    const int slice = row / slice_rows;
    T sum = 0;
    for (std::int64_t k = slices[slice] + row % slice_rows; k < slices[slice + 1]; k += slice_rows)
      sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}

constexpr int team_size = CsrProduct<float>::block_size;

template <class T>
void csr_thread_by_index(const CsrProduct<T>& a) {
  const int *offsets = a.offsets, *columns = a.columns;
  const T *values = a.values, *x = a.x;
  T* y = a.y;
  const int rows = a.rows, teams = ceil_div(a.rows, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) \
    is_device_ptr(offsets, columns, values, x, y)
#pragma omp parallel num_threads(team_size)
  {
    const int row = omp_get_team_num() * team_size + omp_get_thread_num();
    if (row < rows) {
      const int end = offsets[row + 1];
      T sum = 0;
      for (int k = offsets[row]; k < end; ++k) sum += values[k] * x[columns[k]];
      y[row] = sum;
    }
  }
}

template <class T>
void sliced_ell_by_index(const EllProduct<T>& a) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
  const std::int64_t* slices = a.slices;
  const int* columns = a.columns;
  const T *values = a.values, *x = a.x;
  T* y = a.y;
  const int rows = a.rows, teams = ceil_div(a.rows, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) \
    is_device_ptr(slices, columns, values, x, y)
#pragma omp parallel num_threads(team_size)
  {
    const int row = omp_get_team_num() * team_size + omp_get_thread_num();
    if (row < rows) {
      const int slice = row / slice_rows;
      const std::int64_t end = slices[slice + 1];
      T sum = 0;
      for (std::int64_t k = slices[slice] + row % slice_rows; k < end; k += slice_rows)
        sum += values[k] * x[columns[k]];
      y[row] = sum;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("spmv/csr_thread", csr_thread<T>);
    openmp.add("spmv/sliced_ell", sliced_ell<T>);
    if (openmp.on_host()) return;
    by_index.add("spmv/csr_thread", csr_thread_by_index<T>);
    by_index.add("spmv/sliced_ell", sliced_ell_by_index<T>);
  });
}

}  // namespace tilebridge::openmp::spmv_experiment
