// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/atomics.hpp"

#include <random>

#include "catalogue/experiment.hpp"

namespace tilebridge::atomics_experiment {

constexpr std::size_t block_size = Tally::block_size;
constexpr std::size_t bins = Tally::bins;

std::size_t threads(const Parameters& p) { return p.as_size("blocks") * block_size; }

// The reference has its own generator and bins: the kernels use the struct's.
using Numbers = std::linear_congruential_engine<Word, 1664525, 1013904223, 0>;  // 0 is for 2³²

std::size_t bin(Word v) { return std::uint64_t{v} * bins / (std::uint64_t{1} << 32U); }

/// Says how many words there are, and in which of them thread i tallies v.
struct Words {
  std::size_t (*count)(const Parameters& p);
  std::size_t (*of)(std::size_t i, Word v);
};

constexpr Words bins_of_all = {[](const Parameters&) { return bins; },
                               [](std::size_t, Word v) { return bin(v); }};
constexpr Words bins_of_blocks = {
    [](const Parameters& p) { return p.as_size("blocks") * bins; },
    [](std::size_t i, Word v) { return i / block_size * bins + bin(v); }};
constexpr Words own_words = {threads, [](std::size_t i, Word) { return i; }};

Word sum(Word a, Word b) { return a + b; }
Word larger(Word a, Word b) { return std::max(a, b); }

struct TallyProblem {
  Words words;
  Cases cases;
  Word (*combine)(Word, Word) = sum;

  Tally make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", threads(p)), arrays.output<Word>("out", words.count(p)),
            words.count(p), p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(threads(p)) * p.as_double("repeats") * sizeof(Word);
    return {.bytes_read = bytes, .bytes_written = bytes, .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    std::vector<Word> expected(words.count(p), 0);
    for (std::size_t i = 0; i < in.size(); ++i) {
      Numbers next(in[i]);
      for (std::int64_t r = 0; r < p["repeats"]; ++r) {
        const Word v = next();
        Word& word = expected[words.of(i, v)];
        word = combine(word, v);
      }
    }
    return compare_elements(host.get<Word>("out"),
                            [&](std::size_t i) { return exactly(expected[i]); });
  }
};

void describe(Experiment& e) {
  const Cases few = {
      .quick = {{{"repeats", 16}, {"blocks", 8 * 132}}}};  // all threads wait for 32 words
  const Cases many = {.quick = {{{"repeats", 256}, {"blocks", 8 * 132}}}};
  const ProblemPointer apart = problem(TallyProblem{own_words, many});
  e.question = "What do Kokkos's atomics cost, with and without contention?";
  e.parameters = {
      {"repeats", "random numbers that a thread tallies, an atomic each", 256, 1, 1 << 20},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 1 << 18},
  };
  e.variants = {
      idiom("global_contended",
            "all threads add to 32 words of global memory by atomicAdd (Kokkos: atomic_add)",
            "nowhere: it is the same instruction", problem(TallyProblem{bins_of_all, few}), "CUDA"),
      idiom("global_spread", "each thread adds to a word of its own in global memory",
            "nowhere: it is the same instruction", apart, "CUDA"),
      idiom("scratch_contended",
            "the threads of a block add to 32 words of shared memory, which are stored at the end",
            "histograms and tallies in scratch, skewed data",
            problem(TallyProblem{bins_of_blocks, many}), "CUDA"),
      idiom("scratch_spread", "each thread adds to a word of its own in shared memory",
            "many atomics on scratch, no collisions", apart, "CUDA"),
      idiom("fetch",
            "global_spread by atomicAdd, whose result is not used (Kokkos: atomic_fetch_add)",
            "many atomics on words of global memory", apart, "the result is not used"),
      rewritten("fetch", "atomic_add, which has no result"),
      idiom("compare",
            "the largest number for each of 32 words of global memory by atomicMax (Kokkos: a loop "
            "of atomic_compare_exchange)",
            "counters and bounds that many threads update",
            problem(TallyProblem{bins_of_all, few, larger}), "a maximum or a minimum"),
      rewritten("compare", "atomic_max instead of the loop (Kokkos 3: atomic_fetch_max)"),
  };
  add_rewritten(e, {"global_contended", "global_spread", "scratch_contended", "scratch_spread"},
                "CUDA's atomicAdd on the same word, inside the Kokkos kernel");
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 3, 131}}, {"repeats", {1, 2, 3, 31, 33}}}}};
}

}  // namespace tilebridge::atomics_experiment
