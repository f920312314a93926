// SPDX-License-Identifier: Apache-2.0
// What the formats share: the results of a file one by one, and their names.
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

/// Every result once: without native code that stands in a case for comparison only.
std::vector<ExportEntry> shown_entries(const Results& results);
/// Those of them that have a time.
std::vector<ExportEntry> timed_entries(const Results& results);

/// "transpose/tile/kokkos/rows:1024/cols:1024/cache:cold": the model is one part of the path, and
/// the names of a case's models differ in nothing else.
std::string benchmark_name(const CaseResult& c, Model model);

/// Against native; none for native itself.
const ComparisonResult* comparison_of(const ExportEntry& entry);

/// Pretty-printed, with a newline at the end.
std::string json_text(const Json& json);

}  // namespace tilebridge
