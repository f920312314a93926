// SPDX-License-Identifier: Apache-2.0
// The page shows what the access model predicts, beside what was measured and what the hardware
// counted.
#pragma once

#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// Transactions and time of each prediction, a group for each setting; without rows if the files
/// have none.
Table predicted_table(const Report& report, const ExperimentCases& experiment);

/// How many of the hardware's counts the model predicts exactly.
struct Agreement {
  int counts = 0;
  int equal = 0;
  bool native_differs = false;
  /// "stride  n=1Ki  cold: copy native: load sectors 8388608 predicted, 8388612 counted".
  std::vector<std::string> differences;
};

Agreement agreement_of(const Results& results);
Agreement agreement_of(const Report& report, const ExperimentCases& experiment);

/// "12 of 14 counts are equal to the hardware's".
std::string agreement_text(const Agreement& agreement);

}  // namespace tilebridge::pages
