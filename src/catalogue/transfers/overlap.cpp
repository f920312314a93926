// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/overlap.hpp"

#include "catalogue/binary_sizes.hpp"

namespace tilebridge {
namespace {

// A link of 55 GB/s and 60 TFLOP/s take equally long over it.
constexpr std::int64_t documented_steps = 2048;

int steps_of(const Parameters& p) { return static_cast<int>(p["steps"]); }

struct OverlapProblem {
  Overlap make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.input<float>(placed_in(Space::pinned, uniform_input("in", n))),
            .out = arrays.output<float>("out", n, Space::pinned),
            .n = n,
            .steps = steps_of(p),
            .streams = static_cast<int>(p["streams"])};
  }
  /// The ceiling is the longest of three parts, as if the others were hidden behind it: the share
  /// of it that is reached is the share of a perfect overlap.
  Work work(const Parameters& p) const {
    const auto n = static_cast<double>(p["n"]);
    return {
        .flops = 2 * n * steps_of(p), .to_device = n * sizeof(float), .to_host = n * sizeof(float)};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_chains(host.get<float>("in"), host.get<float>("out"), steps_of(p));
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    std::vector<std::int64_t> sizes = {16 * Mi};
    if (preset == Preset::quick) sizes = {Mi};
    if (preset == Preset::full) sizes = {16 * Mi, 64 * Mi};
    std::int64_t steps = documented_steps;
    if (platform == Platform::host) {
      sizes = {Mi / 16};
      steps = 64;
    }
    std::vector<Parameters> result;
    for (const std::int64_t n : sizes)
      for (const std::int64_t streams : {1, 2, 4, 8})
        result.push_back({{"n", n}, {"steps", steps}, {"streams", streams}});
    return result;
  }
};

}  // namespace

Experiment overlap() {
  Experiment e;
  e.name = "overlap";
  e.family = Family::transfers;
  e.question =
      "How much of a transfer hides behind a kernel and a transfer in the other direction?";
  e.sources = {{"D3", "§6"}};
  e.parameters = {
      {"n", "elements (4 bytes) that go to the device and back", 16 * Mi, 0, std::int64_t{1} << 32},
      {"steps", "fused multiply-adds per element, each dependent on the previous one",
       documented_steps, 1, 1 << 20},
      {"streams", "streams, and pieces that the elements are cut into", 2, 1, 64},
  };
  e.variants = {
      {.name = "streams",
       .level = Level::textbook,
       .technique =
           "one stream per piece: copy in, kernel, copy out, from and to pinned memory; in Kokkos "
           "one execution space instance per piece, between fences. The share of the ceiling is "
           "the share of a perfect overlap",
       .models = native_and_kokkos_on_gpu(),
       .problem = problem(OverlapProblem{})},
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 7, 8, 9, 255, 257, 1009, 100003}},
                           {"streams", {1, 2, 3, 8, 64}},
                           {"steps", {5}}}}};
  return e;
}

}  // namespace tilebridge
