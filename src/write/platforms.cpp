// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "write/formats.hpp"

namespace tilebridge::write {

std::vector<std::string> platform_names(std::span<const judge::Cells> files) {
  std::map<std::string, int> devices;
  for (const judge::Cells& file : files) ++devices[text_at(file.results().device, "name")];
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const judge::Cells& file : files) {
    std::string name = text_at(file.results().device, "name");
    if (devices.at(name) > 1) name += " " + text_at(file.results().program, "started");
    const std::string first = name;
    for (int run = 2; !taken.insert(name).second; ++run) name = fmt::format("{} #{}", first, run);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace tilebridge::write
