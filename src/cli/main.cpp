// SPDX-License-Identifier: Apache-2.0
// tilebridge: everything that needs no GPU driver. Work on a device is done by tilebridge-run,
// which this program starts.
#include <iostream>

#include "base/error.hpp"
#include "build_info.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"

int main(int argc, char** argv) {
  using namespace tilebridge;
  using namespace cli;
  CLI::App app(
      "Measures what programming models such as Kokkos cost compared with native code (CUDA, HIP) "
      "on this GPU, and shows why. All run the same experiments on the same buffers; every result "
      "is validated, "
      "timed and compared.",
      "tilebridge");
  app.set_version_flag("--version", std::string(build_info::version));
  app.require_subcommand(1);

  const std::vector<std::string> command_line = {argv, argv + argc};
  const std::vector<Command> commands = {run_command::add(app, command_line),
                                         devices_command::add(app),
                                         check_command::add(app),
                                         profile_command::add(app, command_line),
                                         tune_command::add(app, command_line),
                                         report_command::add(app),
                                         list_command::add(app),
                                         explain_command::add(app, command_line),
                                         costs_command::add(app),
                                         claims_command::add(app),
                                         follow_command::add(app),
                                         compare_command::add(app),
                                         merge_command::add(app, command_line),
                                         export_command::add(app),
                                         new_command::add(app),
                                         kernels_command::add(app),
                                         scan_command::add(app),
                                         port_command::add(app),
                                         help_command::add(app)};

  if (argc < 2) {
    std::cerr << help_command::overview(app);
    return static_cast<int>(ExitStatus::usage);
  }
  return run_program(app, argc, argv, [&] {
    const auto is_asked = [](const Command& command) { return command.app->parsed(); };
    return std::ranges::find_if(commands, is_asked)->body();
  });
}
