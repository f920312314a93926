// SPDX-License-Identifier: Apache-2.0
#include "catalogue/hierarchy/roofline.hpp"

namespace tilebridge::roofline_experiment {

constexpr std::int64_t largest_n = 16 * Gi;

int steps_of(const Parameters& p) { return p.as_int("steps"); }

struct ChainProblem {
  FmaChain make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.uniform("in", n), arrays.output<float>("out", n), n, steps_of(p)};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    const double bytes = n * sizeof(float);
    return {.bytes_read = bytes, .bytes_written = bytes, .flops = 2 * n * steps_of(p)};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_chains(host.get<float>("in"), host.get<float>("out"), steps_of(p));
  }
  static std::vector<Parameters> chains(std::int64_t n, std::vector<Value> steps) {
    return every({{"n", {n}}, {"steps", std::move(steps)}});
  }
  Cases cases = {.quick = chains(16 * Mi, {1, 32, 1024}),
                 .standard = chains(64 * Mi, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}),
                 .host_quick = chains(Mi / 16, {1, 16, 64}),
                 .host = chains(8 * Mi, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024})};
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
      ranges("one_chain", "one element per thread, so one chain in a register"),
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
