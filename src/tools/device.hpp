// SPDX-License-Identifier: Apache-2.0
// The devices that kernels run on, as Kokkos numbers them for a tool.
#pragma once

#include <cstdint>
#include <string>

namespace tilebridge::tools {

/// An execution space and one of its devices. Kokkos appends 17 bits for the instance.
using Device = std::uint32_t;

Device device_of(std::uint32_t kokkos_id);
/// "Cuda", as Kokkos names it.
std::string space_of(Device device);
/// The number that its runtime gives it.
std::uint32_t number_of(Device device);
/// "NVIDIA H200", asked of the driver if the application has loaded it; "" where that is not
/// possible, and for processors.
std::string name_of(Device device);

}  // namespace tilebridge::tools
