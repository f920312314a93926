// SPDX-License-Identifier: Apache-2.0
// The cases of several files, grouped by experiment as the page shows them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "html/report.hpp"
#include "report/figures.hpp"

namespace tilebridge::html {

/// A case and the file it comes from.
struct FileCase {
  std::size_t file = 0;
  const CaseResult* result = nullptr;
};

struct ExperimentCases {
  std::string id;  // of its section: its name, or "unknown-1" if it is not in the catalogue
  std::string name;
  const Experiment* known = nullptr;  // null if it is not in the catalogue
  std::vector<FileCase> cases;        // of each file in table order, matched after plain
  std::size_t left_out = 0;           // number of further cases, which the page does not show
};

struct Document {
  std::span<const ReportFile> files;
  std::string git_state;  // of the program writing the page
  /// In the catalogue's order, followed by unknown ones.
  std::vector<ExperimentCases> experiments;
  std::size_t experiments_left_out = 0;

  const Results& results(const FileCase& c) const { return files[c.file].results; }
};

Document document_of(std::span<const ReportFile> files, std::string_view git_state);

/// A paragraph naming the files that were measured by a program built from a different state than
/// the one whose questions, code and claims are shown next to their figures; "" if there are none.
std::string built_otherwise(const Document& document);

/// "A", "B" …: how tables and charts name a file. "" if there is only one.
std::string label_of(const Document& document, std::size_t file);

/// "tile" or, with several files, "tile (A)".
std::string labelled(const Document& document, std::size_t file, const std::string& name);

/// "coalescing"; "unknown" if the experiment is not in the catalogue.
std::string family_of(const ExperimentCases& experiment);

/// "rows=16Ki cols=16Ki, cold": what cases shown together have in common.
std::string setting_of(const CaseResult& c);

/// The measure by which most of its cases are judged.
Measure measure_of(const Document& document, const ExperimentCases& experiment);

/// The variant in the catalogue; null if it is not there.
const Variant* find_variant(const ExperimentCases& experiment, std::string_view name);

}  // namespace tilebridge::html
