// SPDX-License-Identifier: Apache-2.0
// Tables of results: what was measured, with the comparison with native code or why there is no
// time, and what the access model predicts, beside that and what the hardware counted.
#pragma once

#include "pages/report.hpp"
#include "sources/listing.hpp"

namespace tilebridge::pages {

/// Every result of a file, the cases that stand together in one group. Results that were profiled
/// instead of timed have no row.
Table measured_table(const judge::Cells& cells, const Catalogue& catalogue);

/// The results of an experiment in all files, a group for each setting.
Table measured_table(const Report& report, const ExperimentCases& experiment);

/// Transactions and time of each prediction, a group for each setting; without rows if the files
/// have none.
Table predicted_table(const Report& report, const ExperimentCases& experiment);

/// "0.90", or "0.85–0.90" where it depends on the spelling of the control.
std::string library_text(const judge::Factors& factors);

/// " = 0.60 loop style × 0.95 launch × 0.90 library", without a launch that was not measured; ""
/// without factors.
std::string factors_text(const judge::Cell& cell);

/// Says what the loop style of a file without launches contains.
std::string launch_unknown_text();

/// The largest case of floats and that of doubles of a variant in which a kernel has a ratio to
/// native code; of cold caches where the file has such cases.
std::vector<const CaseResult*> largest_cases(const judge::Cells& cells,
                                             const Experiment& experiment,
                                             const std::string& variant);

/// "Kokkos in loops reaches 0.54 of native = 0.60 loop style × 0.89 library (NVIDIA H200,
/// rows=16Ki cols=16Ki real=float, cold)": what a variant's kernel in loops costs and why, in its
/// largest cases. None where these have no control.
std::vector<std::string> factor_lines(const judge::Cells& cells, const Experiment& experiment,
                                      const Variant& variant);

/// How many of the hardware's counts the model predicts exactly.
struct Agreement {
  int counts = 0;
  int equal = 0;
  bool native_differs = false;
  /// "stride  n=1Ki  cold: copy native: load sectors 8388608 predicted, 8388612 counted".
  std::vector<std::string> differences;
};

Agreement agreement_of(const judge::Cells& cells);
Agreement agreement_of(const Report& report, const ExperimentCases& experiment);

/// "12 of 14 counts agree with the hardware's".
std::string agreement_text(const Agreement& agreement);

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

/// The embedded source code of a case's kernel; empty where the catalogue does not know it.
sources::Listing listing_of(const CaseResult& c, const ModelForm& kernel,
                            const Catalogue& catalogue);

/// The lines of its code: "17"; "" for a variant that is unknown here, or whose code is not listed.
std::string code_lines(const CaseResult& c, const ModelForm& kernel, const Catalogue& catalogue);

}  // namespace tilebridge::pages
