// SPDX-License-Identifier: Apache-2.0
// Shared by the formats: the individual results of a file, and their names.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// One model of a case.
struct ExportEntry {
  const CaseResult* of;
  Model model;
  const ModelResult* result;
};

/// Every result once: omits native code that is in a case only for comparison.
std::vector<ExportEntry> shown_entries(const Results& results);
/// The entries that have a time.
std::vector<ExportEntry> timed_entries(const Results& results);

/// "transpose/tile/kokkos/rows:1024/cols:1024/cache:cold": the model is one component of the path,
/// and the names of a case's models differ only there.
std::string benchmark_name(const CaseResult& c, Model model);

/// The comparison against native; none for native itself.
const ComparisonResult* comparison_of(const ExportEntry& entry);

/// Pretty-printed, with a newline at the end.
std::string json_text(const Json& json);

}  // namespace tilebridge
