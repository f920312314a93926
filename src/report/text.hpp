// Text for a terminal of 100 columns.
#pragma once

#include <string>
#include <string_view>

namespace tilebridge {

/// `text` broken at spaces so that it fits between column `indent` and 100.
std::string wrapped(std::string_view text, std::size_t indent);

/// At most `width` bytes of text that came from a file: control characters become '?'.
std::string tame(std::string text, std::size_t width);

}  // namespace tilebridge
