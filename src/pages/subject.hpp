// SPDX-License-Identifier: Apache-2.0
// A variant explained: both models' code, and what a warp touches.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"
#include "pages/listing.hpp"
#include "pages/picture.hpp"

namespace tilebridge::pages {

struct Subject {
  const Experiment* experiment;
  const Variant* variant;
};

/// The variant whose Kokkos kernel is matched to the native kernel of `variant`; null if there is
/// none.
const Variant* matched_to(const Experiment& experiment, const Variant& variant);

/// Native code next to Kokkos code or the call of the vendor's library.
std::pair<ListingColumn, ListingColumn> listing_columns(const Subject& subject, Platform platform);

/// The kernels of one model in the subject, and the text that introduces them.
struct Part {
  std::string title;
  std::shared_ptr<const HostArrays> inputs;  // if the kernels' addresses depend on them
  std::vector<Kernel> kernels;
  std::vector<Picture> pictures;
};

/// Native and Kokkos code; a single entry if a warp touches the same in both. Empty if the accesses
/// are not declared.
std::vector<Part> parts_of(const Subject& subject, const Parameters& parameters);

}  // namespace tilebridge::pages
