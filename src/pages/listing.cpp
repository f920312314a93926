// SPDX-License-Identifier: Apache-2.0
#include "pages/listing.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "sources/sections.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::pages {
namespace {

using Tokens = std::vector<sources::Token>;

constexpr std::string_view any_literal = "\"\"";

bool matches(const sources::Token& token, const sources::Token& spelling) {
  if (spelling.is(any_literal)) return token.kind == sources::TokenKind::literal;
  return spelling.text.ends_with('_') && !spelling.text.ends_with("__")
             ? token.text.starts_with(spelling.text)
             : token.is(spelling.text);
}

/// Whether `spelling` occurs at token `at`.
bool stands_at(const Tokens& tokens, std::size_t at, const Tokens& spelling) {
  return spelling.size() <= tokens.size() - at &&
         std::equal(spelling.begin(), spelling.end(),
                    tokens.begin() + static_cast<std::ptrdiff_t>(at),
                    [](const sources::Token& s, const sources::Token& t) { return matches(t, s); });
}

void mark_lines(std::vector<std::vector<std::size_t>>& marks, const std::string& code,
                const Tokens& tokens, std::string_view spelling, std::size_t concept_index) {
  const Tokens wanted = sources::tokenise(spelling);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!stands_at(tokens, i, wanted)) continue;
    const auto line = static_cast<std::size_t>(std::count(
        code.begin(), code.begin() + static_cast<std::ptrdiff_t>(tokens[i].begin), '\n'));
    std::vector<std::size_t>& here = marks[line];
    if (here.empty() || here.back() != concept_index) here.push_back(concept_index);
  }
}

constexpr std::string_view models_folder = "backends/";
constexpr std::string_view concepts_file = "/concepts.txt";

/// "kokkos" of "backends/kokkos/concepts.txt"; "" for any other path.
std::string_view model_described_by(std::string_view path) {
  if (!path.starts_with(models_folder) || !path.ends_with(concepts_file)) return "";
  path.remove_prefix(models_folder.size());
  path.remove_suffix(concepts_file.size());
  return path;
}

/// Throws InternalError for a concept that there is not.
Wording& wording_of(std::string_view name, Dialect& dialect) {
  const auto found = std::ranges::find(concepts(), name, &Concept::name);
  if (found == concepts().end())
    throw InternalError("no concept is called '" + std::string(name) + "'");
  return dialect.wordings[static_cast<std::size_t>(found - concepts().begin())];
}

Dialect dialect_in(std::string_view text) {
  Dialect dialect = {.label = {}, .wordings = std::vector<Wording>(concepts().size())};
  Wording* last = nullptr;
  for (const std::string_view line : sources::lines_of(text).text) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    const std::string_view rest =
        line.substr(std::min(line.find_first_not_of(' ', colon + 1), line.size()));
    if (line.starts_with(' '))
      last->meaning = line.substr(line.find_first_not_of(' '));
    else if (line.starts_with("label:"))
      dialect.label = rest;
    else {
      last = &wording_of(line.substr(0, colon), dialect);
      std::istringstream spellings{std::string(rest)};
      for (std::string one; std::getline(spellings, one, '|');) last->spellings.push_back(one);
    }
  }
  return dialect;
}

/// Whether a model has experiments of its own: native code by another compiler has none.
bool has_experiments(const std::string& folder) {
  return std::ranges::any_of(sources::backend_sources(), [&](const sources::SourceFile& file) {
    return file.path.starts_with(folder) && file.path.find('/', folder.size()) != std::string::npos;
  });
}

