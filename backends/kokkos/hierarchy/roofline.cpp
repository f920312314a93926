// SPDX-License-Identifier: Apache-2.0
// One chain of multiply-adds per element.
#include "catalogue/hierarchy/roofline.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
template <class Exec>
void one_chain(const FmaChain& f, const Exec& exec) {
  const Vector<const float, Exec> in(f.in, f.n);
  const Vector<float, Exec> out(f.out, f.n);
  const int steps = f.steps;
  Kokkos::parallel_for(
      "roofline/one_chain", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(f.n)),
      KOKKOS_LAMBDA(std::int64_t i) {
        float value = in(i);
        for (int step = 0; step < steps; ++step)
          value = FmaChain::factor * value + FmaChain::addend;
        out(i) = value;
      });
}

// [/]

}  // namespace

template <class Exec>
void add_roofline(KokkosKernels<Exec>& kokkos) {
  kokkos.add("roofline/one_chain", one_chain<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_roofline);

}  // namespace tilebridge::kokkos
