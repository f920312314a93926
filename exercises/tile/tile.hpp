// Transposes a matrix: out[x, y] = in[y, x].
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const float* in;  // rows × cols elements, those of a row next to each other
  float* out;       // cols × rows elements
  int rows, cols;

  static constexpr int tile = 32;  // rows and columns of a tile
  static constexpr int rows_per_pass = 8;
};
// [/]

struct Tile {
  static constexpr const char* name = "tile";
  static constexpr const char* question = "What does a transpose cost without shared memory?";
  static constexpr const char* grade =
      "at-least 0.5\n"
      "at-most sectors 1.1\n"
      "row rows\n"
      "slow transpose/read_coalesced\n"
      "good transpose/padded_tile\n"
      "unwritten Do the tiles at the edge reach the last rows and columns?\n"
      "wrong Is the element at row y, column x written to row x, column y of cols rows? Is there a "
      "barrier between the tile's last write and its first read?\n"
      "slowness Which of the two matrices does a warp access by columns? A tile in shared memory "
      "lets it read and write rows. (Its bank conflicts are the next exercise.)\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"rows", "of the input", tilebridge::on_gpu ? 8200 : 104, 0, 32768},
            {"cols", "of the input", tilebridge::on_gpu ? 8200 : 72, 0, 32768}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto elements = static_cast<std::size_t>(p[0] * p[1]);
    return {tilebridge::PairArray::input<float>("in", elements),
            tilebridge::PairArray::output<float>("out", elements)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const double bytes = 4 * static_cast<double>(p[0] * p[1]);
    return {.bytes_read = bytes, .bytes_written = bytes, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const float>(0), c.array<float>(1), static_cast<int>(c.parameters[0]),
            static_cast<int>(c.parameters[1])};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    for (std::int64_t y = 0; y < a.rows; ++y)
      for (std::int64_t x = 0; x < a.cols; ++x) outputs[1][x * a.rows + y] = a.in[y * a.cols + x];
  }
};
