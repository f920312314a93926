// SPDX-License-Identifier: Apache-2.0
// A device with the kernels for it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "kernels/implementations.hpp"
#include "kernels/loaded_model.hpp"
#include "kernels/platform.hpp"

namespace tilebridge::kernels {

/// The models in objects that are beside this program, besides the native code of its platforms.
class OwnModels {
 public:
  /// Loads those that build_info lists. One that cannot be loaded is among the failures of
  /// backends.
  OwnModels();

  const std::vector<LoadedModel>& models() const { return models_; }
  /// Says by model why it could not be loaded.
  const std::map<Model, std::string>& failures() const { return failures_; }

  /// Initialises them on GPU `device`, if they have kernels for GPUs.
  void start(int device);
  /// After start(): how many threads they, and with them all code for the host, use.
  int threads() const;

 private:
  std::vector<LoadedModel> models_;
  std::map<Model, std::string> failures_;
};

class Backend {
 public:
  /// Loads native-PLATFORM.so, and libraries-PLATFORM.so unless libraries are left out or this
  /// build has none, which are beside this program, and opens `models`. Throws InternalError if a
  /// kernel promised by the catalogue is missing: at start-up rather than in the middle of a run.
  Backend(Platform platform, int index, std::unique_ptr<PlatformDevice> device,
          const OwnModels& models, Libraries libraries);

  /// Opens a further build, which is started, under that key.
  void open(const LoadedModel& started, const Model& build, int threads);

  PlatformDevice& device() const { return *device_; }
  /// More may be added.
  Implementations& implementations() { return implementations_; }
  const Implementations& implementations() const { return implementations_; }
  /// Says by model why this build has none of its kernels for the platform.
  const std::map<Model, std::string>& missing() const { return missing_; }
  /// The models whose shared object could not be used, and why; the others can be.
  const std::map<Model, std::string>& failures() const { return failures_; }
  /// A file says this of each build: {"kokkos@4.7.01": …}.
  const Json& builds() const { return builds_; }

 private:
  void load(const std::string& object, int index, int threads);
  void open_own(const LoadedModel& model, int threads);
  void check_complete(const OwnModels& models, Libraries libraries) const;

  Platform platform_;
  std::unique_ptr<PlatformDevice> device_;  // must outlive what is prepared on its queue
  Implementations implementations_;
  std::map<Model, std::string> missing_;
  std::map<Model, std::string> failures_;
  Json builds_ = Json::object();
};

}  // namespace tilebridge::kernels
