// SPDX-License-Identifier: Apache-2.0
// How long code is.
#pragma once

#include "sources/listing.hpp"

namespace tilebridge::sources {

/// Lines that hold more than a comment.
int lines_of_code(const Fragment& fragment);
/// Counts the lines of all fragments.
int lines_of_code(const Listing& listing);

}  // namespace tilebridge::sources
