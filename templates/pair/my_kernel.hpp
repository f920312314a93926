// Every kernel is given this: y[i] = a · x[i] + y0[i] for i < n.
#pragma once

#include <cstdint>

// [MODELS]
struct Arguments {
  const double* x;   // n elements
  const double* y0;  // n elements
  double* y;         // n elements
  std::int64_t n;

  static constexpr double a = 2.5;
};
// [/]

/// Each model is in the file of its name. All but native code begin as copies of it: replace them.
/// `queue`: the stream of a GPU.
void MODEL_on_host(const Arguments& arguments);
void MODEL_on_gpu(const Arguments& arguments, void* queue);
