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
  CLI::App* command = app.add_subcommand(
      "tune",
      "Find the fastest settings of a kernel's launch, and what the default costs\n"
      "A setting changes how a kernel is launched, and not what it computes: team size, vector "
      "length, tile, threads of a block, launch bounds, elements per thread, occupancy. "
      "`tilebridge list settings` shows those of the experiment settings; a kernel of your own has "
      "those that its pair names. All values are tried, or those of --set: threads=64..512.");
  command->add_flag("--exhaustive", request->exhaustive,
                    "Time every setting to the end, instead of halving their number from stage to "
                    "stage");
  add_budget(command, *request, "for each of the last settings");
  add_output(command, *request, "tuning");
  const std::vector<CLI::Option*> own = command->get_options();
  add_selection(command, request->selection);
  add_platform(command, request->platform);
  add_device(command, request->device);
  add_timeout(command, *request);
  add_resume(command, *request);
  for (CLI::Option* option : command->get_options())
    if (!option->get_positional() && std::ranges::find(own, option) == own.end())
      option->group("As for `tilebridge run`");
  return {command, [request, command_line = std::move(command_line)] {
            return tune_and_show(*request, command_line);
          }};
}

}  // namespace tilebridge::cli::tune_command
