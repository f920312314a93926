// SPDX-License-Identifier: Apache-2.0
#include "backends/openmp/device.hpp"

#include <stdexcept>

#include "backends/cuda/cuda.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <cuda.h>
#endif

namespace tilebridge::openmp {
namespace {

using cuda::check;

#ifdef TILEBRIDGE_WITH_HIP

using Function = hipFunction_t;
using Module = hipModule_t;

#define TILEBRIDGE_DRIVER(name) (hip##name)

void check_driver(hipError_t status, const char* doing) { check(status, doing); }

#else

using Function = CUfunction;
using Module = CUmodule;

/// A function of the driver, which the runtime library finds: a machine without a GPU has no
/// libcuda.so to link with.
template <class Type>
Type* driver(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = {};
#if CUDART_VERSION >= 12050
  const cudaError_t status =
      cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found);
#else
  const cudaError_t status = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
  check(status, name);
  if (found != cudaDriverEntryPointSuccess)
    throw std::runtime_error(std::string("this driver has no ") + name);
  return reinterpret_cast<Type*>(function);
}

#define TILEBRIDGE_DRIVER(name) (driver<decltype(cu##name)>("cu" #name))

void check_driver(CUresult status, const char* doing) {
  if (status == CUDA_SUCCESS) return;
  const char* text = nullptr;
  TILEBRIDGE_DRIVER(GetErrorString)(status, &text);
  throw std::runtime_error(std::string(doing) + ": " + (text != nullptr ? text : "unknown error"));
}

#endif

}  // namespace

std::uint32_t DeviceFunction::most_threads() const {
  int most = 0;
#ifdef TILEBRIDGE_WITH_HIP
  constexpr auto attribute = HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
#else
  constexpr auto attribute = CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
#endif
  check_driver(
      TILEBRIDGE_DRIVER(FuncGetAttribute)(&most, attribute, static_cast<Function>(function_)),
      "asking for a kernel's threads");
  return static_cast<std::uint32_t>(most);
}

void DeviceFunction::launch(std::uint64_t blocks, std::uint32_t threads, std::uint32_t shared_bytes,
                            void* stream, void** arguments) const {
#ifdef TILEBRIDGE_WITH_HIP
  const auto status = hipModuleLaunchKernel(
#else
  static const auto launch_kernel = TILEBRIDGE_DRIVER(LaunchKernel);
  const auto status = launch_kernel(
#endif
      static_cast<Function>(function_), static_cast<unsigned>(blocks), 1, 1, threads, 1, 1,
      shared_bytes, static_cast<cuda::Stream>(stream), arguments, nullptr);
  check_driver(status, "launching a target region");
}

std::optional<DeviceModule> DeviceModule::loaded(const char* code) {
#ifdef TILEBRIDGE_WITH_HIP
  constexpr auto of_another_gpu = hipErrorNoBinaryForGpu;
#else
  constexpr auto of_another_gpu = CUDA_ERROR_NO_BINARY_FOR_GPU;
#endif
  Module module = nullptr;
  const auto status = TILEBRIDGE_DRIVER(ModuleLoadData)(&module, code);
  if (status == of_another_gpu) return std::nullopt;
  check_driver(status, "loading OpenMP code");
  return DeviceModule(module);
}

DeviceFunction DeviceModule::function(const std::string& name) const {
  Function function = nullptr;
  check_driver(
      TILEBRIDGE_DRIVER(ModuleGetFunction)(&function, static_cast<Module>(module_), name.c_str()),
      name.c_str());
  return DeviceFunction(function);
}

void DeviceModule::read(const std::string& variable, void* into, std::size_t bytes) const {
#ifdef TILEBRIDGE_WITH_HIP
  hipDeviceptr_t address = nullptr;
#else
  CUdeviceptr address = 0;
#endif
  std::size_t size = 0;
  check_driver(TILEBRIDGE_DRIVER(ModuleGetGlobal)(&address, &size, static_cast<Module>(module_),
                                                  variable.c_str()),
               variable.c_str());
  if (size < bytes) throw std::runtime_error(variable + " is of another version of LLVM");
  check(cudaMemcpy(into, reinterpret_cast<const void*>(address), bytes, cudaMemcpyDeviceToHost),
        "reading about a kernel");
}

std::uint32_t warp_size() { return cuda::warp_size; }

int resident_threads() { return cuda::resident_threads(); }

void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "allocating for OpenMP");
  return memory;
}

void release(void* memory) { static_cast<void>(cudaFree(memory)); }

void copy_to_device(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copying to the device");
}

void clear(void* memory, std::size_t bytes, void* stream) {
  check(cudaMemsetAsync(memory, 0, bytes, static_cast<cuda::Stream>(stream)), "clearing memory");
}

}  // namespace tilebridge::openmp
