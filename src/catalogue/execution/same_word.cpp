// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/same_word.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::same_word_experiment {

constexpr std::size_t block_size = SameWord::block_size;

std::size_t in_whole_blocks(std::size_t n) {
  return (n + block_size - 1) / block_size * block_size;
}

struct SameWordProblem {
  static constexpr bool has_one_result = false;

  bool apart;  // a word for each thread

  SameWord make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in"), arrays.output<Word>("out", words(p)), words(p), p.as_size("n")};
  }
  /// A word that is stored again need not leave the L2 cache.
  Work work(const Parameters& p) const {
    constexpr double size = sizeof(Word);
    return {.bytes_read = p.as_double("n") * size,
            .bytes_written = static_cast<double>(std::min(words(p), p.as_size("n"))) * size};
  }
  /// Which of a word's stores comes last is undefined, so one of them is all that can be asked for.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<Word>("in");
    const auto out = host.get<Word>("out");
    return compare_elements(out, [&](std::size_t word) {
      if (word >= in.size()) return untouched();
      for (std::size_t i = word; i < in.size(); i += out.size())
        if (in[i] == out[word]) return exactly(out[word]);
      return exactly(in[word]);
    });
  }
  Cases cases = {.quick = {{{"n", Mi}}}, .standard = {{{"n", 64 * Mi}}}};

 private:
  std::size_t words(const Parameters& p) const {
    return apart ? in_whole_blocks(p.as_size("n")) : block_size;
  }
};

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(SameWordProblem{.apart = false});
  e.pattern = Pattern::flat;
  e.question =
      "Which value remains when many blocks store to one word, and what do such stores cost?";
  e.parameters = {{"n", "threads, each with a word to store", 64 * Mi, 0, 1 << 30}};
  e.variants = {
      loops("apart", "each thread stores to a word of its own",
            problem(SameWordProblem{.apart = true})),
      rewritten("apart", "teams of 256 threads, one word each by raw team rank",
                {"policies/range"}),
      loops("plain_store",
            "all blocks store to the same 256 words: one of the values remains, undefined which"),
      loops("atomic_exchange",
            "the same by atomicExch (Kokkos: atomic_exchange): each store happens by itself",
            Pattern::atomic),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 255, 256, 257, 511, 512, 513, 1009, 100003}}}}};
}

}  // namespace tilebridge::same_word_experiment
