// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "build_info.hpp"
#include "catalogue/catalogue.hpp"
#include "git_state.hpp"

namespace tilebridge::kernels {
namespace {

std::filesystem::path path_beside_program(const std::string& name) {
  return program_path().parent_path() / name;
}

LoadedModel beside_program(const std::string& name) {
  return {path_beside_program(name), shared_headers};
}

std::string object_of(std::string_view object, Platform platform) {
  return fmt::format("{}-{}.so", object, name_of(platform));
}

/// A build for HIP has them only where it found hipBLAS and hipCUB.
bool has_libraries(Platform platform) {
  return platform == Platform::cuda ||
         (platform == Platform::hip &&
          std::filesystem::exists(path_beside_program(object_of("libraries", platform))));
}

}  // namespace

OwnModels::OwnModels() {
  for (const std::string& name : split(build_info::models, ';')) {
    try {
      models_.push_back(beside_program(name + ".so"));
    } catch (const UsageError& error) {
      failures_[Model(name)] = error.what();
    }
  }
}

void OwnModels::start(int device) {
  for (LoadedModel& model : models_) model.start(device);
}

int OwnModels::threads() const {
  for (const LoadedModel& model : models_)
    if (const int threads = model.threads(); threads > 0) return threads;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Backend::Backend(Platform platform, int index, std::unique_ptr<PlatformDevice> device,
                 const OwnModels& models, Libraries libraries)
    : platform_(platform), device_(std::move(device)), failures_(models.failures()) {
  if (!has_libraries(platform)) libraries = Libraries::left_out;
  load("native", index, models.threads());
  if (libraries == Libraries::loaded) load("libraries", index, models.threads());
  for (const LoadedModel& model : models.models()) open_own(model, models.threads());
  for (const auto& [model, failure] : models.failures())
    builds_[std::string(model.key())] = {{"missing", failure}};
  check_complete(models, libraries);
}

void Backend::open(const LoadedModel& started, const Model& build, int threads) {
  started.open(
      platform_, device_->info().architecture, threads,
      [device = device_.get()] { return device->queue(); }, catalogue(), build, implementations_);
  builds_.emplace(std::string(build.key()), started.describe());
}

void Backend::load(const std::string& object, int index, int threads) try {
  LoadedModel loaded = beside_program(object_of(object, platform_));
  loaded.start(index);
  open(loaded, loaded.model(), threads);
} catch (const Error& error) {
  failures_[Model::native] = error.what();
}

void Backend::open_own(const LoadedModel& model, int threads) try {
  if (model.runs_on(platform_)) return open(model, model.model(), threads);
  missing_[Model(model.model().name())] =
      fmt::format("this build's {} has no {} ({})", model.label(),
                  platform_ == Platform::cuda ? "CUDA" : "HIP", model.spaces());
  builds_[std::string(model.model().key())] = model.describe();
} catch (const Error& error) {
  failures_[Model(model.model().name())] = error.what();
}

void Backend::check_complete(const OwnModels& own, Libraries libraries) const {
  std::vector<Model> models = {Model::native};
  for (const LoadedModel& model : own.models()) models.emplace_back(model.model().name());
  std::erase_if(models, [&](const Model& model) {
    return failures_.contains(model) || missing_.contains(model);
  });
  const std::vector<std::string> missing =
      missing_kernels(implementations_, catalogue(), platform_, models, libraries);
  if (!missing.empty())
    throw InternalError(fmt::format("not registered: {}", fmt::join(missing, "; ")));
}

}  // namespace tilebridge::kernels
