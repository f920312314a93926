// SPDX-License-Identifier: Apache-2.0
// Concepts that models share under different names. What each is called in a model, and how it is
// spelled in code, is that model's: backends/<model>/concepts.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"

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

/// Returns for each line of a fragment the indices of the concepts found there, ascending.
std::vector<std::vector<std::size_t>> concepts_in(const std::vector<std::string>& lines,
                                                  const Model& model);

}  // namespace tilebridge::pages
