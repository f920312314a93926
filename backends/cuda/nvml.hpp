// SPDX-License-Identifier: Apache-2.0
// The driver's management library (NVML), if it is present. It is loaded at run time: a build needs
// neither its header nor the library.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/platform.hpp"

namespace tilebridge::cuda {

class Nvml {
 public:
  /// `pci_bus` is the device's, as in "0000:01:00.0". Without the library every answer is empty.
  explicit Nvml(const std::string& pci_bus);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  std::string driver_version() const;
  /// None if the device does not count its utilisation: one that is divided (MIG) does not.
  std::optional<kernels::DeviceLoad> load() const;
  /// Records what is throttling the clocks at this moment.
  void note_throttling();
  /// The reasons recorded since the last call, as text.
  std::vector<std::string> take_throttle_reasons();

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::uint64_t noted_ = 0;
};

}  // namespace tilebridge::cuda
