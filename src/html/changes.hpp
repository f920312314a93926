// SPDX-License-Identifier: Apache-2.0
// What changed from one run to another, in a report of two.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// "" unless two of the files have times, of cases that are in both.
std::string changes_section(const pages::Report& report);

}  // namespace tilebridge::html
