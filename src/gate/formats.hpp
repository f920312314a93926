// SPDX-License-Identifier: Apache-2.0
// The output formats of `tilebridge compare`. Strings from the files may contain anything.
#pragma once

#include <string>
#include <vector>

#include "gate/gate.hpp"

namespace tilebridge {

/// A report and its origin; the results must outlive it.
struct GatePage {
  const Results& base;  // the first if there are several
  const Results& current;
  std::vector<std::string> base_files;
  std::string current_file;
  std::vector<Difference> differences;  // if --force was given
  GateReport report;
};

/// "compared 12 results of 6 cases: 1 slower, …".
std::string counts_text(const GateReport& report);

/// "0.952 [0.950, 0.955]".
std::string performance_text(const Interval& performance);

/// "6.91 µs -> 7.49 µs", or "0.990 -> 0.912" for ratios.
std::string change_text(const Change& change, Metric metric);

/// Lines of at most 100 columns, except for case names.
std::string gate_text(const GatePage& page);
/// A comment for a pull request.
std::string gate_markdown(const GatePage& page);
/// The whole report, as described in docs/ci-gate.md.
std::string gate_json(const GatePage& page);
/// One test case per compared result: slower or invalid fails, undecided or not compared is
/// skipped.
std::string gate_junit(const GatePage& page);

}  // namespace tilebridge
