// SPDX-License-Identifier: Apache-2.0
// How many bytes L2 fetches from memory for one sector that it lacks, as far as a program may say:
// by CUDA's runtime, since Kokkos has no word for it.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>

#include "backends/kokkos/execution.hpp"
#include "base/error.hpp"

namespace tilebridge::kokkos {

#ifdef KOKKOS_ENABLE_CUDA

// [mentioned: FetchLimit]
/// While a launch with so many bytes exists, the device's limit is that; afterwards it is what it
/// was. 0 leaves it as it is. The limit is a hint: the driver may keep another value.
class FetchLimit {
 public:
  explicit FetchLimit(int bytes) : wanted_(static_cast<std::size_t>(bytes)) {
    if (set()) return;
    restore();
    throw Unavailable("this device keeps another granularity of fetches to L2");
  }
  FetchLimit(const FetchLimit&) = delete;
  FetchLimit& operator=(const FetchLimit&) = delete;
  ~FetchLimit() { restore(); }

  /// Before each launch: another one that came to its end may have given the limit back.
  void ensure() {
    if (!set()) throw Unavailable("the granularity of fetches to L2 has been changed");
  }

 private:
  static std::size_t current() {
    std::size_t bytes = 0;
    const cudaError_t status = cudaDeviceGetLimit(&bytes, cudaLimitMaxL2FetchGranularity);
    if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
    return bytes;
  }
  /// Whether the limit has the value that is wanted. Remembers what it was: only the object that
  /// changes a limit gives it back.
  bool set() {
    if (wanted_ == 0) return true;
    const std::size_t now = current();
    if (now == wanted_) return true;
    if (!before_) before_ = now;
    const cudaError_t status = cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, wanted_);
    cudaGetLastError();  // not a sticky error: clear it
    return status == cudaSuccess && current() == wanted_;
  }
  void restore() const {
    if (before_) cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, *before_);
  }

  std::size_t wanted_;
  std::optional<std::size_t> before_;
};

// [/]

#else

/// HIP has no such limit, so only 0 has an equivalent.
class FetchLimit {
 public:
  explicit FetchLimit(int bytes) {
    if (bytes != 0) throw NoEquivalent("HIP does not say how much L2 fetches from memory");
  }
  void ensure() const {}
};

#endif

}  // namespace tilebridge::kokkos
