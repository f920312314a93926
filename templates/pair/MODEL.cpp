#include <stdexcept>

#include "my_kernel.hpp"

// [MODEL]
void MODEL_on_host(const Arguments& a) {
#pragma omp parallel for
#if TEAM
  for (std::int64_t i = 0; i < a.rows; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < a.columns; ++j) sum += a.a[i * a.columns + j] * a.x[j];
    a.y[i] = sum;
  }
#else
  for (std::int64_t i = 0; i < a.n; ++i) a.y[i] = Arguments::a * a.x[i] + a.y0[i];
#endif
}

#if defined(__CUDACC__) || defined(__HIPCC__)

#ifdef __HIPCC__
#include <hip/hip_runtime.h>
using Stream = hipStream_t;
#else
using Stream = cudaStream_t;
#endif

namespace {

#if TEAM
/// A block sums a row: each thread some of its terms, then all of them their sums.
__global__ void kernel(Arguments a) {
  __shared__ double sums[Arguments::most_threads];
  const int thread = threadIdx.x;
  const double* const row = a.a + blockIdx.x * a.columns;
  double sum = 0;
  for (std::int64_t j = thread; j < a.columns; j += a.threads) sum += row[j] * a.x[j];
  sums[thread] = sum;
  for (int half = a.threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) sums[thread] += sums[thread + half];
  }
  if (thread == 0) a.y[blockIdx.x] = sums[0];
}
#else
__global__ void kernel(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t(blockDim.x) + threadIdx.x;
  if (i < a.n) a.y[i] = Arguments::a * a.x[i] + a.y0[i];
}
#endif

}  // namespace

void MODEL_on_gpu(const Arguments& a, void* queue) {
#if TEAM
  const int threads = a.threads;
  const auto blocks = static_cast<unsigned>(a.rows);
#else
  constexpr int threads = 256;
  const auto blocks = static_cast<unsigned>((a.n + threads - 1) / threads);
#endif
  if (blocks > 0) kernel<<<blocks, threads, 0, static_cast<Stream>(queue)>>>(a);
}

// [/]
#else

void MODEL_on_gpu(const Arguments&, void*) { throw std::runtime_error("built without a GPU"); }

#endif
