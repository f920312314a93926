// SPDX-License-Identifier: Apache-2.0
// Kernels' resources in Markdown: docs/resources.md.
#pragma once

#include <string>

#include "view/resources.hpp"

namespace tilebridge::markdown {

/// A table for each experiment.
std::string resources_markdown(const resources::ResourceTable& table, view::Rows rows);

}  // namespace tilebridge::markdown
