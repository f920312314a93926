// SPDX-License-Identifier: Apache-2.0
// Text files that are kept by hand: records of lines such as "reason: …", with an empty line
// between two records.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/parameters.hpp"

namespace tilebridge::judge {

/// Holds the lines of a record by the words before their colons.
using Record = std::map<std::string, std::string>;

/// Those that have a line of that name, in order.
std::vector<Record> records(std::string_view text, const std::string& name);

/// Whether parameters have all of these values, which are written as to_string() does: "n=32Mi".
bool has_values(const Parameters& parameters, std::span<const std::string> values);

}  // namespace tilebridge::judge
