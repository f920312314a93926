// Both kernels are given this: y[i] = a · x[i] + y0[i] for i < n.
#pragma once

#include <cstdint>

// [native, kokkos]
struct Arguments {
  const double* x;   // n elements
  const double* y0;  // n elements
  double* y;         // n elements
  std::int64_t n;

  static constexpr double a = 2.5;
};
// [/]

/// Native code, in native.cpp. `queue`: the stream of a GPU.
void run_on_host(const Arguments& arguments);
void run_on_gpu(const Arguments& arguments, void* queue);
