// SPDX-License-Identifier: Apache-2.0
// The catalogue's kernels in a shared object: of one model, in one build.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "catalogue/catalogue.hpp"
#include "kernels/implementations.hpp"

namespace tilebridge::kernels {

/// The file of a build in `folder`: kokkos-5.0.2.so of "kokkos@5.0.2", sample.so of "sample".
std::filesystem::path file_of(const Model& build, const std::filesystem::path& folder);

/// The builds of that model which `folder` has in such files, the one without a release left out.
std::vector<Model> builds_in(const std::filesystem::path& folder, const Model& model);

/// Whether code for `built`, CMake's list of architectures ("80;90-real", "gfx90a"), runs on a
/// device of `architecture` ("sm_90", "gfx90a"). Code for 90 runs on sm_90 and, compiled by the
/// driver, on what came later; that for 90-real on devices of the same major version alone.
bool has_code_for(const std::string& built, const std::string& architecture);

class LoadedModel {
 public:
  /// Loads the file itself. Throws UsageError, in one line that says what to do, if it is not
  /// there, cannot be loaded, is no such object, is of another version of the interface, or was
  /// built from other sources than `build`.
  LoadedModel(const std::filesystem::path& file, const std::string& build);

  Model model() const;        // "kokkos@5.0.02"
  std::string name() const;   // "Kokkos 5.0.02"
  std::string label() const;  // "Kokkos"
  std::string spaces() const;
  /// Label, release, compiler and what else a file says of a build; after start().
  Json describe() const;
  bool runs_on(Platform platform) const;

  /// Initialises the model. Throws PlatformError with its own reason if it cannot run there.
  void start(int device);
  /// After start(): how many threads its code uses on the host; 0 if it takes what open() is given.
  int threads() const;

  /// After start(): registers its kernels for `device` in `into` under the key `build`, those that
  /// take a struct of `catalogue`. The platform is closed when the last of them is gone; its device
  /// must still be open then. Throws PlatformError as start(), and if its GPU code is not for this
  /// architecture.
  void open(Platform platform, const std::string& architecture, int threads,
            const CurrentQueue& queue, const Catalogue& catalogue, const Model& build,
            Implementations& into) const;

 private:
  struct Object;
  struct Opened;
  std::shared_ptr<Object> object_;  // stopped when nothing of it is left
};

}  // namespace tilebridge::kernels
