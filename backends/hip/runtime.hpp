// SPDX-License-Identifier: Apache-2.0
// HIP under CUDA's names, so that the kernels of backends/cuda also compile for AMD's GPUs, and
// what those GPUs lack. Only backends/cuda/runtime.hpp includes this.
#pragma once

#include <hip/hip_runtime.h>

// These come before the macros below, which stand for names that they use.
#include <hip/hip_fp16.h>
#if defined(TILEBRIDGE_WITH_HIPCUB) && defined(__HIPCC__)
#include <hipcub/hipcub.hpp>
#endif

#include <cstddef>

#include "backends/hip/launch_bounds.hpp"
#include "kernels/registrar.hpp"

#if defined(__HIP_DEVICE_COMPILE__) && !defined(__GFX9__)
#error "the kernels are written for wavefronts of 64 threads: compile them for gfx9…"
#endif

using cudaArray = hipArray;
using cudaArray_t = hipArray*;
using cudaChannelFormatDesc = hipChannelFormatDesc;
using cudaDeviceAttr = hipDeviceAttribute_t;
using cudaError_t = hipError_t;
using cudaEvent_t = hipEvent_t;
using cudaFuncCache = hipFuncCache_t;
using cudaGraphExec_t = hipGraphExec_t;
using cudaGraphNode_t = hipGraphNode_t;
using cudaGraph_t = hipGraph_t;
using cudaKernelNodeParams = hipKernelNodeParams;
using cudaMemcpyKind = hipMemcpyKind;
using cudaResourceDesc = hipResourceDesc;
using cudaStream_t = hipStream_t;
using cudaTextureAddressMode = hipTextureAddressMode;
using cudaTextureDesc = hipTextureDesc;
using cudaTextureFilterMode = hipTextureFilterMode;
using cudaTextureObject_t = hipTextureObject_t;

