// SPDX-License-Identifier: Apache-2.0
#include "measure/host_memory.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace tilebridge::measure {

std::size_t host_available_bytes() {
  const std::string name = "MemAvailable:";
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name)) return std::stoull(line.substr(name.size())) * 1024;
  return std::numeric_limits<std::size_t>::max();
}

}  // namespace tilebridge::measure
