// SPDX-License-Identifier: Apache-2.0
// Result files of schema 1, which versions up to 0.1 wrote.
#pragma once

#include "base/json.hpp"

namespace tilebridge {

/// Converts results to schema 2. Throws nlohmann::json::exception or UsageError for what is no
/// whole file of schema 1.
Json from_schema_1(const Json& file);

}  // namespace tilebridge