/// The folder of an experiment's kernels. HIP compiles those of CUDA.
std::string folder(const Experiment& experiment, const ModelForm& kernel, Platform platform) {
  const std::string of_model = fmt::format("backends/{}/", kernel.model.name());
  if (!kernel.model.is_native() && has_experiments(of_model)) return of_model;
  if (kernel.form == Form::vendor) return "backends/cuda/libraries/";
  if (kernel.form == Form::loops || kernel.is(respelled_control)) return "backends/cuda/loops/";
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

/// "3–5", "7".
std::string place_of(const sources::Fragment& f) {
  return f.lines.size() == 1 ? std::to_string(f.first_line)
                             : fmt::format("{}–{}", f.first_line, f.end_line() - 1);
}

/// A page shows an experiment's own code once for each experiment, and code of files that serve all
/// of a model's kernels ("backends/cuda/pack.hpp") once.
ShownFragments::key_type key_of(const sources::Fragment& f, const std::string& name) {
  const bool is_for_all = std::ranges::count(f.path, '/') == 2 && f.path.starts_with("backends/");
  return {(is_for_all ? "" : name.substr(0, name.find('/') + 1)) + std::string(f.path),
          f.first_line};
}

/// "tile" of "transpose/tile" where `name` is of the same experiment.
std::string_view seen_from(std::string_view name, std::string_view other) {
  const std::size_t begin = name.find('/') + 1;
  return begin > 0 && other.starts_with(name.substr(0, begin)) ? other.substr(begin) : other;
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

const std::vector<Concept>& concepts() {
  static const std::vector<Concept> all = {{"①", "kernel"},
                                           {"②", "launch"},
                                           {"③", "grid and block"},
                                           {"④", "block index"},
                                           {"⑤", "thread index"},
                                           {"⑥", "launch bounds"},
                                           {"⑦", "shared memory"},
                                           {"⑧", "barrier"},
                                           {"⑨", "fence"},
                                           {"⑩", "atomic"},
                                           {"⑪", "reduction, warp"},
                                           {"⑫", "read-only load"},
                                           {"⑬", "cache hint"},
                                           {"⑭", "vector access"},
                                           {"⑮", "constant memory"},
                                           {"⑯", "texture"},
                                           {"⑰", "cluster"},
                                           {"⑱", "stream"},
                                           {"⑲", "copy and fill"},
                                           {"⑳", "memory"},
                                           {"ⓐ", "one thread"},
                                           {"ⓑ", "scan"},
                                           {"ⓒ", "asynchronous copy"},
                                           {"ⓓ", "L2 window"},
                                           {"ⓔ", "graph"},
                                           {"ⓕ", "vote and match"},
                                           {"ⓖ", "cooperative groups"},
                                           {"ⓗ", "barrier of the grid"},
                                           {"ⓘ", "tensor cores"},
                                           {"ⓙ", "launch in a kernel"},
                                           {"ⓚ", "PTX"},
                                           {"ⓛ", "managed memory"},
                                           {"ⓜ", "scope of an atomic"}};
  return all;
}

std::vector<std::string> models_with_code() {
  std::vector<std::string> models;
  for (const sources::SourceFile& source : sources::backend_sources())
    if (const std::string_view model = model_described_by(source.path); !model.empty())
      models.emplace_back(model);
  return models;
}

const Dialect& dialect_of(const Model& model) {
  static std::map<std::string, Dialect> known;
  const std::string name = model.is_native() ? "cuda" : std::string(model.name());
  if (const auto found = known.find(name); found != known.end()) return found->second;
  for (const sources::SourceFile& source : sources::backend_sources())
    if (model_described_by(source.path) == name)
      return known.emplace(name, dialect_in(source.text)).first->second;
  return known[name] = {name, std::vector<Wording>(concepts().size())};
}

std::string label_on(Platform platform, const Model& model) {
  return model.is_native() && platform == Platform::hip ? "HIP" : dialect_of(model).label;
}

std::vector<std::vector<std::size_t>> concepts_in(const std::vector<std::string>& lines,
                                                  const Model& model) {
  std::string code;
  for (const std::string& line : lines) code += line + '\n';
  const Tokens tokens = sources::tokenise(code);
  std::vector<std::vector<std::size_t>> marks(lines.size());
  const std::vector<Wording>& wordings = dialect_of(model).wordings;
  for (std::size_t k = 0; k < wordings.size(); ++k)
    for (const std::string& spelling : wordings[k].spellings)
      mark_lines(marks, code, tokens, spelling, k);
  return marks;
}

sources::Listing listing_of(const Experiment& experiment, const Variant& variant,
                            const ModelForm& kernel, Platform platform) {
  const bool stands_in = kernel.model.is_native() && kernel.form != variant.form;
  const Variant& own = stands_in ? experiment.variant(variant.listing()) : variant;
  // The catalogue says where native code and Kokkos run; another model has what its files register.
  if (own.support(kernel.model) != nullptr && !own.runs(kernel.model, platform)) return {};
  const bool is_by_index = !kernel.model.is_native() && kernel.form == Form::indices;
  return sources::list_backend_sources(
      folder(experiment, kernel, platform),
      fmt::format("{}/{}{}", experiment.name, own.name, is_by_index ? sources::by_index : ""));
}

sources::Listing without_struct(sources::Listing listing) {
  std::erase_if(listing.fragments,
                [](const sources::Fragment& f) { return f.path.starts_with("src/catalogue/"); });
  return listing;
}

Code::Listing code_listing(std::string title, Model model, std::string note,
                           const sources::Listing& listing, const std::string& name,
                           ShownFragments* shown) {
  Code::Listing code = {.title = std::move(title),
                        .model = std::string(model.is_native() ? "native" : model.name()),
                        .note_above = std::move(note)};
  const sources::Fragment* previous = nullptr;
  std::string elsewhere;  // the listing that has the fragments before this one
  std::string places;     // of these, "3–5, 9–12"
  for (const sources::Fragment& f : listing.fragments) {
    const bool begins_file = previous == nullptr || previous->path != f.path;
    const std::string& by =
        shown == nullptr ? name : shown->emplace(key_of(f, name), name).first->second;
    const bool goes_on = by != name && by == elsewhere && !begins_file;
    const bool follows = previous != nullptr && previous->end_line() == f.first_line;
    if (previous != nullptr && !goes_on && (begins_file || !follows)) code.lines.push_back({});
    if (begins_file) code.lines.push_back(title_line(std::string(f.path)));
    if (by == name) add_lines(code, f, model);
    if (by != name) {
      places = goes_on ? places + ", " + place_of(f) : place_of(f);
      if (goes_on) code.lines.pop_back();
      code.lines.push_back(title_line(fmt::format("{}: see {}", places, seen_from(name, by))));
    }
    elsewhere = by == name ? "" : by;
    previous = &f;
  }
  if (!listing.helpers.empty()) code.note_below = "helpers: " + helpers_text(listing.helpers);
  return code;
}

MarksInCode marks_in(const Code::Listing& listing) {
  MarksInCode all;
  for (const Code::Line& line : listing.lines) all.insert(line.marks.begin(), line.marks.end());
  return all;
}

List legend_of(const MarksInCode& marks, const std::vector<std::string>& models,
               Platform platform) {
  List legend;
  for (std::size_t k = 0; k < concepts().size(); ++k) {
    const auto& [mark, name] = concepts()[k];
    if (!marks.contains(std::string(mark))) continue;
    std::vector<std::string> meanings;
    for (const std::string& model : models) {
      const Model named(model);
      const std::string& meaning = dialect_of(named).wordings[k].meaning;
      if (!meaning.empty())
        meanings.push_back(fmt::format("{}: {}", label_on(platform, named), meaning));
    }
    legend.items.push_back(fmt::format("{} {}. {}", mark, name, fmt::join(meanings, ". ")));
  }
  return legend;
}

List legend_of(const Code& code, Platform platform) {
  MarksInCode all;
  std::vector<std::string> models;
  std::vector<std::pair<std::string, MarksInCode>> of_listings;
  for (const Code::Listing& listing : code.listings) {
    if (listing.lines.empty()) continue;
    if (std::ranges::find(models, listing.model) == models.end()) models.push_back(listing.model);
    of_listings.emplace_back(listing.title, marks_in(listing));
    all.insert(of_listings.back().second.begin(), of_listings.back().second.end());
  }
  List legend = legend_of(all, models, platform);
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
