// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <cstring>
#include <iterator>
#include <set>

#include "base/error.hpp"
#include "base/escape.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "kernels/pair.hpp"
#include "pages/counters.hpp"
#include "pages/figures.hpp"
#include "pages/grade.hpp"
#include "pages/measured.hpp"
#include "profile/ncu.hpp"
#include "profile/rocprof.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "run/output.hpp"
#include "run/runner.hpp"

namespace tilebridge::cli::profile_command {
namespace {

struct ProfileOptions {
  run::RunRequest run;
  std::string ncu;  // "": the one on PATH
  bool check = false;
  std::vector<std::string> command_line;
};

/// Throws UsageError for names, values and cache modes that cannot be profiled.
void complete_and_check(run::RunRequest& options) {
  options.platform = Platform::cuda;
  std::vector<Cache>& caches = options.selection.caches;
  if (caches.empty()) caches = {Cache::cold};
  if (caches.size() > 1)
    throw UsageError("one profile has one cache mode; ask for --cache cold and hot in turn");
  check(options);
}

/// Removes the cases that no profiler brings to an end, and says which. Throws UsageError if none
/// is left.
void remove_unprofilable(std::vector<measure::PlannedCase>& cases) {
  std::set<std::string> removed;
  for (const measure::PlannedCase& c : cases)
    if (c.variant->meets_host) removed.insert(c.experiment->name + "/" + c.variant->name);
  if (removed.empty()) return;
  const std::string reason = fmt::format(
      "not profiled: {}: the kernel waits for the host, which under ncu goes on only after it",
      fmt::join(removed, ", "));
  std::erase_if(cases, [](const measure::PlannedCase& c) { return c.variant->meets_host; });
  if (cases.empty()) throw UsageError(reason);
  say(reason + "\n");
}

/// The part of `selection` for one experiment: its variants, and values for its parameters.
measure::Selection of_experiment(const Experiment& experiment,
                                 const std::vector<measure::PlannedCase>& cases,
                                 measure::Selection selection) {
  selection.experiments.clear();
  for (const Variant& variant : experiment.variants)
    if (std::ranges::find(cases, &variant, &measure::PlannedCase::variant) != cases.end())
      selection.experiments.push_back(experiment.name + "/" + variant.name);
  std::erase_if(selection.assignments, [&](const Assignment& assignment) {
    return std::ranges::find(experiment.parameters, assignment.first, &Parameter::name) ==
           experiment.parameters.end();
  });
  return selection;
}

/// One selection per experiment; pairs of the user's own, which only the runner loads, are one.
std::vector<measure::Selection> parts_of(measure::Selection selection) {
  if (kernels::are_objects(selection.experiments)) return {std::move(selection)};
  selection.platform = Platform::cuda;
  std::vector<measure::PlannedCase> cases = measure::plan(selection, catalogue());
  remove_unprofilable(cases);
  std::vector<measure::Selection> parts;
  const Experiment* last = nullptr;
  for (const measure::PlannedCase& c : cases) {
    if (c.experiment != last) parts.push_back(of_experiment(*c.experiment, cases, selection));
    last = c.experiment;
  }
  return parts;
}

/// Writes the job of launching `selection` once into `folder`, and returns the command that does
/// it.
std::vector<std::string> runner_command(const ProfileOptions& options,
                                        const measure::Selection& selection,
                                        const TemporaryFolder& folder) {
  run::Job job = {.task = "launch-once",
                  .request = options.run,
                  .command_line = options.command_line,
                  .output = folder / "launched.json"};
  job.request.selection = selection;
  replace_text(folder / "job.json", to_text(run::to_json(job)));
  return {run::runner_path(), "--request", folder / "job.json"};
}

/// Gives every kernel that ran the counters of its range that it does not have yet.
void add_counters(std::vector<CaseResult>& cases, const profile::RangeCounters& ranges) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (auto& [kernel, result] : cases[i].kernels) {
      if (result.status != Status::ok) continue;
      if (const auto found = ranges.find(profile::range_name(i, kernel)); found != ranges.end()) {
        if (!result.counters) result.counters = found->second;
        result.counters->values.insert(found->second.values.begin(), found->second.values.end());
        continue;
      }
      result.status = Status::skipped;
      result.reason = "no counters: it launches no kernel";
    }
  }
}

