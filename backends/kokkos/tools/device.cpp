// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <array>
#include <string>

#include "backends/kokkos/tools/log.hpp"

namespace tilebridge::tools {
namespace {

// Kokkos_Profiling_Interface.hpp: 8 bits for the space, 7 for the device, 17 for the instance.
constexpr unsigned number_bits = 7;
constexpr unsigned instance_bits = 17;

/// The interface numbers them so.
constexpr std::array spaces = {"Serial", "OpenMP",  "Cuda", "HIP",    "OpenMPTarget",
                               "HPX",    "Threads", "SYCL", "OpenACC"};

/// cuDeviceGet() and cuDeviceGetName(), or HIP's, of a library that is loaded already; the whole
/// program if it is null. Neither needs a context.
std::string name_by(const char* library, const char* get, const char* get_name, int number) {
  void* const loaded = ::dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (loaded == nullptr) return "";
  const auto device_get = reinterpret_cast<int (*)(int*, int)>(::dlsym(loaded, get));
  const auto device_name = reinterpret_cast<int (*)(char*, int, int)>(::dlsym(loaded, get_name));
  std::array<char, 256> name = {};
  int device = 0;
  const bool is_known = device_get != nullptr && device_name != nullptr &&
                        device_get(&device, number) == 0 &&
                        device_name(name.data(), name.size() - 1, device) == 0;
  ::dlclose(loaded);
  return is_known ? name.data() : "";
}

}  // namespace

Device device_of(std::uint32_t kokkos_id) { return kokkos_id >> instance_bits; }

std::string space_of(Device device) {
  const std::size_t space = device >> number_bits;
  return space < spaces.size() ? spaces[space] : "Unknown";
}

std::uint32_t number_of(Device device) { return device & ((1U << number_bits) - 1); }

std::string name_of(Device device) {
  const std::string space = space_of(device);
  const int number = static_cast<int>(number_of(device));
  if (space == "Cuda") return name_by("libcuda.so.1", "cuDeviceGet", "cuDeviceGetName", number);
  if (space == "HIP") return name_by(nullptr, "hipDeviceGet", "hipDeviceGetName", number);
  return "";
}

}  // namespace tilebridge::tools
