// SPDX-License-Identifier: Apache-2.0
// One polynomial per index of a RangePolicy. The variants differ in where the coefficients are
// stored. Rewritten kernels compute one polynomial per thread of a team.
#include "catalogue/memory/constant.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::constant_experiment {
namespace {

constexpr int terms = Polynomial::terms;

template <class Lanes, class Coefficients, class Exec>
void evaluate_by(const Polynomial& p, const Coefficients& coefficient, const Exec& exec) {
  const Vector<const float, Exec> in(p.in, p.n);
  const Vector<float, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "constant", RangePolicy<Exec>(exec, 0, p.n), KOKKOS_LAMBDA(std::int64_t i) {
        const int lane = static_cast<int>(i % Polynomial::lanes);
        const float x = in(i);
        float sum = 0;
        TILEBRIDGE_UNROLL
        for (int k = terms - 1; k >= 0; --k) sum = sum * x + coefficient[Lanes::index(k, lane)];
        out(i) = sum;
      });
}

template <class Coefficients, class Exec>
void evaluate(const Polynomial& p, const Coefficients& coefficient, const Exec& exec) {
  if (p.per_lane)
    evaluate_by<PerLane>(p, coefficient, exec);
  else
    evaluate_by<Same>(p, coefficient, exec);
}

/// The coefficients are captured by value: on CUDA, kernel parameters are in constant memory.
template <class Exec>
auto constant(const Polynomial& p, const Exec& exec) {
  Kokkos::Array<float, terms> coefficient;
  Kokkos::deep_copy(exec, Vector<float, HostExecution>(coefficient.data(), terms),
                    Vector<const float, Exec>(p.coefficient, terms));
  exec.fence();
  return [=] { evaluate(p, coefficient, exec); };
}

template <class Exec>
void global(const Polynomial& p, const Exec& exec) {
  evaluate(p, Vector<const float, Exec>(p.coefficient, terms), exec);
}

template <class Exec>
void read_only(const Polynomial& p, const Exec& exec) {
  evaluate(p, ReadOnly<const float*, Exec>(p.coefficient, terms), exec);
}

using namespace techniques;

constexpr int block_size = Polynomial::block_size;
constexpr int blocks_wanted = 2048 / block_size;  // all 2048 threads of an SM

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
void evaluate_in_teams_by(const Polynomial& p, const Coefficients& coefficient, const Exec& exec) {
  for_each_element<block_size, blocks_wanted>("constant", exec, p.n,
                                              Evaluate<Exec, Lanes, Coefficients>(p, coefficient));
}

template <class Coefficients, class Exec>
void evaluate_in_teams(const Polynomial& p, const Exec& exec) {
  const Coefficients coefficient(p.coefficient, terms);
  if (p.per_lane)
    evaluate_in_teams_by<PerLane>(p, coefficient, exec);
  else
    evaluate_in_teams_by<Same>(p, coefficient, exec);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add_prepared("constant/constant", constant<Exec>);
  kokkos.add("constant/global", global<Exec>);
  kokkos.add("constant/global_rewritten", evaluate_in_teams<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>) {  // a host has only one path to memory
    kokkos.add("constant/read_only", read_only<Exec>);
    kokkos.add("constant/read_only_rewritten",
               evaluate_in_teams<ReadOnly<const float*, Exec>, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::constant_experiment
