// SPDX-License-Identifier: Apache-2.0
// One word per index of a RangePolicy, from places that are further apart than a sector. Kokkos
// says nothing of what L2 fetches: a program sets CUDA's limit around its kernels.
#include "catalogue/memory/fetch_granularity.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "base/error.hpp"

namespace tilebridge::kokkos::fetch_granularity_experiment {
namespace {

// [strided]
template <class Exec>
void strided(const SparseReads& r, const Exec& exec) {
  const std::int64_t stride = r.stride;
  const Vector<const std::uint32_t, Exec> in(
      r.in, r.count > 0 ? static_cast<std::size_t>((r.count - 1) * stride + 1) : 0);
  const Vector<std::uint32_t, Exec> out(r.out, r.count);
  Kokkos::parallel_for(
      "fetch_granularity/strided", RangePolicy<Exec>(exec, 0, r.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i * stride); });
}

// [random]
template <class Exec>
void random(const SparseReads& r, const Exec& exec) {
  const std::int64_t stride = r.stride;
  const Vector<const std::uint32_t, Exec> in(
      r.in, r.count > 0 ? static_cast<std::size_t>((r.count - 1) * stride + 1) : 0);
  const Vector<const std::uint32_t, Exec> index(r.index, r.count);
  const Vector<std::uint32_t, Exec> out(r.out, r.count);
  Kokkos::parallel_for(
      "fetch_granularity/random", RangePolicy<Exec>(exec, 0, r.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(index(i) * stride); });
}

// [/]

#ifdef TILEBRIDGE_KOKKOS_GPU
#ifdef KOKKOS_ENABLE_CUDA

// [mentioned: FetchLimit]
void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

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
    check(cudaDeviceGetLimit(&bytes, cudaLimitMaxL2FetchGranularity));
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

#else

// [mentioned: FetchLimit]
/// HIP has no such limit, so only 0 has an equivalent.
class FetchLimit {
 public:
  explicit FetchLimit(int bytes) {
    if (bytes != 0) throw NoEquivalent("HIP does not say how much L2 fetches from memory");
  }
  void ensure() const {}
};

#endif

// [*]
template <void (*launch)(const SparseReads&, const GpuExecution&)>
auto prepare(const SparseReads& r, const GpuExecution& exec) {
  return [r, exec, limit = std::make_shared<FetchLimit>(r.granularity)] {
    limit->ensure();
    launch(r, exec);
  };
}

// [/]

#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
#ifdef TILEBRIDGE_KOKKOS_GPU
  if constexpr (!is_host<Exec>) {
    kokkos.add_prepared("fetch_granularity/strided", prepare<strided<Exec>>);
    kokkos.add_prepared("fetch_granularity/random", prepare<random<Exec>>);
  }
#endif
  if constexpr (is_host<Exec>) {
    kokkos.add("fetch_granularity/strided", strided<Exec>);
    kokkos.add("fetch_granularity/random", random<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::fetch_granularity_experiment
