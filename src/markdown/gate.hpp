// SPDX-License-Identifier: Apache-2.0
// A comparison of result files in Markdown.
#pragma once

#include <string>

#include "judge/page.hpp"

namespace tilebridge::markdown {

/// A comment for a pull request. Strings from the files may contain anything.
std::string gate_markdown(const judge::GatePage& page);

}  // namespace tilebridge::markdown
