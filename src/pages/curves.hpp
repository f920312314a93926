// SPDX-License-Identifier: Apache-2.0
// Curves show what is measured along a parameter, or seen as a curve: latency over the working set,
// rate over arithmetic per byte.
#pragma once

#include "pages/report.hpp"
#include "pages/table.hpp"
#include "results/latency_levels.hpp"

namespace tilebridge::pages {

/// The parameter that an experiment's cases vary: the one along which most of them lie on curves. A
/// curve has three points or more, of one variant and equal in everything else. None if there is no
/// such parameter.
std::optional<std::string> varied_parameter(const ExperimentCases& experiment);

/// The value of a number, or of a string that holds one.
std::optional<double> number_of(const Value& value);
/// Returns a case's parameter as a number.
std::optional<double> number_of(const CaseResult& c, const std::string& parameter);

/// "n=32Mi, cold": the setting except for `parameter`.
std::string setting_without(const CaseResult& c, const std::string& parameter);

/// The levels of the memory hierarchy; without rows if no file has the experiment `latency`.
Table levels_table(const Report& report);

/// "100.0 cycles = 50.5 ns, 1Ki … 128Ki bytes".
std::string level_text(const LatencyPlateau& plateau);

/// Whether a case has a place in a roofline: arithmetic and bytes from memory.
bool is_in_roofline(const CaseResult& c);

/// Whether a file has the ceilings of a roofline.
bool has_roof(const ReportFile& file);

}  // namespace tilebridge::pages
