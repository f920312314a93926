// SPDX-License-Identifier: Apache-2.0
#include "run/start.hpp"

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"
#include "run/interruption.hpp"
#include "run/output.hpp"
#include "run/resume.hpp"
#include "run/runner.hpp"

namespace tilebridge::run {
namespace {

double timeout_of(const RunRequest& request) {
  if (request.timeout_seconds > 0) return request.timeout_seconds;
  return request.names_pair() ? 300 : 1800;
}

/// "stride/add n=32Mi, kokkos@5.0.2".
std::string in_one_line(const Heartbeat& where) { return where.label + ", " + where.code; }

bool is_in(const std::vector<measure::Failure>& failures, const Heartbeat& where) {
  return std::ranges::any_of(failures, [&](const measure::Failure& known) {
    return known.label == where.label && known.code == where.code;
  });
}

/// Files with other contents have another; "" if there is no regular file that can be read. Not by
/// time and number: a file system may change them behind a process that did not.
std::string identity_of(const std::filesystem::path& path) try {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? sha256(read_text(path)) : "";
} catch (const Error&) {
  return "";
}

/// "" if the process came to its end, or the user ended it.
std::string why_no_outcome(const Runner& runner) {
  if (runner.was_ended_by_user()) return "";
  if (runner.outcome_message().is_null()) return runner.how_ended();
  const int status = runner.outcome_message().value("status", 0);
  const bool is_lost = status == static_cast<int>(ExitStatus::no_platform);
  return is_lost ? "the device failed under it" : "";
}

/// Has the job's next process do without what this one was running. Whether it can: not if it was
/// running nothing, or what had failed before. What a finished case had prepared has been measured:
/// its results stay, and `after_end` knows it, as they are lost where no journal could be written.
bool leave_out_failed(Job& job, const Runner& runner, const std::string& how,
                      std::vector<measure::Failure>& after_end) {
  const Heartbeat where = runner.where();
  if (where.label.empty() || is_in(job.failures, where)) return false;
  const std::string reason =
      where.doing == Doing::running ? how : "when its memory was freed: " + how;
  if (where.doing == Doing::discarding_finished && !is_in(after_end, where)) {
    say(fmt::format("tilebridge: {}: {}; its result is kept\n", in_one_line(where), reason));
    after_end.push_back({where.label, where.code, reason});
    return true;
  }
  say(fmt::format("tilebridge: {}: {}; the run continues without it\n", in_one_line(where),
                  reason));
  job.failures.push_back({where.label, where.code, reason});
  return true;
}

/// The last runner process of a run told this at its end; null if its user ended it before.
struct Told {
  Json outcome;
  ProcessEnd end;
  std::filesystem::path file;  // of the results

  bool is_interrupted() const { return outcome.at("interrupted").get<bool>(); }
  bool is_written() const { return outcome.at("written").get<bool>(); }
  Json results() const { return parse_json(outcome.at("results").get<std::string>()); }
};

/// A run, a self-check or a tuning on one device, in one runner process after another. If one
/// crashes, exits, breaks the device, or shows no sign of life for the time-out before it has told
/// the outcome, what it was running (one model, or one Kokkos, of one case) is recorded as invalid,
/// with the reason, and a fresh process continues without it. What fails after the outcome is told
/// changes nothing.
class CrashIsolatedRun {
 public:
  /// `output` is that of the job, and is held until this ends.
  CrashIsolatedRun(Job job, Output output)
      : job_(std::move(job)),
        output_(std::move(output)),
        journal_before_(identity_of(journal_path(output_.path))),
        results_before_(identity_of(output_.path)) {
    job_.output = output_.path;
  }

  /// Throws what Runner() throws.
  Told run() {
    for (std::optional<Told> told;;) {
      const auto start = SteadyClock::now();
      Runner runner(job_, timeout_of(job_.request));
      runner.wait();
      if (told = told_by(runner); told) return *std::move(told);
      job_.seconds_before += seconds_since(start);
    }
  }

 private:
  /// None if another process continues.
  std::optional<Told> told_by(const Runner& runner) {
    const std::string reason = why_no_outcome(runner);
    if (reason.empty()) return end_of(runner);
    if (job_.request.self_check || !leave_out_failed(job_, runner, reason, after_end_))
      give_up(runner, reason);
    if (const std::filesystem::path so_far = kept(); !so_far.empty()) job_.earlier = so_far;
    return std::nullopt;
  }

