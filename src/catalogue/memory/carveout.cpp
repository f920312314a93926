// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/carveout.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/row_walk_problem.hpp"

namespace tilebridge::carveout_experiment {

const std::vector<std::string> preferences = {"none", "shared", "l1", "equal"};

Preference preference_of(const Parameters& p) {
  const auto found = std::find(preferences.begin(), preferences.end(), p.word("prefer"));
  return static_cast<Preference>(found - preferences.begin());
}

std::size_t rows(const Parameters& p) {
  return p.as_size("kib") * 1024 / (RowWalk::width * sizeof(Word));
}

struct WalkProblem {
  Cases cases;

  CarveoutWalk make(ArrayList& arrays, const Parameters& p) const {
    return {.walk = row_walk(arrays, rows(p), p.as_int("steps")),
            .last = arrays.output<Word>("last"),
            .n = p.as_size("n"),
            .prefer = preference_of(p),
            .percent = p.as_int("percent")};
  }
  /// A thread reads one word of the table per step.
  Work work(const Parameters& p) const {
    const double words = p.as_double("n") * p.as_double("steps");
    return {.bytes_read = words * sizeof(Word), .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_walks(host, host.get<Word>("last"), p.as_size("steps"));
  }
};

/// Walks through tables of these sizes; kernels state their preference by percent, or by a word.
ProblemPointer walk(bool by_percent, const std::vector<Value>& kib,
                    const std::vector<Value>& kib_in_full) {
  const auto of = [=](std::int64_t n, const std::vector<Value>& tables, std::int64_t steps,
                      bool quick) {
    std::vector<Value> words = {"none"};
    std::vector<Value> percents = {0};
    if (by_percent)
      percents = quick ? std::vector<Value>{0, 100} : std::vector<Value>{0, 25, 50, 75, 100};
    else
      words = quick ? std::vector<Value>{"none", "shared", "l1"}
                    : std::vector<Value>{preferences.begin(), preferences.end()};
    return every({{"n", {n}},
                  {"kib", tables},
                  {"steps", {steps}},
                  {"prefer", words},
                  {"percent", percents}});
  };
  return problem(WalkProblem{{.quick = of(Mi / 8, kib, 512, true),
                              .standard = of(Mi, kib, 4096, false),
                              .full = of(Mi, kib_in_full, 4096, false),
                              .host_quick = of(4 * Ki, {4}, 64, true),
                              .host = of(4 * Ki, {4}, 64, false)}});
}

/// Sizes of tables in L1: on most GPUs the smaller one fits into half of an SM's memory, on some
/// the larger one into all of it.
ProblemPointer cached_walk(bool by_percent) { return walk(by_percent, {96}, {96, 192}); }

/// Sizes of a table in every block's shared memory.
ProblemPointer staged_walk(bool by_percent) { return walk(by_percent, {32}, {32}); }

void describe(Experiment& e) {
  const std::string percent_of_cuda =
      "no per cent: Kokkos derives it from the scratch memory of as many teams as DesiredOccupancy "
      "asks for";
  e.models = native_and_kokkos_on_gpu();
  e.problem = staged_walk(true);
  e.pattern = Pattern::tile;
  e.question = "Does the split between shared memory and L1 matter?";
  e.parameters = {
      {"n", "threads", Mi, 0, Gi},
      {"kib", "size of the table that threads walk through, in KiB", 96, 1, Mi},
      {"steps", "reads of each thread, each in the row that the one before returns", 4096, 0,
       1 << 20},
      one_of("prefer", preferences, "none",
             "what a kernel prefers to have more of; not for `…percent`, `…occupancy`"),
      {"percent",
       "share of an SM's largest shared memory that a kernel prefers to have, for `…percent`; for "
       "`…occupancy`, of its threads",
       50, 0, 100},
  };
  e.variants = {
      loops("cached",
            "one table in global memory for all, which L1 should hold; cudaFuncSetCacheConfig "
            "(Kokkos: prefer=none alone)",
            Pattern::flat, cached_walk(false)),
      rewritten("cached",
                "raw team ranks, blocks of 256 threads, the table in a one-dimensional View",
                {"policies/range", "indexing/matrix_view"}),
      native_only("cached_percent", "the same, cudaFuncSetAttribute(PreferredSharedMemoryCarveout)",
                  percent_of_cuda, cached_walk(true)),
      loops("staged",
            "a copy of the table in the shared memory of each block of 256 threads; "
            "cudaFuncSetCacheConfig (Kokkos: prefer=none alone)",
            staged_walk(false)),
      native_only("staged_percent", "the same, cudaFuncSetAttribute(PreferredSharedMemoryCarveout)",
                  percent_of_cuda),
      builtin("staged_occupancy", "staged_percent",
              "staged with prefer(policy, DesiredOccupancy(percent)): Kokkos asks for the "
              "scratch memory of as many teams as make up that share of an SM's threads"),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 31, 33, 255, 257, 100003}},
                           {"kib", {1, 3, 32}},
                           {"steps", {0, 97}},
                           {"percent", {0, 100}}}}};
}

}  // namespace tilebridge::carveout_experiment
