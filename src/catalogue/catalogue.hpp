// SPDX-License-Identifier: Apache-2.0
// Experiments by name, and the one catalogue of all of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// A user's name chooses this part of an experiment.
struct Chosen {
  const Experiment* experiment;
  const Variant* variant;  // null: all of them
};

/// Experiments, each completed(). What looks experiments up is given a catalogue, so that it also
/// works on a few experiments of a test's own; it may keep pointers into it.
class Catalogue {
 public:
  explicit Catalogue(std::vector<Experiment> experiments);

  auto begin() const { return experiments_.begin(); }
  auto end() const { return experiments_.end(); }
  std::size_t size() const { return experiments_.size(); }

  /// Null for an unknown name.
  const Experiment* find(std::string_view name) const;
  /// Throws UsageError, with a suggestion, for an unknown name.
  const Experiment& experiment(std::string_view name) const;
  /// Returns what "coalescing", "stride", "stride/add" or "coalescing/stride" choose; never empty.
  /// Throws UsageError, with a suggestion, for an unknown name.
  std::vector<Chosen> named(std::string_view name) const;

 private:
  std::vector<Experiment> experiments_;
};

/// All experiments, in the order of experiments.cmake.
const Catalogue& catalogue();

}  // namespace tilebridge
