// SPDX-License-Identifier: Apache-2.0
// What `tilebridge compare` prints of a report. Every text of the files may hold anything.
#pragma once

#include <string>
#include <vector>

#include "gate/gate.hpp"

namespace tilebridge {

/// A report with where it comes from; the results must outlive it.
struct GatePage {
  const Results& base;  // the first, where there are several
  const Results& current;
  std::vector<std::string> base_files;
  std::string current_file;
  std::vector<Difference> differences;  // forced
  GateReport report;
};

/// "compared 12 results of 6 cases: 1 slower, …".
std::string counts_text(const GateReport& report);

/// "0.952 [0.950, 0.955]".
std::string performance_text(const Interval& performance);

/// "6.91 µs -> 7.49 µs", or "0.990 -> 0.912" of ratios.
std::string change_text(const Change& change, Metric metric);

/// Lines of at most 100 columns, the names of cases apart.
std::string gate_text(const GatePage& page);
/// A comment for a pull request.
std::string gate_markdown(const GatePage& page);
/// Everything, as docs/ci-gate.md describes it.
std::string gate_json(const GatePage& page);
/// A test case for every result compared: what is slower or invalid fails, what is undecided or not
/// compared is skipped.
std::string gate_junit(const GatePage& page);

}  // namespace tilebridge
