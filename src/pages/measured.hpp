// SPDX-License-Identifier: Apache-2.0
// These columns show what was measured: time, rate, share of the ceiling and comparison with native
// code, or why there is no time.
#pragma once

#include <tuple>

#include "catalogue/catalogue.hpp"
#include "pages/report.hpp"
#include "pages/table.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

/// Every result of a file, the cases that stand together in one group. Results that were profiled
/// instead of timed have no row.
Table measured_table(const Results& results, const Catalogue& catalogue);

/// The results of an experiment in all files, a group for each setting.
Table measured_table(const Report& report, const ExperimentCases& experiment);

/// Counts the lines of each listing once. The catalogue must outlive it.
class CodeLines {
 public:
  explicit CodeLines(const Catalogue& catalogue) : catalogue_(catalogue) {}

  /// "17"; "" for a variant that is unknown here, or whose code is not listed.
  std::string of(const CaseResult& c, const ModelForm& kernel);

 private:
  using Key = std::tuple<std::string, std::string, std::string, ModelForm>;

  std::string count(const CaseResult& c, const ModelForm& kernel) const;

  const Catalogue& catalogue_;
  std::map<Key, std::string> known_;
};

}  // namespace tilebridge::pages
