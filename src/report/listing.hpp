// SPDX-License-Identifier: Apache-2.0
// Two models' code side by side, with marks where one's concept becomes the other's.
#pragma once

#include <string>

#include "catalogue/experiment.hpp"
#include "report/table.hpp"
#include "sources/listing.hpp"

namespace tilebridge {

/// What is built in of one model's part in a variant; native is that of `variant.listing()`. Empty
/// where the model has no part in it on that platform.
Listing listing_of(const Experiment& experiment, const Variant& variant, Model model,
                   Platform platform);

struct ListingColumn {
  std::string title;
  Model model = Model::native;
  std::string note;  // above the listing, or in its place
  Listing listing;
};

/// From this width on two columns stand beside each other.
constexpr std::size_t two_columns = 160;

/// At most `width` columns (40 at least): both listings with their line numbers and marks, then
/// what the marks mean.
std::string side_by_side(const ListingColumn& left, const ListingColumn& right, std::size_t width,
                         Style style);

}  // namespace tilebridge
