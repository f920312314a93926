// SPDX-License-Identifier: Apache-2.0
// Whether a machine is as fast as it should be, in words.
#pragma once

#include <string>
#include <vector>

#include "results/machines.hpp"

namespace tilebridge::pages {

struct CheckedRate {
  std::string what;       // "reading memory"
  std::string measured;   // "4.54 TB/s"
  std::string known;      // "100% of 4.53 TB/s"; "" if no machine of this kind is known
  std::string datasheet;  // "94% of 4.81 TB/s"; "" if unknown
  std::string verdict;    // "PASS", "LOW"; "" if there is nothing to hold it against
};

struct MachineCheck {
  std::string device;
  std::size_t known = 0;  // machines of this kind
  std::vector<CheckedRate> rates;
  bool is_low = false;  // any of them
};

MachineCheck machine_check(const Machine& machine, const Ceilings& datasheet,
                           const std::vector<Machine>& known);

}  // namespace tilebridge::pages
