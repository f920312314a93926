// SPDX-License-Identifier: Apache-2.0
// The catalogue's kernels compiled with another Kokkos, in a shared object of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "catalogue/catalogue.hpp"
#include "measure/implementations.hpp"

namespace tilebridge::plugin {

/// Files by name: those called kokkos-NAME.so in `folder`.
std::map<std::string, std::filesystem::path> models_in(const std::filesystem::path& folder);

class KokkosModel {
 public:
  /// Loads the file itself. Throws UsageError, in one line that says what to do, if it is not
  /// there, cannot be loaded, is no such object, is of another version of the interface, or was
  /// built from other sources than `build`.
  KokkosModel(const std::filesystem::path& file, const std::string& build);
  ~KokkosModel();
  KokkosModel(const KokkosModel&) = delete;
  KokkosModel& operator=(const KokkosModel&) = delete;

  std::string version() const;
  std::string spaces() const;
  std::string flags() const;

  /// Where work that is prepared now goes.
  using CurrentQueue = std::function<void*()>;

  /// Initialises its Kokkos and registers its kernels for the structs of `catalogue`. Throws
  /// PlatformError with its own reason if it cannot run there.
  void open(Platform platform, int device, const CurrentQueue& queue, const Catalogue& catalogue);
  /// Of open(), all of Model::kokkos.
  const measure::Implementations& implementations() const { return implementations_; }

 private:
  struct Object;
  std::shared_ptr<Object> object_;  // closed when nothing that it prepared is left
  measure::Implementations implementations_;
};

}  // namespace tilebridge::plugin
