// SPDX-License-Identifier: Apache-2.0
#include "judge/records.hpp"

#include <algorithm>
#include <sstream>

namespace tilebridge::judge {

std::vector<Record> records(std::string_view text, const std::string& name) {
  std::vector<Record> found;
  std::istringstream file(std::string(text) + "\n\n");
  Record record;
  for (std::string line; std::getline(file, line);) {
    if (const std::size_t colon = line.find(": "); colon != std::string::npos)
      record[line.substr(0, colon)] = line.substr(colon + 2);
    if (!line.empty()) continue;
    if (record.contains(name)) found.push_back(record);
    record.clear();
  }
  return found;
}

bool has_values(const Parameters& parameters, std::span<const std::string> values) {
  const std::string text = " " + to_string(parameters) + " ";
  return std::ranges::all_of(values, [&](const std::string& value) {
    return text.find(" " + value + " ") != std::string::npos;
  });
}

}  // namespace tilebridge::judge