// Macros, because most of the names are macros, overloaded functions or enumerators.
#define CUDART_VERSION 0  // HIP has none of the changes made in CUDA 13
#define cudaAddressModeBorder hipAddressModeBorder
#define cudaAddressModeClamp hipAddressModeClamp
#define cudaAddressModeMirror hipAddressModeMirror
#define cudaAddressModeWrap hipAddressModeWrap
#define cudaCpuDeviceId hipCpuDeviceId
#define cudaCreateChannelDesc hipCreateChannelDesc
#define cudaCreateTextureObject hipCreateTextureObject
#define cudaDestroyTextureObject hipDestroyTextureObject
#define cudaDevAttrConcurrentManagedAccess hipDeviceAttributeConcurrentManagedAccess
#define cudaDevAttrMaxSharedMemoryPerBlockOptin hipDeviceAttributeMaxSharedMemoryPerBlock
#define cudaDevAttrMaxThreadsPerMultiProcessor hipDeviceAttributeMaxThreadsPerMultiProcessor
#define cudaDevAttrMemoryPoolsSupported hipDeviceAttributeMemoryPoolsSupported
#define cudaDevAttrMultiProcessorCount hipDeviceAttributeMultiprocessorCount
#define cudaDeviceCanAccessPeer hipDeviceCanAccessPeer
#define cudaDeviceDisablePeerAccess hipDeviceDisablePeerAccess
#define cudaDeviceEnablePeerAccess hipDeviceEnablePeerAccess
#define cudaDeviceGetAttribute hipDeviceGetAttribute
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaErrorMemoryAllocation hipErrorOutOfMemory
#define cudaErrorPeerAccessAlreadyEnabled hipErrorPeerAccessAlreadyEnabled
#define cudaEventCreate hipEventCreate
#define cudaEventCreateWithFlags hipEventCreateWithFlags
#define cudaEventDestroy hipEventDestroy
#define cudaEventDisableTiming hipEventDisableTiming
#define cudaEventElapsedTime hipEventElapsedTime
#define cudaEventQuery hipEventQuery
#define cudaEventRecord hipEventRecord
#define cudaFilterModeLinear hipFilterModeLinear
#define cudaFilterModePoint hipFilterModePoint
#define cudaFree hipFree
#define cudaFreeArray hipFreeArray
#define cudaFreeAsync hipFreeAsync
#define cudaFreeHost hipHostFree
#define cudaFuncAttributeMaxDynamicSharedMemorySize hipFuncAttributeMaxDynamicSharedMemorySize
#define cudaFuncAttributePreferredSharedMemoryCarveout hipFuncAttributePreferredSharedMemoryCarveout
#define cudaFuncCachePreferEqual hipFuncCachePreferEqual
#define cudaFuncCachePreferL1 hipFuncCachePreferL1
#define cudaFuncCachePreferNone hipFuncCachePreferNone
#define cudaFuncCachePreferShared hipFuncCachePreferShared
#define cudaGetDevice hipGetDevice
#define cudaGetDeviceCount hipGetDeviceCount
#define cudaGetErrorName hipGetErrorName
#define cudaGetErrorString hipGetErrorString
#define cudaGetLastError hipGetLastError
#define cudaGraphAddKernelNode hipGraphAddKernelNode
#define cudaGraphCreate hipGraphCreate
#define cudaGraphDestroy hipGraphDestroy
#define cudaGraphExecDestroy hipGraphExecDestroy
#define cudaGraphInstantiateWithFlags hipGraphInstantiateWithFlags
#define cudaGraphLaunch hipGraphLaunch
#define cudaMalloc hipMalloc
#define cudaMallocArray hipMallocArray
#define cudaMallocAsync hipMallocAsync
#define cudaMallocHost hipHostMalloc
#define cudaMallocManaged hipMallocManaged
#define cudaMemGetInfo hipMemGetInfo
#define cudaMemPrefetchAsync hipMemPrefetchAsync
#define cudaMemcpy hipMemcpy
#define cudaMemcpy2DToArrayAsync hipMemcpy2DToArrayAsync
#define cudaMemcpyAsync hipMemcpyAsync
#define cudaMemcpyDefault hipMemcpyDefault
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemcpyPeerAsync hipMemcpyPeerAsync
#define cudaMemsetAsync hipMemsetAsync
#define cudaReadModeElementType hipReadModeElementType
#define cudaResourceTypeArray hipResourceTypeArray
#define cudaResourceTypeLinear hipResourceTypeLinear
#define cudaSetDevice hipSetDevice
#define cudaSharedmemCarveoutMaxL1 0  // in percent of the maximum; HIP has no names for these
#define cudaSharedmemCarveoutMaxShared 100
#define cudaStreamCreateWithFlags hipStreamCreateWithFlags
#define cudaStreamDefault hipStreamDefault
#define cudaStreamDestroy hipStreamDestroy
#define cudaStreamLegacy nullptr  // the default stream, unless a compiler option makes it another
#define cudaStreamNonBlocking hipStreamNonBlocking
#define cudaStreamSynchronize hipStreamSynchronize
#define cudaStreamWaitEvent hipStreamWaitEvent
#define cudaSuccess hipSuccess

// HIP takes addresses where CUDA takes kernels and variables. Without the casts, overloads that
// take variables would take the address of the pointer.
template <class Kernel>
hipError_t cudaFuncSetAttribute(Kernel* kernel, hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class Symbol>
hipError_t cudaGetSymbolAddress(void** address, const Symbol& symbol) {
  return hipGetSymbolAddress(address, static_cast<const void*>(&symbol));
}
template <class Kernel>
hipError_t cudaFuncSetCacheConfig(Kernel* kernel, hipFuncCache_t preference) {
  return hipFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), preference);
}
template <class Symbol>
hipError_t cudaMemcpyToSymbolAsync(const Symbol& symbol, const void* from, std::size_t bytes,
                                   std::size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes, offset, kind,
                                stream);
}
template <class Symbol>
hipError_t cudaMemcpyFromSymbolAsync(void* to, const Symbol& symbol, std::size_t bytes,
                                     std::size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes, offset, kind,
                                  stream);
}

