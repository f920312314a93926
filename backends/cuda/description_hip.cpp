// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/description.hpp"
#include "backends/hip/memory.hpp"

namespace tilebridge::cuda {
namespace {

/// The instruction set alone: HIP's name of the architecture has its features too.
std::string architecture_of(const hipDeviceProp_t& p) {
  const std::string name = p.gcnArchName;
  return name.substr(0, name.find(':'));
}

std::vector<kernels::DeviceLimit> limits_of(const hipDeviceProp_t& p) {
  const auto kib = [](std::size_t bytes) { return fmt::format("{} KiB", bytes / 1024); };
  const auto mhz = [](int khz) { return fmt::format("{} MHz", khz / 1000); };
  return {
      {"Architecture", p.gcnArchName},
      {"Compute units", fmt::format("{}", p.multiProcessorCount)},
      {"Wavefront size", fmt::format("{} threads", p.warpSize)},
      {"Threads per block, at most", fmt::format("{}", p.maxThreadsPerBlock)},
      {"Block dimensions, at most",
       fmt::format("{} x {} x {}", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2])},
      {"Grid dimensions, at most",
       fmt::format("{} x {} x {}", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2])},
      {"Threads per compute unit", fmt::format("{}", p.maxThreadsPerMultiProcessor)},
      {"Shared memory per block", kib(p.sharedMemPerBlock)},
      {"Registers per block", fmt::format("{} of 32 bits", p.regsPerBlock)},
      {"Constant memory", kib(p.totalConstMem)},
      {"L2 cache", kib(static_cast<std::size_t>(p.l2CacheSize))},
      {"Infinity Cache", kib(hip::infinity_cache_bytes(architecture_of(p))) + " (data sheet)"},
      {"Managed memory", hip::managed_memory_text(p.gcnArchName)},
      {"Clock, at most", mhz(p.clockRate)},
      {"Memory clock, at most", mhz(p.memoryClockRate)},
      {"Memory bus", fmt::format("{} bits", p.memoryBusWidth)},
      {"ECC", p.ECCEnabled != 0 ? "on" : "off"},
  };
}

}  // namespace

/// The datasheet's rates remain unknown: the number of transfers per memory clock and of operations
/// per clock differs between GPU generations, and the runtime does not report it.
kernels::DeviceInfo describe(int index) {
  hipDeviceProp_t p{};
  check(hipGetDeviceProperties(&p, index), "reading the device's properties");
  kernels::DeviceInfo info;
  info.name = p.name;
  info.architecture = architecture_of(p);
  info.runtime = fmt::format("HIP {}.{}", HIP_VERSION_MAJOR, HIP_VERSION_MINOR);
  info.pci_bus = fmt::format("{:04x}:{:02x}:{:02x}.0", p.pciDomainID, p.pciBusID, p.pciDeviceID);
  info.memory_bytes = p.totalGlobalMem;
  info.cache_bytes =
      hip::last_cache_bytes(info.architecture, static_cast<std::size_t>(p.l2CacheSize));
  info.units = p.multiProcessorCount;
  info.clock_hz = 1e3 * p.clockRate;
  info.limits = limits_of(p);
  return info;
}

bool lies_on_device(const void* pointer) {
  hipPointerAttribute_t attributes{};
  if (hipPointerGetAttributes(&attributes, pointer) != hipSuccess) {
    static_cast<void>(hipGetLastError());  // HIP 5 does not know memory that it did not allocate
    return false;
  }
#if HIP_VERSION_MAJOR >= 6
  return attributes.type == hipMemoryTypeDevice || attributes.type == hipMemoryTypeManaged;
#else
  return attributes.memoryType == hipMemoryTypeDevice || attributes.isManaged != 0;
#endif
}

}  // namespace tilebridge::cuda
