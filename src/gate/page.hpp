// SPDX-License-Identifier: Apache-2.0
// A comparison of result files and its origin.
#pragma once

#include <string>
#include <vector>

#include "gate/gate.hpp"

namespace tilebridge::gate {

/// The results must outlive it.
struct GatePage {
  const Results& base;  // the first if there are several
  const Results& current;
  std::vector<std::string> base_files;
  std::string current_file;
  std::vector<Difference> differences;  // if --force was given
  GateReport report;
};

}  // namespace tilebridge::gate
