// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/divergent_barrier.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::divergent_barrier_experiment {

constexpr std::size_t block_size = BranchedSteps::block_size;
using Words = std::array<Word, block_size>;

std::size_t threads(const Parameters& p) { return p.as_size("blocks") * block_size; }

constexpr Word multiplier = 2246822507U;

// The reference repeats the definitions of the steps and of the partner: the kernels compute by the
// struct's functions, which it must not trust.
Word first(Word v) {
  for (int step = 0; step < BranchedSteps::steps; ++step) v = (v ^ 2654435769U) * multiplier;
  return v;
}

Word second(Word v) {
  for (int step = 0; step < BranchedSteps::steps; ++step) v = v / 32768 ^ v * multiplier;
  return v;
}

/// Computes what a thread makes of its value before the barrier.
using Branch = Word (*)(std::size_t block, std::size_t thread, Word v);

Word uniform(std::size_t, std::size_t, Word v) { return first(v); }
Word by_parity(std::size_t, std::size_t thread, Word v) {
  return thread % 2 == 0 ? first(v) : second(v);
}
Word by_half(std::size_t, std::size_t thread, Word v) {
  return thread < BranchedSteps::half ? first(v) : second(v);
}
Word in_first_half(std::size_t, std::size_t thread, Word v) {
  return thread < BranchedSteps::half ? first(v) : v;
}
Word by_block(std::size_t block, std::size_t, Word v) {
  return block % 2 == 0 ? first(v) : second(v);
}

struct BranchProblem {
  Branch branch;

  BranchedSteps make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", threads(p)), arrays.output<Word>("out", threads(p)),
            p.as_int("blocks"), p.as_int("repeats")};
  }
  /// One block cannot fill an SM: it shows how long a repeat takes.
  Work work(const Parameters& p) const {
    const auto repeats = p.as_double("repeats");
    const double bytes = static_cast<double>(threads(p)) * repeats * sizeof(Word);
    return {.bytes_read = bytes,
            .bytes_written = bytes,
            .on_chip = true,
            .steps = p["blocks"] == 1 ? repeats : 0};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::vector<Words> expected = passed_round(host.get<Word>("in"), p["repeats"]);
    return compare_elements(host.get<Word>("out"), [&](std::size_t i) {
      return exactly(expected[i / block_size][i % block_size]);
    });
  }
  Cases cases = {.quick = every({{"repeats", {16}}, {"blocks", {1, 8 * 132}}}),
                 .standard = every({{"repeats", {64}}, {"blocks", {1, 8 * 132}}})};

 private:
  /// The values of every block after all repeats.
  std::vector<Words> passed_round(std::span<const Word> in, std::int64_t repeats) const {
    std::vector<Words> values(in.size() / block_size);
#pragma omp parallel for
    for (std::size_t block = 0; block < values.size(); ++block) {
      std::copy_n(in.data() + block * block_size, block_size, values[block].begin());
      for (std::int64_t r = 0; r < repeats; ++r) pass_on(block, values[block]);
    }
    return values;
  }

  void pass_on(std::size_t block, Words& values) const {
    Words words;
    for (std::size_t t = 0; t < block_size; ++t) words[t] = branch(block, t, values[t]);
    std::rotate_copy(words.begin(), words.begin() + 129, words.end(), values.begin());
  }
};

ProblemPointer branched(Branch branch) { return problem(BranchProblem{.branch = branch}); }

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.pattern = Pattern::team_loop;
  e.question = "What does a branch before a barrier cost, and where may barriers be placed?";
  e.parameters = {
      {"repeats", "times 64 dependent instructions, a barrier and a load of another's word", 64, 1,
       1 << 20},
      {"blocks", "blocks of 256 threads; with 1, the time of a repeat is measured", 8 * 132, 0,
       1 << 18},
  };
  e.variants = {
      loops("uniform", "no branch, one barrier", branched(uniform)),
      loops("odd_even", "even and odd threads in two branches, one barrier after both",
            branched(by_parity)),
      loops("halves", "threads 0 to 127 and 128 to 255 in two branches: no warp takes both",
            branched(by_half)),
      loops("first_half",
            "threads 0 to 127 in a branch, the others go straight to the barrier after it",
            branched(in_first_half)),
      loops("odd_even_blocks",
            "a barrier in either branch, where all threads of a block take the same one",
            branched(by_block)),
      native_only("two_barriers",
                  "even and odd threads, each at a barrier in their own branch: barrier.sync, "
                  "which need not be the same instruction for all, as __syncthreads must",
                  "all threads of a team must call the same team_barrier", branched(by_parity)),
  };
  add_rewritten(e, {"uniform", "odd_even", "halves", "first_half", "odd_even_blocks"},
                "raw team ranks, a value in a register across barriers",
                {"team_control/team_range", "scratch_use/kept_in_scratch"});
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 3, 131}}, {"repeats", {1, 2, 3, 31, 32, 33}}}}};
}

}  // namespace tilebridge::divergent_barrier_experiment
