// Multiplies two matrices with tiles in shared memory: each thread is to keep several sums.
#pragma once

#include <algorithm>
#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* a;  // m × k elements, those of a row next to each other
  const std::int32_t* b;  // k × n
  std::int32_t* c;        // m × n
  int m, n, k;

  static constexpr int threads = 16;           // rows and columns of a block
  static constexpr int sums = 4;               // rows and columns of a thread's elements of c
  static constexpr int tile = threads * sums;  // rows and columns of a block's elements of c
  static constexpr int depth = 16;             // columns of a and rows of b that are staged at once
};
// [/]

struct Registers {
  static constexpr const char* name = "registers";
  static constexpr const char* question =
      "What do several sums per thread save, where a tile is read often?";
  static constexpr const char* grade =
      "at-least 0.85 0.8\n"
      "at-most sectors 1.2\n"
      "at-most wavefronts 1.2\n"
      "row n\n"
      "slow matmul/tile16\n"
      "good matmul/register_tile64\n"
      "unwritten Which rows and columns of c are a thread's? Does it store all of its sums, and do "
      "the blocks cover c?\n"
      "wrong Is each sum stored where its row of a and its column of b meet, and none beyond the "
      "last column? Is what lies outside of a or b 0 in the tiles, in each step anew?\n"
      "slowness How many words does a thread read from shared memory, and for how many products? "
      "Read each once, to a variable, for all sums that need it. Are the words that neighbouring "
      "threads read at the same time next to each other?\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"m", "rows of a", tilebridge::on_gpu ? 2056 : 120, 0, 32768},
            {"n", "columns of b", tilebridge::on_gpu ? 1032 : 184, 0, 32768},
            {"k", "columns of a", tilebridge::on_gpu ? 1032 : 40, 0, 32768}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    constexpr int below = 1 << 8;
    return {
        tilebridge::PairArray::input<std::int32_t>("a", static_cast<std::size_t>(p[0] * p[2]),
                                                   below),
        tilebridge::PairArray::input<std::int32_t>("b", static_cast<std::size_t>(p[2] * p[1]),
                                                   below),
        tilebridge::PairArray::output<std::int32_t>("c", static_cast<std::size_t>(p[0] * p[1]))};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const auto m = static_cast<double>(p[0]), n = static_cast<double>(p[1]);
    const auto k = static_cast<double>(p[2]);
    return {.bytes_read = 4 * (m * k + k * n), .bytes_written = 4 * m * n, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const std::int32_t>(0),    c.array<const std::int32_t>(1),
            c.array<std::int32_t>(2),          static_cast<int>(c.parameters[0]),
            static_cast<int>(c.parameters[1]), static_cast<int>(c.parameters[2])};
  }
  static void expected(const Arguments& p, double* const* outputs) {
    std::fill_n(outputs[2], std::int64_t{p.m} * p.n, 0.0);
    for (std::int64_t y = 0; y < p.m; ++y)
      for (std::int64_t i = 0; i < p.k; ++i) {
        const double of_a = p.a[y * p.k + i];
        for (std::int64_t x = 0; x < p.n; ++x) outputs[2][y * p.n + x] += of_a * p.b[i * p.n + x];
      }
  }
};
