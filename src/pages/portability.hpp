// SPDX-License-Identifier: Apache-2.0
// Performance portability: efficiencies over several machines, with intervals.
#pragma once

#include "judge/portability.hpp"
#include "pages/document.hpp"
#include "pages/report.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {

/// The kernels that people know down and models across: the harmonic means of model efficiencies
/// over machines, then means of application efficiencies. A kernel with several large cases is
/// shown in the median one. Empty if no variant ran in two files with equal parameters.
Document portability_page(const Report& report);

/// Every kernel of the variants that `takes` chooses instead, with its efficiencies on each
/// machine, the most portable of a task first.
Document portability_selection_page(const Report& report,
                                    const std::function<bool(const CaseResult&)>& takes);

/// The variants that two machines of the report ran or more.
std::vector<judge::PortableVariant> ported_variants(const Report& report);

/// An SVG element of the kernels that people know, in loops: for each a cascade, the metric as
/// machines are added from the most to the least efficient one (Sewall, Pennycook, Jacobsen and
/// others, 2020); below them the metric by code convergence, the part of their source lines that
/// two machines share. "" where no two machines have such a kernel.
std::string portability_svg(const Report& report, Canvas canvas = Canvas::wide);

}  // namespace tilebridge::pages
