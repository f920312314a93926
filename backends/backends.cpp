// SPDX-License-Identifier: Apache-2.0
#include "backends/backends.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include "backends/host/device.hpp"
#include "base/error.hpp"
#include "build_info.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"
#include "kernels/model.hpp"

#if defined(TILEBRIDGE_WITH_CUDA) || defined(TILEBRIDGE_WITH_HIP)
#define TILEBRIDGE_WITH_GPU
#include "backends/cuda/device.hpp"
#include "backends/cuda/runtime.hpp"
#endif

namespace tilebridge {

namespace {

/// The program's own Kokkos.
struct OwnKokkos {
  std::optional<kernels::LoadedModel> kokkos;
  std::string failure;  // why there is none
};

kernels::LoadedModel loaded(const std::string& name) {
  return {std::filesystem::read_symlink("/proc/self/exe").parent_path() / name, shared_headers};
}

/// Of the session that is held.
OwnKokkos* current = nullptr;

int host_threads() {
  if (current->kokkos) return current->kokkos->threads();
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// The objects of a platform: what each registers, or why it does not.
class Objects {
 public:
  Objects(Platform platform, int device, const measure::PlatformDevice& info,
          kernels::LoadedModel::CurrentQueue queue)
      : platform_(platform),
        device_(device),
        architecture_(info.info().architecture),
        queue_(std::move(queue)) {}

  void add(Model model) {
    const std::string file = fmt::format("{}-{}.so", name_of(model), name_of(platform_));
    add(model, [&] { open(loaded(file)); });
  }

  /// The session's; nothing if it has none for this platform.
  void add_kokkos() {
    if (!current->kokkos)
      failures_[Model::kokkos] = current->failure;
    else if (current->kokkos->runs_on(platform_))
      add(Model::kokkos, [&] { open(*current->kokkos); });
  }

  measure::Implementations& implementations() { return implementations_; }
  const std::map<Model, std::string>& failures() const { return failures_; }

 private:
  template <class Load>
  void add(Model model, const Load& load) try {
    load();
  } catch (const Error& error) {
    failures_[model] = error.what();
  }

  void open(kernels::LoadedModel&& model) {
    model.start(device_);
    open(static_cast<const kernels::LoadedModel&>(model));
  }
  void open(const kernels::LoadedModel& started) {
    started.open(platform_, architecture_, host_threads(), queue_, catalogue(), implementations_);
  }

  Platform platform_;
  int device_;
  std::string architecture_;
  kernels::LoadedModel::CurrentQueue queue_;
  measure::Implementations implementations_;
  std::map<Model, std::string> failures_;
};

class HostBackend final : public Backend {
 public:
  HostBackend()
      : device_(host::open_device(host_threads())),
        objects_(Platform::host, 0, *device_, [] { return nullptr; }) {
    objects_.add(Model::native);
    objects_.add_kokkos();
  }
  measure::PlatformDevice& device() override { return *device_; }
  measure::Implementations& implementations() override { return objects_.implementations(); }
  void* queue() const override { return nullptr; }
  std::string missing_kokkos() const override { return ""; }
  const std::map<Model, std::string>& failures() const override { return objects_.failures(); }

 private:
  std::unique_ptr<measure::PlatformDevice> device_;
  Objects objects_;
};

#ifdef TILEBRIDGE_WITH_GPU

constexpr std::optional<Platform> gpu_platform = cuda::gpu_platform;

class GpuBackend final : public Backend {
 public:
  GpuBackend(int index, [[maybe_unused]] Libraries libraries)
      : device_(cuda::open_device(index)),
        objects_(cuda::gpu_platform, index, *device_,
                 [device = device_.get()] { return device->stream(); }) {
    objects_.add(Model::native);
#ifdef TILEBRIDGE_WITH_CUDA
    if (libraries == Libraries::loaded) objects_.add(Model::vendor);
#endif
    objects_.add_kokkos();
  }
  measure::PlatformDevice& device() override { return *device_; }
  measure::Implementations& implementations() override { return objects_.implementations(); }
  void* queue() const override { return device_->stream(); }
  std::string missing_kokkos() const override {
    if (!current->kokkos || current->kokkos->runs_on(cuda::gpu_platform)) return "";
    return fmt::format("this build's Kokkos has no {} ({})", cuda::runtime_name,
                       current->kokkos->spaces());
  }
  const std::map<Model, std::string>& failures() const override { return objects_.failures(); }

 private:
  std::unique_ptr<cuda::Device> device_;  // must outlive the Kokkos instances on its stream
  Objects objects_;
};

#else

constexpr std::optional<Platform> gpu_platform;

#endif

/// Throws InternalError if a kernel promised by the catalogue is missing: at start-up rather than
/// in the middle of a run.
std::unique_ptr<Backend> complete(std::unique_ptr<Backend> backend, Platform platform,
                                  Libraries libraries) {
  std::vector<Model> models = {Model::native};
  if (libraries == Libraries::loaded) models.push_back(Model::vendor);
  if (backend->missing_kokkos().empty()) models.push_back(Model::kokkos);
  std::erase_if(models, [&](Model model) { return backend->failures().contains(model); });
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

std::optional<measure::DeviceLoad> load_of([[maybe_unused]] Platform platform,
                                           [[maybe_unused]] int device) {
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform) return cuda::load_of(device);
#endif
  return std::nullopt;
}

std::unique_ptr<Backend> open_backend(Platform platform, int device, Libraries libraries) {
  const std::string reason = why_not(platform, device);
  if (!reason.empty()) throw PlatformError(reason);
#ifdef TILEBRIDGE_WITH_GPU
  if (platform == gpu_platform)
    return complete(std::make_unique<GpuBackend>(device, libraries), platform, libraries);
#endif
  return complete(std::make_unique<HostBackend>(), platform, libraries);
}

struct KokkosSession::Held : OwnKokkos {};

KokkosSession::KokkosSession(int device) : held_(std::make_unique<Held>()) {
  std::optional<kernels::LoadedModel>& kokkos = held_->kokkos;
  try {
    kokkos.emplace(loaded("kokkos.so"));
  } catch (const UsageError& error) {
    held_->failure = error.what();
  }
  const bool needs_gpu = kokkos && gpu_platform && kokkos->runs_on(*gpu_platform);
  const std::string reason = needs_gpu ? why_not(*gpu_platform, device) : "";
  if (!reason.empty())
    throw PlatformError(reason +
                        "; this build's Kokkos needs one even on the host: use the preset 'host'");
  if (kokkos) kokkos->start(device);
  current = held_.get();
}

KokkosSession::~KokkosSession() { current = nullptr; }

namespace {

Json describe_kokkos() {
  if (!current->kokkos) return {{"missing", current->failure}};
  const kernels::LoadedModel& kokkos = *current->kokkos;
  Json json = {{"version", kokkos.kokkos()},
               {"spaces", kokkos.spaces()},
               {"compiler", kokkos.compiler()},
               {"flags", kokkos.flags()},
               {"configuration", kokkos.configuration()}};
  if (const char* tools = std::getenv("KOKKOS_TOOLS_LIBS"))
    json["tools"] = tools;  // a loaded tool affects the measurements
  return json;
}

}  // namespace

Json describe_builds() {
  Json builds = {
      {"build_type", build_info::build_type},
      {"host", {{"compiler", build_info::cxx_compiler}, {"flags", build_info::cxx_flags}}},
      {"kokkos", describe_kokkos()}};
  if (gpu_platform)
    builds[name_of(*gpu_platform)] = {{"compiler", build_info::gpu_compiler},
                                      {"flags", build_info::gpu_flags},
                                      {"architectures", build_info::gpu_architectures}};
  return builds;
}

}  // namespace tilebridge
