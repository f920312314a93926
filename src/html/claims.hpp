// The documents' figures beside the measured ones.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// Those that a file's cases of this experiment can answer; "" without any.
std::string claims_of(const Document& document, const ExperimentCases& experiment);

/// All of them, held against each file.
std::string claims_section(const Document& document);

}  // namespace tilebridge::html
