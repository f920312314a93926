// SPDX-License-Identifier: Apache-2.0
// The table that all pages show: a cell for every kernel of every case of a result file, with its
// ratios. Pages choose cells and format them.
#pragma once

#include <optional>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::judge {

/// A ratio of performances, and what it says.
struct JudgedRatio {
  Interval ratio;
  Verdict verdict;
};

/// One kernel of a case. Points into the results, which must outlive it. A ratio is missing where
/// the file has no such comparison.
struct Cell {
  const CaseResult* of;
  ModelForm kernel;
  const KernelResult* result;
  bool is_first_build;  // of its model in the case: the program's own

  std::optional<JudgedRatio> against_native = {};  // none for the native kernel itself
  std::optional<JudgedRatio> against_own = {};     // the first build of its model
  /// A controlled model's code in loops has factors: the library is its ratio to the control, or to
  /// the respelled control; attribution_of() splits the rest into loop style and launch.
  std::optional<JudgedRatio> library = {};
  std::optional<JudgedRatio> library_respelled = {};
  std::optional<JudgedRatio> style = {};
  std::optional<JudgedRatio> launch = {};
};

enum class Builds { first, all };

/// Every result of a case's own variant once: native code that is in a case only for comparison is
/// in the case of its own variant.
std::vector<Cell> cells_of(const CaseResult& c, Builds builds);
/// The cells of all cases, in their order.
std::vector<Cell> cells_of(const std::vector<CaseResult>& cases, Builds builds);
std::vector<Cell> cells_of(const std::vector<CaseResult>&& cases, Builds builds) = delete;

/// The cell of any kernel of a case, also of one that is there only for comparison.
Cell cell_of(const CaseResult& c, const ModelForm& kernel, const KernelResult& result);

/// Whether a case has more than one build of a model.
bool has_further_builds(const CaseResult& c);

}  // namespace tilebridge::judge
