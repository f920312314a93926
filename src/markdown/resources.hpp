// SPDX-License-Identifier: Apache-2.0
// Kernels' resources in Markdown: docs/resources.md.
#pragma once

#include <string>

#include "pages/resources.hpp"

namespace tilebridge::markdown {

/// A table for each experiment, without the time that it takes to compile.
std::string resources_markdown(const resources::BuildResources& build, pages::Rows rows);

}  // namespace tilebridge::markdown
