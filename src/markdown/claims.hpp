// SPDX-License-Identifier: Apache-2.0
// The documents' claims in Markdown: docs/claims.md.
#pragma once

#include <string>

#include "view/claims.hpp"

namespace tilebridge::markdown {

/// A table for each document.
std::string claims_markdown(const view::ClaimsPage& page);

}  // namespace tilebridge::markdown
