// SPDX-License-Identifier: Apache-2.0
// The problem of TeamValues: their arrays, and the values that the blocks end with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "catalogue/idioms/team_words.hpp"
#include "catalogue/problem.hpp"

namespace tilebridge::team_words {

constexpr std::size_t block_size = TeamShape::block_size;

inline std::size_t threads(const Parameters& p) { return p.as_size("blocks") * block_size; }

/// Returns the bytes of one T per thread and repeat.
template <class T = Word>
double bytes_asked(const Parameters& p) {
  return static_cast<double>(threads(p)) * p.as_double("repeats") * sizeof(T);
}

/// Makes the cases of the quick preset and of the others.
inline Cases repeated(std::int64_t quick, std::int64_t otherwise, std::int64_t blocks = 8 * 132) {
  return {.quick = {{{"repeats", quick}, {"blocks", blocks}}},
          .standard = {{{"repeats", otherwise}, {"blocks", blocks}}}};
}

// The references have their own definitions of mixed() and of partner(): the kernels use those in
// the structs.
inline Word expected_mixed(Word v) { return v / 32768 ^ v * 2246822507U; }

constexpr std::size_t expected_partner(std::size_t t) { return t < 127 ? t + 129 : t - 127; }

/// The steps of TeamValues.
enum class Move { add_first, pass_round, go_round, pass_on, add_partner, walk_tile, combine_row };

/// Returns how many elements a thread reads in a step.
constexpr int reads(Move step) { return step == Move::combine_row ? TeamShape::side : 1; }

/// Returns the value of thread t after step r, from what the block's values began as and those
/// before the step.
template <class Real>
Real stepped(Move step, const std::vector<Real>& in, const std::vector<Real>& before, std::size_t t,
             std::size_t r) {
  constexpr std::size_t rows = TeamShape::rows, cols = TeamShape::cols, side = TeamShape::side;
  const Real own = before[t];
  const Real partner = before[expected_partner(t)];
  if constexpr (std::is_same_v<Real, Word>) {
    if (step == Move::add_first) return expected_mixed(own) + before[0];
    if (step == Move::go_round) return expected_mixed(own) + in[(t + r) % block_size];
    return expected_mixed(partner) + static_cast<Word>(r);
  } else {
    constexpr Real factor = damping<Real>;
    if (step == Move::pass_on) return factor - partner;
    if (step == Move::add_partner) return own * factor + partner * (1 - factor);
    if (step == Move::walk_tile)
      return own * factor + in[(t / cols + r) % rows * cols + (t + r) % cols];
    Real v = own;
    for (std::size_t k = 0; k < side; ++k) v = v * factor + in[(t / side + r) % side * side + k];
    return v;
  }
}

/// Words are exact. Numbers stay below 2 in magnitude, and the factors of a step add up to at most
/// 1: a product and a sum add no more than a rounding each of 2 to the error.
template <class T>
double bound_after(double products) {
  return std::is_same_v<T, Word> ? 0 : 2 * gamma_of<T>(2 * products);
}

/// All steps are of one kind.
template <class T>
struct StepsProblem {
  Move step;
  std::size_t apart = block_size;  // elements between two blocks' first in `in`
  Cases cases = repeated(64, 256);

  TeamValues<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.random<T>("in", p.as_size("blocks") * apart),
            arrays.output<T>("out", threads(p)), p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = reads(step) * bytes_asked<T>(p),
            .bytes_written = bytes_asked<T>(p),
            .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const double bound = bound_after<T>(reads(step) * p.as_double("repeats"));
    Values expected(threads(p));
#pragma omp parallel for
    for (std::size_t block = 0; block < expected.size() / block_size; ++block) {
      const Values values = values_after(in.subspan(block * apart, apart), p.as_size("repeats"));
      std::copy_n(values.data(), block_size, expected.data() + block * block_size);
    }
    return compare_elements(host.get<T>("out"), [&](std::size_t i) {
      return within(static_cast<double>(expected[i]), bound);
    });
  }

 private:
  using Values = std::vector<std::conditional_t<std::is_same_v<T, Word>, Word, Wide<T>>>;

  /// The values of a block whose elements, with padding where there is some, are `elements`.
  Values values_after(std::span<const T> elements, std::size_t repeats) const {
    const std::size_t row = elements.size() / TeamShape::rows;
    Values in(block_size);
    for (std::size_t t = 0; t < block_size; ++t)
      in[t] = elements[t / TeamShape::cols * row + t % TeamShape::cols];
    Values values = in;
    for (std::size_t r = 0; r < repeats; ++r) {
      const Values before = values;
      for (std::size_t t = 0; t < block_size; ++t) values[t] = stepped(step, in, before, t, r);
    }
    return values;
  }
};

}  // namespace tilebridge::team_words
