// SPDX-License-Identifier: Apache-2.0
// The device that both kernels run on: a GPU (gpu.cu) or the processor (host.cpp).
#pragma once

#include <memory>
#include <string>

#include "harness/case.hpp"
#include "kernels/registrar.hpp"

namespace reproducer {

using Launch = tilebridge::kernels::PreparedLaunch;
using Memory = std::shared_ptr<void>;

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string name() const = 0;

  /// Throws std::exception if there is not enough.
  virtual Memory allocate(std::size_t bytes, Space space) = 0;
  /// Copies to or from memory of any space, and waits.
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;

  /// Registers the kernels, which run where seconds_of() waits for them.
  virtual void add_native(tilebridge::kernels::Registry& registry) = 0;
  virtual void add_kokkos(tilebridge::kernels::Registry& registry) = 0;

  virtual void run(const Launch& launch) = 0;
  /// The time of a launch, of data that no cache has.
  virtual double seconds_of(const Launch& launch) = 0;
};

std::unique_ptr<Device> open_device();

}  // namespace reproducer
