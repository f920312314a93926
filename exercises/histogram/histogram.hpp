// counts[b] = how many of in[i] are b, for i < n.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* in;  // n elements from 0 to bins - 1
  std::int32_t* counts;    // bins elements, which have no values before
  std::int64_t n;

  static constexpr int bins = 256;
};
// [/]

struct Histogram {
  static constexpr const char* name = "histogram";
  static constexpr const char* question = "What does it cost to count in global memory?";
  static constexpr const char* grade =
      "at-least 0.9\n"
      "at-most sectors 1.2\n"
      "at-most atomics 8\n"
      "slow histogram/global_atomic\n"
      "good histogram/block_private\n"
      "unwritten Are all bins set to 0 before the first element is counted?\n"
      "wrong Is every element counted exactly once, those behind the last whole block too? Are all "
      "bins, a block's too, set to 0 before, and a block's complete when they are added?\n"
      "slowness How many threads of the whole GPU count in the same word of memory? Count in "
      "shared "
      "memory, with bins of each block, first.\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {
        {"n", "elements", tilebridge::on_gpu ? (1 << 27) + 8 : 20008, 0, std::int64_t{1} << 31}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    return {tilebridge::PairArray::input<std::int32_t>("in", static_cast<std::size_t>(p[0]),
                                                       Arguments::bins),
            tilebridge::PairArray::output<std::int32_t>("counts", Arguments::bins)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 4 * n, .bytes_written = 4 * Arguments::bins, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const std::int32_t>(0), c.array<std::int32_t>(1), c.parameters[0]};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    for (int b = 0; b < Arguments::bins; ++b) outputs[1][b] = 0;
    for (std::int64_t i = 0; i < a.n; ++i) outputs[1][a.in[i]] += 1;
  }
};
