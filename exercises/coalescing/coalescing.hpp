// y[i] = 2 · x[i] + 1 for i < n.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const double* x;  // n elements
  double* y;        // n elements
  std::int64_t n;
};
// [/]

struct Coalescing {
  static constexpr const char* name = "coalescing";
  static constexpr const char* question =
      "What does it cost if neighbouring threads are far apart?";
  static constexpr const char* grade =
      "at-least 0.9\n"
      "at-most sectors 1.1\n"
      "slow stride/copy stride=32,real=double\n"
      "good stride/copy stride=1,real=double\n"
      "unwritten Is the number of threads rounded up?\n"
      "wrong Is element i of y computed from element i of x, and from no other?\n"
      "slowness Which elements do the 32 threads of a warp read at the same time?\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {
        {"n", "elements", tilebridge::on_gpu ? (1 << 26) + 8 : 20008, 0, std::int64_t{1} << 31}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto n = static_cast<std::size_t>(p[0]);
    return {tilebridge::PairArray::input<double>("x", n),
            tilebridge::PairArray::output<double>("y", n)};
  }
  static tilebridge_work work(const std::int64_t* p) {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 8 * n, .bytes_written = 8 * n, .flops = 2 * n};
  }
  static std::size_t workspace_bytes(const std::int64_t*) { return 0; }
  static Arguments arguments(const tilebridge::PairCase& c, void*) {
    return {c.array<const double>(0), c.array<double>(1), c.parameters[0]};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    for (std::int64_t i = 0; i < a.n; ++i) outputs[1][i] = 2 * a.x[i] + 1;
  }
};
