// SPDX-License-Identifier: Apache-2.0
#include "cli/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/options.hpp"
#include "kernels/pair.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"
#include "run/run.hpp"
#include "terminal/answer.hpp"
#include "terminal/table.hpp"

namespace tilebridge::cli {
namespace {

/// The request that the run in `earlier`, read from `file`, was started with. Throws UsageError if
/// `earlier` is not the result of a run.
run::RunRequest resumed_request(const Results& earlier, const std::string& file) {
  std::vector<std::string> words;
  if (const Json line = earlier.program.value("command_line", Json::array()); line.is_array())
    for (const Json& word : line)
      if (word.is_string()) words.push_back(word);
  if (words.size() < 2 || words[1] != "run")
    throw UsageError(fmt::format("--resume '{}': it was not written by `tilebridge run`", file));
  if (earlier.program.contains("runs"))
    throw UsageError(fmt::format(
        "--resume '{}': it is pooled of several runs; resume one of them, then merge --runs",
        file));
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  CLI::App app;
  run::RunRequest request;
  add_run(app, request);
  app.parse(static_cast<int>(arguments.size()), arguments.data());
  request.output = results_path(file).string();
  request.overwrite = true;  // the new file holds all of the old one, and more
  request.processes = 1;
  return request;
}

/// Returns the text as a file gives it back: what is not printable is replaced.
template <class Text>
Text as_in_file(const Text& text) {
  const Json json = parse_json(to_text(text));
  return json.get<Text>();
}

/// Throws UsageError unless the user names the shared objects that the earlier run loaded: what a
/// file names is not loaded on its word.
void check_objects(const run::RunRequest& request, const run::RunRequest& resumed) {
  std::vector<std::string> objects;
  for (const std::string& name : resumed.selection.experiments)
    if (kernels::is_object(name)) objects.push_back(name);
  if (as_in_file(request.releases_folder) != resumed.releases_folder)
    throw UsageError(
        resumed.releases_folder.empty()
            ? fmt::format("--resume '{}': that run loaded no Kokkos from a folder", request.resume)
            : fmt::format("--resume '{}': that run loaded Kokkos from a folder; name it again: "
                          "--kokkos-from {}",
                          request.resume, resumed.releases_folder));
  if (as_in_file(request.selection.experiments) == objects) return;
  throw UsageError(
      objects.empty()
          ? fmt::format("--resume '{}': that run loaded no shared object", request.resume)
          : fmt::format(
                "--resume '{}': that run loaded shared objects; name them again: tilebridge "
                "run {} --resume {}",
                request.resume, fmt::join(objects, " "), request.resume));
}

/// More than fit on a screen or two.
constexpr std::size_t many_cases = 20;

/// Self-checks and runs on several devices are about each case; results that could not be written
/// are nowhere else.
bool has_table(const run::Ending& ending, const run::RunRequest& request) {
  const Results& results = ending.results;
  return request.table || results.cases.size() <= many_cases || results.self_check ||
         !results.ranks.empty() || ending.written != ExitStatus::fine;
}

void show(const run::Ending& ending, const run::RunRequest& request) {
  const bool table = has_table(ending, request);
  fmt::print("{}", table ? terminal::table(ending.results, catalogue(), terminal::stdout_style())
                         : terminal::answer(ending.results, catalogue()));
  if (ending.interrupted) fmt::print("interrupted; what was finished is kept. ");
  if (ending.written != ExitStatus::fine) return;
  fmt::print("results: {}{}\n", ending.file.string(),
             table ? "" : "; table: tilebridge report FILE, page: -o report.html");
}

}  // namespace

int run_experiments(const run::RunRequest& request, const std::vector<std::string>& command_line) {
  const auto show_ending = [&](const run::Ending& ending) { show(ending, request); };
  if (request.resume.empty()) return run::run(request, command_line, nullptr, show_ending);
  const Results earlier = read_results(request.resume);
  run::RunRequest resumed = resumed_request(earlier, request.resume);
  check_objects(request, resumed);
  if (!request.selection.experiments.empty())
    resumed.selection.experiments = request.selection.experiments;
  resumed.releases_folder = request.releases_folder;
  resumed.failures = request.failures;
  resumed.heartbeat = request.heartbeat;
  return run::run(resumed, command_line, &earlier, show_ending);
}

CLI::App* add_launch_once(CLI::App& app, run::RunRequest& request) {
  CLI::App* launch = app.add_subcommand("launch-once", "launch and validate every case once");
  launch->group("");
  add_selection(launch, request.selection);
  add_where(launch, request.platform, request.device);
  launch->add_option("--seed", request.seed, "of inputs");
  launch->add_option("-o,--output", request.output, "result file")->required();
  return launch;
}

}  // namespace tilebridge::cli
