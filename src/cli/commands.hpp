// SPDX-License-Identifier: Apache-2.0
// The subcommands of tilebridge. Each has a namespace of its own, so that
// several can be compiled as one file.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace tilebridge::cli {

struct Command {
  CLI::App* app;              // tells whether it was requested
  std::function<int()> body;  // run after parsing; returns the exit status
};

// `command_line` is that of this program: it is recorded in result files, or given to the runner.
namespace check_command {
Command add(CLI::App& app);
}
namespace claims_command {
Command add(CLI::App& app);
}
namespace compare_command {
Command add(CLI::App& app);
}
namespace costs_command {
Command add(CLI::App& app);
}
namespace devices_command {
Command add(CLI::App& app);
}
namespace explain_command {
Command add(CLI::App& app, std::vector<std::string> command_line);
}
namespace export_command {
Command add(CLI::App& app);
}
namespace follow_command {
Command add(CLI::App& app);
}
namespace help_command {
/// Adds examples to the program's own help too. Call it last: subcommands added later would inherit
/// the examples.
Command add(CLI::App& app);
/// Shows what the program does, its subcommands and a few examples.
std::string overview(const CLI::App& app);
}  // namespace help_command
namespace kernels_command {
Command add(CLI::App& app);
}
namespace list_command {
Command add(CLI::App& app);
}
namespace merge_command {
Command add(CLI::App& app, std::vector<std::string> command_line);
}
namespace new_command {
Command add(CLI::App& app);
}
namespace port_command {
Command add(CLI::App& app);
}
namespace profile_command {
Command add(CLI::App& app, std::vector<std::string> command_line);
}
namespace report_command {
Command add(CLI::App& app);
}
namespace run_command {
Command add(CLI::App& app, std::vector<std::string> command_line);
}
namespace scan_command {
Command add(CLI::App& app);
}
namespace tune_command {
Command add(CLI::App& app, std::vector<std::string> command_line);
}

}  // namespace tilebridge::cli
