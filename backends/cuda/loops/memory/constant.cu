// SPDX-License-Identifier: Apache-2.0
// One polynomial per index of a range. The variants differ in where the coefficients are stored.
#include <cstdint>

#include "backends/cuda/argument.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/constant.hpp"

namespace tilebridge::cuda::loops::constant_experiment {
namespace {

/// The coefficients are an argument of the kernel, as is what a lambda captures by value.
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

template <class Lanes, class Coefficients>
__global__ void evaluate_by(Polynomial p, Coefficients coefficient) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(p.n)) return;
  const int lane = i % Polynomial::lanes;
  const float x = p.in[i];
  float sum = 0;
#pragma unroll
  for (int k = Polynomial::terms - 1; k >= 0; --k)
    sum = sum * x + coefficient[Lanes::index(k, lane)];
  p.out[i] = sum;
}

template <class Coefficients>
void evaluate(const Polynomial& p, const Coefficients& coefficient, const LaunchShapes& followed,
              Stream stream) {
  const auto kernel =
      p.per_lane ? evaluate_by<PerLane, Coefficients> : evaluate_by<Same, Coefficients>;
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
  const Controls controls(native);
  controls.add_prepared("constant/constant", constant);
  controls.add("constant/global", global);
  controls.add("constant/read_only", read_only);
}

}  // namespace tilebridge::cuda::loops::constant_experiment
