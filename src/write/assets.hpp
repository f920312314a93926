// SPDX-License-Identifier: Apache-2.0
// The script and style of a page, built into the program.
#pragma once

#include <string>
#include <string_view>

namespace tilebridge::write {

struct Asset {
  std::string_view text;
  std::string_view sha256;  // of the text, in hexadecimal digits
};

/// Theme, views and filters.
const Asset& page_script();
const Asset& style();

/// "'sha256-…'", as a Content-Security-Policy names what it allows.
std::string source_hash(const Asset& asset);

}  // namespace tilebridge::write
