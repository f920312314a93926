// SPDX-License-Identifier: Apache-2.0
// One word per index of a RangePolicy, from places that are further apart than a sector. Kokkos
// does not say how much L2 fetches: a program sets CUDA's limit around its kernels.
#include "catalogue/memory/fetch_granularity.hpp"

#include <cstdint>

#include "backends/cache/fetch_limit.hpp"
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::fetch_granularity_experiment {
namespace {

template <class Exec>
void strided(const SparseReads& r, const Exec& exec) {
  const std::int64_t stride = r.stride;
  const Vector<const std::uint32_t, Exec> in(r.in, r.count * stride);
  const Vector<std::uint32_t, Exec> out(r.out, r.count);
  Kokkos::parallel_for(
      "fetch_granularity/strided", RangePolicy<Exec>(exec, 0, r.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i * stride); });
}

template <class Exec>
void random(const SparseReads& r, const Exec& exec) {
  const std::int64_t stride = r.stride;
  const Vector<const std::uint32_t, Exec> in(r.in, r.count * stride);
  const Vector<const std::uint32_t, Exec> index(r.index, r.count);
  const Vector<std::uint32_t, Exec> out(r.out, r.count);
  Kokkos::parallel_for(
      "fetch_granularity/random", RangePolicy<Exec>(exec, 0, r.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(index(i) * stride); });
}

#ifdef TILEBRIDGE_KOKKOS_GPU

template <void (*launch)(const SparseReads&, const GpuExecution&)>
auto prepare(const SparseReads& r, const GpuExecution& exec) {
  return [r, exec, limit = cache::fetch_limit(r.granularity)] {
    limit->ensure();
    launch(r, exec);
  };
}

#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
#ifdef TILEBRIDGE_KOKKOS_GPU
  if constexpr (!is_host<Exec>) {
    kokkos.add_prepared("fetch_granularity/strided", prepare<strided<Exec>>);
    kokkos.add_prepared("fetch_granularity/random", prepare<random<Exec>>);
  }
#endif
  if constexpr (is_host<Exec>) {
    kokkos.add("fetch_granularity/strided", strided<Exec>);
    kokkos.add("fetch_granularity/random", random<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::fetch_granularity_experiment