namespace tilebridge::cuda {

constexpr Platform gpu_platform = Platform::hip;
constexpr const char* runtime_name = "HIP";

/// Threads per wavefront.
constexpr int warp_size = hip::wavefront_size;

/// Maximum resident threads per compute unit: 8 wavefronts on each of its 4 SIMDs.
constexpr int most_resident_threads = 2048;

using hip::blocks_held;

constexpr kernels::Feature cache_operators = {false,
                                              "HIP has no loads and stores with a cache operator"};

constexpr kernels::Feature shared_spills = {false,
                                            "HIP's compiler does not spill to shared memory"};
constexpr kernels::Feature maxnreg = {false, "HIP caps registers by launch bounds alone"};
constexpr kernels::Feature maxrregcount = maxnreg;
#define __maxnreg__(registers)

constexpr kernels::Feature unaligned_barriers = {
    false, "all wavefronts of an AMD GPU's block must reach the same barrier"};
#define __barrier_sync(id) ((void)(id))

constexpr kernels::Feature shares_l1 = {false, "on AMD's GPUs shared memory is no part of a cache"};

constexpr kernels::Feature ptxas_options = {false,
                                            "HIP's compiler has no option for the caches of loads"};

/// Whether the current device supports textures: gfx90a does, gfx942 does not.
inline bool has_textures() {
  int device = 0;
  int supported = 0;
  return hipGetDevice(&device) == hipSuccess &&
         hipDeviceGetAttribute(&supported, hipDeviceAttributeImageSupport, device) == hipSuccess &&
         supported != 0;
}

}  // namespace tilebridge::cuda

// Cache operators matter only in kernels that are about them, and those are not run (see above);
// the other kernels need only the access itself.
#define __ldca(from) (*(from))
#define __ldcg(from) (*(from))
#define __ldcs(from) (*(from))
#define __stcg(to, value) (*(to) = (value))
#define __stcs(to, value) (*(to) = (value))
#define __stwt(to, value) (*(to) = (value))

// CUDA's second bound is blocks per SM, HIP's own macro takes wavefronts per SIMD.
#undef __launch_bounds__
#define __launch_bounds__(threads, ...)                              \
  __attribute__((amdgpu_flat_work_group_size(1, threads) __VA_OPT__( \
      , amdgpu_waves_per_eu(::tilebridge::hip::simd_wavefronts(threads, __VA_ARGS__)))))

#ifdef __HIPCC__

// A wavefront runs in lockstep: there is no mask of lanes to wait for. All that remains of a
// barrier is that the compiler must not move memory accesses across it.
#define __shfl_sync(mask, ...) ((void)(mask), __shfl(__VA_ARGS__))
#define __shfl_up_sync(mask, ...) ((void)(mask), __shfl_up(__VA_ARGS__))
#define __shfl_down_sync(mask, ...) ((void)(mask), __shfl_down(__VA_ARGS__))
#define __shfl_xor_sync(mask, ...) ((void)(mask), __shfl_xor(__VA_ARGS__))
#define __any_sync(mask, predicate) ((void)(mask), __any(predicate))
#define __syncwarp() ::tilebridge::cuda::sync_wavefront()
#define __reduce_add_sync(mask, value) ((void)(mask), ::tilebridge::cuda::add_wavefront(value))

namespace tilebridge::cuda {

inline __device__ void sync_wavefront() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

/// The sum over the wavefront, in every lane.
inline __device__ unsigned add_wavefront(unsigned value) {
  for (int distance = warp_size / 2; distance > 0; distance /= 2)
    value += __shfl_xor(value, distance);
  return value;
}

#ifdef __HIP_NO_IMAGE_SUPPORT
/// Lets kernels compile for devices without textures, where they are never launched.
template <class T, class... Coordinates>
__device__ T no_texture(hipTextureObject_t, Coordinates...) {
  return {};
}
#define tex1D ::tilebridge::cuda::no_texture
#define tex1Dfetch ::tilebridge::cuda::no_texture
#define tex2D ::tilebridge::cuda::no_texture
#endif

}  // namespace tilebridge::cuda

#endif
