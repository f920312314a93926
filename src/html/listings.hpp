// SPDX-License-Identifier: Apache-2.0
// What a warp touches in a variant, and both models' code.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// A <details> for each variant that the report explains, with a nested one for its matched kernel.
std::string explanations_of(const pages::Report& report, const pages::ExperimentCases& experiment);

}  // namespace tilebridge::html
