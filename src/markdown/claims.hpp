// SPDX-License-Identifier: Apache-2.0
// The documents' claims in Markdown: docs/claims.md.
#pragma once

#include <string>

#include "view/claims.hpp"

namespace tilebridge {

/// A table for each document.
std::string claims_markdown(const ClaimsPage& page);

}  // namespace tilebridge
