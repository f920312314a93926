// SPDX-License-Identifier: Apache-2.0
// One polynomial per thread. The variants differ in where the coefficients are stored.
#include "backends/cuda/argument.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/symbol.hpp"
#include "catalogue/memory/constant.hpp"

namespace tilebridge::cuda::constant_experiment {
namespace {

constexpr int block_size = Polynomial::block_size;
constexpr int terms = Polynomial::terms;

}  // namespace

// It is outside the anonymous namespace, in which clang 15 keeps variables from HIP's runtime.
__constant__ float constant_coefficient[terms];

namespace {

SymbolOwner coefficients;

struct InConstantMemory {
  __device__ float operator()(int k) const { return constant_coefficient[k]; }
};

struct InArgument {
  float coefficient[terms];
  __device__ float operator()(int k) const { return coefficient[k]; }
};

struct InGlobalMemory {
  const float* coefficient;
  __device__ float operator()(int k) const { return coefficient[k]; }
};

struct ReadOnly {
  const float* coefficient;
  __device__ float operator()(int k) const { return __ldg(coefficient + k); }
};

template <class Lanes, class Coefficients>
__global__ void evaluate(Polynomial p, Coefficients coefficient) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= p.n) return;
  const int lane = threadIdx.x % Polynomial::lanes;
  const float x = p.in[i];
  float sum = 0;
#pragma unroll
  for (int k = terms - 1; k >= 0; --k) sum = sum * x + coefficient(Lanes::index(k, lane));
  p.out[i] = sum;
}

template <class Coefficients>
void launch(const Polynomial& p, const Coefficients& coefficient, Stream stream) {
  const auto kernel = p.per_lane ? evaluate<PerLane, Coefficients> : evaluate<Same, Coefficients>;
  if (p.n > 0) kernel<<<ceil_div(p.n, block_size), block_size, 0, stream>>>(p, coefficient);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("constant/constant", [](const Polynomial& p, Stream stream) {
    const SymbolContents contents(constant_coefficient, coefficients, p.coefficient, stream);
    return [p, stream, contents] {
      contents.put();
      launch(p, InConstantMemory{}, stream);
    };
  });
  native.add_prepared("constant/argument", [](const Polynomial& p, Stream stream) {
    return [p, stream, coefficient = argument_from<InArgument>(p.coefficient, stream)] {
      launch(p, coefficient, stream);
    };
  });
  native.add("constant/global", [](const Polynomial& p, Stream stream) {
    launch(p, InGlobalMemory{p.coefficient}, stream);
  });
  native.add("constant/read_only", [](const Polynomial& p, Stream stream) {
    launch(p, ReadOnly{p.coefficient}, stream);
  });
}

}  // namespace tilebridge::cuda::constant_experiment
