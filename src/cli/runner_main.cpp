// SPDX-License-Identifier: Apache-2.0
// tilebridge-run: the subcommands that run on a device. Started by tilebridge.
#include "build_info.hpp"
#include "cli/devices.hpp"
#include "cli/launch_once.hpp"
#include "cli/options.hpp"
#include "cli/run.hpp"

int main(int argc, char** argv) {
  using namespace tilebridge;
  CLI::App app("The part of tilebridge that runs on a device.", "tilebridge");
  app.require_subcommand(1);
  RunOptions run_options;
  const CLI::App* run = add_run(app, run_options);
  DevicesOptions devices_options;
  add_devices(app, devices_options);
  RunOptions launch_options;
  const CLI::App* launch = add_launch_once(app, launch_options);
  return run_program(app, argc, argv, [&] {
    if (*launch) return launch_once(launch_options, {argv, argv + argc});
    return *run ? run_experiments(run_options, {argv, argv + argc})
                : print_devices(devices_options);
  });
}
