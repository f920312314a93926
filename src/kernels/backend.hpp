// SPDX-License-Identifier: Apache-2.0
// A device with the kernels for it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "kernels/implementations.hpp"
#include "kernels/loaded_model.hpp"
#include "kernels/platform.hpp"
#include "results/results.hpp"

namespace tilebridge::kernels {

/// The Kokkos that this program was built with, in kokkos.so beside it.
class OwnKokkos {
 public:
  /// Loads it. One that cannot be loaded is among the failures of backends.
  OwnKokkos();

  /// The model, or nothing if it could not be loaded; failure() says why.
  const std::optional<LoadedModel>& model() const { return model_; }
  const std::string& failure() const { return failure_; }

  bool runs_on(Platform platform) const { return model_ && model_->runs_on(platform); }
  /// Initialises it on GPU `device`, if it has kernels for GPUs.
  void start(int device);
  /// After start(): how many threads it, and with it all code for the host, uses.
  int threads() const;
  /// Version, compiler and flags, or why it is missing.
  Json describe() const;

 private:
  std::optional<LoadedModel> model_;
  std::string failure_;
};

/// Vendor libraries are large: a run that has no kernel of theirs need not wait until they are
/// loaded.
enum class Libraries { loaded, left_out };

class Backend {
 public:
  /// Loads native-PLATFORM.so, and vendor-PLATFORM.so unless libraries are left out, which lie
  /// beside this program, and uses `kokkos`. Throws InternalError if a kernel
  /// promised by the catalogue is missing: at start-up rather than in the middle of a run.
  Backend(Platform platform, int index, std::unique_ptr<PlatformDevice> device,
          const OwnKokkos& kokkos, Libraries libraries);

  PlatformDevice& device() const { return *device_; }
  /// More may be added.
  Implementations& implementations() { return implementations_; }
  const Implementations& implementations() const { return implementations_; }
  /// Why this build has no Kokkos for the platform; "" if it has.
  const std::string& missing_kokkos() const { return missing_kokkos_; }
  /// The models whose shared object could not be used, and why; the others can be.
  const std::map<Model, std::string>& failures() const { return failures_; }

 private:
  void load(Model model, int index, int threads);
  void register_kokkos(const OwnKokkos& kokkos);
  void open(const LoadedModel& started, int threads);
  void check_complete(Libraries libraries) const;

  Platform platform_;
  std::unique_ptr<PlatformDevice> device_;  // must outlive what is prepared on its queue
  Implementations implementations_;
  std::string missing_kokkos_;
  std::map<Model, std::string> failures_;
};

}  // namespace tilebridge::kernels
