// SPDX-License-Identifier: Apache-2.0
// Pairs of kernels that users wrote (include/tilebridge/pair.h), as experiments.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"
#include "kernels/implementations.hpp"

struct tilebridge_pair;

namespace tilebridge::kernels {

/// Whether a name that a user gave is that of a shared object's file.
bool is_object(std::string_view name);
/// Whether all names that a user gave are. Throws UsageError if only some are.
bool are_objects(const std::vector<std::string>& names);

/// A loaded shared object. What it prepared must be gone before it is.
class Pair {
 public:
  /// Loads the file itself: no folder is searched. Throws UsageError, in one line that says what to
  /// do, if it is not there, is no shared object, cannot be loaded, is of another version of the
  /// interface, or describes itself wrongly.
  explicit Pair(const std::filesystem::path& file);
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  const Experiment& experiment() const { return experiment_; }
  /// In the pair's order.
  const std::vector<Support>& models() const { return experiment_.variants.front().models; }
  /// Returns what the pair says of a model's release: "4.7.01 (Cuda, OpenMP)".
  std::string release(std::size_t model) const;
  bool has_reference() const;
  /// Whether it tells what its kernels access on a host, where they are then run thread by thread.
  bool is_counted() const;
  const std::filesystem::path& file() const;
  /// The source files of its kernels, as far as it names them.
  std::vector<std::string> sources() const;
  /// Returns what it says of its grade (results/exercise.hpp); "" if it is no exercise.
  const std::string& exercise() const { return exercise_; }

  /// Registers what it has for `platform`. Throws UsageError if it has nothing, PlatformError with
  /// its own reason if it cannot be opened there.
  void open(Platform platform, int device, const CurrentQueue& queue,
            Implementations& implementations);

 private:
  struct Object;
  std::shared_ptr<Object> object_;  // closed when nothing that it prepared is left
  Experiment experiment_;
  std::string exercise_;
};

}  // namespace tilebridge::kernels
