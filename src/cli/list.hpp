// `tilebridge list`: what there is to run.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace tilebridge {

Command add_list(CLI::App& app);

/// Text for `experiments`, or for all without any. Throws UsageError for an unknown one.
std::string list_as_text(const std::vector<std::string>& experiments);
std::string list_as_json(const std::vector<std::string>& experiments);

}  // namespace tilebridge
