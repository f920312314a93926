// SPDX-License-Identifier: Apache-2.0
#include "backends/backends.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <optional>

#include "backends/host/device.hpp"
#include "backends/host/native.hpp"
#include "backends/kokkos/session.hpp"
#include "base/error.hpp"
#include "build_info.hpp"
#include "catalogue/catalogue.hpp"

#if defined(TILEBRIDGE_WITH_CUDA) || defined(TILEBRIDGE_WITH_HIP)
#define TILEBRIDGE_WITH_GPU
#include "backends/cuda/device.hpp"
#include "backends/cuda/native.hpp"
#endif
#ifdef TILEBRIDGE_WITH_CUDA
#include "backends/cuda/libraries/libraries.hpp"
#endif

namespace tilebridge {
namespace {

class HostBackend final : public Backend {
 public:
  HostBackend() : device_(host::open_device(kokkos::host_threads())) {
    host::NativeKernels native(implementations_, kokkos::host_threads);
    host::add_all(native);
    kokkos::add_host(implementations_);
  }
  measure::PlatformDevice& device() override { return *device_; }
  measure::Implementations& implementations() override { return implementations_; }
  void* queue() const override { return nullptr; }
  std::string missing_kokkos() const override { return ""; }

 private:
  std::unique_ptr<measure::PlatformDevice> device_;
  measure::Implementations implementations_;
};

#ifdef TILEBRIDGE_WITH_GPU

constexpr std::optional<Platform> gpu_platform = cuda::gpu_platform;

class GpuBackend final : public Backend {
 public:
  explicit GpuBackend(int index) : device_(cuda::open_device(index)) {
    const auto stream = [device = device_.get()] { return device->stream(); };
    cuda::NativeKernels native(implementations_, stream);
    cuda::add_all(native);
#ifdef TILEBRIDGE_WITH_CUDA
    cuda::libraries::LibraryCalls library(implementations_, stream);
    cuda::libraries::add_all(library);
#endif
    if (kokkos::has_gpu()) kokkos::add_gpu(implementations_, stream);
  }
  measure::PlatformDevice& device() override { return *device_; }
  measure::Implementations& implementations() override { return implementations_; }
  void* queue() const override { return device_->stream(); }
  std::string missing_kokkos() const override {
    if (kokkos::has_gpu()) return "";
    return fmt::format("this build's Kokkos has no {} ({})", cuda::runtime_name, kokkos::spaces());
  }

 private:
  std::unique_ptr<cuda::Device> device_;  // must outlive the Kokkos instances on its stream
  measure::Implementations implementations_;
};

#else

constexpr std::optional<Platform> gpu_platform;

#endif

/// Throws InternalError if a kernel promised by the catalogue is missing: at start-up rather than
/// in the middle of a run.
std::unique_ptr<Backend> complete(std::unique_ptr<Backend> backend, Platform platform) {
  std::vector<Model> models = {Model::native, Model::vendor};
  if (backend->missing_kokkos().empty()) models.push_back(Model::kokkos);
  const std::vector<std::string> missing =
      measure::missing_kernels(backend->implementations(), catalogue(), platform, models);
  if (!missing.empty())
    throw InternalError(fmt::format("not registered: {}", fmt::join(missing, "; ")));
  return backend;
}

}  // namespace

std::vector<Platform> built_platforms() {
  if (gpu_platform) return {*gpu_platform, Platform::host};
  return {Platform::host};
}

std::string why_not(Platform platform, int device) {
  if (platform == Platform::host)
    return device == 0 ? ""
                       : fmt::format("there is no device {}: the host is one device, 0", device);
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform) return cuda::why_no_device(device);
#endif
  return fmt::format("this build has no {} backend; build with a {}-* preset", name_of(platform),
                     name_of(platform));
}

int device_count(Platform platform) {
  if (platform == Platform::host) return 1;
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform) return cuda::device_count();
#endif
  return 0;
}

std::unique_ptr<Backend> open_backend(Platform platform, int device) {
  const std::string reason = why_not(platform, device);
  if (!reason.empty()) throw PlatformError(reason);
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform) return complete(std::make_unique<GpuBackend>(device), platform);
#endif
  return complete(std::make_unique<HostBackend>(), platform);
}

struct KokkosSession::Held {
  kokkos::Session session;
};

KokkosSession::KokkosSession(int device) {
  if (kokkos::has_gpu() && gpu_platform) {
    const std::string reason = why_not(*gpu_platform, device);
    if (!reason.empty())
      throw PlatformError(
          reason + "; this build's Kokkos needs one even on the host: use the preset 'host'");
  }
  held_.reset(new Held{kokkos::Session(device)});
}

KokkosSession::~KokkosSession() = default;

Json describe_builds() {
  Json builds = {
      {"build_type", build_info::build_type},
      {"host", {{"compiler", build_info::cxx_compiler}, {"flags", build_info::cxx_flags}}},
      {"kokkos",
       {{"version", kokkos::version()},
        {"spaces", kokkos::spaces()},
        {"compiler", build_info::kokkos_compiler},
        {"flags", build_info::kokkos_flags},
        {"configuration", kokkos::configuration()}}}};
  if (gpu_platform)
    builds[name_of(*gpu_platform)] = {{"compiler", build_info::gpu_compiler},
                                      {"flags", build_info::gpu_flags},
                                      {"architectures", build_info::gpu_architectures}};
  if (const char* tools = std::getenv("KOKKOS_TOOLS_LIBS"))
    builds["kokkos"]["tools"] = tools;  // a loaded tool affects the measurements
  return builds;
}

}  // namespace tilebridge
