// SPDX-License-Identifier: Apache-2.0
// The data from which the page's script draws charts.
#pragma once

#include <optional>
#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// The parameter that an experiment's cases vary: the one along which most of them lie on curves. A
/// curve has three points or more, of one variant and equal in everything else. None if there is no
/// such parameter.
std::optional<std::string> varied_parameter(const ExperimentCases& experiment);

/// The value of a number, or of a string that holds one.
std::optional<double> number_of(const Value& value);

/// Medians and intervals, without samples. web/src/charts/data.js documents the members.
Json chart_data(const Document& document);

}  // namespace tilebridge::html
