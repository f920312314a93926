// SPDX-License-Identifier: Apache-2.0
// Kernels' resources for a terminal.
#pragma once

#include <string>

#include "view/resources.hpp"

namespace tilebridge::terminal {

/// One experiment after the other; at most 120 columns wide for three architectures.
std::string resources_text(const resources::ResourceTable& table, view::Rows rows);

/// A line for each change, and what was compared.
std::string changes_text(const resources::ResourceChanges& changes);

}  // namespace tilebridge::terminal
