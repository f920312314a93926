// SPDX-License-Identifier: Apache-2.0
// One polynomial per index of a RangePolicy; variants differ in where the coefficients are stored.
#include "catalogue/memory/constant.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int terms = Polynomial::terms;
constexpr int lanes = Polynomial::lanes;

template <bool per_lane, class Coefficients, class Exec>
void evaluate_by(const Polynomial& p, const Coefficients& coefficient, const Exec& exec) {
  const Vector<const float, Exec> in(p.in, p.n);
  const Vector<float, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "constant", RangePolicy<Exec>(exec, 0, p.n), KOKKOS_LAMBDA(std::int64_t i) {
        const int shift = per_lane ? i % lanes : 0;
        const float x = in(i);
        float sum = 0;
        for (int k = terms - 1; k >= 0; --k) sum = sum * x + coefficient[(k + shift) & (terms - 1)];
        out(i) = sum;
      });
}

template <class Coefficients, class Exec>
void evaluate(const Polynomial& p, const Coefficients& coefficient, const Exec& exec) {
  if (p.per_lane)
    evaluate_by<true>(p, coefficient, exec);
  else
    evaluate_by<false>(p, coefficient, exec);
}

// [constant]
/// Captured by value: on CUDA, kernel parameters are in constant memory.
template <class Exec>
auto constant(const Polynomial& p, const Exec& exec) {
  Kokkos::Array<float, terms> coefficient;
  Kokkos::deep_copy(exec, Vector<float, HostExecution>(coefficient.data(), terms),
                    Vector<const float, Exec>(p.coefficient, terms));
  exec.fence();
  return [=] { evaluate(p, coefficient, exec); };
}

// [global]
template <class Exec>
void global(const Polynomial& p, const Exec& exec) {
  evaluate(p, Vector<const float, Exec>(p.coefficient, terms), exec);
}

// [read_only]
template <class Exec>
void read_only(const Polynomial& p, const Exec& exec) {
  evaluate(p, ReadOnly<const float*, Exec>(p.coefficient, terms), exec);
}

// [/]

}  // namespace

template <class Exec>
void add_constant(KokkosKernels<Exec>& kokkos) {
  kokkos.add_prepared("constant/constant", constant<Exec>);
  kokkos.add("constant/global", global<Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("constant/read_only", read_only<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_constant);

}  // namespace tilebridge::kokkos
