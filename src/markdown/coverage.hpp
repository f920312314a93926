// SPDX-License-Identifier: Apache-2.0
// The documents' items as the page docs/coverage.md.
#pragma once

#include <string>
#include <vector>

#include "pages/coverage.hpp"

namespace tilebridge::markdown {

std::string coverage_markdown(const std::vector<pages::DocumentItems>& documents);

}  // namespace tilebridge::markdown
