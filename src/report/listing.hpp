// SPDX-License-Identifier: Apache-2.0
// Two models' code side by side, with marks where a concept of one corresponds to one of the other.
#pragma once

#include <string>

#include "catalogue/experiment.hpp"
#include "report/table.hpp"
#include "sources/listing.hpp"

namespace tilebridge {

/// The embedded source code of one model for a variant; native code is that of `variant.listing()`.
/// Empty if the model has none on that platform.
Listing listing_of(const Experiment& experiment, const Variant& variant, Model model,
                   Platform platform);

struct ListingColumn {
  std::string title;
  Model model = Model::native;
  std::string note;  // above the listing, or in its place
  Listing listing;
};

/// The minimum width for two columns side by side.
constexpr std::size_t two_columns = 160;

/// At most `width` columns (at least 40): both listings with their line numbers and marks, then the
/// meaning of the marks.
std::string side_by_side(const ListingColumn& left, const ListingColumn& right, std::size_t width,
                         Style style);

}  // namespace tilebridge
