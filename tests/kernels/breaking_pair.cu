// SPDX-License-Identifier: Apache-2.0
// A pair for CUDA, y = 2 x, whose Kokkos code, plain CUDA too, breaks the device in its largest
// size: by an illegal access that nobody notices, or, with TILEBRIDGE_TEST_PAIR=notices, that it
// reports itself.
#include <cuda_runtime.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <tilebridge/pair.hpp>

namespace {

using tilebridge::PairArray;
using tilebridge::PairCase;
using tilebridge::PairLaunch;
using tilebridge::PairPlatform;

constexpr std::int64_t bad_size = 3000;

struct Doubling {
  const float* x;
  float* y;
  std::int64_t n;
};

__global__ void double_elements(Doubling d) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < d.n) d.y[i] = 2 * d.x[i];
}

void launch(const Doubling& doubling, cudaStream_t stream) {
  constexpr int threads = 256;
  const auto blocks = static_cast<unsigned>((doubling.n + threads - 1) / threads);
  double_elements<<<blocks, threads, 0, stream>>>(doubling);
}

bool notices() {
  const char* const asked = std::getenv("TILEBRIDGE_TEST_PAIR");
  return asked != nullptr && std::string_view(asked) == "notices";
}

class BreakingPair final : public tilebridge::Pair {
 public:
  std::string name() const override { return "breaking"; }
  std::string question() const override { return "Whom does a broken device cost?"; }
  std::vector<tilebridge::PairParameter> parameters() const override {
    return {{"n", "elements", 1000, 1, 1 << 20}};
  }
  std::vector<PairArray> arrays(const std::int64_t* p) const override {
    const auto n = static_cast<std::size_t>(p[0]);
    return {PairArray::input<float>("x", n), PairArray::output<float>("y", n)};
  }
  tilebridge_work work(const std::int64_t* p) const override {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 4 * n, .bytes_written = 4 * n, .flops = n};
  }
  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    for (std::int64_t i = 0; i < c.parameters[0]; ++i)
      outputs[1][i] = 2 * c.array<const float>(0)[i];
  }

  std::vector<std::string> models() const override { return {"native", "kokkos"}; }
  bool has(PairPlatform platform, const std::string&) const override {
    return platform == PairPlatform::cuda;
  }
  PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform,
                     void* queue) const override {
    if (model == "kokkos" && c.parameters[0] == bad_size) return breaking(c, queue);
    return [doubling = doubling_of(c), stream = static_cast<cudaStream_t>(queue)] {
      launch(doubling, stream);
    };
  }

 private:
  static PairLaunch breaking(const PairCase& c, void* queue) {
    return [nowhere = Doubling{c.array<const float>(0), nullptr, bad_size},
            stream = static_cast<cudaStream_t>(queue)] {
      launch(nowhere, stream);
      if (notices() && cudaStreamSynchronize(stream) != cudaSuccess)
        throw std::runtime_error("the device is broken");
    };
  }

  static Doubling doubling_of(const PairCase& c) {
    return {c.array<const float>(0), c.array<float>(1), c.parameters[0]};
  }
};

}  // namespace

TILEBRIDGE_EXPORT_PAIR(BreakingPair)
