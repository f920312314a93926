// SPDX-License-Identifier: Apache-2.0
// The catalogue's kernels in a shared object: native code, a vendor's library, or Kokkos code
// compiled with one Kokkos.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "catalogue/catalogue.hpp"
#include "kernels/implementations.hpp"

namespace tilebridge::kernels {

/// Second Kokkos builds by name: the files called kokkos-NAME.so in `folder`.
std::map<std::string, std::filesystem::path> releases_in(const std::filesystem::path& folder);

class LoadedModel {
 public:
  /// Loads the file itself. Throws UsageError, in one line that says what to do, if it is not
  /// there, cannot be loaded, is no such object, is of another version of the interface, or was
  /// built from other sources than `build`.
  LoadedModel(const std::filesystem::path& file, const std::string& build);
  ~LoadedModel();
  LoadedModel(LoadedModel&&) noexcept;

  std::string name() const;    // "Kokkos 5.0.02"
  std::string kokkos() const;  // "5.0.02"; "" without Kokkos
  std::string spaces() const;
  std::string compiler() const;
  std::string flags() const;
  std::string configuration() const;  // after start()
  bool runs_on(Platform platform) const;

  /// Initialises its Kokkos. Throws PlatformError with its own reason if it cannot run there.
  void start(int device);
  /// After start(): how many threads its code uses on the host; 0 if it takes what open() is given.
  int threads() const;

  /// Where work that is prepared now goes.
  using CurrentQueue = std::function<void*()>;

  /// After start(): registers its kernels for `device` in `into`, those that take a struct of
  /// `catalogue`. The platform is closed when the last of them is gone; its device must
  /// still be open then. Throws PlatformError as start(), and if its GPU code is not for this
  /// architecture.
  void open(Platform platform, const std::string& architecture, int threads,
            const CurrentQueue& queue, const Catalogue& catalogue, Implementations& into) const;

 private:
  struct Object;
  struct Opened;
  std::shared_ptr<Object> object_;  // stopped when nothing of it is left
};

}  // namespace tilebridge::kernels
