// SPDX-License-Identifier: Apache-2.0
// Kernels' resources for a terminal.
#pragma once

#include <string>

#include "pages/resources.hpp"

namespace tilebridge::terminal {

/// One experiment after the other; for three architectures at most 120 columns wide, 141 with
/// instructions.
std::string resources_text(const resources::BuildResources& build, pages::Rows rows);

/// A line for each change, and what was compared; then the time that it takes to compile.
std::string changes_text(const resources::ResourceChanges& changes,
                         const resources::CompileChanges& compile, pages::Rows rows);

}  // namespace tilebridge::terminal
