// SPDX-License-Identifier: Apache-2.0
#include "catalogue/hierarchy/roofline.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain_problem.hpp"

namespace tilebridge::roofline_experiment {

std::vector<Parameters> chains(std::int64_t n, std::vector<Value> steps) {
  return every({{"n", {n}}, {"steps", std::move(steps)}});
}

void describe(Experiment& e) {
  const std::vector<Value> steps = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
  e.problem = fma_chains({.quick = chains(16 * Mi, {1, 32, 1024}),
                          .standard = chains(64 * Mi, steps),
                          .host_quick = chains(Mi / 16, {1, 16, 64}),
                          .host = chains(8 * Mi, steps)});
  // The ridge: to its left memory limits the time, which stays constant; to its right arithmetic
  // does, and the time doubles with the steps. Both ceilings bound the same column of the table.
  e.question = "How many multiply-adds per element are free before arithmetic is the limit?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 64 * Mi, 0, 16 * Gi},
      {"steps", "fused multiply-adds per element: 2·steps flops per 8 bytes", 1, 1, 1 << 20},
  };
  e.variants = {
      loops("one_chain", "one element per thread, so one chain in a register"),
      rewritten("one_chain", "raw team ranks, blocks of 256 threads, launch bounds",
                {"policies/range"}),
      variant(Form::tuned, "fma_chain",
              "two 16-byte vectors per thread, or from 64 steps on four, so 8 or 16 independent "
              "chains in "
              "registers"),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 3, 4, 5, 1023, 1025, 2047, 2048, 2049, 100003}},
                           {"steps", {1, 2, 31, 32, 33, 100}}}}};
}

}  // namespace tilebridge::roofline_experiment
