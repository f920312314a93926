// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "measure/tuning.hpp"
#include "pages/tuning.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "run/start.hpp"

namespace tilebridge::cli::tune_command {
namespace {

ExitStatus status_of(const TuningResults& results) {
  const bool has_wrong = std::ranges::any_of(results.kernels, [](const Tuning& tuning) {
    return std::ranges::count(tuning.tried, Status::invalid, &TriedSetting::status) > 0;
  });
  if (has_wrong) return ExitStatus::invalid;
  return results.is_interrupted ? ExitStatus::interrupted : ExitStatus::fine;
}

int tune_and_show(const run::RunRequest& request, const std::vector<std::string>& command_line) {
  check(request);
  const Output output = choose_output(request.output, "tuning", request.overwrite);
  const TuningResults results = run::tune(request, command_line);
  replace_text(output.path, to_text(to_json(results)) + "\n");
  show(pages::tuning_page(results, catalogue()));
  if (results.is_interrupted) fmt::print("interrupted; what was finished is kept. ");
  fmt::print("settings: {0}; page: tilebridge report {0} -o tuning.html\n", output.path);
  return static_cast<int>(status_of(results));
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto request = std::make_shared<run::RunRequest>();
  CLI::App* command = app.add_subcommand("tune",
                                         "Find the fastest team size, vector length, tile or "
                                         "launch bounds, and what the default costs");
  add_selection(command, request->selection);
  add_platform(command, request->platform);
  add_device(command, request->device);
  command
      ->add_option("--budget", request->budget_seconds,
                   "Maximum seconds for each of the last settings (default: 0.04 with the quick "
                   "preset, else 0.15)")
      ->check(CLI::Range(0.001, 3600.0));
  command->add_flag("--exhaustive", request->exhaustive,
                    "Time every setting to the end, instead of halving their number from stage to "
                    "stage");
  add_output(command, *request, "tuning");
  return {command, [request, command_line = std::move(command_line)] {
            return tune_and_show(*request, command_line);
          }};
}

}  // namespace tilebridge::cli::tune_command
