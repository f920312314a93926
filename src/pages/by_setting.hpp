// SPDX-License-Identifier: Apache-2.0
// The rows of an experiment's tables: those of one setting stand together.
#pragma once

#include "pages/cases.hpp"
#include "pages/report.hpp"
#include "pages/table.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

/// A result, the ceilings of its run and the fastest native code there that does the same.
struct RunResult {
  ShownResult shown;
  const Ceilings& ceilings;
  double best_native;  // seconds; 0 if there is none
};

/// The cells of a result after the names of its variant and model; none if it has no row.
using CellsOf = std::function<std::vector<Cell>(const RunResult&)>;

/// Adds the row of a result, whose variant is called `variant`, to the group of that title; none if
/// it has no cells.
void add_row(Table& table, const std::string& title, const std::string& variant,
             const RunResult& result, const CellsOf& cells_of);

/// One group of rows for each setting, in order of first appearance. The first two columns
/// are those of variant and model.
Table table_by_setting(const Report& report, const ExperimentCases& experiment, std::string caption,
                       std::vector<Table::Column> columns, const CellsOf& cells_of,
                       ResultsOf results_of = shown_results);

/// Finds the best native code of one run.
class BestNative {
 public:
  explicit BestNative(const std::vector<CaseResult>& cases);

  /// The shortest native time among the variants of the experiment, for the same parameters and
  /// work; 0 if there is none.
  double seconds(const CaseResult& c) const;

 private:
  std::map<std::string, double> seconds_;
};

}  // namespace tilebridge::pages
