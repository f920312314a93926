// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/policies.hpp"

#include <numeric>

#include "catalogue/experiment.hpp"
#include "catalogue/row_walk_problem.hpp"

namespace tilebridge::policies_experiment {

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

/// An array of floats has at most 16 MiB: the L2 cache of an H200 holds both, but not two arrays of
/// doubles.
const Cases grids = {.quick = {{{"nx", 256}, {"ny", 128}, {"nz", 16}}},
                     .standard = {{{"nx", 256}, {"ny", 128}, {"nz", 128}}}};

template <class T>
struct ScalingProblem {
  ScaledGrid<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in", elements(p)), arrays.output<T>("out", elements(p)),
            p.as_int("nx"), p.as_int("ny"), p.as_int("nz")};
  }
  Work work(const Parameters& p) const { return copied<T>(elements(p), 1); }
  /// The product is exact in the wider type, and rounded once.
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_each<T>(host, [](T in) {
      const auto scaled = static_cast<double>(Wide<T>{ScaledGrid<T>::factor} * in);
      return within(scaled, roundoff<T> * std::abs(scaled));
    });
  }
  Cases cases = grids;
};

struct GridSumProblem {
  GridSum make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in", elements(p)),
            .result = arrays.output<Word>("result", 1),
            .nx = p.as_int("nx"),
            .rows = p.as_int("ny") * p.as_int("nz")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = static_cast<double>(elements(p) * sizeof(Word)),
            .bytes_written = sizeof(Word)};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<Word>("in");
    const Word& sum =
        host.once<Word>("sum", [&] { return std::accumulate(in.begin(), in.end(), Word{0}); });
    return compare_all(host.get<Word>("result"), exactly(sum));
  }
  Cases cases = grids;
};

struct WalkThenMixProblem {
  static constexpr std::size_t values = WalkThenMix::values;
  static constexpr int steps = 128;                // of a walk
  static constexpr int rounds = 2;                 // of mixing
  static constexpr std::size_t most_rows = 65536;  // 8 MiB: within L2

  WalkThenMix make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = elements(p);
    return {.walk = row_walk(arrays, rows(p), steps),
            .in = arrays.words("in", n + values - 1),
            .out = arrays.output<Word>("out", n),
            .n = static_cast<int>(n),
            .rounds = rounds};
  }
  /// Every row of the table counts once, although several warps may read it.
  Work work(const Parameters& p) const {
    const std::size_t n = elements(p);
    if (n == 0) return {};
    const std::size_t read = n + values - 1 + rows(p) * RowWalk::width;
    return {.bytes_read = static_cast<double>(read * sizeof(Word)),
            .bytes_written = static_cast<double>(n * sizeof(Word))};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::vector<Word>& row = rows_reached(host, steps);
    return compare_from<Word>(host, [&](auto in, std::size_t i) {
      return exactly(mixed(in.subspan(i, values), row[i / RowWalk::width % rows(p)]));
    });
  }
  Cases cases = grids;

 private:
  static std::size_t rows(const Parameters& p) {
    return std::clamp(elements(p) / RowWalk::width, std::size_t{1}, most_rows);
  }

  static Word mixed(std::span<const Word> in, Word row) {
    std::array<Word, values> value;
    for (std::size_t k = 0; k < values; ++k) value[k] = in[k] + row;
    for (int round = 0; round < rounds; ++round)
      for (std::size_t k = 0; k < values; ++k)
        value[k] = WalkThenMix::factor * value[k] + value[(k + 1) % values];
    Word sum = 0;
    for (const Word v : value) sum += v;
    return sum;
  }
};

void describe(Experiment& e) {
  const ProblemPointer scaling = problem_in_reals<ScalingProblem>();
  e.question = "What does a policy's choice of block size, block shape and index type cost?";
  e.parameters = {
      {"nx", "elements along x, the contiguous axis", 256, 0, 4096},
      {"ny", "elements along y", 128, 0, 512},
      {"nz", "elements along z", 128, 0, 511},  // so that an int can number them all
  };
  e.variants = {
      idiom("range", "a flat loop in a RangePolicy, one element per index: blocks of 128 threads",
            "coalesced loads and stores of one number per index", scaling, "a GPU"),
      rewritten("range", by_raw_rank),
      idiom("team_auto", "a flat loop in teams of Kokkos::AUTO threads, one element per thread",
            "one small element per thread", scaling, "a GPU"),
      rewritten("team_auto", "teams of 256 threads"),
      idiom("launch_bounds",
            "teams of 256 threads without LaunchBounds: a thread takes the registers it can use, "
            "and few of them fit; it mostly waits for memory",
            "many registers, and a kernel that mostly waits for memory",
            problem(WalkThenMixProblem{}), "teams of at most 256 threads"),
      rewritten("launch_bounds", "LaunchBounds<256, 4>"),
      idiom("mdrange_tile", "an MDRangePolicy over (x, y) with Kokkos's own tile",
            "every two-dimensional loop", scaling, "a GPU"),
      rewritten("mdrange_tile", "a tile of 32 × 8"),
      idiom("mdrange_order",
            "an MDRangePolicy over (y, x), the contiguous index last, in tiles of 8 × 32",
            "row-major Views with a tile already chosen", scaling, "a GPU"),
      rewritten("mdrange_order", "(x, y), the contiguous index first, in tiles of 32 × 8"),
      idiom("mdrange3_tile", "an MDRangePolicy over (x, y, z) with Kokkos's own tile",
            "every three-dimensional loop", scaling, "a GPU"),
      rewritten("mdrange3_tile", "a tile of 32 × 4 × 2"),
      idiom("mdrange_reduce",
            "a sum over a matrix by 2-D blocks (Kokkos: parallel_reduce over an MDRangePolicy)",
            "every reduction over several indices", problem(GridSumProblem{}),
            "a GPU, fewer than 2³¹ elements"),
      rewritten("mdrange_reduce",
                "a RangePolicy with IndexType<int>, row and column by a division"),
      idiom("index_type",
            "a RangePolicy over a matrix, row and column by a division of an index of 64 bits "
            "(CUDA: of 32 bits)",
            "flat loops that divide their index, below 2³¹ elements", scaling,
            "fewer than 2³¹ elements"),
      rewritten("index_type", "IndexType<int>, and the division in int"),
  };
  e.tested_at = {
      {.axes = {{"nx", {0, 1, 31, 33, 67}}, {"ny", {0, 1, 3, 9}}, {"nz", {0, 1, 2, 5}}}}};
}

}  // namespace tilebridge::policies_experiment
