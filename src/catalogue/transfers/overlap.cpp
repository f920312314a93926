// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/overlap.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain_problem.hpp"

namespace tilebridge::overlap_experiment {

// With these steps, a link of 55 GB/s and 60 TFLOP/s take equally long.
constexpr std::int64_t default_steps = 2048;

struct OverlapProblem {
  Overlap make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.uniform("in", n, Space::pinned), arrays.output<float>("out", n, Space::pinned),
            n, p.as_int("steps"), p.as_int("streams")};
  }
  /// The ceiling is the longest of three parts, as if it hid the others: the share of the ceiling
  /// that is reached is the share of a perfect overlap.
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.flops = 2 * n * p.as_double("steps"),
            .to_device = n * sizeof(float),
            .to_host = n * sizeof(float)};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_chains(host.get<float>("in"), host.get<float>("out"), p.as_int("steps"));
  }
  static std::vector<Parameters> in_streams(std::vector<Value> n, std::int64_t steps) {
    return every({{"n", std::move(n)}, {"steps", {steps}}, {"streams", {1, 2, 4, 8}}});
  }
  Cases cases = {.quick = in_streams({Mi}, default_steps),
                 .standard = in_streams({16 * Mi}, default_steps),
                 .full = in_streams({16 * Mi, 64 * Mi}, default_steps),
                 .host = in_streams({Mi / 16}, 64)};
};

struct OneWayProblem {
  OneWay make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.uniform("in", n, Space::pinned), arrays.output<float>("out", n), n,
            p.as_int("streams")};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.bytes_written = n * sizeof(float), .flops = n, .to_device = n * sizeof(float)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_each<float>(host, [](float in) { return exactly(2.0 * double{in}); });
  }
  static std::vector<Parameters> in_one_step(std::int64_t n) {
    return every({{"n", {n}}, {"steps", {1}}, {"streams", {1, 2}}});
  }
  Cases cases = {
      .quick = in_one_step(Mi), .standard = in_one_step(16 * Mi), .host = in_one_step(Mi / 16)};
};

void describe(Experiment& e) {
  const ProblemPointer one_way = problem(OneWayProblem{});
  const OnlyAt one_step = {"steps", 1};
  const OnlyAt two_streams = {"streams", 2};
  const std::string legacy =
      "Kokkos has no call for CUDA's legacy default stream; only fences order its instances";
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(OverlapProblem{});
  e.pattern = Pattern::transfer;
  e.question = "How much of a transfer can a kernel, or a transfer in the other direction, hide?";
  e.parameters = {
      {"n", "elements (4 bytes) that go to the device and back", 16 * Mi, 0, 4 * Gi},
      {"steps", "fused multiply-adds per element, each dependent on the previous one",
       default_steps, 1, 1 << 20},
      {"streams", "streams, and pieces that the elements are cut into", 2, 1, 64},
  };
  e.variants = {
      loops("streams",
            "one stream per piece: copy in, kernel, copy out, from and to pinned memory; in "
            "Kokkos one execution space instance per piece, between fences. The share of the "
            "ceiling is the share of a perfect overlap"),
      loops("listing",
            "the textbook pipeline: copy in and one multiplication per piece, nothing comes back; "
            "streams and instances as for streams",
            one_step, one_way),
      native_only("legacy_streams",
                  "the same on blocking streams, which the legacy default stream, as in the "
                  "document, has begin after what it was given before and waits for at the end",
                  legacy, one_step, one_way),
      native_only("legacy_between",
                  "streams, but blocking ones, and an event in the legacy default stream after "
                  "each piece, for which the next piece waits",
                  legacy, two_streams),
  };
  const std::vector<std::int64_t> sizes = {0, 1, 2, 7, 8, 9, 255, 257, 1009, 100003};
  e.tested_at = {{.axes = {{"n", sizes}, {"streams", {1, 2, 3, 8, 64}}, {"steps", {5}}}}};
  for (const char* variant : {"listing", "legacy_streams"})
    e.tested_at.push_back(
        {.axes = {{"n", sizes}, {"streams", {1, 2, 8}}, {"steps", {1}}}, .variant = variant});
}

}  // namespace tilebridge::overlap_experiment
