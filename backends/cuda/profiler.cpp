// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/profiler.hpp"

#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>

#include <string>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

void start_profiler(const std::string& range) {
  check(cudaProfilerStart(), "starting the profiler");
  nvtxRangePushA(range.c_str());
}

void stop_profiler() {
  nvtxRangePop();
  check(cudaProfilerStop(), "stopping the profiler");
}

}  // namespace tilebridge::cuda
