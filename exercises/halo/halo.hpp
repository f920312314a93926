// Sums the nine elements around each one of a matrix; the given kernel is wrong at few of them.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* in;  // rows × cols elements, those of a row next to each other
  std::int32_t* out;       // the sum of an element and its eight neighbours; 0 is outside
  int rows, cols;

  static constexpr int tile = 16;  // rows and columns of a tile without its halo
};
// [/]

struct Halo {
  static constexpr const char* name = "halo";
  static constexpr const char* question = "What does a tile need besides its own elements?";
  static constexpr const char* grade =
      "at-least 0.85 0.75\n"
      "at-most sectors 1.2\n"
      "row cols\n"
      "slow conv2d/direct\n"
      "good conv2d/tile_halo\n"
      "unwritten Do the tiles at the edge reach the last rows and columns?\n"
      "wrong Where in its tile is the first wrong element? Which elements of the halo does it "
      "need, "
      "and which thread loads them? Is there a barrier before the first read?\n"
      "slowness How many elements have to come for 16 × 16 sums, and how many times does yours "
      "load each of them?\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"rows", "of the matrix", tilebridge::on_gpu ? 8200 : 104, 0, 32768},
            {"cols", "of the matrix", tilebridge::on_gpu ? 8200 : 72, 0, 32768}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto elements = static_cast<std::size_t>(p[0] * p[1]);
    return {tilebridge::PairArray::input<std::int32_t>("in", elements, 1 << 20),
            tilebridge::PairArray::output<std::int32_t>("out", elements)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const double bytes = 4 * static_cast<double>(p[0] * p[1]);
    return {.bytes_read = bytes, .bytes_written = bytes, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const std::int32_t>(0), c.array<std::int32_t>(1),
            static_cast<int>(c.parameters[0]), static_cast<int>(c.parameters[1])};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    tilebridge::sums_around(a.in, a.rows, a.cols, 1, outputs[1]);
  }
};
