// SPDX-License-Identifier: Apache-2.0
#include "run/start.hpp"

#include <sys/stat.h>

#include <csignal>

#include "base/text.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"
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

/// Another file at that path, or the same with other contents, has another; "" if there is none.
std::string identity_of(const std::filesystem::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return "";
  return fmt::format("{} {} {} {}", found.st_ino, found.st_size, found.st_mtim.tv_sec,
                     found.st_mtim.tv_nsec);
}

/// "" if the process came to its end, or the user ended it.
std::string why_no_outcome(const Runner& runner) {
  if (runner.was_ended_by_user()) return "";
  if (runner.told().is_null()) return runner.how_ended();
  const int status = runner.told().value("status", 0);
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

/// A run on one device, in one runner process after another. If one crashes, exits, breaks the
/// device, or shows no sign of life for the time-out before it has told the outcome, what it was
/// running (one model, or one Kokkos, of one case) is recorded as invalid, with the reason, and a
/// fresh process continues without it. What fails after the outcome is told changes nothing.
class Guard {
 public:
  /// `output` is that of the job, and is held until this ends.
  Guard(Job job, Output output)
      : job_(std::move(job)),
        output_(std::move(output)),
        journal_before_(identity_of(journal_path(output_.path))),
        results_before_(identity_of(output_.path)) {
    job_.output = output_.path;
  }

  /// Throws what Runner() throws.
  Ending run() {
    for (std::optional<Ending> ending;;) {
      Runner runner(job_, timeout_of(job_.request));
      runner.wait();
      if (ending = ending_of(runner); ending) return *std::move(ending);
    }
  }

 private:
  /// None if another process continues.
  std::optional<Ending> ending_of(const Runner& runner) {
    const std::string reason = why_no_outcome(runner);
    if (reason.empty()) return ending_told(runner);
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
    else if (const std::filesystem::path so_far = kept(); !so_far.empty())
      text += fmt::format("; what it finished is in '{}'", so_far.string());
    throw Error(ExitStatus::invalid, text);
  }

  Ending ending_told(const Runner& runner) const {
    const Json& told = runner.outcome();
    if (told.is_null()) return {.status = exit_status(runner.end())};
    if (exit_status(runner.end()) != 0)
      say(fmt::format("tilebridge: the run is complete; its process failed afterwards: {}\n",
                      runner.how_ended()));
    return {.results = results_from_json(parse_json(told.at("results").get<std::string>())),
            .is_interrupted = told.at("interrupted").get<bool>(),
            .is_written = told.at("written").get<bool>(),
            .file = output_.path};
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

}  // namespace

Ending start(const RunRequest& asked, const std::vector<std::string>& command_line) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit then makes write() fail
  const RunRequest request = asked.resume.empty() ? asked : request_to_resume(asked);
  prepare_environment(request.platform);
  const Job job = {.request = request, .command_line = command_line, .earlier = request.resume};
  Ending ending = Guard(job, choose_output(request.output, "results", request.overwrite)).run();
  if (!ending.results) return ending;
  ending.shortfalls = shortfalls(*ending.results, request.at_least);
  ending.status = static_cast<int>(
      worse(status_of(*ending.results, request.strict, ending.is_interrupted, request.at_least),
            ending.is_written));
  return ending;
}

TuningResults tune(const RunRequest& request, const std::vector<std::string>& command_line) {
  prepare_environment(request.platform);
  Job job = {.task = "tune", .request = request, .command_line = command_line};
  std::vector<measure::Failure> after_end;
  for (;;) {
    Runner runner(job, timeout_of(request));
    runner.wait();
    const std::string reason = why_no_outcome(runner);
    if (!reason.empty() && leave_out_failed(job, runner, reason, after_end)) continue;
    const Json& told = runner.outcome();
    if (told.is_null() && reason.empty()) std::exit(exit_status(runner.end()));
    if (told.is_null()) throw Error(ExitStatus::invalid, fmt::format("tuning failed: {}", reason));
    TuningResults results = tuning_from_json(parse_json(told.at("tuning").get<std::string>()));
    results.is_interrupted = told.at("interrupted").get<bool>();
    return results;
  }
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
