// SPDX-License-Identifier: Apache-2.0
// tilebridge-run: the subcommands that run on a device. Started by tilebridge.
#include "build_info.hpp"
#include "cli/devices.hpp"
#include "cli/options.hpp"
#include "cli/run.hpp"
#include "session/launch_once.hpp"

int main(int argc, char** argv) {
  using namespace tilebridge;
  using namespace cli;
  CLI::App app("The part of tilebridge that runs on a device.", "tilebridge");
  app.require_subcommand(1);
  session::RunRequest run_request;
  const CLI::App* run = add_run(app, run_request);
  DevicesOptions devices_options;
  add_devices(app, devices_options);
  session::RunRequest launch_request;
  const CLI::App* launch = add_launch_once(app, launch_request);
  return run_program(app, argc, argv, [&] {
    if (*launch) return session::launch_once(launch_request, {argv, argv + argc});
    return *run ? run_experiments(run_request, {argv, argv + argc})
                : print_devices(devices_options);
  });
}
