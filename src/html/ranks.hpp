// SPDX-License-Identifier: Apache-2.0
// How far apart the devices of a run on several are.
#pragma once

#include <string>

#include "html/document.hpp"

namespace tilebridge::html {

/// Of each file with ranks: every rank against the median one, with what made it stand out, and
/// every measurement's slowest and fastest rank. "" where no file has ranks.
std::string ranks_section(const Document& document);

}  // namespace tilebridge::html
