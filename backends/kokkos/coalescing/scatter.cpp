// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, added to the sum of its bin: by an atomic, or as a
// ScatterView does.
#include "catalogue/coalescing/scatter.hpp"

#include <Kokkos_ScatterView.hpp>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::scatter_experiment {
namespace {

template <class Exec>
void atomic(const Scatter& s, const Exec& exec) {
  const Vector<const double, Exec> in(s.in, s.n);
  const Vector<const std::uint32_t, Exec> bin(s.bin, s.n);
  const Vector<double, Exec> sums(s.sums, s.bins);
  Kokkos::deep_copy(exec, sums, 0.0);
  Kokkos::parallel_for(
      "scatter/atomic", RangePolicy<Exec>(exec, 0, s.n),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&sums(bin(i)), in(i)); });
}

template <class Exec>
using ScatterSums = decltype(Kokkos::Experimental::create_scatter_view(Vector<double, Exec>()));

template <class Exec>
void add_all(const Scatter& s, const ScatterSums<Exec>& copies, const Exec& exec) {
  const Vector<const double, Exec> in(s.in, s.n);
  const Vector<const std::uint32_t, Exec> bin(s.bin, s.n);
  Kokkos::parallel_for(
      "scatter/scatter_view", RangePolicy<Exec>(exec, 0, s.n), KOKKOS_LAMBDA(std::int64_t i) {
        const auto access = copies.access();
        access(bin(i)) += in(i);
      });
}

/// Kokkos chooses: separate sums for each thread on a host, atomics on one set of sums on a GPU.
template <class Exec>
auto scatter_view(const Scatter& s, const Exec& exec) {
  Vector<double, Exec> sums(s.sums, s.bins);  // contribute does not accept const
  ScatterSums<Exec> copies = Kokkos::Experimental::create_scatter_view(sums);
  return [=]() mutable {
    Kokkos::deep_copy(exec, sums, 0.0);
    copies.reset_except(exec, sums);
    add_all(s, copies, exec);
    Kokkos::Experimental::contribute(exec, sums, copies);
  };
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("scatter/atomic", atomic<Exec>);
  kokkos.add_prepared("scatter/scatter_view", scatter_view<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::scatter_experiment
