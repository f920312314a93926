// Advances numbers of n random-number generators that the host keeps, on the GPU and back.
#pragma once

#include <vector>

// [native, yours, kokkos]
using tilebridge::check;  // throws if a call has failed

struct Arguments {
  const std::int32_t* in;  // n numbers in page-locked memory of the host
  std::int32_t* out;       // n numbers, likewise: of each generator the one `steps` later
  std::int32_t* numbers;   // memory of the GPU for n numbers
  std::int64_t n;          // as many generators
  int steps;
  tilebridge::Streams streams;  // three, besides the queue
#if KOKKOS
  std::vector<Kokkos::DefaultExecutionSpace> instances;  // three, besides the one of yours()
#endif
  static constexpr int stream_count = 3;
};

/// The number that the generator of `x` has `steps` later.
__host__ __device__ inline std::int32_t advanced(std::int32_t x, int steps) {
  auto value = static_cast<std::uint32_t>(x);
  for (int step = 0; step < steps; ++step) value = value * 1664525 + 1013904223;
  return static_cast<std::int32_t>(value);
}
// [/]

struct Overlap {
  static constexpr const char* name = "overlap";
  static constexpr const char* question = "How much of two copies can a kernel hide?";
  static constexpr const char* grade =
      "at-least 0.8\n"
      "at-most timeline 1.2\n"
      "unwritten Which piece has the last elements? Their number is no multiple of the pieces'.\n"
      "wrong Does every piece have its own place in all three arrays, and is it copied back after "
      "its kernel?\n"
      "slowness A copy in, a kernel and a copy back can run at the same time if they are of "
      "different pieces: which call keeps one of them waiting?\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {
        {"n", "generators", tilebridge::on_gpu ? (1 << 24) + 6 : 20006, 0, std::int64_t{1} << 31},
        {"steps", "numbers that each advances by", tilebridge::on_gpu ? 1024 : 4, 0, 1 << 20}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    using tilebridge::PairArray;
    const auto n = static_cast<std::size_t>(p[0]);
    return {PairArray::input<std::int32_t>("in", n, std::int64_t{1} << 31).pinned(),
            PairArray::output<std::int32_t>("out", n).pinned()};
  }
  /// All that has to move are the two arrays, between host and GPU.
  static tilebridge_work work(const std::int64_t*) { return {}; }
  static std::size_t workspace_bytes(const std::int64_t* p) {
    return static_cast<std::size_t>(p[0] + 1) * sizeof(std::int32_t);  // some also for n = 0
  }
  static Arguments arguments(const tilebridge::PairCase& c, void* workspace) {
    Arguments a = {};
    a.in = c.array<const std::int32_t>(0);
    a.out = c.array<std::int32_t>(1);
    a.numbers = static_cast<std::int32_t*>(workspace);
    a.n = c.parameters[0];
    a.steps = static_cast<int>(c.parameters[1]);
    if (workspace == nullptr) return a;  // the expected numbers need no streams
    a.streams = tilebridge::Streams(Arguments::stream_count);
#if KOKKOS
    a.instances = tilebridge::instances(Arguments::stream_count);
#endif
    return a;
  }
  /// All steps together are one, whose two factors are found first.
  static void expected(const Arguments& a, double* const* outputs) {
    std::uint32_t factor = 1, addend = 0;
    for (int step = 0; step < a.steps; ++step) {
      factor *= 1664525;
      addend = addend * 1664525 + 1013904223;
    }
    for (std::int64_t i = 0; i < a.n; ++i)
      outputs[1][i] =
          static_cast<std::int32_t>(static_cast<std::uint32_t>(a.in[i]) * factor + addend);
  }
};
