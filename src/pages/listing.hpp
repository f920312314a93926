// SPDX-License-Identifier: Apache-2.0
// The code of a variant in one model, with marks where a concept of one model corresponds to one of
// another. What concepts are called in a model, and how they are spelled in code, is that model's:
// backends/<model>/concepts.txt.
#pragma once

#include <set>

#include "catalogue/experiment.hpp"
#include "pages/document.hpp"
#include "sources/listing.hpp"

namespace tilebridge::pages {

struct Concept {
  std::string_view mark;  // one column wide
  std::string_view name;
};

const std::vector<Concept>& concepts();

/// How a model writes one concept.
struct Wording {
  /// Tokens that identify it in code; one that ends in _ is the prefix of a name, and "" is any
  /// string.
  std::vector<std::string> spellings = {};
  std::string meaning = {};  // "a __global__ function"; "" where the model's file has none
};

/// How a model writes them all, in the order of concepts().
struct Dialect {
  std::string label;  // "CUDA"
  std::vector<Wording> wordings;
};

/// The models whose code this program knows, as users name them: "cuda", "kokkos", ….
std::vector<std::string> models_with_code();

/// A model that is not among them has no wordings. Native code is CUDA, or OpenMP on a host.
const Dialect& dialect_of(const Model& model);

/// The name of a model for readers, where no result file says it: "Kokkos"; of native code "HIP" on
/// that platform.
std::string label_on(Platform platform, const Model& model);

/// Returns for each line of a fragment the indices of the concepts found there, ascending.
std::vector<std::vector<std::size_t>> concepts_in(const std::vector<std::string>& lines,
                                                  const Model& model);

/// The embedded source code of one model for a variant; native code is that of `variant.listing()`.
/// Empty if the model has none on that platform.
sources::Listing listing_of(const Experiment& experiment, const Variant& variant,
                            const ModelForm& kernel, Platform platform);

/// The listing without the struct that kernels take, where another model's code beside it shows
/// that.
sources::Listing without_struct(sources::Listing listing);

/// Fragments that a page has shown, with the names of the variants that show them:
/// "transpose/tile".
using ShownFragments = std::map<std::pair<std::string, std::size_t>, std::string>;

/// A model's code, with the marks of its concepts; below it the helpers that are not listed. With
/// `shown`, a fragment that a variant other than `name` has shown is named, not repeated.
Code::Listing code_listing(std::string title, Model model, std::string note,
                           const sources::Listing& listing, const std::string& name = "",
                           ShownFragments* shown = nullptr);

using MarksInCode = std::set<std::string>;
MarksInCode marks_in(const Code::Listing& listing);

/// Explains the marks, each in all of the models, which are named as in Code::Listing.
List legend_of(const MarksInCode& marks, const std::vector<std::string>& models, Platform platform);
/// Explains the marks of the code, and says which listings lack one that others have.
List legend_of(const Code& code, Platform platform);

/// The lines of `after`, with the lines that it lacks of `before` in between. A line's mark is "+"
/// if only `after` has it and "-" if only `before` has; indentation does not count. Without lines
/// if the two have less than half of the longer one's lines in common: then a reader wants them
/// apart.
Code::Listing code_diff(const Code::Listing& before, const Code::Listing& after);

/// The lines that differ, with at most three lines above and below, and gaps between them.
Code::Listing differences_alone(const Code::Listing& diff);

}  // namespace tilebridge::pages
