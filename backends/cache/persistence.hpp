// SPDX-License-Identifier: Apache-2.0
// The part of L2 whose lines persist, and what a stream's launches keep there: by CUDA's runtime.
// HIP has neither.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace tilebridge::cache {

// [shown]
#ifdef __CUDACC__

inline void check(cudaError_t status, const char* doing) {
  if (status != cudaSuccess)
    throw PlatformError(std::string("CUDA failed while ") + doing + ": " +
                        cudaGetErrorString(status));
}

inline std::size_t attribute(cudaDeviceAttr name) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&value, name, device), "asking for the L2 cache");
  return static_cast<std::size_t>(value);
}

inline std::size_t persisting_bytes() {
  std::size_t bytes = 0;
  check(cudaDeviceGetLimit(&bytes, cudaLimitPersistingL2CacheSize), "asking for persisting lines");
  return bytes;
}

constexpr std::size_t largest_part = std::numeric_limits<std::size_t>::max();  // of L2, to persist

/// The part of L2 where lines persist, which other data lose. It has `wanted` bytes, or the most
/// that the device allows, while a launch that needs them exists; before and after, it has none.
class SetAside {
 public:
  explicit SetAside(std::size_t wanted) {
    const std::size_t most = attribute(cudaDevAttrMaxPersistingL2CacheSize);
    const cudaError_t status =
        cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::min(wanted, most));
    cudaGetLastError();  // not a sticky error: clear it
    bytes_ = status == cudaSuccess ? persisting_bytes() : 0;
    if (bytes_ == 0) throw Unavailable("this device sets no part of L2 aside");
  }
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;
  ~SetAside() {
    cudaCtxResetPersistingL2Cache();
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  }

  std::size_t bytes() const { return bytes_; }
  /// The share of `bytes` bytes that persists: 1 where all of them do.
  double share_of(std::size_t bytes) const {
    return std::min(static_cast<double>(bytes_) / static_cast<double>(bytes), 1.0);
  }
  /// Goes before each launch: the end of another prepared launch may have given the part back.
  void ensure() const {
    if (persisting_bytes() != bytes_)
      check(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes_), "setting lines aside");
  }

 private:
  std::size_t bytes_ = 0;
};

/// `bytes` bytes from `first` on, or as many as a window may have: `share` of the accesses to them
/// persist, and all others stream.
inline cudaAccessPolicyWindow window_of(const void* first, std::size_t bytes, double share) {
  cudaAccessPolicyWindow window = {};
  window.base_ptr = const_cast<void*>(first);
  window.num_bytes = std::min(bytes, attribute(cudaDevAttrMaxAccessPolicyWindowSize));
  window.hitRatio = static_cast<float>(share);
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  return window;
}

/// Sets the policy of the launches that follow on the stream.
inline void set_window(const cudaAccessPolicyWindow& window, cudaStream_t stream) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = window;
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value),
        "setting a stream's access policy");
}

#endif

}  // namespace tilebridge::cache
