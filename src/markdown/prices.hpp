// SPDX-License-Identifier: Apache-2.0
// The price list as a page, and changes of it as a table, in Markdown.
#pragma once

#include <string>

#include "view/prices.hpp"

namespace tilebridge::markdown {

std::string prices_markdown(const view::PriceList& list);
std::string price_changes_markdown(const view::PriceChanges& changes);

}  // namespace tilebridge::markdown
