// SPDX-License-Identifier: Apache-2.0
// A page in Markdown.
#pragma once

#include <string>

#include "pages/document.hpp"

namespace tilebridge::write {

/// GitHub's Markdown. Of a text that is no `code`, nothing is read as markup or a mention.
std::string as_markdown(const pages::Document& document);

}  // namespace tilebridge::write
