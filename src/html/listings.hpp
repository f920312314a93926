// SPDX-License-Identifier: Apache-2.0
// What `explain` prints, as HTML: what a warp touches in a variant, and both models' code.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// A <details> for each variant of the experiment that has cases here and is in the catalogue, with
/// a nested one for its matched kernel.
std::string explanations(const Document& document, const ExperimentCases& experiment);

}  // namespace tilebridge::html
