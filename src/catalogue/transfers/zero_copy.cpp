// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/zero_copy.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::zero_copy_experiment {

struct ScaleProblem {
  Space from;
  Space to;

  HostScale make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.uniform("in", n, from), arrays.output<float>("out", n, to), n};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    const double bytes = n * sizeof(float);
    if (from == Space::pinned) return {.bytes_written = bytes, .flops = n, .to_device = bytes};
    return {.bytes_read = bytes, .flops = n, .to_host = bytes};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_each<float>(host, [](float in) { return exactly(2.0 * double{in}); });
  }
  Cases cases = {.quick = {{{"n", Mi}}},
                 .standard = every({{"n", {Mi, 16 * Mi}}}),
                 .full = every({{"n", {16 * Ki, Mi, 16 * Mi, 64 * Mi}}})};
};

void describe(Experiment& e) {
  const ProblemPointer to_host = problem(ScaleProblem{.from = Space::device, .to = Space::pinned});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(ScaleProblem{.from = Space::pinned, .to = Space::device});
  e.pattern = Pattern::transfer;
  e.question = "What does accessing host memory from a kernel cost?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 16 * Mi, 0, 4 * Gi},
  };
  e.variants = {
      loops("mapped", "the kernel reads page-locked host memory"),
      loops("staged", "a copy to the device first, which the kernel reads"),
      loops("mapped_write", "the kernel writes page-locked host memory", to_host),
      loops("staged_write",
            "the kernel writes device memory, which is copied to the host afterwards", to_host),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 255, 256, 257, 1009, 100003}}}}};
}

}  // namespace tilebridge::zero_copy_experiment
