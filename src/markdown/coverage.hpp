// SPDX-License-Identifier: Apache-2.0
// The documents' items as the page docs/coverage.md.
#pragma once

#include <string>
#include <vector>

#include "view/coverage.hpp"

namespace tilebridge::markdown {

std::string coverage_markdown(const std::vector<view::DocumentItems>& documents);

}  // namespace tilebridge::markdown
