// SPDX-License-Identifier: Apache-2.0
// Turns the user's selection into the list of cases to run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "catalogue/catalogue.hpp"

namespace tilebridge::measure {

/// The choice of what to run. Empty lists mean everything.
struct Selection {
  std::vector<std::string> experiments;  // "transpose", "transpose/padded_tile", or "tiling": all
                                         // of a family
  std::vector<Model> models;
  std::vector<Form> forms;              // of any kernel of a variant
  std::vector<Assignment> assignments;  // a repeated name runs both values
  std::vector<Cache> caches;
  Preset preset = Preset::quick;
  Platform platform = Platform::host;
};

/// Points into the catalogue that it was planned from.
struct PlannedCase {
  const Experiment* experiment;
  const Variant* variant;
  Parameters parameters;
  Cache cache;

  std::string label() const;  // "stride/add n=32Mi stride=2 cold"
};

/// Whether two cases use the same arrays with the same contents, and have the same answer where
/// they are of one problem.
bool share_arrays(const PlannedCase& a, const PlannedCase& b);

/// The parameters that arrays and answer depend on.
Parameters asked_of_arrays(const PlannedCase& planned);

/// The cases without duplicates, in the order of the selection's names or else of the catalogue,
/// except that cases with the same arrays are adjacent: arrays are filled and uploaded once. Throws
/// UsageError for unknown names, values out of range and selections that leave nothing to run.
std::vector<PlannedCase> plan(const Selection& selection, const Catalogue& catalogue);

/// The cases that measure the ceilings.
std::vector<PlannedCase> plan_ceilings(Preset preset, Platform platform,
                                       const Catalogue& catalogue);

/// The most memory any case needs at once, and which case it is.
std::pair<std::size_t, const PlannedCase*> largest(const std::vector<PlannedCase>& cases);

}  // namespace tilebridge::measure
