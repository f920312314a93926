// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/fence.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::fence_experiment {

constexpr std::size_t depth = FencedSteps::depth;
using Words = std::array<Word, depth>;

std::size_t words(const Parameters& p) { return p.as_size("blocks") * FencedSteps::words; }

/// A thread's words after all repeats.
Words after(Words w, std::int64_t repeats) {
  Word v = w[0];
  for (std::int64_t r = 0; r < repeats; ++r) {
    w[v % depth] = v + static_cast<Word>(r);
    v = w[v / depth % depth];
  }
  w[0] = v;
  return w;
}

/// Counts the updates of one word.
Words updated(Words w, std::int64_t repeats) {
  for (std::int64_t r = 0; r < repeats; ++r)
    w[0] = (w[0] ^ static_cast<Word>(r)) * FencedSteps::factor;
  return w;
}

struct FenceProblem {
  Words (*after)(Words, std::int64_t) = nullptr;

  FencedSteps make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in", words(p)),
            .out = arrays.output<Word>("out", words(p)),
            .blocks = p.as_int("blocks"),
            .repeats = p.as_int("repeats"),
            .in_global_memory = p.word("memory") == "global"};
  }
  Work work(const Parameters& p) const {
    const std::size_t threads = words(p) / depth;
    const auto steps = p.as_double("repeats");
    const double bytes = static_cast<double>(threads) * steps * sizeof(Word);
    return {.bytes_read = bytes,
            .bytes_written = bytes,
            .on_chip = true,
            .steps = threads > 0 ? steps : 0};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr std::size_t block_size = FencedSteps::block_size;
    const auto in = host.get<Word>("in");
    std::vector<Words> expected(in.size() / depth);  // per thread
#pragma omp parallel for
    for (std::size_t thread = 0; thread < expected.size(); ++thread) {
      const std::size_t first = thread / block_size * FencedSteps::words + thread % block_size;
      Words before;
      for (std::size_t k = 0; k < depth; ++k) before[k] = in[first + k * block_size];
      expected[thread] = after(before, p["repeats"]);
    }
    return compare_elements(host.get<Word>("out"), [&](std::size_t i) {
      const std::size_t thread = i / FencedSteps::words * block_size + i % block_size;
      return exactly(expected[thread][i / block_size % depth]);
    });
  }
  static std::vector<Parameters> repeated(std::int64_t repeats) {
    std::vector<Parameters> cases;
    for (const char* memory : {"shared", "global"})
      for (const std::int64_t blocks : {1, 8 * 132})
        cases.push_back({{"repeats", repeats}, {"blocks", blocks}, {"memory", memory}});
    return cases;
  }
  Cases cases = {.quick = repeated(32), .standard = repeated(256)};
};

/// A thread's words depend on its neighbours'.
struct NeighbourProblem : FenceProblem {
  /// After r steps v is w[0] of the thread r further on and the sum of the numbers below r; word
  /// r mod depth was stored in step r.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr std::size_t block_size = FencedSteps::block_size;
    const auto in = host.get<Word>("in");
    const auto repeats = p.as_size("repeats");
    const auto value = [&](std::size_t block, std::size_t thread, std::size_t r) {
      const Word sum = static_cast<Word>(r * (r - 1) / 2);
      return in[block * FencedSteps::words + (thread + r) % block_size] + sum;
    };
    return compare_elements(host.get<Word>("out"), [&](std::size_t i) {
      const std::size_t block = i / FencedSteps::words, thread = i % block_size;
      const std::size_t k = i / block_size % depth;
      if (k == 0) return exactly(value(block, thread, repeats));
      if (k >= repeats) return exactly(in[i]);
      const std::size_t r = (repeats - 1 - k) / depth * depth + k;  // the last to store it
      return exactly(value(block, thread, r) + static_cast<Word>(r));
    });
  }
};

void describe(Experiment& e) {
  const ProblemPointer updates = problem(FenceProblem{.after = updated});
  const std::string by_pointer =
      "raw team ranks, a thread's words by a pointer into scratch memory";
  NeighbourProblem neighbours;
  neighbours.cases.quick.resize(1);
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(FenceProblem{.after = after});
  e.pattern = Pattern::exchange;
  e.question = "What do barriers and fences between a store and a load cost?";
  e.parameters = {
      {"repeats", "times a thread stores a word, waits, and loads a word", 256, 1, 1 << 20},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 1 << 18},
      one_of("memory", {"shared", "global"}, "shared",
             "where a thread's four words lie: in shared or in global memory"),
  };
  e.variants = {
      loops("none", "a store and a load, nothing between them"),
      loops("barrier",
            "__syncthreads (Kokkos: team_barrier; in loops, between two ranges of a team, with a "
            "thread's value in scratch memory)"),
      rewritten("barrier", by_pointer + ", its value in a register across barriers",
                {"team_control/team_range"}),
      loops("neighbour",
            "__syncthreads between storing a word and loading the next thread's: it makes the "
            "store visible to the whole block (Kokkos: team_barrier)",
            problem(neighbours)),
      native_only("block_fence", "__threadfence_block",
                  "memory_fence has one scope, the device's; a block's exists as part of "
                  "team_barrier only"),
      loops("device_fence", "__threadfence (Kokkos: memory_fence)"),
      native_only("system_fence", "__threadfence_system",
                  "memory_fence has one scope, the device's: it orders nothing for the host or "
                  "another device"),
      loops("volatile", "no fence, volatile words (plain C++ in both models)"),
      loops("own_word", "a thread updates one word, nothing between: a register holds it", updates),
      loops("own_word_volatile", "the same, volatile: loaded and stored every time", updates),
  };
  add_rewritten(e, {"none", "device_fence", "volatile"}, by_pointer, {"team_control/team_range"});
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"repeats", {1, 2, 3, 31, 32, 33, 100}}}}};
}

}  // namespace tilebridge::fence_experiment
