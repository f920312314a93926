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
bool has_table(const run::Ending& ending, const run::RunRequest& request) {
  const Results& results = *ending.results;
  return request.table || results.cases.size() <= many_cases || results.self_check ||
         !ending.is_written;
}

void show_ending(const run::Ending& ending, const run::RunRequest& request) {
  const std::vector<Exercise> exercises = exercises_of(*ending.results);
  const bool table = has_table(ending, request);
  if (!exercises.empty() && is_untimed(*ending.results))
    put("{}\n", pages::host_note(*ending.results));  // the grades say the rest
  else
    show(table ? pages::results_page(*ending.results, catalogue())
               : pages::summary_page(*ending.results, catalogue()));
  if (exercises.empty())
    for (const std::string& line : ending.shortfalls) put("--at-least: {}\n", line);
  if (ending.is_interrupted) put("interrupted; what was finished is kept. ");
  if (ending.is_written)
    put("results: {}{}\n", ending.file.string(),
        table ? "" : "; table: tilebridge report FILE, page: -o report.html");
  if (ending.is_interrupted) return;
  for (const Exercise& exercise : exercises)
    show(pages::grade_page(exercise, *ending.results, request.at_least, catalogue()));
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
            const run::Ending ending = run::start(*request, command_line);
            if (ending.results) show_ending(ending, *request);
            return ending.status;
          }};
}

}  // namespace tilebridge::cli::run_command
