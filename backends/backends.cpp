// SPDX-License-Identifier: Apache-2.0
#include "backends/backends.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/host/device.hpp"
#include "base/error.hpp"
#include "build_info.hpp"

#if defined(TILEBRIDGE_WITH_CUDA) || defined(TILEBRIDGE_WITH_HIP)
#define TILEBRIDGE_WITH_GPU
#include "backends/cuda/device.hpp"
#endif

namespace tilebridge {
namespace {

#ifdef TILEBRIDGE_WITH_GPU
constexpr std::optional<Platform> gpu_platform = cuda::gpu_platform;
#else
constexpr std::optional<Platform> gpu_platform;
#endif

std::unique_ptr<kernels::PlatformDevice> open_device([[maybe_unused]] Platform platform,
                                                     [[maybe_unused]] int device, int threads) {
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform) return cuda::open_device(device);
#endif
  return host::open_device(threads);
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

std::optional<kernels::DeviceLoad> load_of([[maybe_unused]] Platform platform,
                                           [[maybe_unused]] int device) {
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform) return cuda::load_of(device);
#endif
  return std::nullopt;
}

kernels::OwnModels start_own_models(int device) {
  kernels::OwnModels models;
  for (const kernels::LoadedModel& model : models.models()) {
    const bool needs_gpu = gpu_platform && model.runs_on(*gpu_platform);
    if (const std::string reason = needs_gpu ? why_not(*gpu_platform, device) : ""; !reason.empty())
      throw PlatformError(
          fmt::format("{}; this build's {} needs one even on the host: use the preset 'host'",
                      reason, model.label()));
  }
  models.start(device);
  return models;
}

std::unique_ptr<kernels::Backend> open_backend(const kernels::OwnModels& models, Platform platform,
                                               int device, kernels::Libraries libraries) {
  const std::string reason = why_not(platform, device);
  if (!reason.empty()) throw PlatformError(reason);
  return std::make_unique<kernels::Backend>(
      platform, device, open_device(platform, device, models.threads()), models, libraries);
}

Json describe_builds(const Json& models) {
  Json builds = {
      {"build_type", build_info::build_type},
      {"host", {{"compiler", build_info::cxx_compiler}, {"flags", build_info::cxx_flags}}},
      {"models", models}};
  if (gpu_platform)
    builds[name_of(*gpu_platform)] = {{"compiler", build_info::gpu_compiler},
                                      {"flags", build_info::gpu_flags},
                                      {"architectures", build_info::gpu_architectures}};
  return builds;
}

}  // namespace tilebridge
