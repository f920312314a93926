// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/indexing.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge::indexing_experiment {

// Cases have some 16 MiB of input and as much of output, which an H200's L2 holds.

using Word = std::uint32_t;
constexpr std::size_t column = IndexedGrid::column;

std::size_t threads(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

Work word_for_word(std::size_t read, std::size_t written) {
  return {.bytes_read = static_cast<double>(read) * sizeof(Word),
          .bytes_written = static_cast<double>(written) * sizeof(Word)};
}

/// Every such grid has this work, of `in_words` and `out_words`.
IndexedGrid grid(ArrayList& arrays, const Parameters& p, std::size_t in_words,
                 std::size_t out_words) {
  return {.in = arrays.words("in", in_words),
          .out = arrays.output<Word>("out", out_words),
          .rows = p.as_int("rows"),
          .cols = p.as_int("cols")};
}

/// A thread combines the 3 × 3 words around its place; beyond the edge, the nearest one counts.
struct NeighboursProblem {
  IndexedGrid make(ArrayList& arrays, const Parameters& p) const {
    return grid(arrays, p, threads(p), threads(p));
  }
  Work work(const Parameters& p) const { return word_for_word(threads(p), threads(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    const auto rows = p["rows"];
    const auto cols = p["cols"];
    return compare_elements(host.get<Word>("out"), [=](std::size_t i) {
      const auto y = static_cast<std::int64_t>(i) / cols;
      const auto x = static_cast<std::int64_t>(i) % cols;
      Word v = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const auto row = std::clamp<std::int64_t>(y + dy, 0, rows - 1);
          const auto col = std::clamp<std::int64_t>(x + dx, 0, cols - 1);
          v = v * IndexedGrid::factor + in[static_cast<std::size_t>(row * cols + col)];
        }
      return exactly(v);
    });
  }
  Cases cases = {.quick = {{{"rows", 2048}, {"cols", 2048}}}};
};

/// A thread combines the words from its place downwards.
struct DownwardsProblem {
  IndexedGrid make(ArrayList& arrays, const Parameters& p) const {
    return grid(arrays, p, words_read(p), threads(p));
  }
  Work work(const Parameters& p) const { return word_for_word(words_read(p), threads(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    const auto cols = p.as_size("cols");
    return compare_elements(host.get<Word>("out"), [=](std::size_t i) {
      Word v = 0;
      for (std::size_t k = 0; k < column; ++k) v = v * IndexedGrid::factor + in[i + k * cols];
      return exactly(v);
    });
  }
  Cases cases = {.quick = {{{"rows", 2048}, {"cols", 2048}}}};

 private:
  static std::size_t words_read(const Parameters& p) {
    return (p.as_size("rows") + column - 1) * p.as_size("cols");
  }
};

/// A thread scales the words of a column of its own.
struct ColumnProblem {
  IndexedGrid make(ArrayList& arrays, const Parameters& p) const {
    return grid(arrays, p, column * threads(p), column * threads(p));
  }
  Work work(const Parameters& p) const {
    return word_for_word(column * threads(p), column * threads(p));
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<Word>("in");
    return compare_elements(host.get<Word>("out"), [=](std::size_t i) {
      return exactly(Word{in[i] * IndexedGrid::factor});
    });
  }
  Cases cases = {.quick = {{{"rows", 256}, {"cols", 2048}}}};
};

/// A thread adds up the 5 × 5 words around its place, each times its weight.
struct WeightedProblem {
  static constexpr int reach = WeightedGrid::reach;
  static constexpr std::size_t weights = WeightedGrid::width * WeightedGrid::width;

  WeightedGrid make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.words("in", threads(p)),
            .weights = arrays.words("weights", weights),
            .out = arrays.output<Word>("out", threads(p)),
            .rows = p.as_int("rows"),
            .cols = p.as_int("cols")};
  }
  Work work(const Parameters& p) const { return word_for_word(weights + threads(p), threads(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    const auto by = host.get<Word>("weights");
    const auto rows = p["rows"];
    const auto cols = p["cols"];
    return compare_elements(host.get<Word>("out"), [=](std::size_t i) {
      const auto y = static_cast<std::int64_t>(i) / cols;
      const auto x = static_cast<std::int64_t>(i) % cols;
      Word sum = 0;
      std::size_t weight = 0;
      for (std::int64_t row = y - reach; row <= y + reach; ++row)
        for (std::int64_t col = x - reach; col <= x + reach; ++col, ++weight)
          if (0 <= row && row < rows && 0 <= col && col < cols)
            sum += by[weight] * in[static_cast<std::size_t>(row * cols + col)];
      return exactly(sum);
    });
  }
  Cases cases = {.quick = {{{"rows", 2048}, {"cols", 2048}}}};
};

struct StructureProblem {
  StructureGrid make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<FourWords>(random_words("in", words(p))),
            .out = arrays.output<Word>("out", words(p)),
            .rows = p.as_int("rows"),
            .cols = p.as_int("cols")};
  }
  Work work(const Parameters& p) const { return word_for_word(words(p), words(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    const std::size_t structures = threads(p);
    return compare_elements(host.get<Word>("out"), [=](std::size_t i) {
      constexpr std::size_t members = StructureGrid::planes;
      const std::size_t member = i / structures;
      const std::size_t first = i % structures * members;
      return exactly(Word{in[first + member] + in[first + (member + 1) % members]});
    });
  }
  Cases cases = {.quick = {{{"rows", 512}, {"cols", 2048}}}};

 private:
  static std::size_t words(const Parameters& p) { return StructureGrid::planes * threads(p); }
};

Experiment experiment() {
  const ProblemPointer neighbours = problem(NeighboursProblem{});
  const ProblemPointer weighted = problem(WeightedProblem{});
  constexpr std::int64_t most = 1 << 13;  // columns of as many rows: 2²⁹ words, which ints count
  Experiment e;
  e.question = "What do ways of computing addresses and writing loops cost?";
  e.parameters = {
      {"rows", "rows of threads, in blocks of 32 × 8", 2048, 0, most},
      {"cols", "threads in a row", 2048, 0, most},
  };
  e.variants = {
      idiom("matrix_view",
            "3 × 3 neighbours in a two-dimensional View, whose row length has 64 bits",
            "stencils in L1/L2: time follows instructions", neighbours,
            "rows one after another, fewer than 2³¹ elements"),
      matched("matrix_view", "a one-dimensional View, the index y * cols + x an int"),
      idiom("mdspan", "3 × 3 neighbours in a two-dimensional View",
            "stencils in L1/L2: time follows instructions", neighbours,
            "a Kokkos with mdspan, fewer than 2³¹ elements"),
      matched("mdspan", "Kokkos::mdspan with extents of type int, made in the kernel"),
      idiom("subview", "3 × 3 neighbours, each row of them a subview made in the kernel",
            "Kokkos 5", neighbours),
      matched("subview", "the two-dimensional View itself"),
      idiom("index_64",
            "3 × 3 neighbours in a one-dimensional View, by indices of type std::size_t",
            "many computed addresses, data in L1/L2", neighbours, "fewer than 2³¹ elements"),
      matched("index_64", "indices of type int"),
      idiom("neighbour_loop",
            "3 × 3 neighbours by loops from y - 1 to y + 1 and from x - 1 to x + 1",
            "small stencils, convolutions", neighbours),
      matched("neighbour_loop", "loops from -1 to 1, which are unrolled"),
      idiom("plain_loop",
            "5 × 5 neighbours, each times a weight and 0 beyond the edge, by loops from -2 to 2 "
            "(native: the same loops, which nvcc unrolls)",
            "loops of constant bounds with a condition in them", weighted),
      matched("plain_loop", "#pragma unroll before both loops"),
      idiom("pragma_unroll", "the same with #pragma unroll before both loops (native: with it too)",
            "loops of constant bounds with a condition in them", weighted),
      matched("pragma_unroll", "no loops: a pack expansion calls their body 25 times"),
      idiom("row_by_row", "8 words of a column, by the index of each in a two-dimensional View",
            "columns, tiles, vertical filters", problem(DownwardsProblem{}),
            "rows at a constant distance"),
      matched("row_by_row", "a pointer that goes on by the length of a row"),
      idiom("random_access",
            "8 words of a column, each loaded, scaled and stored (native: loaded by __ldg, "
            "before the stores of others)",
            "several loads and stores per thread, no overlap", problem(ColumnProblem{}),
            "nothing writes the View while the kernel runs"),
      matched("random_access", "MemoryTraits<RandomAccess> for the View that is read"),
      idiom("member_by_member",
            "structures of 16 bytes, each member read in the View where it is used (native: "
            "the structure copied first)",
            "structures of 8 or 16 bytes, several stores", problem(StructureProblem{})),
      matched("member_by_member", "a copy of the structure, made by one load"),
  };
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 2, 7, 8, 9, 67}}, {"cols", {0, 1, 2, 31, 32, 33, 257}}}}};
  return e;
}

}  // namespace tilebridge::indexing_experiment
