// SPDX-License-Identifier: Apache-2.0
// What the page's script draws charts from.
#pragma once

#include <optional>
#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// The parameter that an experiment's cases vary: the one along which most of them lie on curves,
/// of one variant each and alike in all else, of three points or more. None where none does.
std::optional<std::string> varied_parameter(const ExperimentCases& experiment);

/// Of a number, or of a word that is one.
std::optional<double> number_of(const Value& value);

/// Medians and intervals, no samples. web/src/data.js says what the members mean.
Json chart_data(const Document& document);

}  // namespace tilebridge::html
