// SPDX-License-Identifier: Apache-2.0
// A row per index or thread.
#include "catalogue/coalescing/spmv.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::spmv_experiment {
namespace {

template <class T, class Resource>
void csr_thread(const CsrProduct<T>& a, Resource resource) {
  const Vector<const int> offsets(a.offsets, a.rows + 1), columns(a.columns, a.entries);
  const Vector<const T> values(a.values, a.entries), x(a.x, a.rows);
  const Vector<T> y(a.y, a.rows);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, a.rows),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type row) {
                                   T sum = 0;
                                   for (int k = offsets(row); k < offsets(row + 1); ++k)
                                     sum += values(k) * x(columns(k));
                                   y(row) = sum;
                                 });
}

template <class T, class Resource>
void sliced_ell(const EllProduct<T>& a, Resource resource) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
  const Vector<const std::int64_t> slices(a.slices, ceil_div(a.rows, slice_rows) + 1);
  const Vector<const int> columns(a.columns, a.elements);
  const Vector<const T> values(a.values, a.elements), x(a.x, a.rows);
  const Vector<T> y(a.y, a.rows);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, a.rows),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type row) {
                                   const RAJA::Index_type slice = row / slice_rows;
                                   T sum = 0;
                                   for (RAJA::Index_type k = slices(slice) + row % slice_rows;
                                        k < slices(slice + 1); k += slice_rows)
                                     sum += values(k) * x(columns(k));
                                   y(row) = sum;
                                 });
}

constexpr int block_size = CsrProduct<float>::block_size;

template <class T, class Resource>
void csr_thread_by_index(const CsrProduct<T>& a, Resource resource) {
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(ceil_div(a.rows, block_size), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<GlobalIndex<block_size>>(ctx, Range(0, a.rows), [&](int row) {
          const int end = a.offsets[row + 1];
          T sum = 0;
          for (int k = a.offsets[row]; k < end; ++k) sum += a.values[k] * a.x[a.columns[k]];
          a.y[row] = sum;
        });
      });
}

template <class T, class Resource>
void sliced_ell_by_index(const EllProduct<T>& a, Resource resource) {
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(ceil_div(a.rows, block_size), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        constexpr int slice_rows = EllProduct<T>::slice_rows;
        RAJA::loop<GlobalIndex<block_size>>(ctx, Range(0, a.rows), [&](int row) {
          const std::int64_t end = a.slices[row / slice_rows + 1];
          T sum = 0;
          for (std::int64_t k = a.slices[row / slice_rows] + row % slice_rows; k < end;
               k += slice_rows)
            sum += a.values[k] * a.x[a.columns[k]];
          a.y[row] = sum;
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("spmv/csr_thread", csr_thread<T, Resource>);
    raja.add("spmv/sliced_ell", sliced_ell<T, Resource>);
    by_index.add("spmv/csr_thread", csr_thread_by_index<T, Resource>);
    by_index.add("spmv/sliced_ell", sliced_ell_by_index<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::spmv_experiment
