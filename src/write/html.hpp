// SPDX-License-Identifier: Apache-2.0
// A page for a browser.
#pragma once

#include <string>
#include <string_view>

#include "pages/document.hpp"

namespace tilebridge::write {

/// One self-contained HTML file, which loads nothing. Each heading of level 2 begins a section,
/// which the script shows alone; its contents are listed at the side. Names such as
/// "transpose/tile" in lists lead to their sections. No text is ever markup.
std::string as_html(const pages::Document& document, std::string_view title);

}  // namespace tilebridge::write
