// SPDX-License-Identifier: Apache-2.0
// One chain of multiply-adds per element. Rewritten: the same in teams, or the chains of
// bandwidth's `fma`, with one or more steps.
#include "catalogue/hierarchy/roofline.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/fma_chains.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::roofline_experiment {
namespace {

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

using namespace techniques;

constexpr int block_size = 256;

template <class Exec>
struct OneChain {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  int steps;

  explicit OneChain(const FmaChain& f) : in(f.in, f.n), out(f.out, f.n), steps(f.steps) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    float value = in(i);
    for (int step = 0; step < steps; ++step) step_chain(value);
    out(i) = value;
  }
};

template <class Exec>
void one_chain_rewritten(const FmaChain& f, const Exec& exec) {
  for_each_element<block_size>("roofline/one_chain_rewritten", exec, f.n, OneChain<Exec>(f));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("roofline/one_chain", one_chain<Exec>);
  kokkos.add("roofline/one_chain_rewritten", one_chain_rewritten<Exec>);
  kokkos.add("roofline/fma_chain", launch_chains<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::roofline_experiment
