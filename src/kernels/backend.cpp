// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"

namespace tilebridge::kernels {
namespace {

LoadedModel beside_program(const std::string& name) {
  return {std::filesystem::read_symlink("/proc/self/exe").parent_path() / name, shared_headers};
}

}  // namespace

OwnKokkos::OwnKokkos() {
  try {
    model_.emplace(beside_program("kokkos.so"));
  } catch (const UsageError& error) {
    failure_ = error.what();
  }
}

void OwnKokkos::start(int device) {
  if (model_) model_->start(device);
}

int OwnKokkos::threads() const {
  if (model_) return model_->threads();
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Json OwnKokkos::describe() const {
  if (!model_) return {{"missing", failure_}};
  Json json = {{"version", model_->kokkos()},
               {"spaces", model_->spaces()},
               {"compiler", model_->compiler()},
               {"flags", model_->flags()},
               {"configuration", model_->configuration()}};
  if (const char* tools = std::getenv("KOKKOS_TOOLS_LIBS"))
    json["tools"] = tools;  // a loaded tool affects the measurements
  return json;
}

Backend::Backend(Platform platform, int index, std::unique_ptr<PlatformDevice> device,
                 const OwnKokkos& kokkos, Libraries libraries)
    : platform_(platform), device_(std::move(device)) {
  load(Model::native, index, kokkos.threads());
  if (platform == Platform::cuda && libraries == Libraries::loaded)
    load(Model::vendor, index, kokkos.threads());
  register_kokkos(kokkos);
  check_complete(libraries);
}

void Backend::open(const LoadedModel& started, int threads) {
  started.open(
      platform_, device_->info().architecture, threads,
      [device = device_.get()] { return device->queue(); }, catalogue(), implementations_);
}

void Backend::load(Model model, int index, int threads) try {
  LoadedModel loaded = beside_program(fmt::format("{}-{}.so", name_of(model), name_of(platform_)));
  loaded.start(index);
  open(loaded, threads);
} catch (const Error& error) {
  failures_[model] = error.what();
}

void Backend::register_kokkos(const OwnKokkos& kokkos) try {
  if (!kokkos.model())
    failures_[Model::kokkos] = kokkos.failure();
  else if (kokkos.runs_on(platform_))
    open(*kokkos.model(), kokkos.threads());
  else
    missing_kokkos_ =
        fmt::format("this build's Kokkos has no {} ({})",
                    platform_ == Platform::cuda ? "CUDA" : "HIP", kokkos.model()->spaces());
} catch (const Error& error) {
  failures_[Model::kokkos] = error.what();
}

void Backend::check_complete(Libraries libraries) const {
  std::vector<Model> models = {Model::native};
  if (libraries == Libraries::loaded) models.push_back(Model::vendor);
  if (missing_kokkos_.empty()) models.push_back(Model::kokkos);
  std::erase_if(models, [&](Model model) { return failures_.contains(model); });
  const std::vector<std::string> missing =
      missing_kernels(implementations_, catalogue(), platform_, models);
  if (!missing.empty())
    throw InternalError(fmt::format("not registered: {}", fmt::join(missing, "; ")));
}

}  // namespace tilebridge::kernels
