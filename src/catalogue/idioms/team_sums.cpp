// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/team_sums.hpp"

#include <numeric>

#include "catalogue/sums.hpp"

namespace tilebridge::team_sums_experiment {

using Word = std::uint32_t;

constexpr std::size_t block_size = TeamSums<Word>::block_size;
constexpr std::size_t warp_size = TeamSums<Word>::warp_size;

std::size_t elements(const Parameters& p) {
  return p.as_size("blocks") * p.as_size("repeats") * block_size;
}

/// Unsigned words wrap: their sum is the same in any order.
Expected sum_of_elements(std::span<const Word> terms) {
  return exactly(std::accumulate(terms.begin(), terms.end(), Word{0}));
}

/// In any order: no term passes through more additions than there are others. There are thousands
/// of sums to a case, hence the λ of 8.
Expected sum_of_elements(std::span<const float> terms) {
  const Sum sum = sum_of(terms.size(), [&](std::size_t i) { return Wide<float>{terms[i]}; });
  return expected_sum(sum, static_cast<double>(terms.size()), 8);
}

template <class T>
constexpr const char* input_name = std::is_same_v<T, float> ? "numbers" : "words";

ArraySpec input_of(Word, std::size_t n) { return random_words(input_name<Word>, n); }
ArraySpec input_of(float, std::size_t n) { return uniform_input(input_name<float>, n); }

template <class T>
struct TeamSumsProblem {
  std::size_t to_a_sum;  // elements; 0: all of them

  TeamSums<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.input<T>(input_of(T{}, elements(p))), arrays.output<T>("out", sums(p)),
            p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = static_cast<double>(elements(p) * sizeof(T)),
            .bytes_written = static_cast<double>(sums(p) * sizeof(T))};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>(input_name<T>);
    const std::size_t count = to_a_sum == 0 ? in.size() : to_a_sum;
    return compare_elements(host.get<T>("out"), [&](std::size_t sum) {
      return sum_of_elements(in.subspan(sum * count, count));
    });
  }
  /// 17 MB: they stay in the L2 of a large GPU.
  Cases cases = {.quick = {{{"repeats", 16}, {"blocks", 8 * 132}}}};

 private:
  std::size_t sums(const Parameters& p) const { return to_a_sum == 0 ? 1 : elements(p) / to_a_sum; }
};

/// Before, both ways of summing ended in single(PerTeam), which makes a ratio smaller.
Variant without_single(Variant variant) {
  variant.idiom->since = "2026-11-24T22:00:00Z";
  return variant;
}

Experiment experiment() {
  const ProblemPointer of_blocks = problem(TeamSumsProblem<Word>{block_size});
  Experiment e;
  e.question = "What do Kokkos's reductions over a team, a vector and a range cost?";
  e.parameters = {
      {"repeats", "times 256 elements that a block takes", 16, 1, 256},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 1 << 14},
  };
  e.variants = {
      without_single(idiom(
          "team_reduce",
          "a sum of 256 words, one per thread, by shuffles and shared memory (Kokkos: team_reduce)",
          "short teams; one value per thread; many sums per kernel", of_blocks,
          "vector length 1, one thread needs the sum")),
      matched("team_reduce", "a sum in two steps through scratch memory instead of team_reduce"),
      without_single(idiom("team_reduce_float", "team_reduce of floats",
                           "short teams, one value per thread, many sums per kernel",
                           problem(TeamSumsProblem<float>{block_size}),
                           "vector length 1, one thread needs the sum")),
      matched("team_reduce_float",
              "a sum in two steps through scratch memory instead of team_reduce"),
      without_single(idiom("nested_reduce",
                           "the same by shuffles and shared memory (Kokkos: parallel_reduce over a "
                           "TeamThreadRange of 256)",
                           "few elements per thread of the team", of_blocks,
                           "vector length 1, one thread needs the sum")),
      matched("nested_reduce",
              "a sum in two steps through scratch memory instead of parallel_reduce over the team"),
      idiom("vector_reduce",
            "a sum of 32 words, one per lane, by shuffles (Kokkos: parallel_reduce over a "
            "ThreadVectorRange of 32)",
            "a sum per warp, repeated: dot products of short rows",
            problem(TeamSumsProblem<Word>{warp_size}), "CUDA, vector length 32"),
      matched("vector_reduce",
              "the lane's number and shuffles as CUDA has them, inside the Kokkos kernel"),
      idiom("range_reduce",
            "one sum of an array that fits in L2, an atomic per block (Kokkos: parallel_reduce "
            "over a RangePolicy into a View)",
            "arrays that fit in L2; from DRAM it is 0.53 to 0.94",
            problem(TeamSumsProblem<Word>{0}), "a GPU, data in its L2"),
      matched("range_reduce",
              "teams of 256, each of which sums its piece in two steps, and an atomic per team"),
  };
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 3, 131}}, {"repeats", {1, 2, 3, 31, 33}}}}};
  return e;
}

}  // namespace tilebridge::team_sums_experiment
