// SPDX-License-Identifier: Apache-2.0
// Two listings as one, in which lines that both have stand once.
#pragma once

#include "pages/document.hpp"

namespace tilebridge::pages {

/// The lines of `after`, with the lines that it lacks of `before` in between. A line's mark is "+"
/// if only `after` has it and "-" if only `before` has; indentation does not count. Without lines
/// if the two have less than half of the longer one's lines in common: then a reader wants them
/// apart.
Code::Listing code_diff(const Code::Listing& before, const Code::Listing& after);

/// The lines that differ, with at most three lines above and below, and gaps between them.
Code::Listing differences_alone(const Code::Listing& diff);

}  // namespace tilebridge::pages
