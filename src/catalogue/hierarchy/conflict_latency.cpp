// SPDX-License-Identifier: Apache-2.0
#include "catalogue/hierarchy/conflict_latency.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/row_walk_problem.hpp"

namespace tilebridge::conflict_latency_experiment {

struct WalkProblem {
  ConflictingWalk make(ArrayList& arrays, const Parameters& p) const {
    return {.walk = row_walk(arrays, ConflictingWalk::rows, p.as_int("steps")),
            .last = arrays.output<Word>("last", ConflictingWalk::lanes),
            .degree = p.as_int("degree")};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto& reached = rows_reached(host, p.as_size("steps"));
    return compare_elements(
        host.get<Word>("last"),
        [&, degree = p.as_size("degree")](std::size_t i) { return exactly(reached[i % degree]); });
  }
  Cases cases = {.quick = every({{"degree", {1, 32}}, {"steps", {8 * Ki}}}),
                 .standard = every({{"degree", {1, 2, 4, 8, 16, 32}}, {"steps", {64 * Ki}}})};
};

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(WalkProblem{});
  e.question = "How long does a load from shared memory take when lanes conflict in a bank?";
  e.parameters = {
      {"degree", "lanes of a warp that load different words of one bank", 32, 1, 32},
      {"steps", "loads, each at the position that the previous one returns", 64 * Ki, 1, 1 << 30},
  };
  e.variants = {
      loops("shared", "32 chains at once, one of each lane of one warp"),
  };
  e.tested_at = {{.axes = {{"degree", {1, 2, 3, 8, 16, 31, 32}}, {"steps", {1, 2, 31, 1000}}}}};
}

}  // namespace tilebridge::conflict_latency_experiment
