// SPDX-License-Identifier: Apache-2.0
// The charts of a report, and what they show along a parameter, such as latency over the working
// set.
#pragma once

#include "pages/costs.hpp"
#include "pages/document.hpp"
#include "pages/plot.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// Adds the figure of a chart, if it shows anything.
void add_chart(Document& document, const Plot& plot, const std::string& caption);

/// Kokkos's performance against native code: a row per experiment, a point for each form of
/// its kernels, from the slowest experiment to the fastest.
Plot overview_chart(const Report& report);

/// Draws the same of one experiment: a row for each variant, a point for each case.
Plot ratios_chart(const Report& report, const ExperimentCases& experiment);

/// Draws for each file what was measured against the parameter that the experiment varies; none if
/// it varies none.
std::vector<Plot> curves(const Report& report, const ExperimentCases& experiment);

/// The rate reached against arithmetic per byte, below the measured ceilings.
Plot roofline_chart(const Report& report);

/// A row for each step.
Plot ablation_chart(const ShownAblation& ablation);

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

/// The levels of the memory hierarchy; without rows for results without the experiment `latency`.
Table levels_table(const Results& results);

}  // namespace tilebridge::pages
