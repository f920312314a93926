// SPDX-License-Identifier: Apache-2.0
// The documents' items for other programs.
#pragma once

#include <string>
#include <vector>

#include "pages/coverage.hpp"

namespace tilebridge::exports {

std::string coverage_json(const std::vector<pages::DocumentItems>& documents);

}  // namespace tilebridge::exports
