// SPDX-License-Identifier: Apache-2.0

#include "pages/run.hpp"

#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "pages/grade.hpp"
#include "pages/results.hpp"
#include "run/start.hpp"

namespace tilebridge::cli::run_command {
namespace {

/// More than fit on a screen or two.
constexpr std::size_t many_cases = 20;

/// Self-checks are about each case; results that could not be written are nowhere else.
bool has_table(const run::RunOutcome& outcome, const run::RunRequest& request) {
  const Results& results = *outcome.results;
  return request.table || results.cases.size() <= many_cases || results.self_check ||
         !outcome.is_written;
}

void show_outcome(const run::RunOutcome& outcome, const run::RunRequest& request) {
  const std::vector<Exercise> exercises = exercises_of(*outcome.results);
  const bool table = has_table(outcome, request);
  if (!exercises.empty() && is_untimed(*outcome.results))
    put("{}\n", pages::host_note(*outcome.results));  // the grades say the rest
  else
    show(table ? pages::results_page(*outcome.results, catalogue())
               : pages::summary_page(*outcome.results, catalogue()));
  if (exercises.empty())
    for (const std::string& line : outcome.shortfalls) put("--at-least: {}\n", line);
  if (outcome.is_interrupted) put("interrupted; what was finished is kept. ");
  if (outcome.is_written)
    put("results: {}{}\n", outcome.file.string(),
        table ? "" : "; table: tilebridge report FILE, page: -o report.html");
  if (outcome.is_interrupted) return;
  for (const Exercise& exercise : exercises)
    show(pages::grade_page(exercise, *outcome.results, request.at_least, catalogue()));
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto request = std::make_shared<run::RunRequest>();
  CLI::App* command = add_run(app, *request);
  return {command, [request, command_line = std::move(command_line)] {
            check(*request);
            if (request->dry_run) {
              put("{}", dry_run(*request));
              return 0;
            }
            const run::RunOutcome outcome = run::start(*request, command_line);
            if (outcome.results) show_outcome(outcome, *request);
            return outcome.status;
          }};
}

}  // namespace tilebridge::cli::run_command
