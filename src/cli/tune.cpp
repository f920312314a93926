// SPDX-License-Identifier: Apache-2.0
#include "base/escape.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "pages/tuning.hpp"
#include "run/start.hpp"

namespace tilebridge::cli::tune_command {
namespace {

int tune_and_show(const run::RunRequest& request, const std::vector<std::string>& command_line) {
  check(request);
  const run::TuningOutcome outcome = run::tune(request, command_line);
  if (!outcome.results) return outcome.status;
  show(pages::tuning_page(*outcome.results, catalogue()));
  if (outcome.is_interrupted) put("interrupted; what was finished is kept. ");
  if (outcome.is_written)
    put("settings: {}; page: tilebridge report {} -o tuning.html\n", outcome.file.string(),
        shell_word(outcome.file.string()));
  return outcome.status;
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
  add_budget(command, *request, "for each of the last settings");
  command->add_flag("--exhaustive", request->exhaustive,
                    "Time every setting to the end, instead of halving their number from stage to "
                    "stage");
  add_output(command, *request, "tuning");
  add_timeout(command, *request);
  add_resume(command, *request);
  return {command, [request, command_line = std::move(command_line)] {
            return tune_and_show(*request, command_line);
          }};
}

}  // namespace tilebridge::cli::tune_command
