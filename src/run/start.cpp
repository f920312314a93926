// SPDX-License-Identifier: Apache-2.0
#include "run/start.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <utility>

#include "base/say.hpp"
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
std::string in_one_line(std::string where) {
  const std::size_t end = where.find('\n');
  if (end != std::string::npos) where.replace(end, 1, ", ");
  return where;
}

/// Another file at that path, or the same with other contents, has another; "" if there is none.
std::string identity_of(const std::filesystem::path& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return "";
  return fmt::format("{} {} {} {}", found.st_ino, found.st_size, found.st_mtim.tv_sec,
                     found.st_mtim.tv_nsec);
}

/// The end of a run.
struct Outcome {
  int status = 0;                  // to exit with, where there are no results
  std::string failure = {};        // why it did not come to its end, in one line; "" if it did
  std::optional<Results> results;  // of a run that came to its end
  bool is_interrupted = false;
  bool is_written = true;  // to its file; if not, the runner has said where the results are
};

/// A run on one device, in one runner process after another. If one crashes, exits, breaks the
/// device, or shows no sign of life for the time-out before it has told the outcome, what it was
/// running (one model, or one Kokkos, of one case) is recorded as invalid, with the reason, and a
/// fresh process continues without it. What fails after the outcome is told changes nothing.
class Guard {
 public:
  /// `output` is that of the job, and is held until this ends.
  Guard(Job job, Output output);

  /// Throws what Runner() throws.
  Outcome run();

 private:
  std::optional<Outcome> outcome_of(const Runner& runner);
  Outcome gave_up(const Runner& runner, const std::string& reason) const;
  std::string end_text(const Runner& runner) const;
  std::optional<std::string> why_no_outcome(const Runner& runner) const;
  Outcome outcome_told(const Runner& runner) const;
  std::filesystem::path kept() const;

  Job job_;
  Output output_;
  /// identity_of() the files that an earlier run left, with --overwrite and --resume.
  std::string journal_before_;
  std::string results_before_;
  std::set<std::string> failed_;
};

Guard::Guard(Job job, Output output)
    : job_(std::move(job)),
      output_(std::move(output)),
      journal_before_(identity_of(journal_path(output_.path))),
      results_before_(identity_of(output_.path)) {
  job_.output = output_.path;
}

Outcome Guard::run() {
  const double timeout = timeout_of(job_.request);
  for (std::optional<Outcome> outcome;;) {
    Runner runner(job_, timeout);
    runner.wait();
    if (outcome = outcome_of(runner); outcome) return *std::move(outcome);
  }
}

/// None if another process continues.
std::optional<Outcome> Guard::outcome_of(const Runner& runner) {
  const std::optional<std::string> reason = why_no_outcome(runner);
  if (!reason) return outcome_told(runner);
  const std::string where = runner.where();
  if (job_.request.self_check || where.empty() || !failed_.insert(where).second)
    return gave_up(runner, *reason);
  say(fmt::format("tilebridge: {}: {}; the run continues without it\n", in_one_line(where),
                  *reason));
  const std::size_t end = where.find('\n');
  job_.failures.push_back({where.substr(0, end), where.substr(end + 1), *reason});
  if (const std::filesystem::path so_far = kept(); !so_far.empty()) job_.earlier = so_far;
  return std::nullopt;
}

/// None if the process came to its end, or the user ended it.
std::optional<std::string> Guard::why_no_outcome(const Runner& runner) const {
  const ProcessEnd& end = runner.end();
  const Json& told = runner.told();
  const bool closed_output = end.signal == SIGPIPE && runner.where().empty();
  if (end.was_asked || end.signal == SIGINT || closed_output) return std::nullopt;
  if (told.is_null()) return end_text(runner);
  if (told.value("status", 0) == static_cast<int>(ExitStatus::no_platform))
    return "the device failed under it";
  return std::nullopt;
}

/// A process failed between cases, or where one had failed before.
Outcome Guard::gave_up(const Runner& runner, const std::string& reason) const {
  if (!runner.told().is_null()) return outcome_told(runner);  // it has said why
  const std::string where = runner.where();
  Outcome outcome = {.status = static_cast<int>(ExitStatus::invalid), .results = std::nullopt};
  outcome.failure = fmt::format(
      "{}: {}", where.empty() ? "the run failed outside its cases" : in_one_line(where), reason);
  // A self-check repeats the same cases: there is nothing to continue without.
  if (job_.request.self_check)
    outcome.failure =
        fmt::format("--self-check: {}; without --self-check, a run says in which case", reason);
  else if (const std::filesystem::path so_far = kept(); !so_far.empty())
    outcome.failure += fmt::format("; what it finished is in '{}'", so_far.string());
  return outcome;
}

Outcome Guard::outcome_told(const Runner& runner) const {
  const ProcessEnd& end = runner.end();
  const Json& told = runner.told();
  Outcome outcome;
  if (told.is_null()) {
    outcome.status = end.signal != 0 ? 128 + end.signal : end.status;
    outcome.is_interrupted = true;
  } else if (told.contains("failure")) {
    outcome.status = told.at("status").get<int>();
    outcome.failure = told.at("failure").get<std::string>();
  } else {
    outcome.results = results_from_json(parse_json(told.at("results").get<std::string>()));
    outcome.is_interrupted = told.at("interrupted").get<bool>();
    outcome.is_written = told.at("written").get<bool>();
    if (end.signal != 0 || end.status != 0)
      say(fmt::format("tilebridge: the run is complete; its process failed afterwards: {}\n",
                      end_text(runner)));
  }
  return outcome;
}

std::string Guard::end_text(const Runner& runner) const {
  if (!runner.end().was_stopped) return how_ended(runner.end());
  return fmt::format("it did not end within {:g} s", timeout_of(job_.request));
}

/// The file that the run has left; "" if there is none.
std::filesystem::path Guard::kept() const {
  const auto is_new = [](const std::filesystem::path& path, const std::string& before) {
    const std::string now = identity_of(path);
    return !now.empty() && now != before;
  };
  const std::filesystem::path journal = journal_path(output_.path);
  if (is_new(journal, journal_before_)) return journal;
  return is_new(output_.path, results_before_) ? output_.path : "";
}

}  // namespace

int start(const RunRequest& asked, const std::vector<std::string>& command_line, const Show& show) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit then makes write() fail
  const RunRequest request = asked.resume.empty() ? asked : request_to_resume(asked);
  prepare_environment(request.platform);
  Output output = choose_output(request.output, "results", request.overwrite);
  const std::string file = output.path;
  const Job job = {.request = request,
                   .command_line = command_line,
                   .device = request.device,
                   .earlier = request.resume};
  const Outcome outcome = Guard(job, std::move(output)).run();
  if (!outcome.failure.empty()) throw Error(ExitStatus(outcome.status), outcome.failure);
  if (!outcome.results) return outcome.status;
  const ExitStatus written = outcome.is_written ? ExitStatus::fine : ExitStatus::not_written;
  show({*outcome.results, outcome.is_interrupted, file, written});
  return static_cast<int>(
      worse(status_of(*outcome.results, request.strict, outcome.is_interrupted), written));
}

Json see_devices(std::optional<Platform> named, std::optional<int> index) {
  prepare_environment(named);
  Json devices = Json::array();
  int count = 1;
  for (int device = index.value_or(0); device < count || device == index; ++device) {
    Job job = {.task = "devices", .device = device};
    job.request.platform = named;
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
