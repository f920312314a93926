// Adds to each element those before it in its piece of 256; a barrier is missing.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* in;
  std::int32_t* out;  // of each piece: the sum of its elements 0 to i
  int pieces;         // of 256 elements each; a block takes several, one after another

  static constexpr int piece = 256;
  static constexpr int pieces_per_block = 4;
};
// [/]

struct MissingBarrier {
  static constexpr const char* name = "missing_barrier";
  static constexpr const char* question = "Where does a kernel that reuses shared memory wait?";
  static constexpr const char* grade =
      "at-least 0.85\n"
      "at-most wavefronts 1.1\n"
      "at-most sectors 1.1\n"
      "slow reuse/direct\n"
      "good reuse/staged\n"
      "unwritten Does every piece have a block, and every element a thread?\n"
      "wrong Shared memory is written, read, and then written again for the next piece. What keeps "
      "a fast warp from writing what a slow one has yet to read?\n"
      "slowness One barrier after the writes and one after the reads are enough.\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"pieces", "of 256 elements", tilebridge::on_gpu ? 1 << 17 : 26, 0, 1 << 22}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto elements = static_cast<std::size_t>(p[0] * Arguments::piece);
    return {tilebridge::PairArray::input<std::int32_t>("in", elements, 1 << 20),
            tilebridge::PairArray::output<std::int32_t>("out", elements)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const double bytes = 4.0 * Arguments::piece * static_cast<double>(p[0]);
    return {.bytes_read = bytes, .bytes_written = bytes, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const std::int32_t>(0), c.array<std::int32_t>(1),
            static_cast<int>(c.parameters[0])};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    for (std::int64_t first = 0; first < std::int64_t{a.pieces} * Arguments::piece;
         first += Arguments::piece) {
      double sum = 0;
      for (int i = 0; i < Arguments::piece; ++i) outputs[1][first + i] = sum += a.in[first + i];
    }
  }
};
