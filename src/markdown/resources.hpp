// SPDX-License-Identifier: Apache-2.0
// Kernels' resources in Markdown: docs/resources.md.
#pragma once

#include <string>

#include "view/resources.hpp"

namespace tilebridge {

/// A table for each experiment.
std::string resources_markdown(const ResourceTable& table, Rows rows);

}  // namespace tilebridge
