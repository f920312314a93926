// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/unified.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::unified_experiment {

/// Both arrays lie in `space`.
struct SquareProblem {
  Space space;

  Square make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    return {arrays.add<float>(placed_in(space, uniform_input("in", n))),
            arrays.output<float>("out", n, space), n};
  }
  /// Managed memory moves twice the bytes that have to cross the link: it cannot know that the old
  /// contents of a page are not needed at its destination.
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.flops = n, .to_device = n * sizeof(float), .to_host = n * sizeof(float)};
  }
  /// A square is exact in double precision; one rounding brings it back to single.
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_each<float>(host, [](float in) {
      const double square = double{in} * double{in};
      return within(square, unit_roundoff * square);
    });
  }
  /// Sizes are small: a page that moves by a fault takes many times as long as a copy of it.
  Cases cases = {.quick = {{{"n", 256 * Ki}}},
                 .standard = {{{"n", 4 * Mi}}},
                 .full = every({{"n", {Ki, 256 * Ki, 4 * Mi, 16 * Mi}}})};
};

void describe(Experiment& e) {
  const ProblemPointer in_pinned_memory = problem(SquareProblem{Space::pinned});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(SquareProblem{Space::managed});
  e.pattern = Pattern::transfer;
  e.question = "What does page migration on demand cost, and what does prefetching save?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 4 * Mi, 0, 256 * Mi},
  };
  e.variants = {
      loops("explicit", "copied from page-locked memory, squared in place, copied back",
            in_pinned_memory),
      loops("managed",
            "managed memory: pages follow the host and the kernel that touch them, to and fro"),
      native_only("prefetch", "managed memory, the same pages moved by prefetches in the stream",
                  "Kokkos has no prefetch of managed memory"),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 255, 256, 257, 1009, 1023, 1024, 1025, 100003}}}}};
}

}  // namespace tilebridge::unified_experiment
