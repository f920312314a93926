// SPDX-License-Identifier: Apache-2.0
// Result files of several machines.
#pragma once

#include "pages/report.hpp"
#include "tests/pages/compared_cases.hpp"

namespace tilebridge::pages {

inline ReportFile machine_file(const std::string& device, std::vector<CaseResult> cases) {
  Results results = run_of(std::move(cases));
  results.device["name"] = device;
  return {"folder/" + device + ".json", std::move(results)};
}

}  // namespace tilebridge::pages
