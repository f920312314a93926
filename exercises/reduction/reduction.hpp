// sum = the sum of in[i] over i < n.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* in;  // n elements from 0 to 2²⁰ - 1
  std::int64_t* sum;       // one element, which has no value before
  std::int64_t n;
};
// [/]

struct Reduction {
  static constexpr const char* name = "reduction";
  static constexpr const char* question = "What does a sum cost if all threads add to one word?";
  static constexpr const char* grade =
      "at-least 0.9\n"
      "at-most sectors 1.1\n"
      "at-most atomics 8\n"
      "slow histogram/global_atomic data=constant\n"
      "good reduce/block_tree\n"
      "unwritten Does any thread write the sum, and is it set to 0 before?\n"
      "wrong Is every element added exactly once, those behind the last whole block too? Is there "
      "a "
      "barrier between the writes to shared memory and the reads of other threads?\n"
      "slowness How many atomics wait for the same word? Sum in registers and in shared memory "
      "first.\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {
        {"n", "elements", tilebridge::on_gpu ? (1 << 27) + 8 : 20008, 0, std::int64_t{1} << 31}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    return {
        tilebridge::PairArray::input<std::int32_t>("in", static_cast<std::size_t>(p[0]), 1 << 20),
        tilebridge::PairArray::output<std::int64_t>("sum", 1)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 4 * n, .bytes_written = 8, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const std::int32_t>(0), c.array<std::int64_t>(1), c.parameters[0]};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < a.n; ++i) sum += a.in[i];
    outputs[1][0] = static_cast<double>(sum);
  }
};
