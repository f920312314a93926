// SPDX-License-Identifier: Apache-2.0
// The cases of several result files, grouped by experiment.
#pragma once

#include <functional>

#include "catalogue/catalogue.hpp"
#include "judge/porting.hpp"
#include "pages/figures.hpp"
#include "pages/table.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

struct ReportFile {
  std::string name;  // as the user gave it
  Results results;
};

/// A case and the file it comes from.
struct FileCase {
  std::size_t file = 0;
  const CaseResult* result = nullptr;
  const judge::Cells* cells = nullptr;  // of the file

  auto shown(judge::Builds builds) const { return cells->shown(*result, builds); }
};

struct ExperimentCases {
  std::string id;  // its name, or "yours-1" if it is not in the catalogue
  std::string name;
  const Experiment* known = nullptr;  // null if it is not in the catalogue
  std::string question;               // the catalogue's, or the pair's own; "" if neither has one
  std::vector<FileCase> cases;        // of each file in table order, rewritten after loops
  std::size_t left_out = 0;           // number of further cases, which the report does not show
};

/// Points into the files and the catalogue; a copy points into the cells of its original.
struct Report {
  std::span<const ReportFile> files;
  std::vector<judge::Cells> cells;                        // of each file
  std::vector<std::vector<judge::PortedKernel>> kernels;  // all of each file
  const Catalogue& catalogue;
  std::string git_state;  // of the program that reports
  /// In the catalogue's order, followed by unknown ones.
  std::vector<ExperimentCases> experiments;
  std::size_t experiments_left_out = 0;
};

/// If there are more cases than a page can hold, only the first of each experiment.
Report report_of(std::span<const ReportFile> files, const Catalogue& catalogue,
                 std::string_view git_state);

/// Names the files that were measured by a program built from a different state than the one whose
/// questions, code and claims are shown next to their figures; "" if there are none.
std::string built_otherwise(const Report& report);

/// Says what the report leaves out of an experiment's cases, and of experiments; "" if nothing.
std::string left_out_text(const ExperimentCases& experiment);
std::string left_out_text(const Report& report);

/// Devices, builds and programs: a row for each property, a column for each file.
Table files_table(const Report& report);

/// "driver: 580.159 (A, C), 570.86 (B)": a line for each property of runs and builds that the files
/// differ in; their labels are behind its values.
std::vector<std::string> differences_of(const Report& report);

/// Without its folder, which is nobody else's business.
std::string file_name(const ReportFile& file);

/// "A", "B" …: how tables and charts name a file. "" if there is only one.
std::string label_of(const Report& report, std::size_t file);

/// "tile" or, with several files, "tile (A)".
std::string labelled(const Report& report, std::size_t file, const std::string& name);

/// The measure by which most of its cases are judged.
Measure measure_of(const ExperimentCases& experiment);

/// Names choose these cases: "transpose", "transpose/padded_tile", "tiling", or a pair of the
/// user's own.
struct NamedCases {
  std::function<bool(const CaseResult&)> takes;
  /// A sentence for each name that is unknown, or of which no file has a case.
  std::vector<std::string> missing;
};

/// Without names, all. Throws UsageError, with the sentences as its lines, if no name has a case.
NamedCases named_cases(std::span<const ReportFile> files, const std::vector<std::string>& names,
                       const Catalogue& catalogue);

/// Keeps the cases that `names` choose. Returns the sentences, and throws as named_cases() does.
std::vector<std::string> keep_named(std::span<ReportFile> files,
                                    const std::vector<std::string>& names,
                                    const Catalogue& catalogue);

}  // namespace tilebridge::pages
