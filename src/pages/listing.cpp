// SPDX-License-Identifier: Apache-2.0
#include "pages/listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string_view>
#include <utility>

#include "pages/concepts.hpp"

namespace tilebridge::pages {
namespace {

std::string folder(Model model, Platform platform) {
  if (model == Model::kokkos) return "backends/kokkos/";
  if (model == Model::vendor) return "backends/cuda/libraries/";
  return platform == Platform::host ? "backends/host/" : "backends/cuda/";  // HIP compiles CUDA's
}

std::vector<MarkedFragment> marked(const std::vector<sources::Fragment>& fragments, Model model) {
  std::vector<MarkedFragment> all;
  for (const sources::Fragment& f : fragments) {
    const sources::Fragment* previous = all.empty() ? nullptr : &all.back().fragment;
    const bool begins_file = previous == nullptr || previous->path != f.path;
    const bool follows_gap = !begins_file && previous->end_line() != f.first_line;
    all.push_back({f, concepts_in(f.lines, model), begins_file, follows_gap});
  }
  return all;
}

/// "a, b (backends/cuda/pack.hpp); c (backends/cuda/reduce.hpp)".
std::string helpers_text(const std::vector<sources::Helper>& helpers) {
  std::map<std::string_view, std::vector<std::string_view>> names;
  for (const sources::Helper& helper : helpers) names[helper.path].push_back(helper.name);
  std::vector<std::string> files;
  for (const auto& [path, list] : names)
    files.push_back(fmt::format("{} ({})", fmt::join(list, ", "), path));
  return fmt::format("{}", fmt::join(files, "; "));
}

}  // namespace

sources::Listing listing_of(const Experiment& experiment, const Variant& variant, Model model,
                            Platform platform) {
  const bool is_native = model == Model::native;
  const Variant& own = is_native ? experiment.variant(variant.listing()) : variant;
  if (!own.runs(model, platform)) return {};
  return sources::list_sources(sources::backend_sources(), folder(model, platform),
                               experiment.name + "/" + own.name);
}

std::string marks_text(const Marks& marks) {
  std::string text;
  for (const std::size_t k : marks) text += concepts()[k].mark;
  return text;
}

std::set<std::size_t> ListingColumn::concepts() const {
  std::set<std::size_t> all;
  for (const MarkedFragment& fragment : fragments)
    for (const Marks& marks : fragment.marks) all.insert(marks.begin(), marks.end());
  return all;
}

ListingColumn listing_column(std::string title, Model model, std::string note,
                             const sources::Listing& listing) {
  return {std::move(title), model, std::move(note), marked(listing.fragments, model),
          helpers_text(listing.helpers)};
}

std::vector<LegendEntry> legend_of(const std::set<std::size_t>& concepts) {
  std::vector<LegendEntry> entries;
  for (const std::size_t k : concepts) {
    const Concept& c = pages::concepts()[k];
    entries.push_back({std::string(c.mark), std::string(c.name), std::string(c.meaning)});
  }
  return entries;
}

std::vector<LegendEntry> legend_of(const ListingColumn& left, const ListingColumn& right) {
  const std::set<std::size_t> on_left = left.concepts();
  const std::set<std::size_t> on_right = right.concepts();
  std::set<std::size_t> on_either = on_left;
  on_either.insert(on_right.begin(), on_right.end());
  std::vector<LegendEntry> entries = legend_of(on_either);
  const bool are_models =
      !left.fragments.empty() && right.model == Model::kokkos && !right.fragments.empty();
  if (!are_models) return entries;
  auto entry = entries.begin();
  for (const std::size_t k : on_either) {
    if (!on_left.contains(k)) entry->meaning += fmt::format(" (here {} only)", right.title);
    if (!on_right.contains(k)) entry->meaning += fmt::format(" (here {} only)", left.title);
    ++entry;
  }
  return entries;
}

}  // namespace tilebridge::pages
