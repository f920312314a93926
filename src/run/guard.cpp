// SPDX-License-Identifier: Apache-2.0
#include "run/guard.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <csignal>

#include "base/say.hpp"
#include "results/journal.hpp"
#include "results/json.hpp"

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

}  // namespace

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

}  // namespace tilebridge::run
