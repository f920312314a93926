// SPDX-License-Identifier: Apache-2.0
// The documents' figures next to the measured ones.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// The claims about this experiment, tested against each file that measures one of them; "" if
/// there are none.
std::string experiment_claims(const pages::Report& report,
                              const pages::ExperimentCases& experiment);

/// All claims, tested against each file.
std::string claims_section(const pages::Report& report);

}  // namespace tilebridge::html
