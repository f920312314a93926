// SPDX-License-Identifier: Apache-2.0
// tilebridge: everything that needs no GPU driver. Work on a device is done by tilebridge-run,
// which this program starts.
#include <iostream>
#include <vector>

#include "base/error.hpp"
#include "build_info.hpp"
#include "cli/advise.hpp"
#include "cli/bisect.hpp"
#include "cli/check.hpp"
#include "cli/claims.hpp"
#include "cli/compare.hpp"
#include "cli/costs.hpp"
#include "cli/coverage.hpp"
#include "cli/devices.hpp"
#include "cli/explain.hpp"
#include "cli/export.hpp"
#include "cli/help.hpp"
#include "cli/kernels.hpp"
#include "cli/list.hpp"
#include "cli/merge.hpp"
#include "cli/new.hpp"
#include "cli/occupancy.hpp"
#include "cli/options.hpp"
#include "cli/profile.hpp"
#include "cli/report.hpp"
#include "cli/resources.hpp"
#include "cli/run.hpp"

int main(int argc, char** argv) {
  using namespace tilebridge;
  using namespace cli;
  CLI::App app(
      "Measures what Kokkos costs compared with native CUDA on this GPU, and shows why. Both run "
      "the "
      "same experiments on the same buffers; every result is validated, timed and compared.",
      "tilebridge");
  app.set_version_flag("--version", std::string(build_info::version));
  app.require_subcommand(1);

  std::vector<Command> commands = {add_advise(app),
                                   add_bisect(app),
                                   add_check(app),
                                   add_claims(app),
                                   add_compare(app),
                                   add_coverage(app),
                                   add_explain(app, {argv, argv + argc}),
                                   add_export(app),
                                   add_kernels(app),
                                   add_list(app),
                                   add_merge(app, {argv, argv + argc}),
                                   add_new(app),
                                   add_occupancy(app),
                                   add_costs(app),
                                   add_profile(app, {argv, argv + argc}),
                                   add_report(app),
                                   add_resources(app),
                                   add_submit(app)};
  run::RunRequest run_options;
  const CLI::App* run = add_run(app, run_options);
  DevicesOptions devices_options;
  add_devices(app, devices_options);
  commands.push_back(add_help(app));

  if (argc < 2) {
    std::cerr << overview(app);
    return static_cast<int>(ExitStatus::usage);
  }
  return run_program(app, argc, argv, [&] {
    for (const Command& command : commands)
      if (*command.app) return command.body();
    if (!*run) return print_devices(devices_options);
    check(run_options);
    return run_experiments(run_options, {argv, argv + argc});
  });
}
