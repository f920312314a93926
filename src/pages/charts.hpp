// SPDX-License-Identifier: Apache-2.0
// The charts of a report.
#pragma once

#include "pages/ablations.hpp"
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

}  // namespace tilebridge::pages
