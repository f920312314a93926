// SPDX-License-Identifier: Apache-2.0
// Text as the rest of this module reads it.
#pragma once

#include <string>
#include <string_view>

namespace tilebridge::sources {

/// The text in UTF-8, if it is UTF-16 with a byte order mark or of ASCII characters alone, and with
/// lines that end with "\n" or "\r\n".
std::string plain_text(std::string_view text);

}  // namespace tilebridge::sources
