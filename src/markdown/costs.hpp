// SPDX-License-Identifier: Apache-2.0
// The cost list as a page, and changes of it as a table, in Markdown.
#pragma once

#include <string>

#include "pages/costs.hpp"

namespace tilebridge::markdown {

std::string costs_markdown(const pages::CostList& list);
std::string cost_changes_markdown(const pages::CostChanges& changes);

}  // namespace tilebridge::markdown
