// SPDX-License-Identifier: Apache-2.0
#include "cli/launch_once.hpp"

#include "backends/backends.hpp"
#include "cli/progress.hpp"
#include "cli/run.hpp"
#include "measure/suite.hpp"
#include "profile/ncu.hpp"
#include "results/file.hpp"

namespace tilebridge {

CLI::App* add_launch_once(CLI::App& app, RunOptions& options) {
  CLI::App* launch = app.add_subcommand("launch-once", "launch and validate every case once");
  launch->group("");
  add_selection(launch, options.selection);
  add_where(launch, options.platform, options.device);
  launch->add_option("--seed", options.seed, "of inputs");
  launch->add_option("-o,--output", options.output, "result file")->required();
  return launch;
}

int launch_once(const RunOptions& options, const std::vector<std::string>& command_line) {
  const Platform platform = choose_platform(options.platform, options.device);
  const std::vector<PlannedCase> cases = plan(complete(options.selection, platform));
  const KokkosSession kokkos(options.device);
  const std::unique_ptr<Backend> backend = open_backend(platform, options.device);
  PlatformDevice& device = backend->device();
  check_memory(cases, device);

  Results results = describe_run(options, command_line, device.info());
  SuiteOptions suite_options;
  suite_options.models = options.selection.models;
  suite_options.seed = options.seed;
  suite_options.most_addresses = 1 << 28;  // enough for all addresses of the presets' cases
  suite_options.first_launch = [&](Model model, const Launch& launch) {
    device.profiled(range_name(results.cases.size(), model), launch);
  };
  Suite suite(platform, device, backend->implementations(), backend->missing_kokkos(),
              suite_options);
  Progress progress(cases.size());
  for (const PlannedCase& planned : cases) {
    progress.step(planned.label());
    results.cases.push_back(suite.validate(planned));
  }
  write_results(options.output, results);
  return 0;
}

}  // namespace tilebridge
