// SPDX-License-Identifier: Apache-2.0

#include "pages/run.hpp"

#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "pages/device.hpp"
#include "pages/grade.hpp"
#include "pages/results.hpp"
#include "results/file.hpp"
#include "run/several.hpp"
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

int run_on_one(const run::RunRequest& request, const std::vector<std::string>& command_line) {
  const run::RunOutcome outcome = run::start(request, command_line);
  if (outcome.results) show_outcome(outcome, request);
  return outcome.status;
}

/// When a file was written; none if there is none.
std::optional<std::filesystem::file_time_type> time_of(const std::filesystem::path& file) {
  std::error_code none;
  const auto time = std::filesystem::last_write_time(file, none);
  return none ? std::nullopt : std::optional(time);
}

/// The runs of a command on several devices.
class RunsOnDevices {
 public:
  RunsOnDevices(std::vector<run::DeviceRun> runs, bool at_once)
      : runs_(std::move(runs)), at_once_(at_once) {
    for (const run::DeviceRun& one : runs_) labels_.push_back(one.label);
  }

  /// Returns the worst status of all.
  int run(const std::vector<std::string>& command_line) const {
    std::vector<std::optional<std::filesystem::file_time_type>> before;
    for (const run::DeviceRun& one : runs_) before.push_back(time_of(one.file()));
    const auto statuses = run::in_processes(labels_, at_once_, [&](std::size_t number) {
      return run_part(runs_[number], command_line);
    });
    std::vector<pages::DeviceFile> files;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      files.push_back({labels_[i], runs_[i].file().string(), statuses[i]});
      if (const auto now = time_of(runs_[i].file()); now && now != before[i])
        files.back().results = read_results(runs_[i].file());
    }
    show(pages::device_files_page(files));
    return run::worst_status(statuses);
  }

 private:
  /// In a process of its own.
  int run_part(const run::DeviceRun& one, const std::vector<std::string>& command_line) const {
    if (!at_once_) say(fmt::format("{}: {}\n", one.label, one.file().string()));
    int status = 0;
    const std::optional<Failed> failed = failure_of([&] {
      const run::RunOutcome outcome = run::start(one.request, command_line);
      for (const std::string& line : outcome.shortfalls)
        put("{}: --at-least: {}\n", one.label, line);
      status = outcome.status;
    });
    return failed ? reported(*failed) : status;
  }

  std::vector<run::DeviceRun> runs_;
  std::vector<std::string> labels_;
  bool at_once_;
};

/// The runs of a command on several devices, or that one left; none if it is of one device.
std::vector<run::DeviceRun> several(const run::RunRequest& request, const Devices& devices) {
  if (!request.resume.empty()) return run::runs_to_resume(request);
  if (!devices.are_several) return {};
  return run::runs_on(request, devices.numbers);
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto request = std::make_shared<run::RunRequest>();
  const auto devices = std::make_shared<Devices>();
  CLI::App* command = add_run(app, *request, *devices);
  return {command, [request, devices, command_line = std::move(command_line)] {
            check(*request);
            if (request->dry_run) {
              put("{}", dry_run(*request));
              if (devices->are_several) put("on each of the devices\n");
              return 0;
            }
            std::vector<run::DeviceRun> runs = several(*request, *devices);
            if (runs.empty() && devices->at_once)
              throw UsageError("--at-once is for several devices: --device 0,1 or --device all");
            if (runs.empty()) return run_on_one(*request, command_line);
            return RunsOnDevices(std::move(runs), devices->at_once).run(command_line);
          }};
}

}  // namespace tilebridge::cli::run_command
