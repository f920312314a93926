// SPDX-License-Identifier: Apache-2.0
// Checking JSON against schema/results-3.schema.json.
#pragma once

#include <string>

namespace tilebridge {

/// "" where `text` follows the schema, else the first thing that is wrong with it. In a build
/// without valijson, the running test counts as skipped, unless it fails.
std::string schema_error(const std::string& text);

/// Whether something is wrong; in a build without valijson likewise.
bool breaks_schema(const std::string& text);

}  // namespace tilebridge
