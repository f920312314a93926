// SPDX-License-Identifier: Apache-2.0
// `tilebridge run --dry-run`: what a run will do, and for how long.
#pragma once

#include <set>

#include "pages/document.hpp"

namespace tilebridge::pages {

struct PlannedRun {
  Platform platform;
  double budget_seconds;  // of sampling, per case
  std::set<std::string> models = {};
  std::vector<std::pair<std::string, std::size_t>> experiments = {};  // and the cases of each
  double bytes = 0;                                                   // of the arrays of every case
  std::pair<double, std::string> largest = {};  // the bytes of the largest case, and its name
};

Document plan_page(const PlannedRun& run);

}  // namespace tilebridge::pages
