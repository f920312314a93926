// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/local_array.hpp"

#include <numeric>

#include "catalogue/experiment.hpp"

namespace tilebridge::local_array_experiment {

/// The value that a thread with this seed writes.
template <std::size_t length>
Word sum_of_ring(Word seed, std::int64_t rounds) {
  std::array<Word, length> ring;
  for (std::size_t j = 0; j < length; ++j) ring[j] = seed * static_cast<Word>(2 * j + 1);
  for (std::int64_t round = 0; round < rounds; ++round)
    for (std::size_t j = 0; j < length; ++j)
      ring[j] += ring[(j + length - LaggedSums::lag) % length];
  return std::accumulate(ring.begin(), ring.end(), Word{0});
}

template <class Sums>
struct LaggedSumsProblem {
  static constexpr std::size_t length = Sums::length;

  Sums make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in"),
            .out = arrays.output<Word>("out"),
            .n = p.as_size("n"),
            .rounds = p.as_int("rounds"),
            .lag_at_run_time = Sums::lag};
  }
  /// Counts the bytes of the threads' arrays: a step reads two elements and writes one; filling the
  /// arrays and the sum at the end count as one round's work.
  Work work(const Parameters& p) const {
    const double steps = p.as_double("n") * static_cast<double>(p["rounds"] + 1) * length;
    return {.bytes_read = 2 * steps * sizeof(Word),
            .bytes_written = steps * sizeof(Word),
            .on_chip = true};
  }
  /// Integers: exact.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    return compare_elements(host.get<Word>("out"), [&, rounds = p["rounds"]](std::size_t i) {
      return exactly(sum_of_ring<length>(in[i], rounds));
    });
  }
  /// Has as many elements as `n` of the shorter rings.
  static std::vector<Parameters> rings(std::int64_t n) {
    return {{{"n", n * LaggedSums::length / Sums::length}, {"rounds", 16}}};
  }
  Cases cases = {.quick = rings(Mi / 4),
                 .standard = rings(4 * Mi),
                 .more_in_full = rings(16 * Mi),
                 .host_quick = rings(Mi / 128),
                 .host = rings(Mi / 4)};
};

Variant in_scratch(std::string name, std::string technique) {
  return {.name = std::move(name),
          .pattern = Pattern::team_loop,
          .technique = "the array in memory that the kernel asks for: " + std::move(technique),
          .models = native_and_kokkos_on_gpu()};
}

void describe(Experiment& e) {
  e.problem = problem(LaggedSumsProblem<LaggedSums>{});
  e.pattern = Pattern::flat;
  e.question =
      "What does run-time indexing of a thread's private array cost, what does a large array cost, "
      "and where else can it lie?";
  e.parameters = {
      {"n", "threads, each with an array of 32 elements (4 bytes); `large`: of 512", 4 * Mi, 0,
       16 * Gi},
      {"rounds", "how often a thread goes through its array", 16, 0, 1 << 20},
  };
  e.variants = {
      loops("compile_time", "every index known to the compiler: the array lies in registers"),
      loops("run_time", "one index known at run time only: the array lies in local memory"),
      loops("large",
            "every index known to the compiler, but 512 elements, more than a thread has "
            "registers: what does not fit lies in local memory",
            problem(LaggedSumsProblem<LargeLaggedSums>{})),
      in_scratch("team_scratch",
                 "in shared memory, element j of all threads, then element j + 1 (Kokkos: "
                 "team_scratch(0), 32 KiB per team; more than 48 KiB has to be asked for in CUDA)"),
      in_scratch("thread_scratch",
                 "in shared memory, one thread's array, a word, the next one's (Kokkos: "
                 "thread_scratch(0), without that word: all threads meet in a bank)"),
      in_scratch("team_scratch_1",
                 "in global memory, a block's arrays as in team_scratch (CUDA: as many as fit in "
                 "1,024 blocks; Kokkos: team_scratch(1), which teams lock)"),
      in_scratch(
          "thread_scratch_1",
          "in global memory, one thread's array after the other (Kokkos: thread_scratch(1))"),
  };
  add_rewritten(
      e, {"team_scratch_1", "thread_scratch_1"},
      "raw team ranks, the arrays in a View of global memory that is allocated once, as many "
      "as fit in 1,024 teams: no team locks memory",
      {"team_control/team_range"});
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009}}, {"rounds", {0, 1, 2, 17}}}}};
}

}  // namespace tilebridge::local_array_experiment
