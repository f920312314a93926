// SPDX-License-Identifier: Apache-2.0
// The documents' claims in Markdown: docs/claims.md.
#pragma once

#include <string>

#include "pages/claims.hpp"

namespace tilebridge::markdown {

/// A table for each document.
std::string claims_markdown(const pages::ClaimsPage& page);

}  // namespace tilebridge::markdown
