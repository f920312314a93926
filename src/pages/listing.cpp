// SPDX-License-Identifier: Apache-2.0
#include "pages/listing.hpp"

#include <fmt/ranges.h>

#include "pages/concepts.hpp"

namespace tilebridge::pages {
namespace {

/// Where the experiment's file is: HIP compiles CUDA's.
std::string folder(const Experiment& experiment, const ModelForm& kernel, Platform platform) {
  if (!kernel.model.is_native()) return fmt::format("backends/{}/", kernel.model.name());
  if (kernel.form == Form::library) return "backends/cuda/libraries/";
  if (kernel.form == Form::ranges) return "backends/cuda/ranges/";
  return fmt::format("backends/{}/{}/", platform == Platform::host ? "host" : "cuda",
                     name_of(experiment.family));
}

void add_lines(Code::Listing& listing, const sources::Fragment& fragment, Model model) {
  const std::vector<std::vector<std::size_t>> marks = concepts_in(fragment.lines, model);
  for (std::size_t i = 0; i < fragment.lines.size(); ++i) {
    Code::Line line = {.number = fragment.first_line + i, .text = fragment.lines[i]};
    for (const std::size_t k : marks[i]) line.marks.emplace_back(concepts()[k].mark);
    listing.lines.push_back(std::move(line));
  }
}

Code::Line title_line(std::string text) { return {.text = std::move(text), .is_title = true}; }

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

sources::Listing listing_of(const Experiment& experiment, const Variant& variant,
                            const ModelForm& kernel, Platform platform) {
  const bool stands_in = kernel.model.is_native() && kernel.form != variant.form;
  const Variant& own = stands_in ? experiment.variant(variant.listing()) : variant;
  // The catalogue says where native code and Kokkos run; another model has what its files register.
  if (own.support(kernel.model) != nullptr && !own.runs(kernel.model, platform)) return {};
  const bool is_by_index = !kernel.model.is_native() && kernel.form == Form::indices;
  return sources::list_sources(
      sources::backend_sources(), folder(experiment, kernel, platform),
      fmt::format("{}/{}{}", experiment.name, own.name, is_by_index ? sources::by_index : ""));
}

Code::Listing code_listing(std::string title, Model model, std::string note,
                           const sources::Listing& listing, const std::string& name,
                           ShownFragments* shown) {
  Code::Listing code = {.title = std::move(title),
                        .model = std::string(model.is_native() ? "native" : model.name()),
                        .note_above = std::move(note)};
  const sources::Fragment* previous = nullptr;
  for (const sources::Fragment& f : listing.fragments) {
    const bool begins_file = previous == nullptr || previous->path != f.path;
    if (previous != nullptr && (begins_file || previous->end_line() != f.first_line))
      code.lines.push_back({});
    if (begins_file) code.lines.push_back(title_line(std::string(f.path)));
    previous = &f;
    const std::pair key = {std::string(f.path), f.first_line};
    const std::string& by = shown == nullptr ? name : shown->emplace(key, name).first->second;
    if (by == name)
      add_lines(code, f, model);
    else
      code.lines.push_back(
          title_line(fmt::format("lines {} to {}: see {}", f.first_line, f.end_line() - 1, by)));
  }
  if (!listing.helpers.empty()) code.note_below = "helpers: " + helpers_text(listing.helpers);
  return code;
}

MarksInCode marks_in(const Code::Listing& listing) {
  MarksInCode all;
  for (const Code::Line& line : listing.lines) all.insert(line.marks.begin(), line.marks.end());
  return all;
}

List legend_of(const MarksInCode& marks, const std::vector<std::string>& models) {
  List legend;
  for (std::size_t k = 0; k < concepts().size(); ++k) {
    const auto& [mark, name] = concepts()[k];
    if (!marks.contains(std::string(mark))) continue;
    std::vector<std::string> meanings;
    for (const std::string& model : models) {
      const Model named(model);
      const Dialect& dialect = dialect_of(named);
      const std::string& meaning = dialect.wordings[k].meaning;
      if (!meaning.empty()) meanings.push_back(fmt::format("{}: {}", dialect.label, meaning));
    }
    legend.items.push_back(fmt::format("{} {}. {}", mark, name, fmt::join(meanings, ". ")));
  }
  return legend;
}

List legend_of(const Code& code) {
  MarksInCode all;
  std::vector<std::string> models;
  std::vector<std::pair<std::string, MarksInCode>> of_listings;
  for (const Code::Listing& listing : code.listings) {
    if (listing.lines.empty()) continue;
    if (std::ranges::find(models, listing.model) == models.end()) models.push_back(listing.model);
    of_listings.emplace_back(listing.title, marks_in(listing));
    all.insert(of_listings.back().second.begin(), of_listings.back().second.end());
  }
  List legend = legend_of(all, models);
  for (std::string& item : legend.items) {
    const std::string mark = item.substr(0, item.find(' '));
    std::vector<std::string> without;
    for (const auto& [title, marks] : of_listings)
      if (!marks.contains(mark)) without.push_back(title);
    if (!without.empty()) item += fmt::format(" (not in {})", fmt::join(without, ", "));
  }
  return legend;
}

}  // namespace tilebridge::pages
