// SPDX-License-Identifier: Apache-2.0
// The documents' claims for other programs.
#pragma once

#include <string>

#include "pages/claims.hpp"

namespace tilebridge::exports {

/// Every claim as JSON, with its verdict if it was tested.
std::string claims_json(const pages::ClaimsPage& page);

}  // namespace tilebridge::exports
