// SPDX-License-Identifier: Apache-2.0
// The kernels read words of managed memory, which the host has before each launch; the variants
// differ in how many words are waited for at a time.
#include "catalogue/transfers/page_size.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/pages.hpp"

namespace tilebridge::kokkos::page_size_experiment {
namespace {

using Word = std::uint32_t;

/// The address of a load is known only after the load before it.
template <class Exec>
void one_by_one(const PageTouch& p, const Exec& exec) {
  const Vector<const Word, ManagedSpace> next(p.next, p.bytes / sizeof(Word));
  const Vector<Word, Exec> out(p.out, p.touched);
  Kokkos::parallel_for(
      "page_size/one_by_one", RangePolicy<Exec>(exec, 0, 1), KOKKOS_LAMBDA(std::int64_t) {
        Word at = 0;
        for (std::size_t k = 0; k < out.extent(0); ++k) {
          at = next(at);
          out(k) = at;
        }
      });
}

template <class Exec>
void all_at_once(const PageTouch& p, const Exec& exec) {
  const Vector<const Word, ManagedSpace> next(p.next, p.bytes / sizeof(Word));
  const Vector<Word, Exec> out(p.out, p.touched);
  const std::size_t apart = p.apart;
  Kokkos::parallel_for(
      "page_size/all_at_once", RangePolicy<Exec>(exec, 0, p.touched),
      KOKKOS_LAMBDA(std::int64_t k) { out(k) = next(k * apart); });
}

/// The host's turn is timed too, so it begins when the device is idle.
template <class Exec, void (*read)(const PageTouch&, const Exec&)>
void after_the_host(const PageTouch& p, const Exec& exec) {
  if (p.touched == 0) return;
  exec.fence("page_size: before the host's turn");
  touch_pages(p.next, p.bytes);
  read(p, exec);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no pages that move
    kokkos.add("page_size/one_by_one", after_the_host<Exec, one_by_one<Exec>>);
    kokkos.add("page_size/all_at_once", after_the_host<Exec, all_at_once<Exec>>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::page_size_experiment
