// SPDX-License-Identifier: Apache-2.0
// One polynomial per index of a range; the variants differ in where the coefficients are stored.
#include <cstdint>

#include "backends/cuda/argument.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/constant.hpp"

namespace tilebridge::cuda::loops::constant_experiment {
namespace {

/// An argument of the kernel, as what a lambda captures by value.
struct Captured {
  float coefficient[Polynomial::terms];
  __device__ float operator[](int k) const { return coefficient[k]; }
};

struct Global {
  const float* coefficient;
  __device__ float operator[](int k) const { return coefficient[k]; }
};

struct ReadOnly {
  const float* coefficient;
  __device__ float operator[](int k) const { return __ldg(coefficient + k); }
};

template <bool per_lane, class Coefficients>
__global__ void evaluate_by(Polynomial p, Coefficients coefficient) {
  constexpr int terms = Polynomial::terms, lanes = Polynomial::lanes;
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(p.n)) return;
  const int shift = per_lane ? i % lanes : 0;
  const float x = p.in[i];
  float sum = 0;
#pragma unroll
  for (int k = terms - 1; k >= 0; --k) sum = sum * x + coefficient[(k + shift) & (terms - 1)];
  p.out[i] = sum;
}

template <class Coefficients>
void evaluate(const Polynomial& p, const Coefficients& coefficient, const LaunchShapes& followed,
              Stream stream) {
  const auto kernel =
      p.per_lane ? evaluate_by<true, Coefficients> : evaluate_by<false, Coefficients>;
  for (const LaunchShape& shape : followed) launch(kernel, flat(shape), stream, p, coefficient);
}

auto constant(const Polynomial& p, const LaunchShapes& followed, Stream stream) {
  return [p, followed, stream, coefficient = argument_from<Captured>(p.coefficient, stream)] {
    evaluate(p, coefficient, followed, stream);
  };
}

void global(const Polynomial& p, const LaunchShapes& followed, Stream stream) {
  evaluate(p, Global{p.coefficient}, followed, stream);
}

void read_only(const Polynomial& p, const LaunchShapes& followed, Stream stream) {
  evaluate(p, ReadOnly{p.coefficient}, followed, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add_prepared("constant/constant", constant);
  controls.add("constant/global", global);
  controls.add("constant/read_only", read_only);
}

}  // namespace tilebridge::cuda::loops::constant_experiment
