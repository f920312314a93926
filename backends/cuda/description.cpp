// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/description.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {
namespace {

int attribute(cudaDeviceAttr which, int index) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, index), "reading a device attribute");
  return value;
}

/// fp32 lanes per SM (NVIDIA, CUDA C++ Programming Guide, "Arithmetic Instructions": results per
/// clock cycle and multiprocessor of 32-bit floating-point add); 0 if unknown.
int fp32_lanes(int major, int minor) {
  if (major == 7 || (major == 8 && minor == 0)) return 64;
  if ((major == 6 && minor != 0) || major == 8 || major == 9 || major == 10 || major == 12)
    return 128;
  return 0;
}

/// Writes it as nvidia-smi does: "GPU-00112233-4455-6677-8899-aabbccddeeff".
std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU";
  for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
    if (i == 0 || (i >= 4 && i <= 10 && i % 2 == 0)) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

std::vector<kernels::DeviceLimit> limits_of(const cudaDeviceProp& p, int index) {
  const auto kib = [](std::size_t bytes) { return fmt::format("{} KiB", bytes / 1024); };
  const auto mhz = [](int khz) { return fmt::format("{} MHz", khz / 1000); };
  return {
      {"Compute capability", fmt::format("{}.{}", p.major, p.minor)},
      {"Multiprocessors", fmt::format("{}", p.multiProcessorCount)},
      {"Warp size", fmt::format("{} threads", p.warpSize)},
      {"Threads per block, at most", fmt::format("{}", p.maxThreadsPerBlock)},
      {"Block dimensions, at most",
       fmt::format("{} x {} x {}", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2])},
      {"Grid dimensions, at most",
       fmt::format("{} x {} x {}", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2])},
      {"Threads per multiprocessor", fmt::format("{}", p.maxThreadsPerMultiProcessor)},
      {"Warps per multiprocessor", fmt::format("{}", p.maxThreadsPerMultiProcessor / p.warpSize)},
      {"Blocks per multiprocessor", fmt::format("{}", p.maxBlocksPerMultiProcessor)},
      {"Shared memory per block", kib(p.sharedMemPerBlock)},
      {"Shared memory per block, opted in", kib(p.sharedMemPerBlockOptin)},
      {"Shared memory per multiprocessor", kib(p.sharedMemPerMultiprocessor)},
      {"Shared memory reserved per block", kib(p.reservedSharedMemPerBlock)},
      {"Registers per block", fmt::format("{} of 32 bits", p.regsPerBlock)},
      {"Registers per multiprocessor", fmt::format("{} of 32 bits", p.regsPerMultiprocessor)},
      {"Constant memory", kib(p.totalConstMem)},
      {"L2 cache", kib(static_cast<std::size_t>(p.l2CacheSize))},
      {"Clock, at most", mhz(attribute(cudaDevAttrClockRate, index))},
      {"Memory clock, at most", mhz(attribute(cudaDevAttrMemoryClockRate, index))},
      {"Memory bus", fmt::format("{} bits", p.memoryBusWidth)},
      {"Copy engines", fmt::format("{}", p.asyncEngineCount)},
      {"ECC", p.ECCEnabled != 0 ? "on" : "off"},
  };
}

}  // namespace

kernels::DeviceInfo describe(int index) {
  cudaDeviceProp p{};
  check(cudaGetDeviceProperties(&p, index), "reading the device's properties");
  int runtime = 0;
  check(cudaRuntimeGetVersion(&runtime), "reading the runtime's version");
  kernels::DeviceInfo info;
  info.name = p.name;
  info.architecture = fmt::format("sm_{}{}", p.major, p.minor);
  info.runtime = fmt::format("CUDA {}.{}", runtime / 1000, runtime % 1000 / 10);
  info.pci_bus = fmt::format("{:04x}:{:02x}:{:02x}.0", p.pciDomainID, p.pciBusID, p.pciDeviceID);
  info.uuid = uuid_text(p.uuid);
  info.memory_bytes = p.totalGlobalMem;
  info.cache_bytes = static_cast<std::size_t>(p.l2CacheSize);
  info.units = p.multiProcessorCount;
  info.clock_hz = 1e3 * attribute(cudaDevAttrClockRate, index);
  // Two transfers per clock.
  info.datasheet_bytes_per_s =
      2e3 * attribute(cudaDevAttrMemoryClockRate, index) * p.memoryBusWidth / 8;
  info.datasheet_flops = 2.0 * info.clock_hz * info.units * fp32_lanes(p.major, p.minor);
  info.limits = limits_of(p, index);
  return info;
}

bool lies_on_device(const void* pointer) {
  cudaPointerAttributes attributes{};
  check(cudaPointerGetAttributes(&attributes, pointer), "asking where memory lies");
  return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

}  // namespace tilebridge::cuda
