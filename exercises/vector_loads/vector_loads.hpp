// y[i] = ½ · x[i] for i < n, which is no multiple of four.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const float* x;  // n elements; the address is a multiple of 16
  float* y;        // n elements, likewise
  std::int64_t n;
};
// [/]

struct VectorLoads {
  static constexpr const char* name = "vector_loads";
  static constexpr const char* question = "What do accesses of 16 bytes save?";
  static constexpr const char* grade =
      "at-least 0.9\n"
      "at-most sectors 1.1\n"
      "at-most requests 1.3\n"
      "slow vector_load/float1\n"
      "good vector_load/float4\n"
      "unwritten Which thread computes the elements behind the last whole four?\n"
      "wrong Which four elements does thread i load, and where does it store each of them?\n"
      "slowness How many bytes does a thread access by one instruction? 16 is the most.\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {
        {"n", "elements", tilebridge::on_gpu ? (1 << 27) + 6 : 20006, 0, std::int64_t{1} << 31}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto n = static_cast<std::size_t>(p[0]);
    return {tilebridge::PairArray::input<float>("x", n),
            tilebridge::PairArray::output<float>("y", n)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 4 * n, .bytes_written = 4 * n, .flops = n};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const float>(0), c.array<float>(1), c.parameters[0]};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    for (std::int64_t i = 0; i < a.n; ++i) outputs[1][i] = a.x[i] / 2;
  }
};
