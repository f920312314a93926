// SPDX-License-Identifier: Apache-2.0
// One polynomial per thread; the variants differ in where the coefficients are stored.
#include "catalogue/memory/constant.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = 256;
constexpr int blocks_wanted = 2048 / block_size;  // as in native: at most 32 registers per thread
constexpr int terms = Polynomial::terms;

struct Same {
  KOKKOS_FUNCTION static int index(int k, int) { return k; }
};
struct PerLane {
  KOKKOS_FUNCTION static int index(int k, int lane) { return (k + lane) & (terms - 1); }
};

template <class Exec, class Lanes, class Coefficients>
struct Evaluate {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  Coefficients coefficient;

  Evaluate(const Polynomial& p, const Coefficients& coefficients)
      : in(p.in, p.n), out(p.out, p.n), coefficient(coefficients) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    const int lane = static_cast<int>(i % Polynomial::lanes);
    const float x = in(i);
    float sum = 0;
    unrolled<terms>([&](int k) { sum = sum * x + coefficient(Lanes::index(terms - 1 - k, lane)); });
    out(i) = sum;
  }
};

template <class Lanes, class Coefficients, class Exec>
void launch(const Polynomial& p, const Exec& exec, const Coefficients& coefficient) {
  for_each_element<block_size, blocks_wanted>("constant", exec, p.n,
                                              Evaluate<Exec, Lanes, Coefficients>(p, coefficient));
}

template <class Coefficients, class Exec>
void evaluate_in_teams(const Polynomial& p, const Exec& exec, const Coefficients& coefficient) {
  if (p.per_lane)
    launch<PerLane>(p, exec, coefficient);
  else
    launch<Same>(p, exec, coefficient);
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_constant(KokkosKernels<Exec>& kokkos) {
  kokkos.add("constant/global_matched", [](const Polynomial& p, const Exec& exec) {
    evaluate_in_teams(p, exec, Vector<const float, Exec>(p.coefficient, terms));
  });
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("constant/read_only_matched", [](const Polynomial& p, const Exec& exec) {
      evaluate_in_teams(p, exec, ReadOnly<const float*, Exec>(p.coefficient, terms));
    });
}

TILEBRIDGE_INSTANTIATE(add_engineered_constant);

}  // namespace tilebridge::kokkos
