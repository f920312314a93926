// tilebridge: everything that needs no GPU driver. What runs on a device is tilebridge-run's, which
// this program starts.
#include <vector>

#include "build_info.hpp"
#include "cli/claims.hpp"
#include "cli/compare.hpp"
#include "cli/completion.hpp"
#include "cli/explain.hpp"
#include "cli/export.hpp"
#include "cli/list.hpp"
#include "cli/manual.hpp"
#include "cli/occupancy.hpp"
#include "cli/options.hpp"
#include "cli/profile.hpp"
#include "cli/report.hpp"
#include "cli/resources.hpp"
#include "cli/runner.hpp"

int main(int argc, char** argv) {
  using namespace tilebridge;
  CLI::App app(
      "What does a portability layer cost on this GPU, and why? Native CUDA and Kokkos, the "
      "same experiment on the same buffers, validated, timed and compared.",
      "tilebridge");
  app.set_version_flag("--version", std::string(build_info::version));
  app.require_subcommand(1);

  const std::vector<Command> commands = {
      add_claims(app),  add_compare(app),   add_completion(app),
      add_explain(app), add_export(app),    add_list(app),
      add_manual(app),  add_occupancy(app), add_profile(app, {argv, argv + argc}),
      add_report(app),  add_resources(app)};
  RunOptions run_options;
  const CLI::App* run = add_run(app, run_options);
  DevicesOptions devices_options;
  add_devices(app, devices_options);

  return run_program(app, argc, argv, [&] {
    for (const Command& command : commands)
      if (*command.app) return command.body();
    if (*run) check(run_options);
    place_threads(*run ? run_options.platform : devices_options.platform,
                  !*run || is_one_process(run_options));
    become_runner(argv);
  });
}
