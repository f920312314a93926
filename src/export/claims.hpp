// SPDX-License-Identifier: Apache-2.0
// The documents' claims for other programs.
#pragma once

#include <string>

#include "view/claims.hpp"

namespace tilebridge {

/// Every claim as JSON, with its verdict if it was tested.
std::string claims_json(const ClaimsPage& page);

}  // namespace tilebridge
