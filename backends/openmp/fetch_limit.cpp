// SPDX-License-Identifier: Apache-2.0
#include "backends/openmp/fetch_limit.hpp"

#ifdef TILEBRIDGE_WITH_CUDA
#include <cuda_runtime_api.h>
#endif

#include "backends/cache/fetch_limit.hpp"

namespace tilebridge::openmp {

std::shared_ptr<kernels::HeldLimit> fetch_limit(int bytes, Queue queue) {
  return cache::fetch_limit(queue.on_host ? 0 : bytes);
}

}  // namespace tilebridge::openmp
