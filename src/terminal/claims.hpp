// SPDX-License-Identifier: Apache-2.0
// The documents' claims for a terminal.
#pragma once

#include <string>

#include "pages/claims.hpp"

namespace tilebridge::terminal {

/// A paragraph of at most 100 columns for each claim.
std::string claims_text(const pages::ClaimsPage& page);

}  // namespace tilebridge::terminal