/// Appends what was counted. The status of a program that could not be profiled, which has reported
/// the reason; else 0. What is only checked needs no throughputs.
int add_profiled(const ProfileOptions& options, const measure::Selection& part, Results& results) {
  using profile::Counting;
  Results launched;
  for (const Counting counting : {Counting::events, Counting::throughputs}) {
    if (options.check && counting == Counting::throughputs) continue;
    const TemporaryFolder folder;
    const profile::NcuRun ran = profile::run_ncu(options.ncu, part.caches.front(), counting,
                                                 runner_command(options, part, folder));
    if (ran.program_status != 0) return ran.program_status;
    if (!std::filesystem::exists(folder / "launched.json"))
      throw Error(ExitStatus::invalid, "not profiled: a kernel ended its process by exit()");
    if (launched.cases.empty()) launched = read_results(folder / "launched.json");
    add_counters(launched.cases, ran.counters);
  }
  if (results.program.empty())
    results = std::move(launched);
  else  // all but the cases is the same in all parts
    std::ranges::move(launched.cases, std::back_inserter(results.cases));
  return 0;
}

/// The status to exit with after one of a runner that failed. A pair that a signal ended has said
/// nothing.
int reported(int failed) {
  const int signal = failed - 128;
  if (signal <= 0 || failed == static_cast<int>(ExitStatus::interrupted)) return failed;
  say(fmt::format("tilebridge: not profiled: a kernel ended its process: {}\n",
                  ::strsignal(signal)));
  return static_cast<int>(ExitStatus::invalid);
}

/// Holds what a kernel's dispatches have in common, and the sums of what was counted.
struct Dispatched {
  profile::Dispatch one;
  double dispatches = 0, timed = 0, nanoseconds = 0;
  std::map<std::string, std::pair<double, double>> counters = {};  // sum, dispatches with it
};

std::map<std::string, Dispatched> by_kernel(const std::vector<profile::Dispatch>& dispatches) {
  std::map<std::string, Dispatched> kernels;
  for (const profile::Dispatch& d : dispatches) {
    Dispatched& sum = kernels.try_emplace(d.kernel, Dispatched{d}).first->second;
    sum.dispatches += 1;
    sum.timed += d.nanoseconds > 0 ? 1 : 0;
    sum.nanoseconds += d.nanoseconds;
    for (const auto& [name, count] : d.counters) {
      sum.counters[name].first += count;
      sum.counters[name].second += 1;
    }
  }
  return kernels;
}

pages::Document dispatches_page(const std::vector<profile::Dispatch>& dispatches) {
  pages::Table table = {"What rocprofv3 counted, on average of a kernel's dispatches",
                        {"kernel", "dispatches", "threads", "LDS bytes", "registers", "time",
                         "conflict cycles per LDS instruction", pages::below("counters")}};
  for (auto& [name, sum] : by_kernel(dispatches)) {
    std::vector<std::string> counted;
    profile::Dispatch average = sum.one;
    for (const auto& [counter, counts] : sum.counters) {
      average.counters[counter] = counts.first / counts.second;
      counted.push_back(fmt::format("{} {:.6g}", counter, average.counters[counter]));
    }
    const auto conflicts = profile::conflict_cycles_per_lds_instruction(average);
    const double seconds = sum.timed > 0 ? sum.nanoseconds / sum.timed * 1e-9 : 0;
    table.add({name, pages::Cell::number(fmt::format("{:.0f}", sum.dispatches)),
               pages::Cell::number(average.threads), pages::Cell::number(average.lds_bytes),
               pages::Cell::number(average.vector_registers),
               pages::Cell::number(seconds > 0 ? pages::time_text(seconds) : ""),
               pages::Cell::number(conflicts ? fmt::format("{:.2f}", *conflicts) : ""),
               fmt::to_string(fmt::join(counted, ", "))});
  }
  pages::Document page;
  page.add(std::move(table));
  page.say("The reader follows AMD's documentation; no file of an AMD GPU was at hand.");
  return page;
}

/// Whether `name` is a file of what a profiler counted. No experiment has a point in its name.
bool is_counted_file(const std::string& name) {
  std::error_code ignored;
  return !kernels::is_object(name) &&
         (name.ends_with(".csv") ||
          (name.find('.') != std::string::npos && std::filesystem::is_regular_file(name, ignored)));
}

