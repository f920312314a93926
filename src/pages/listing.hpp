// SPDX-License-Identifier: Apache-2.0
// The code of a variant in one model, with marks where a concept of CUDA corresponds to one of
// Kokkos.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "catalogue/experiment.hpp"
#include "sources/listing.hpp"

namespace tilebridge::pages {

/// The embedded source code of one model for a variant; native code is that of `variant.listing()`.
/// Empty if the model has none on that platform.
sources::Listing listing_of(const Experiment& experiment, const Variant& variant, Model model,
                            Platform platform);

/// What a line of code is marked with: indices into concepts(), ascending.
using Marks = std::vector<std::size_t>;

/// "③⑤".
std::string marks_text(const Marks& marks);

struct MarkedFragment {
  sources::Fragment fragment;
  std::vector<Marks> marks;  // for each line
  bool begins_file = true;   // the fragment before is from another file
  bool follows_gap = false;  // it is from the same file, and lines between them are left out
};

/// A model's code as it stands beside another model's.
struct ListingColumn {
  std::string title;
  Model model = Model::native;
  std::string note;  // above the listing, or in its place
  std::vector<MarkedFragment> fragments;
  std::string helpers;  // names that are not listed, and their files; "" if there are none

  std::set<std::size_t> concepts() const;
};

ListingColumn listing_column(std::string title, Model model, std::string note,
                             const sources::Listing& listing);

/// What a mark means.
struct LegendEntry {
  std::string mark;
  std::string name;
  std::string meaning;
};

std::vector<LegendEntry> legend_of(const std::set<std::size_t>& concepts);
/// The same for two columns; says what is found in only one of two models' code.
std::vector<LegendEntry> legend_of(const ListingColumn& left, const ListingColumn& right);

}  // namespace tilebridge::pages
