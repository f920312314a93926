// Smooths a matrix: sums the 7 × 7 elements around each one; a tile is to be ported.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* in;  // rows × cols elements, those of a row next to each other
  std::int32_t* out;       // the sum of the 49 elements around each; 0 is outside
  int rows, cols;

  static constexpr int radius = 3;
  static constexpr int tile_rows = 8, tile_columns = 32;  // without its halo
  static constexpr int staged_rows = tile_rows + 2 * radius;
  static constexpr int staged_columns = tile_columns + 2 * radius;
};
// [/]

struct PortTile {
  static constexpr const char* name = "port_tile";
  static constexpr const char* question = "How is a tile written in the other model?";
  static constexpr const char* grade =
      "at-least 0.85 0.7\n"
      "at-most sectors 1.2\n"
      "row cols\n"
      "slow conv2d/direct\n"
      "good conv2d/tile_halo\n"
      "unwritten Do the tiles at the edge reach the last rows and columns?\n"
      "wrong Follow one element from memory to the tile, to its row's sum and to the output: are "
      "its row and its column the same as in the kernel that you port?\n"
      "slowness Which elements do the threads of a warp load at once, and how many times is each "
      "loaded in a block?\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"rows", "of the matrix", tilebridge::on_gpu ? 8200 : 55, 0, 32768},
            {"cols", "of the matrix", tilebridge::on_gpu ? 8200 : 104, 0, 32768}};
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
    tilebridge::sums_around(a.in, a.rows, a.cols, Arguments::radius, outputs[1]);
  }
};
