// SPDX-License-Identifier: Apache-2.0
// Names of earlier releases, which get one line that says what to use instead.
#pragma once

#include <string>
#include <string_view>

namespace tilebridge::cli {

/// Says that `prices` is called `costs`, and returns the new name; returns any other name as it is.
std::string renamed_command(const std::string& name);

/// Throw UsageError for a name that was dropped.
void check_not_dropped_command(std::string_view name);
void check_not_dropped_format(std::string_view name);

}  // namespace tilebridge::cli
