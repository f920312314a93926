// SPDX-License-Identifier: Apache-2.0
// One chain per element, or the chains of bandwidth's `fma`, with one or more steps.
#include "catalogue/hierarchy/roofline.hpp"

#include "backends/kokkos/engineered/fma_chain.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [one_chain_matched]
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
void one_chain(const FmaChain& f, const Exec& exec) {
  for_each_element<block_size>("roofline/one_chain_matched", exec, f.n, OneChain<Exec>(f));
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_roofline(KokkosKernels<Exec>& kokkos) {
  kokkos.add("roofline/one_chain_matched", one_chain<Exec>);
  kokkos.add("roofline/fma_chain", launch_chains<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_roofline);

}  // namespace tilebridge::kokkos
