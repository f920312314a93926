// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/overlap.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge::overlap_experiment {

// A link of 55 GB/s and 60 TFLOP/s take equally long over it.
constexpr std::int64_t default_steps = 2048;

// 64 MiB.
constexpr std::int64_t default_elements = 16 * Mi;

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
    std::int64_t steps = default_steps;
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

struct OneWayProblem {
  OneWay make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.input<float>(placed_in(Space::pinned, uniform_input("in", n))),
            .out = arrays.output<float>("out", n),
            .n = n,
            .streams = static_cast<int>(p["streams"])};
  }
  Work work(const Parameters& p) const {
    const auto n = static_cast<double>(p["n"]);
    return {.bytes_written = n * sizeof(float), .flops = n, .to_device = n * sizeof(float)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"),
                            [&](std::size_t i) { return exactly(2.0 * double{in[i]}); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    std::int64_t n = default_elements;
    if (preset == Preset::quick) n = Mi;
    if (platform == Platform::host) n = Mi / 16;
    return with_each({{"n", n}, {"steps", 1}, {"streams", 0}}, "streams", {1, 2});
  }
};

Experiment experiment() {
  const ProblemPointer one_way = problem(OneWayProblem{});
  const std::pair<std::string, std::int64_t> one_step = {"steps", 1};
  const std::pair<std::string, std::int64_t> two_streams = {"streams", 2};
  const std::string legacy =
      "Kokkos has no call for CUDA's legacy default stream; only fences order its instances";
  Experiment e;
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(OverlapProblem{});
  e.pattern = Pattern::transfer;
  e.question = "How much of a transfer can a kernel, or a transfer in the other direction, hide?";
  e.parameters = {
      {"n", "elements (4 bytes) that go to the device and back", 16 * Mi, 0, std::int64_t{1} << 32},
      {"steps", "fused multiply-adds per element, each dependent on the previous one",
       default_steps, 1, 1 << 20},
      {"streams", "streams, and pieces that the elements are cut into", 2, 1, 64},
  };
  e.variants = {
      {.name = "streams",
       .technique =
           "one stream per piece: copy in, kernel, copy out, from and to pinned memory; in Kokkos "
           "one execution space instance per piece, between fences. The share of the ceiling is "
           "the share of a perfect overlap"},
      {.name = "listing",
       .technique =
           "the textbook pipeline: copy in and one multiplication per piece, nothing comes "
           "back; streams and instances as for streams",
       .only_at = one_step,
       .problem = one_way},
      {.name = "legacy_streams",
       .technique = "the same on blocking streams, which the legacy default stream, as in the "
                    "document, has begin after what it was given before and waits for at the end",
       .models = only_native_on_gpu(legacy),
       .only_at = one_step,
       .problem = one_way},
      {.name = "legacy_between",
       .technique = "streams, but blocking ones, and an event in the legacy default stream after "
                    "each piece, for which the next piece waits",
       .models = only_native_on_gpu(legacy),
       .only_at = two_streams},
  };
  const std::vector<std::int64_t> sizes = {0, 1, 2, 7, 8, 9, 255, 257, 1009, 100003};
  e.tested_at = {{.axes = {{"n", sizes}, {"streams", {1, 2, 3, 8, 64}}, {"steps", {5}}}}};
  for (const char* variant : {"listing", "legacy_streams"})
    e.tested_at.push_back(
        {.axes = {{"n", sizes}, {"streams", {1, 2, 8}}, {"steps", {1}}}, .variant = variant});
  return e;
}

}  // namespace tilebridge::overlap_experiment
