// SPDX-License-Identifier: Apache-2.0
// The documents' figures beside the measured ones.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// Those about this experiment, held against each file that measures one of them; "" without any.
std::string claims_of(const Document& document, const ExperimentCases& experiment);

/// All of them, held against each file.
std::string claims_section(const Document& document);

}  // namespace tilebridge::html
