// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/concurrency.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::concurrency_experiment {

/// A step of the generator, in products and quotients instead of the struct's shifts.
Word scrambled(Word x) {
  x ^= x * 8192U;
  x ^= x / 131072U;
  x ^= x * 32U;
  return x;
}

struct TasksProblem {
  Cases cases;

  SmallTasks make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in", elements(p)),
            .out = arrays.output<Word>("out", elements(p)),
            .kernels = p.as_int("kernels"),
            .words = p.as_int("words"),
            .steps = p.as_int("steps"),
            .streams = p.as_int("streams"),
            .threads = p.as_int("threads")};
  }
  /// The result is the time per kernel.
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(elements(p)) * sizeof(Word);
    return {.bytes_read = bytes, .bytes_written = bytes, .steps = p.as_double("kernels")};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_each<Word>(host, [steps = p["steps"]](Word x) {
      for (std::int64_t step = 0; step < steps; ++step) x = scrambled(x);
      return exactly(x);
    });
  }

 private:
  static std::size_t elements(const Parameters& p) {
    return p.as_size("kernels") * p.as_size("words");
  }
};

ProblemPointer tasks(const Cases& cases) { return problem(TasksProblem{cases}); }

std::vector<Parameters> of(std::int64_t kernels, std::vector<Value> steps,
                           std::vector<Value> streams, std::vector<Value> threads) {
  return every({{"kernels", {kernels}},
                {"words", {Ki}},
                {"steps", std::move(steps)},
                {"streams", std::move(streams)},
                {"threads", std::move(threads)}});
}

void describe(Experiment& e) {
  const Cases on_streams = {
      .quick = of(32, {1024}, {4}, {1}),
      .standard = of(32, {64, 1024}, {1, 2, 4, 8, 16, 32}, {1}),
  };
  // Kernels so short that their launches decide the time.
  const Cases by_threads = {
      .quick = of(256, {16}, {8}, {4}),
      .standard = of(256, {16}, {8}, {1, 2, 4, 8}),
  };
  e.models = native_and_kokkos_on_gpu();
  e.problem = tasks(on_streams);
  e.pattern = Pattern::launch;
  e.question =
      "How many small kernels run side by side, and what do streams and host threads save?";
  e.parameters = {
      {"kernels", "small kernels, none of which depends on another", 32, 0, 4 * Ki},
      {"words", "words (4 bytes) of a kernel, one per thread", Ki, 1, Mi},
      {"steps", "steps of a thread, each dependent on the previous one", 1024, 0, 1 << 20},
      {"streams", "streams that the kernels are launched to, one after another", 8, 1, 64},
      {"threads", "host threads that launch, each to streams of its own, for `threads`", 1, 1, 64},
  };
  e.variants = {
      loops("streams",
            "streams that an event forks from the queue, and one event each joins to it; in "
            "Kokkos execution space instances between fences, so that the host's launches count"),
      rewritten("streams",
                "events of CUDA's between the instances' streams, by cuda_stream(), instead of "
                "fences; not portable"),
      loops("graph", "a graph of the kernels without dependencies, which is made once",
            OnlyAt{"streams", 1}),
      loops("threads",
            "host threads launch to streams of their own, between waits of the host; in Kokkos to "
            "instances of their own",
            tasks(by_threads)),
  };
  e.tested_at = {
      {.axes = {{"kernels", {0, 1, 2, 7, 33}},
                {"words", {1, 255, 257, 1009}},
                {"steps", {0, 3}},
                {"streams", {1, 2, 3, 32}},
                {"threads", {1}}}},
      {.axes = {{"kernels", {0, 1, 7, 33}},
                {"words", {257}},
                {"steps", {3}},
                {"streams", {1, 3, 8}},
                {"threads", {2, 3, 8}}},
       .variant = "threads"},
  };
}

}  // namespace tilebridge::concurrency_experiment
