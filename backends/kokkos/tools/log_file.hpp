// SPDX-License-Identifier: Apache-2.0
// Naming and writing the log of a process.
#pragma once

#include <string>

namespace tilebridge::tools {

/// The file that TILEBRIDGE_KERNELS names, or tilebridge-kernels-<process>.json; with the rank of
/// one of several processes: log-rank3.json.
std::string log_path();

/// Says on standard error where the log is, or why it is not. Neither a limit of the file's size
/// nor a closed standard error ends the process.
void write_log(const std::string& path, const std::string& text);

/// A line on standard error.
void say(const std::string& line);

}  // namespace tilebridge::tools
