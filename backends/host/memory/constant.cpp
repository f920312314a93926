// SPDX-License-Identifier: Apache-2.0
// In place of constant memory there is a copy that no store to the output can change, so that it
// may stay in registers.
#include "catalogue/memory/constant.hpp"

#include <algorithm>
#include <array>

#include "backends/host/native.hpp"

namespace tilebridge::host::constant_experiment {
namespace {

constexpr std::size_t terms = Polynomial::terms;

template <class Coefficients>
void evaluate(const Polynomial& p, const Coefficients& coefficient, Threads threads) {
  const std::size_t lanes = p.per_lane ? Polynomial::lanes : 1;
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) {
    const std::size_t shift = i % lanes;
    float sum = 0;
    for (std::size_t k = terms; k-- > 0;) sum = sum * p.in[i] + coefficient[(k + shift) % terms];
    p.out[i] = sum;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("constant/constant", [](const Polynomial& p, Threads threads) {
    std::array<float, terms> coefficient;
    std::copy_n(p.coefficient, terms, coefficient.begin());
    return [p, coefficient, threads] { evaluate(p, coefficient, threads); };
  });
  native.add("constant/global",
             [](const Polynomial& p, Threads threads) { evaluate(p, p.coefficient, threads); });
}

}  // namespace tilebridge::host::constant_experiment
