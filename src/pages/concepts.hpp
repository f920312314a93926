// SPDX-License-Identifier: Apache-2.0
// Concepts that CUDA and Kokkos share under different names: docs/mapping.md as a table.
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge::pages {

struct Concept {
  std::string_view mark;  // one column wide
  std::string_view name;
  /// Spellings, between vertical lines, that identify the concept in native and vendor code (CUDA,
  /// or OpenMP on a host) and in Kokkos code; one that ends in _ is the prefix of a name, and "" is
  /// any string.
  std::string_view native;
  std::string_view kokkos;
  std::string_view meaning;
};

const std::vector<Concept>& concepts();

/// Returns for each line of a fragment the indices of the concepts found there, ascending.
std::vector<std::vector<std::size_t>> concepts_in(const std::vector<std::string>& lines,
                                                  Model model);

}  // namespace tilebridge::pages
