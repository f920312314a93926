// SPDX-License-Identifier: Apache-2.0
// The documents' items in a terminal.
#pragma once

#include <string>
#include <vector>

#include "pages/coverage.hpp"

namespace tilebridge::terminal {

std::string coverage_text(const std::vector<pages::DocumentItems>& documents);

}  // namespace tilebridge::terminal
