#include <stdexcept>

#include "my_kernel.hpp"

// [MODEL]
void MODEL_on_host(const Arguments& a) {
#pragma omp parallel for
  for (std::int64_t i = 0; i < a.n; ++i) a.y[i] = Arguments::a * a.x[i] + a.y0[i];
}

#if defined(__CUDACC__) || defined(__HIPCC__)

#ifdef __HIPCC__
#include <hip/hip_runtime.h>
using Stream = hipStream_t;
#else
using Stream = cudaStream_t;
#endif

namespace {

__global__ void kernel(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t(blockDim.x) + threadIdx.x;
  if (i < a.n) a.y[i] = Arguments::a * a.x[i] + a.y0[i];
}

}  // namespace

void MODEL_on_gpu(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  const auto blocks = static_cast<unsigned>((a.n + threads - 1) / threads);
  if (blocks > 0) kernel<<<blocks, threads, 0, static_cast<Stream>(queue)>>>(a);
}

// [/]
#else

void MODEL_on_gpu(const Arguments&, void*) { throw std::runtime_error("built without a GPU"); }

#endif
