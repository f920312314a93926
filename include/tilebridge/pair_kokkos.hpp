// SPDX-License-Identifier: Apache-2.0
// The Kokkos side of a pair: initialises the Kokkos that the object is linked with, and hands
// kernels the execution space instance that tilebridge times.
//
//   class Axpy final : public tilebridge::KokkosPair<Axpy> {
//    public:
//     tilebridge::PairLaunch native(const tilebridge::PairCase& c, tilebridge::PairPlatform
//     platform,
//                                   void* queue) const override;
//     template <class Space>
//     tilebridge::PairLaunch kokkos_on(const Space& space, const tilebridge::PairCase& c) const;
//     …
//   };
//
// A pair of further models overrides models() and prepare(), which calls KokkosPair::prepare() for
// these two.
#pragma once

#include <Kokkos_Core.hpp>
#ifdef _OPENMP
#include <omp.h>
#endif
#include <stdexcept>
#include <string>
#include <tilebridge/pair.hpp>
#include <type_traits>

namespace tilebridge {

/// `Derived` has kokkos_on(), for the host's space and, where Kokkos has one, the GPU's.
template <class Derived>
class KokkosPair : public Pair {
 public:
  std::vector<std::string> models() const override { return {"native", "kokkos"}; }
  bool has(PairPlatform platform, const std::string& model) const override {
    return platform == PairPlatform::host || (model == "kokkos" ? has_gpu : has_native_on_gpu());
  }
  /// Whether native(), and further models, take a GPU's platform too.
  virtual bool has_native_on_gpu() const { return has_gpu; }

  /// `queue`: see Pair::prepare(). A pair whose models() leave out "native" has none.
  virtual PairLaunch native(const PairCase&, PairPlatform, void*) const {
    throw std::runtime_error("its class does not override native()");
  }
  PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform platform,
                     void* queue) const override {
    if (model == "native") return native(c, platform, queue);
    if (model != "kokkos")
      throw std::runtime_error("its class does not override prepare() for " + model);
    const auto& self = static_cast<const Derived&>(*this);
    if (platform == PairPlatform::host) return self.kokkos_on(Host(), c);
    if constexpr (has_gpu) return self.kokkos_on(on(queue), c);
    throw std::runtime_error("this object's Kokkos has no GPU");
  }

  /// On a host, OpenMP then has as many threads as Kokkos, for the other models.
  void open(PairPlatform platform, int device) override {
    if (!has(platform, "kokkos")) return;
    initialise(device);
#ifdef _OPENMP
    if (platform == PairPlatform::host) omp_set_num_threads(Host().concurrency());
#endif
  }
  void close() override {
    if (owns_kokkos_) Kokkos::finalize();
    owns_kokkos_ = false;
  }
  std::string release(const std::string& model) const override {
    if (model != "kokkos") return "";
    return std::to_string(KOKKOS_VERSION / 10000) + "." +
           std::to_string(KOKKOS_VERSION / 100 % 100) + (KOKKOS_VERSION % 100 < 10 ? ".0" : ".") +
           std::to_string(KOKKOS_VERSION % 100) + " (" + Gpu::name() + ")";
  }

 private:
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Gpu = Kokkos::DefaultExecutionSpace;
  static constexpr bool has_gpu = !std::is_same_v<Host, Gpu>;

  void initialise(int device) {
    if (Kokkos::is_initialized()) return;  // a Kokkos shared with tilebridge
#if KOKKOS_VERSION >= 30700
    Kokkos::initialize(
        Kokkos::InitializationSettings().set_device_id(device).set_disable_warnings(true));
#else
    Kokkos::initialize(Kokkos::InitArguments(-1, -1, device, true));
#endif
    owns_kokkos_ = true;
  }

  static auto on([[maybe_unused]] void* queue) {
#if defined(KOKKOS_ENABLE_CUDA)
    return Gpu(static_cast<cudaStream_t>(queue));
#elif defined(KOKKOS_ENABLE_HIP)
    return Gpu(static_cast<hipStream_t>(queue));
#else
    return Gpu();
#endif
  }

  bool owns_kokkos_ = false;
};

}  // namespace tilebridge
