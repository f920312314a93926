// Particles of eight members drift along x: x[i] = x0[i] + 8 · ½ · v0[i], in eight steps.
#pragma once

#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const double* x0;   // n elements: where the particles are
  const double* v0;   // n elements: how fast they are
  double* x;          // n elements: where they are after all steps
  double* particles;  // memory for 8 · n elements, in any order that you like
  std::int64_t n;

  static constexpr int members = 8;  // position, velocity, and others that this kernel leaves out
  static constexpr int at_x = 0, at_v = 4;  // among them
  static constexpr int steps = 8;
  static constexpr double time_step = 0.5;
};
// [/]

struct StructureOfArrays {
  static constexpr const char* name = "structure_of_arrays";
  static constexpr const char* question = "What do members cost that a kernel does not use?";
  static constexpr const char* grade =
      "at-least 0.9\n"
      "at-most sectors 1.1\n"
      "slow layout/update_aos real=double\n"
      "good layout/update_soa real=double\n"
      "unwritten Is the number of threads rounded up?\n"
      "wrong Do two members of two particles have the same place in memory, or is it beyond 8 · "
      "n?\n"
      "slowness How far apart are the same members of two neighbouring particles?\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"n", "particles", tilebridge::on_gpu ? (1 << 24) + 8 : 2008, 0, 1 << 28}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto n = static_cast<std::size_t>(p[0]);
    return {tilebridge::PairArray::input<double>("x0", n),
            tilebridge::PairArray::input<double>("v0", n),
            tilebridge::PairArray::output<double>("x", n)};
  }
  /// Two members are stored and one is fetched once; each step reads both and writes one.
  static tilebridge_work work(const std::int64_t* p) {
    const auto n = static_cast<double>(p[0]);
    constexpr double steps = Arguments::steps;
    return {.bytes_read = 8 * n * (2 + 2 * steps + 1),
            .bytes_written = 8 * n * (2 + steps + 1),
            .flops = 2 * n * steps};
  }
  static std::size_t workspace_bytes(const std::int64_t* p) {
    return static_cast<std::size_t>(p[0]) * Arguments::members * sizeof(double);
  }
  static Arguments arguments(const tilebridge::PairCase& c, void* workspace) {
    return {c.array<const double>(0), c.array<const double>(1), c.array<double>(2),
            static_cast<double*>(workspace), c.parameters[0]};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    for (std::int64_t i = 0; i < a.n; ++i) {
      double x = a.x0[i];
      for (int step = 0; step < Arguments::steps; ++step) x += Arguments::time_step * a.v0[i];
      outputs[2][i] = x;
    }
  }
};
