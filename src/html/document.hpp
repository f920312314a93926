// SPDX-License-Identifier: Apache-2.0
// The cases of several files, as the page shows them: by experiment.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "html/report.hpp"
#include "report/figures.hpp"

namespace tilebridge::html {

/// A case and the file it is of.
struct FileCase {
  std::size_t file = 0;
  const CaseResult* result = nullptr;
};

struct ExperimentCases {
  std::string id;  // of its section: its name, or "unknown-1" where the catalogue has none such
  std::string name;
  const Experiment* known = nullptr;  // null where the catalogue has none such
  std::vector<FileCase> cases;        // of each file as its table has them, matched behind plain
  std::size_t left_out = 0;           // further cases, which the page does not show
};

struct Document {
  std::span<const ReportFile> files;
  std::string git_state;  // of the program that writes the page
  /// In the catalogue's order, then those it does not know.
  std::vector<ExperimentCases> experiments;
  std::size_t experiments_left_out = 0;

  const Results& results(const FileCase& c) const { return files[c.file].results; }
};

Document document_of(std::span<const ReportFile> files, std::string_view git_state);

/// A paragraph that says which files were measured by a program built from another state than the
/// one whose questions, code and claims stand beside their figures; "" where none was.
std::string built_otherwise(const Document& document);

/// "A", "B" …: how tables and charts name a file. "" where there is only one.
std::string label_of(const Document& document, std::size_t file);

/// "tile" or, of several files, "tile (A)".
std::string labelled(const Document& document, std::size_t file, const std::string& name);

/// "coalescing"; "unknown" where the catalogue does not know the experiment.
std::string family_of(const ExperimentCases& experiment);

/// "rows=16Ki cols=16Ki, cold": what the cases that stand together share.
std::string setting_of(const CaseResult& c);

/// What most of its cases are judged by.
Measure measure_of(const Document& document, const ExperimentCases& experiment);

/// The variant in the catalogue; null where there is none such.
const Variant* find_variant(const ExperimentCases& experiment, std::string_view name);

}  // namespace tilebridge::html
