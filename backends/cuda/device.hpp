// SPDX-License-Identifier: Apache-2.0
// A CUDA device as the measuring code sees it.
#pragma once

#include <memory>

#include "backends/cuda/runtime.hpp"
#include "measure/platform.hpp"

namespace tilebridge::cuda {

/// A device with a stream of its own, on which everything runs.
class Device : public PlatformDevice {
 public:
  virtual cudaStream_t stream() const = 0;
};

/// Throws PlatformError where there is no such device, saying why.
std::unique_ptr<Device> open_device(int index);

/// How many devices there are; 0 where why_no_device() says why.
int device_count();

/// "" where device `index` is there, else the reason in one line.
std::string why_no_device(int index);

}  // namespace tilebridge::cuda
