// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/team_sums.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::team_sums_experiment {

constexpr std::size_t block_size = TeamSums<float>::block_size;
constexpr std::size_t warp_size = TeamSums<float>::warp_size;

std::size_t elements(const Parameters& p) {
  return p.as_size("blocks") * p.as_size("repeats") * block_size;
}

template <class T>
struct TeamSumsProblem {
  static constexpr bool is_long_sum = true;  // the sum of all elements is long

  std::size_t to_a_sum;  // elements; 0: all of them

  TeamSums<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in", elements(p)), arrays.output<T>("out", sums(p)),
            p.as_int("blocks"), p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = static_cast<double>(elements(p) * sizeof(T)),
            .bytes_written = static_cast<double>(sums(p) * sizeof(T))};
  }
  /// Whatever the order, no term passes through more additions than there are other terms. A case
  /// has thousands of sums, hence the λ of 8.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>("in");
    const std::size_t count = to_a_sum == 0 ? in.size() : to_a_sum;
    return compare_elements(host.get<T>("out"), [&](std::size_t sum) {
      const auto terms = in.subspan(sum * count, count);
      const Sum expected = sum_of(count, [&](std::size_t i) { return Wide<T>{terms[i]}; });
      return expected_sum<T>(expected, static_cast<double>(count), 8);
    });
  }
  /// 17 MB of floats stay in the L2 of a large GPU.
  Cases cases = {.quick = {{{"repeats", 16}, {"blocks", 8 * 132}}}};

 private:
  std::size_t sums(const Parameters& p) const { return to_a_sum == 0 ? 1 : elements(p) / to_a_sum; }
};

/// In earlier runs both ways of summing ended in single(PerTeam), which makes a ratio smaller.
Variant without_single(Variant variant) {
  variant.idiom->since = "2026-11-24T22:00:00Z";
  return variant;
}

void describe(Experiment& e) {
  const ProblemPointer of_blocks = problem_in_reals<TeamSumsProblem>(block_size);
  e.question = "What do Kokkos's reductions over a team, a vector and a range cost?";
  e.parameters = {
      {"repeats", "times 256 elements that a block takes", 16, 1, 256},
      {"blocks", "blocks of 256 threads", 8 * 132, 0, 1 << 14},
  };
  e.variants = {
      without_single(idiom("team_reduce",
                           "a sum of 256 numbers, one per thread, by shuffles and shared memory "
                           "(Kokkos: team_reduce)",
                           "short teams; one value per thread; many sums per kernel", of_blocks,
                           "vector length 1, one thread needs the sum")),
      rewritten("team_reduce", "a sum in two steps through scratch memory instead of team_reduce"),
      without_single(idiom("nested_reduce",
                           "the same by shuffles and shared memory (Kokkos: parallel_reduce over a "
                           "TeamThreadRange of 256)",
                           "few elements per thread of the team", of_blocks,
                           "vector length 1, one thread needs the sum")),
      rewritten(
          "nested_reduce",
          "a sum in two steps through scratch memory instead of parallel_reduce over the team"),
      idiom("vector_reduce",
            "a sum of 32 numbers, one per lane, by shuffles (Kokkos: parallel_reduce over a "
            "ThreadVectorRange of 32)",
            "a sum per warp, repeated: dot products of short rows",
            problem_in_reals<TeamSumsProblem>(warp_size), "CUDA, vector length 32"),
      rewritten("vector_reduce",
                "the lane's number and shuffles as CUDA has them, inside the Kokkos kernel"),
      idiom("range_reduce",
            "one sum of an array that fits in L2, an atomic per block (Kokkos: parallel_reduce "
            "over a RangePolicy into a View)",
            "arrays that fit in L2; from DRAM it is 0.53 to 0.94",
            problem_in_reals<TeamSumsProblem>(std::size_t{0}), "a GPU, data in its L2"),
      rewritten("range_reduce",
                "teams of 256, each of which sums its piece in two steps, and an atomic per team"),
  };
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 3, 131}}, {"repeats", {1, 2, 3, 31, 33}}}}};
}

}  // namespace tilebridge::team_sums_experiment
