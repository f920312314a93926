// SPDX-License-Identifier: Apache-2.0
#include "catalogue/hierarchy/roofline.hpp"

namespace tilebridge::roofline_experiment {

constexpr std::int64_t largest_n = std::int64_t{1} << 34;

int steps_of(const Parameters& p) { return static_cast<int>(p["steps"]); }

struct ChainProblem {
  FmaChain make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.uniform("in", n),
            .out = arrays.output<float>("out", n),
            .n = n,
            .steps = steps_of(p)};
  }
  Work work(const Parameters& p) const {
    const auto n = static_cast<double>(p["n"]);
    const double bytes = n * sizeof(float);
    return {.bytes_read = bytes, .bytes_written = bytes, .flops = 2 * n * steps_of(p)};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_chains(host.get<float>("in"), host.get<float>("out"), steps_of(p));
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool host = platform == Platform::host;
    const bool quick = preset == Preset::quick;
    std::vector<Value> steps = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    if (quick && host) steps = {1, 16, 64};
    if (quick && !host) steps = {1, 32, 1024};
    const std::int64_t n = host ? (quick ? Mi / 16 : 8 * Mi) : (quick ? 16 * Mi : 64 * Mi);
    return with_each({{"n", n}}, "steps", steps);
  }
};

Experiment experiment() {
  Experiment e;
  e.problem = problem(ChainProblem{});
  // The ridge: to its left memory limits the time, which stays constant; to its right arithmetic
  // does, and the time doubles with the steps. Both ceilings bound the same column of the table.
  e.question = "How many multiply-adds per element are free before arithmetic is the limit?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 64 * Mi, 0, largest_n},
      {"steps", "fused multiply-adds per element: 2·steps flops per 8 bytes", 1, 1, 1 << 20},
  };
  e.variants = {
      {.name = "one_chain", .technique = "one element per thread, so one chain in a register"},
      matched("one_chain", "raw team ranks, blocks of 256 threads, launch bounds",
              {"policies/range"}),
      {.name = "fma_chain",
       .form = Form::tuned,
       .technique = "two 16-byte vectors per thread, so 8 independent chains in registers"},
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 3, 4, 5, 1023, 1025, 2047, 2048, 2049, 100003}},
                           {"steps", {1, 2, 31, 32, 33, 100}}}}};
  return e;
}

}  // namespace tilebridge::roofline_experiment
