// SPDX-License-Identifier: Apache-2.0
// The problem of a TeamWords: its arrays, and the values that its blocks end with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "catalogue/compare.hpp"
#include "catalogue/idioms/team_words.hpp"
#include "catalogue/problem.hpp"

namespace tilebridge::team_words {

using Word = std::uint32_t;
using Words = std::vector<Word>;
constexpr std::size_t block_size = TeamWords::block_size;

inline Word mixed(Word v) { return (v >> Mixing::shift) ^ (v * Mixing::factor); }

inline std::size_t threads(const Parameters& p) { return p.as_size("blocks") * block_size; }

/// Bytes of one word per thread and repeat.
inline double bytes_asked(const Parameters& p) {
  return static_cast<double>(threads(p)) * p.as_double("repeats") * sizeof(Word);
}

/// Cases of the quick preset and of the others.
inline Cases repeated(std::int64_t quick, std::int64_t otherwise, std::int64_t blocks = 8 * 132) {
  return {.quick = {{{"repeats", quick}, {"blocks", blocks}}},
          .standard = {{{"repeats", otherwise}, {"blocks", blocks}}}};
}

/// The value of thread t after step r, from the words that the block's values began as and those
/// before the step.
using Step = Word (*)(const Words& in, const Words& before, std::size_t t, std::size_t r);

inline Word add_first(const Words&, const Words& before, std::size_t t, std::size_t) {
  return mixed(before[t]) + before[0];
}

inline Word add_partner(const Words&, const Words& before, std::size_t t, std::size_t) {
  return mixed(before[t]) + before[(t + TeamWords::apart) % block_size];
}

inline Word pass_round(const Words&, const Words& before, std::size_t t, std::size_t r) {
  return mixed(before[(t + TeamWords::apart) % block_size]) + static_cast<Word>(r);
}

inline Word go_round(const Words& in, const Words& before, std::size_t t, std::size_t r) {
  return mixed(before[t]) + in[(t + r) % block_size];
}

inline Word walk_tile(const Words& in, const Words& before, std::size_t t, std::size_t r) {
  constexpr std::size_t rows = TeamWords::rows;
  constexpr std::size_t cols = TeamWords::cols;
  return mixed(before[t]) + in[(t / cols + r) % rows * cols + (t + r) % cols];
}

inline Word combine_row(const Words& in, const Words& before, std::size_t t, std::size_t r) {
  constexpr std::size_t side = TeamWords::side;
  Word v = before[t];
  for (std::size_t k = 0; k < side; ++k)
    v = v * Mixing::factor + in[(t / side + r) % side * side + k];
  return v;
}

/// Steps of one kind.
struct StepsProblem {
  Step step;
  std::size_t apart = block_size;  // words between two blocks' first in `in`
  int words_read = 1;              // by a thread in a step
  Cases cases = repeated(64, 256);

  TeamWords make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", p.as_size("blocks") * apart), arrays.output<Word>("out", threads(p)),
            p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = words_read * bytes_asked(p),
            .bytes_written = bytes_asked(p),
            .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    Words expected(threads(p));
#pragma omp parallel for
    for (std::size_t block = 0; block < expected.size() / block_size; ++block) {
      const Words values = values_after(in.subspan(block * apart, apart), p.as_size("repeats"));
      std::copy_n(values.data(), block_size, expected.data() + block * block_size);
    }
    return compare_elements(host.get<Word>("out"),
                            [&](std::size_t i) { return exactly(expected[i]); });
  }

 private:
  /// The values of a block whose words, with padding where there is some, are `words`.
  Words values_after(std::span<const Word> words, std::size_t repeats) const {
    const std::size_t row = words.size() / TeamWords::rows;
    Words in(block_size);
    for (std::size_t t = 0; t < block_size; ++t)
      in[t] = words[t / TeamWords::cols * row + t % TeamWords::cols];
    Words values = in;
    for (std::size_t r = 0; r < repeats; ++r) {
      const Words before = values;
      for (std::size_t t = 0; t < block_size; ++t) values[t] = step(in, before, t, r);
    }
    return values;
  }
};

}  // namespace tilebridge::team_words
