// SPDX-License-Identifier: Apache-2.0
#include "catalogue/idioms/indexing.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::indexing_experiment {

// Cases have some 16 MiB of input and 16 MiB of output, which fit in an H200's L2.

constexpr std::size_t column = IndexedGrid::column;

std::size_t threads(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

Work word_for_word(std::size_t read, std::size_t written) {
  return {.bytes_read = static_cast<double>(read) * sizeof(Word),
          .bytes_written = static_cast<double>(written) * sizeof(Word)};
}

/// The rows and columns of threads of a case, or those of one of its threads.
struct Place {
  std::size_t y, x;
};

Place size_of(const Parameters& p) { return {p.as_size("rows"), p.as_size("cols")}; }

struct GridProblem {
  std::size_t (*words_read)(Place size);
  std::size_t (*words_written)(Place size);
  Word (*value_at)(std::span<const Word> in, Place at, Place size);
  Cases cases = {.quick = {{{"rows", 2048}, {"cols", 2048}}}};

  IndexedGrid make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", words_read(size_of(p))),
            arrays.output<Word>("out", words_written(size_of(p))), p.as_int("rows"),
            p.as_int("cols")};
  }
  Work work(const Parameters& p) const {
    return word_for_word(words_read(size_of(p)), words_written(size_of(p)));
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_from<Word>(host, [=, this, size = size_of(p)](auto in, std::size_t i) {
      return exactly(value_at(in, {i / size.x, i % size.x}, size));
    });
  }
};

std::size_t one_for_each(Place size) { return size.y * size.x; }

/// A thread combines the 3 × 3 words around its place; beyond the edge, the nearest one counts.
Word neighbours(std::span<const Word> in, Place at, Place size) {
  const auto clamped = [](std::size_t i, std::size_t n) {
    return std::clamp<std::size_t>(i, 1, n) - 1;
  };
  Word v = 0;
  for (std::size_t y = at.y; y < at.y + 3; ++y)
    for (std::size_t x = at.x; x < at.x + 3; ++x)
      v = v * IndexedGrid::factor + in[clamped(y, size.y) * size.x + clamped(x, size.x)];
  return v;
}

/// A thread combines the words from its place downwards.
Word downwards(std::span<const Word> in, Place at, Place size) {
  Word v = 0;
  for (std::size_t k = 0; k < column; ++k)
    v = v * IndexedGrid::factor + in[(at.y + k) * size.x + at.x];
  return v;
}
std::size_t with_rows_below(Place size) { return (size.y + column - 1) * size.x; }

/// A thread scales each word of its column.
Word scaled(std::span<const Word> in, Place at, Place size) {
  return in[at.y * size.x + at.x] * IndexedGrid::factor;
}
std::size_t column_for_each(Place size) { return column * size.y * size.x; }

/// A thread adds up the 5 × 5 words around its place, each times its weight.
struct WeightedProblem {
  static constexpr int reach = WeightedGrid::reach;
  static constexpr std::size_t weights = WeightedGrid::width * WeightedGrid::width;

  WeightedGrid make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", threads(p)), arrays.words("weights", weights),
            arrays.output<Word>("out", threads(p)), p.as_int("rows"), p.as_int("cols")};
  }
  Work work(const Parameters& p) const { return word_for_word(weights + threads(p), threads(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto by = host.get<Word>("weights");
    const auto rows = p["rows"];
    const auto cols = p["cols"];
    return compare_from<Word>(host, [=](auto in, std::size_t i) {
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
    return {arrays.input<FourWords>(random_words("in", words(p))),
            arrays.output<Word>("out", words(p)), p.as_int("rows"), p.as_int("cols")};
  }
  Work work(const Parameters& p) const { return word_for_word(words(p), words(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t structures = threads(p);
    return compare_from<Word>(host, [=](auto in, std::size_t i) {
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

void describe(Experiment& e) {
  const ProblemPointer around = problem(GridProblem{one_for_each, one_for_each, neighbours});
  const ProblemPointer weighted = problem(WeightedProblem{});
  constexpr std::int64_t most = 1 << 13;  // columns of as many rows: 2²⁹ words, which ints count
  e.question = "What do ways of computing addresses and writing loops cost?";
  e.parameters = {
      {"rows", "rows of threads, in blocks of 32 × 8", 2048, 0, most},
      {"cols", "threads in a row", 2048, 0, most},
  };
  e.variants = {
      idiom("matrix_view",
            "3 × 3 neighbours in a two-dimensional View, whose row length has 64 bits",
            "stencils in L1/L2: time follows instructions", around,
            "rows one after another, fewer than 2³¹ elements"),
      rewritten("matrix_view", "a one-dimensional View, the index y * cols + x an int"),
      idiom("mdspan", "3 × 3 neighbours in a two-dimensional View",
            "stencils in L1/L2: time follows instructions", around,
            "a Kokkos with mdspan, fewer than 2³¹ elements"),
      rewritten("mdspan", "Kokkos::mdspan with extents of type int, made in the kernel"),
      idiom("subview", "3 × 3 neighbours, each row of them a subview made in the kernel",
            "Kokkos 5", around),
      rewritten("subview", "the two-dimensional View itself"),
      idiom("index_64",
            "3 × 3 neighbours in a one-dimensional View, by indices of type std::size_t",
            "many computed addresses, data in L1/L2", around, "fewer than 2³¹ elements"),
      rewritten("index_64", "indices of type int"),
      idiom("neighbour_loop",
            "3 × 3 neighbours by loops from y - 1 to y + 1 and from x - 1 to x + 1",
            "small stencils, convolutions", around),
      rewritten("neighbour_loop", "loops from -1 to 1, which are unrolled"),
      idiom("plain_loop",
            "5 × 5 neighbours, each times a weight and 0 beyond the edge, by loops from -2 to 2 "
            "(native: the same loops, which nvcc unrolls)",
            "loops of constant bounds with a condition in them", weighted),
      rewritten("plain_loop", "#pragma unroll before both loops"),
      idiom("pragma_unroll", "the same with #pragma unroll before both loops (native: with it too)",
            "loops of constant bounds with a condition in them", weighted),
      rewritten("pragma_unroll", "no loops: a pack expansion calls their body 25 times"),
      idiom("row_by_row", "8 words of a column, by the index of each in a two-dimensional View",
            "columns, tiles, vertical filters",
            problem(GridProblem{with_rows_below, one_for_each, downwards}),
            "rows at a constant distance"),
      rewritten("row_by_row", "a pointer that goes on by the length of a row"),
      idiom("random_access",
            "8 words of a column, each loaded, scaled and stored (native: loaded by __ldg, before "
            "the stores of others)",
            "several loads and stores per thread, no overlap",
            problem(GridProblem{column_for_each,
                                column_for_each,
                                scaled,
                                {.quick = {{{"rows", 256}, {"cols", 2048}}}}}),
            "nothing writes the View while the kernel runs"),
      rewritten("random_access", "MemoryTraits<RandomAccess> for the View that is read"),
      idiom("member_by_member",
            "structures of 16 bytes, each member read in the View where it is used (native: the "
            "structure copied first)",
            "structures of 8 or 16 bytes, several stores", problem(StructureProblem{})),
      rewritten("member_by_member", "a copy of the structure, made by one load"),
  };
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 2, 7, 8, 9, 67}}, {"cols", {0, 1, 2, 31, 32, 33, 257}}}}};
}

}  // namespace tilebridge::indexing_experiment
