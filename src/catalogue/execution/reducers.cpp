// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/reducers.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::reducers_experiment {

const Cases one_or_two = {.quick = {{{"n", 64 * Mi}}},
                          .standard = every({{"n", {Mi, 256 * Mi}}}),
                          .host_quick = {{{"n", Mi}}},
                          .host = {{{"n", 16 * Mi}}}};

/// Comparisons and additions count alike.
template <class T>
Work read_once(const Parameters& p) {
  const auto n = p.as_double("n");
  return {.bytes_read = n * sizeof(T), .flops = 2 * n};
}

/// Nothing is rounded.
template <class T>
struct ExtremesProblem {
  ReduceTo<T, Extremes<T>> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<Extremes<T>>("extremes", 1), p.as_size("n")};
  }
  Work work(const Parameters& p) const { return read_once<T>(p); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>("in");
    const auto& [smallest, largest] = host.once<std::pair<T, T>>("extremes", [&] {
      const auto [first, last] = std::ranges::minmax_element(in);
      return std::pair(*first, *last);
    });
    return compare_elements(host.get<T>("extremes"), [&](std::size_t i) {
      return exactly(static_cast<double>(i == 0 ? smallest : largest));
    });
  }
  Cases cases = one_or_two;
};

/// The numbers are multiples of 2⁻⁹, so that many are equal.
template <class T>
struct SmallestProblem {
  static constexpr bool has_one_result = false;

  ReduceTo<T, Smallest<T>> make(ArrayList& arrays, const Parameters& p) const {
    constexpr T steps = 512;
    const ArraySpec in =
        filled<T>("coarse", p.as_size("n"), [](std::size_t i, const Random& random) {
          return std::floor(random.uniform<T>(i) * steps) / steps;
        });
    return {arrays.input<T>(exchangeable<T>(in)), arrays.output<Smallest<T>>("smallest", 1),
            p.as_size("n")};
  }
  Work work(const Parameters& p) const { return read_once<T>(p); }
  /// The index may be that of any of the smallest elements; else the first of them is expected.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>("coarse");
    const auto first = host.once<std::int64_t>("first", [&] {
      return static_cast<std::int64_t>(std::ranges::min_element(in) - in.begin());
    });
    const auto at = [&](std::int64_t i) { return in[static_cast<std::size_t>(i)]; };
    const Smallest<T>& got = host.get<Smallest<T>>("smallest").front();
    const bool is_an_index = got.index >= 0 && got.index < static_cast<std::int64_t>(in.size());
    const bool is_right = is_an_index && at(got.index) == at(first);
    return both(compare_all(std::span(&got.value, 1), exactly(static_cast<double>(at(first)))),
                compare_all(std::span(&got.index, 1),
                            exactly(static_cast<double>(is_right ? got.index : first))));
  }
  Cases cases = one_or_two;
};

template <class T>
struct SumAndCountProblem {
  static constexpr bool is_long_sum = true;

  ReduceTo<T, SumAndCount<T>> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<SumAndCount<T>>("sum_and_count", 1),
            p.as_size("n")};
  }
  Work work(const Parameters& p) const { return read_once<T>(p); }
  /// A count is exact.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>("in");
    const auto& sum = host.once<Sum>(
        "sum", [&] { return sum_of(in.size(), [&](std::size_t i) { return Wide<T>{in[i]}; }); });
    const auto negatives = host.once<std::int64_t>(
        "negatives", [&] { return std::ranges::count_if(in, [](T x) { return x < 0; }); });
    const SumAndCount<T>& got = host.get<SumAndCount<T>>("sum_and_count").front();
    const double chain = one_by_one(static_cast<double>(in.size()), sizeof(T));
    return both(compare_sum(std::span(&got.sum, 1), sum, chain),
                compare_all(std::span(&got.negatives, 1), exactly(static_cast<double>(negatives))));
  }
  Cases cases = one_or_two;
};

void describe(Experiment& e) {
  const ProblemPointer extremes = problem_in_reals<ExtremesProblem>();
  const ProblemPointer smallest = problem_in_reals<SmallestProblem>();
  const ProblemPointer sum_and_count = problem_in_reals<SumAndCountProblem>();
  e.pattern = Pattern::team_sum;
  e.question =
      "What does a reduction to two results cost, or to a value and its index, and are two "
      "reductions cheaper?";
  e.parameters = {{"n", "elements", Mi, 1, std::numeric_limits<std::int32_t>::max()}};
  e.variants = {
      loops("min_max",
            "the smallest and the largest element: at most 1024 blocks reduce a share each, by "
            "shuffles (Kokkos: a team's own reduction with MinMax); one block joins their results",
            extremes),
      builtin("parallel_min_max", "min_max",
              "parallel_reduce over a RangePolicy with the reducer MinMax", Pattern::array_sum,
              extremes),
      vendor("cub_min_max", "min_max", "CUB DeviceReduce with an operator of our own", extremes),
      loops("min_location",
            "the smallest element and its index, by the same passes (Kokkos: MinLoc); of equal "
            "ones any index is right",
            smallest),
      builtin("parallel_min_location", "min_location",
              "parallel_reduce over a RangePolicy with the reducer MinLoc", Pattern::array_sum,
              smallest),
      vendor("cub_min_location", "min_location", "CUB DeviceReduce with an operator of our own",
             smallest),
      loops("sum_count",
            "the sum, and how many elements are negative, by the same passes (Kokkos: a reducer "
            "written for both)",
            sum_and_count),
      builtin("parallel_sum_count", "sum_count",
              "parallel_reduce over a RangePolicy with a reducer written for both",
              Pattern::array_sum, sum_and_count),
      builtin("two_reducers", "sum_count",
              "one parallel_reduce with two reducers, whose results the host waits for",
              Pattern::array_sum, sum_and_count),
      builtin("two_loops", "sum_count", "two parallel_reduces, one after the other",
              Pattern::array_sum, sum_and_count),
      vendor("cub_sum_count", "sum_count", "CUB DeviceReduce with an operator of our own",
             sum_and_count),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n",
                            {1, 2, 31, 32, 33, 255, 256, 257, 1009, 65535, 65537, 100003, 262144,
                             262145, 600011}}}}};
}

}  // namespace tilebridge::reducers_experiment
