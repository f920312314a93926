#if TEAM
// Every kernel is given this: y[i] = the sum of a[i, j] · x[j] over j, for every row i.
#else
// Every kernel is given this: y[i] = a · x[i] + y0[i] for i < n.
#endif
#pragma once

#include <cstdint>

// [MODELS]
struct Arguments {
#if TEAM
  const double* a;  // rows × columns elements, those of a row next to each other
  const double* x;  // columns elements
  double* y;        // rows elements
  std::int64_t rows, columns;
  int threads;  // of a GPU, for each row: a power of two

  static constexpr int most_threads = 1024;
#else
  const double* x;   // n elements
  const double* y0;  // n elements
  double* y;         // n elements
  std::int64_t n;

  static constexpr double a = 2.5;
#endif
};
// [/]

/// Each model is in the file of its name. All but native code begin as copies of it: replace them.
/// `queue`: the stream of a GPU.
void MODEL_on_host(const Arguments& arguments);
void MODEL_on_gpu(const Arguments& arguments, void* queue);
