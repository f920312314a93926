// SPDX-License-Identifier: Apache-2.0
// The documents' figures next to the measured ones.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// The claims about this experiment, tested against each file that measures one of them; "" if
/// there are none.
std::string claims_of(const Document& document, const ExperimentCases& experiment);

/// All claims, tested against each file.
std::string claims_section(const Document& document);

}  // namespace tilebridge::html
