// SPDX-License-Identifier: Apache-2.0
// JSON that this program did not just write itself.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace tilebridge {

using Json = nlohmann::ordered_json;

/// Parses a file's text; names and texts in it become printable(). Throws nlohmann::json::exception
/// if it is not JSON, and UsageError if it is nested deeper than any file of this program: copying
/// it would overflow the stack.
Json parse_json(std::string_view text);

}  // namespace tilebridge
