// SPDX-License-Identifier: Apache-2.0
#include "write/page.hpp"

namespace tilebridge::write {

std::string as_svg(std::string_view element) {
  const std::size_t inside = element.find('>') + 1;
  return fmt::format("{}<style>svg {{ color-scheme: light dark; }}\n{}</style>{}",
                     element.substr(0, inside), picture_style().text, element.substr(inside));
}

}  // namespace tilebridge::write
