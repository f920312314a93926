// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/hazards.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::hazards_experiment {

std::size_t words(const Parameters& p) {
  return p.as_size("blocks") * p.as_size("tiles") * Reversal::block_size;
}

struct ReversalProblem {
  bool has_barriers;

  static constexpr std::uint64_t limit = std::uint64_t{1} << 30U;  // of a word

  Reversal make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in", words(p), limit),
            .out = arrays.output<Word>("out", words(p)),
            .blocks = p.as_int("blocks"),
            .tiles = p.as_int("tiles"),
            .late = p.as_int("late")};
  }
  Work work(const Parameters& p) const { return copied<Word>(words(p)); }
  /// Without a barrier no order is wrong: words that are not where they should be are counted.
  Validation validate(const HostArrays& host, const Parameters&) const {
    constexpr std::size_t last = Reversal::block_size - 1;
    constexpr double half = double{limit - 1} / 2;
    const auto in = host.get<Word>("in");
    const auto out = host.get<Word>("out");
    const auto is_reversed = [&](std::size_t i) { return out[i] == in[i ^ last]; };
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < out.size(); ++i) wrong += is_reversed(i) ? 0 : 1;
    const Validation validation = compare_elements(out, [&](std::size_t i) {
      return has_barriers || is_reversed(i) ? exactly(in[i ^ last]) : within(half, half);
    });
    return counted(validation, {wrong, out.size(), "wrong"});
  }
  Cases cases = {
      .quick = {{{"blocks", 132}, {"tiles", 4}, {"late", 4096}}},
      .standard = every({{"blocks", {132, 8 * 132}}, {"tiles", {16}}, {"late", {0, 4096}}})};
};

void describe(Experiment& e) {
  const ProblemPointer reversed = problem(ReversalProblem{.has_barriers = true});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(ReversalProblem{.has_barriers = false});
  e.pattern = Pattern::exchange;
  e.question = "What goes wrong where a barrier between accesses to shared memory is missing?";
  e.parameters = {
      {"blocks", "blocks of 256 threads", 132, 0, 1 << 18},
      {"tiles", "tiles of 256 words that a block reverses in shared memory, in turn", 16, 1,
       1 << 10},
      {"late", "multiply-adds by which half of the threads come late", 4096, 0, 1 << 20},
  };
  e.variants = {
      loops("raw",
            "a read after a write: no barrier between storing a word and loading another "
            "thread's"),
      loops("war",
            "a write after a read: no barrier between loading a tile's word and storing the next "
            "tile's"),
      loops("waw",
            "a write after a write: no barrier between clearing a word and another thread's store "
            "to it"),
      loops("with_barrier", "both barriers of a tile, the threads as late: every word is right",
            reversed),
  };
  for (Variant& v : e.variants) v.races = v.name != "with_barrier";
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"tiles", {1, 2, 5}}, {"late", {0, 100}}}}};
}

}  // namespace tilebridge::hazards_experiment