  /// A process failed between cases, or where one had failed before.
  [[noreturn]] void give_up(const Runner& runner, const std::string& reason) const {
    runner.outcome();  // it may have said why
    const Heartbeat where = runner.where();
    std::string text = fmt::format(
        "{}: {}", where.label.empty() ? "the run failed outside its cases" : in_one_line(where),
        reason);
    // A self-check repeats the same cases: there is nothing to continue without.
    if (job_.request.self_check)
      text =
          fmt::format("--self-check: {}; without --self-check, a run says in which case", reason);
    if (const std::filesystem::path so_far = kept(); !so_far.empty())
      text += fmt::format("; what it finished is in '{}'", so_far.string());
    throw Error(ExitStatus::invalid, text);
  }

  Told end_of(const Runner& runner) const {
    const Json& outcome = runner.outcome();
    if (!outcome.is_null() && exit_status(runner.end()) != 0)
      say(fmt::format("tilebridge: the run is complete; its process failed afterwards: {}\n",
                      runner.how_ended()));
    return {outcome, runner.end(), output_.path};
  }

  /// The file that the run has left; "" if there is none.
  std::filesystem::path kept() const {
    const auto is_new = [](const std::filesystem::path& path, const std::string& before) {
      const std::string now = identity_of(path);
      return !now.empty() && now != before;
    };
    const std::filesystem::path journal = journal_path(output_.path);
    if (is_new(journal, journal_before_)) return journal;
    return is_new(output_.path, results_before_) ? output_.path : "";
  }

  Job job_;
  Output output_;
  std::vector<measure::Failure> after_end_;  // of cases that were finished
  /// identity_of() the files that an earlier run left, with --overwrite and --resume.
  std::string journal_before_;
  std::string results_before_;
};

/// The request, or that of the run that it resumes.
RunRequest started(const RunRequest& asked, bool tunes) {
  return asked.resume.empty() ? asked : request_to_resume(asked, tunes);
}

/// Runs the job under the rules of all that measures: docs/method.md, "What is kept".
Told run_isolated(const Job& job, std::string_view stem) {
  ignore_file_size_signal();
  prepare_environment(job.request.platform);
  return CrashIsolatedRun(job, choose_output(job.request.output, stem, job.request.overwrite))
      .run();
}

}  // namespace

RunOutcome start(const RunRequest& asked, const std::vector<std::string>& command_line) {
  const RunRequest request = started(asked, false);
  const Told told = run_isolated(
      {.request = request, .command_line = command_line, .earlier = request.resume}, "results");
  if (told.outcome.is_null()) return {.status = exit_status(told.end)};
  RunOutcome outcome = {.results = results_from_json(told.results()),
                        .is_interrupted = told.is_interrupted(),
                        .is_written = told.is_written(),
                        .file = told.file};
  outcome.shortfalls = shortfalls(*outcome.results, request.at_least);
  outcome.status = static_cast<int>(
      worse(status_of(*outcome.results, request.strict, outcome.is_interrupted, request.at_least),
            outcome.is_written));
  return outcome;
}

TuningOutcome tune(const RunRequest& asked, const std::vector<std::string>& command_line) {
  const RunRequest request = started(asked, true);
  const Told told = run_isolated(
      {.task = "tune", .request = request, .command_line = command_line, .earlier = request.resume},
      "tuning");
  if (told.outcome.is_null()) return {.status = exit_status(told.end)};
  TuningOutcome outcome = {.results = tuning_from_json(told.results()),
                           .is_interrupted = told.is_interrupted(),
                           .is_written = told.is_written(),
                           .file = told.file};
  outcome.status = static_cast<int>(
      worse(status_of(*outcome.results, outcome.is_interrupted), outcome.is_written));
  return outcome;
}

Json see_devices(std::optional<Platform> named, std::optional<int> index) {
  prepare_environment(named);
  Json devices = Json::array();
  int count = 1;
  for (int device = index.value_or(0); device < count || device == index; ++device) {
    Job job = {.task = "devices"};
    job.request.platform = named;
    job.request.device = device;
    for (const Json& seen : ask_runner(job, "the process that opens a device failed")) {
      const bool is_available = !seen.contains("unavailable");
      if (named && !is_available) throw PlatformError(text_at(seen, "unavailable"));
      if (!index) count = std::max(count, seen.at("count").get<int>());
      if (is_available || index || device == 0) devices.push_back(seen);
    }
  }
  return devices;
}

}  // namespace tilebridge::run