/// Whether what is to be profiled was profiled already. Throws UsageError if that holds for some.
bool are_counted_files(const std::vector<std::string>& names) {
  const auto files = std::ranges::count_if(names, is_counted_file);
  if (files > 0 && files != std::ssize(names))
    throw UsageError(
        "files of a profiler are shown, and experiments are run: name one or the other");
  return files > 0;
}

/// Returns read(file). A UsageError that it throws names the file.
template <class Read>
auto read_counted(const std::string& file, const std::string& text, const Read& read) try {
  return read(text);
} catch (const UsageError& error) {
  throw UsageError(fmt::format("cannot read '{}': {}", file, error.what()));
}

/// Throws UsageError for a file in which Nsight Compute keeps a profile for itself.
void check_is_text(const std::string& file) {
  if (file.ends_with(".ncu-rep"))
    throw UsageError(fmt::format(
        "'{}' is for ncu alone; read what this writes: ncu --import {} --csv --page raw "
        "--print-units base >FILE.csv",
        file, shell_word(file)));
}

/// Shows what other programs counted. Kernels of one name in several files are one.
void show_counted(const std::vector<std::string>& files) {
  std::vector<profile::Dispatch> dispatches;
  std::map<std::string, std::vector<Counters>> launches;
  for (const std::string& file : files) {
    check_is_text(file);
    const std::string text = read_text(file);
    if (read_counted(file, text, profile::is_rocprof_file)) {
      const auto read = read_counted(file, text, profile::read_rocprof_counters);
      dispatches.insert(dispatches.end(), read.begin(), read.end());
      continue;
    }
    for (const auto& [kernel, counted] : read_counted(file, text, profile::read_ncu_file))
      launches[kernel].insert(launches[kernel].end(), counted.begin(), counted.end());
  }
  if (!dispatches.empty()) show(dispatches_page(dispatches));
  if (!launches.empty()) show(pages::launches_page(launches));
}

int profile(ProfileOptions& options) {
  if (const auto& named = options.run.selection.experiments; are_counted_files(named)) {
    show_counted(named);
    return 0;
  }
  complete_and_check(options.run);
  const Output chosen = choose_output(options.run.output, "profile", options.run.overwrite);
  const std::string& output = chosen.path;
  run::prepare_environment(options.run.platform);
  Results results;
  for (const measure::Selection& part : parts_of(options.run.selection)) {
    if (const int failed = add_profiled(options, part, results); failed != 0)
      return reported(failed);
    results.program["command_line"] = options.command_line;
    write_results(output, results);  // kept even if later ones fail
  }
  const pages::Agreement agreement = pages::agreement_of(results);
  pages::Document page = pages::counters_page(results);
  page.say("access model: " + pages::agreement_text(agreement));
  page.add(pages::List{agreement.differences});
  show(page);
  put("results: {}\n", output);
  for (const Exercise& exercise : exercises_of(results))
    show(pages::counted_page(exercise, results, catalogue()));
  const ExitStatus status = run::status_of(results, false, false);
  const bool differs = options.check && agreement.native_differs;
  return static_cast<int>(differs && status == ExitStatus::fine ? ExitStatus::threshold_failed
                                                                : status);
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto options = std::make_shared<ProfileOptions>();
  options->command_line = std::move(command_line);
  CLI::App* command = app.add_subcommand(
      "profile", "Read hardware counters of experiments with NVIDIA Nsight Compute (ncu)");
  run::RunRequest& request = options->run;
  add_selection(command, request.selection);
  command->get_option("experiments")
      ->description(
          "What to profile: experiments, single variants of them, or pairs of your own "
          "(./pair.so); or files that are shown: what `ncu --csv` wrote (--page raw or details), "
          "or "
          "*_counter_collection.csv of AMD's rocprofv3")
      ->required();
  command->get_option("--cache")->description(
      "Whether the caches are emptied before each pass (cold) or not (hot) (default: cold)");
  add_device(command, request.device);
  command->add_option("--seed", request.seed, "Seed of the random inputs")->capture_default_str();
  add_file(command, "--ncu", options->ncu,
           "Path of Nsight Compute's ncu (default: the one on PATH)");
  command->add_flag(
      "--check", options->check,
      "Exit with status 1 if the access model's counts differ from those of native code");
  add_output(command, request, "profile");
  return {command, [options] { return profile(*options); }};
}

}  // namespace tilebridge::cli::profile_command
