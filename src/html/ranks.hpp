// SPDX-License-Identifier: Apache-2.0
// How much the devices of a multi-device run differ.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// For each file with ranks: every rank against the median rank, with what made it stand out, and
/// the slowest and fastest rank of every measurement. "" if no file has ranks.
std::string ranks_section(const pages::Report& report);

}  // namespace tilebridge::html
