// SPDX-License-Identifier: Apache-2.0
// Shared by the formats: the individual results of a file, and their names.
#pragma once

#include <string>
#include <vector>

#include "view/cases.hpp"

namespace tilebridge::exports {

/// The shown results that have a time.
std::vector<view::ShownResult> timed_results(const Results& results);

/// "transpose/tile/kokkos/rows:1024/cols:1024/cache:cold": the model is one component of the path,
/// and the names of a case's models differ only there.
std::string benchmark_name(const CaseResult& c, Model model);

/// Pretty-printed, with a newline at the end. What is no UTF-8, as file names need not be, is
/// replaced.
std::string json_text(const Json& json);

}  // namespace tilebridge::exports
