// SPDX-License-Identifier: Apache-2.0
// What changed from one run to another, in columns of text.
#pragma once

#include <string>

#include "pages/changes.hpp"

namespace tilebridge::terminal {

/// At most 80 columns, below an empty line.
std::string totals_text(const pages::Table& table);

/// Kernels together; the same layout, "" if there are none.
std::string aggregates_text(const pages::Table& table);

/// At most 100 columns, below an empty line.
std::string changes_text(const pages::Changes& changes);

}  // namespace tilebridge::terminal
