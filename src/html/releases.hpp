// SPDX-License-Identifier: Apache-2.0
// What another Kokkos changes, where a run timed it in the same rounds.
#pragma once

#include <string>

#include "pages/report.hpp"

namespace tilebridge::html {

/// "" unless a file has another Kokkos.
std::string releases_section(const pages::Report& report);

}  // namespace tilebridge::html
