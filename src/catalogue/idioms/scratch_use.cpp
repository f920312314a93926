// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/scratch_use.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/idioms/team_words_problem.hpp"

namespace tilebridge::scratch_use_experiment {

using namespace team_words;

template <class T>
struct StagingProblem {
  static constexpr std::size_t items = StagedPieces<T>::items;

  StagedPieces<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in", threads(p) * p.as_size("repeats") * items),
            arrays.output<T>("out", threads(p)), p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = static_cast<double>(items) * bytes_asked<T>(p),
            .bytes_written = static_cast<double>(threads(p)) * sizeof(T),
            .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t taken = p.as_size("repeats") * items;  // elements, by a thread
    const double bound = bound_after<T>(static_cast<double>(taken));
    return compare_from<T>(host, [&](auto in, std::size_t i) {
      const std::size_t first = i / block_size * taken * block_size;
      const std::size_t partner = expected_partner(i % block_size);
      Wide<T> v = 0;
      for (std::size_t k = 0; k < taken; ++k)
        v = v * damping<Wide<T>> + in[first + k * block_size + partner];
      return within(static_cast<double>(v), bound);
    });
  }
  Cases cases = repeated(1, 2);
};

void describe(Experiment& e) {
  const ProblemPointer short_blocks =
      problem_in_reals<StepsProblem>(Move::pass_on, block_size, repeated(1, 1, 8 * 1024));
  const ProblemPointer walked = problem_in_reals<StepsProblem>(Move::walk_tile);
  e.question = "What do ways of declaring, filling and using scratch memory cost?";
  e.parameters = {
      {"repeats", "steps of each thread, or pieces of 2048 numbers that a block stages", 256, 1,
       256},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 1 << 13},
  };
  e.variants = {
      idiom("view", "a scratch View of team_scratch(0), for a block of one exchange",
            "short blocks", short_blocks, "alignment to 8 bytes is enough"),
      rewritten("view", "a View of the pointer that get_shmem returns"),
      idiom("run_time_extents", "an 8 × 32 scratch View whose extents are given at run time",
            "a tile indexed in an inner loop", walked, "extents known when compiling"),
      rewritten("run_time_extents", "extents in the View's type"),
      idiom("layout_left", "an 8 × 32 scratch View without a layout, which is LayoutLeft on a GPU",
            "neighbouring threads at neighbouring columns", walked),
      rewritten("layout_left", "LayoutRight"),
      idiom("load_store",
            "a loop over every 256th number, a load and its store to scratch memory each",
            "staging a tile, several elements per thread", problem_in_reals<StagingProblem>()),
      rewritten("load_store", "all 8 loads into registers first, then the stores"),
      idiom("kept_in_scratch", "a thread's value kept in scratch memory from barrier to barrier",
            "a loop of barriers with little work between",
            problem_in_reals<StepsProblem>(Move::add_partner), "GPU, a thread per value"),
      rewritten("kept_in_scratch", "kept in a register"),
      idiom("word_by_word",
            "rows of a 16 × 16 tile in scratch memory, each read by 16 threads, number by "
            "number (native: the same code, of which nvcc makes 16-byte reads)",
            "a tile whose rows all threads of a group read: matrix products",
            problem_in_reals<StepsProblem>(Move::combine_row)),
      rewritten("word_by_word", "the tile in packs of 16 bytes, each read at once"),
  };
  // In earlier runs the values were words, which a hash mixed in several instructions.
  for (Variant& variant : e.variants)
    if (variant.idiom) variant.idiom->since = "2026-11-26T05:00:00Z";
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 3, 37, 131}}, {"repeats", {1, 2, 3, 31, 33}}}}};
}

}  // namespace tilebridge::scratch_use_experiment
