// SPDX-License-Identifier: Apache-2.0
#include "cli/guard.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/say.hpp"
#include "base/shared_text.hpp"
#include "cli/options.hpp"
#include "cli/runner.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"

namespace tilebridge::cli {
namespace {

using SteadyClock = std::chrono::steady_clock;

double timeout_of(const run::RunRequest& request) {
  if (request.timeout_seconds > 0) return request.timeout_seconds;
  return names_plug_in(request) ? 300 : 1800;
}

using Seconds = std::chrono::duration<double>;

/// Whether a run is alive: it says so before each launch, validation and sample.
class Pulse {
 public:
  Pulse(const SharedText& heartbeat, double timeout_seconds)
      : heartbeat_(heartbeat), timeout_(timeout_seconds) {}

  bool goes_on() {
    const auto now = SteadyClock::now();
    if (const std::uint64_t writes = heartbeat_.writes(); writes != last_) {
      last_ = writes;
      changed_ = now;
    }
    return now - changed_ < patience();
  }

 private:
  /// Between cases devices and shared objects are opened and ceilings are measured, which takes
  /// longer than a launch; after the end of a run nothing is lost by ending its process.
  Seconds patience() const {
    constexpr Seconds longest_start{300};
    constexpr Seconds longest_end{30};
    if (heartbeat_.ended()) return std::min(timeout_, longest_end);
    return heartbeat_.read().empty() ? std::max(timeout_, longest_start) : timeout_;
  }

  const SharedText& heartbeat_;
  Seconds timeout_;
  std::uint64_t last_ = heartbeat_.writes();
  SteadyClock::time_point changed_ = SteadyClock::now();
};

/// Which file a name leads to: another one, or the same with other contents, is not equal.
struct FileIdentity {
  explicit FileIdentity(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return;
    number = found.st_ino;
    bytes = found.st_size;
    written = {found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
  }
  bool operator==(const FileIdentity&) const = default;

  ino_t number = 0;  // of no file
  off_t bytes = 0;
  std::pair<time_t, long> written = {};
};

/// A process of the run, after it has ended.
struct Attempt {
  ProcessEnd end;
  std::string where;        // a case's label, and the code; "" between cases
  std::optional<int> told;  // the exit status, of one that came to its end
};

class Guarded {
 public:
  Guarded(const run::RunRequest& request, const std::vector<std::string>& command_line)
      : request_(request),
        command_line_(command_line),
        output_(request.resume.empty() ? choose_output(request.output, "results", request.overwrite)
                                       : choose_output(results_path(request.resume), "", true)) {}

  int run() {
    Attempt last = attempt();
    while (const auto reason = failure(last)) {
      if (request_.self_check) return ended_self_check(last, *reason);
      if (last.where.empty() || !failed_.insert(last.where).second) return gave_up(last, *reason);
      failures_.push_back(fmt::format("{}\n{}", last.where, *reason));
      say(fmt::format("tilebridge: {}: {}; the run continues without it\n", in_one_line(last.where),
                      *reason));
      last = attempt();
    }
    return status_of(last);
  }

 private:
  Attempt attempt() {
    const SharedText heartbeat;
    Pulse pulse(heartbeat, timeout_of(request_));
    const ProcessEnd end = run_watched(runner_path(), command(heartbeat.place().string()),
                                       [&] { return pulse.goes_on(); });
    return {end, heartbeat.read(), heartbeat.ended()};
  }

  /// The user's, or where results are left of an earlier attempt, one that goes on with them.
  std::vector<std::string> command(const std::string& heartbeat) const {
    std::vector<std::string> words = {command_line_.at(0), "run", "--heartbeat", heartbeat};
    for (const std::string& text : failures_) words.insert(words.end(), {"--failure", text});
    const std::filesystem::path so_far = failures_.empty() ? "" : kept();
    if (so_far.empty()) {
      words.insert(words.end(), command_line_.begin() + 2, command_line_.end());
      if (request_.resume.empty() && request_.output.empty())
        words.insert(words.begin() + 4, {"--default-output", output_.path});
      return words;
    }
    words.insert(words.end(), {"--resume", so_far.string()});
    if (!request_.releases_folder.empty())
      words.insert(words.end(), {"--kokkos-from", request_.releases_folder});
    if (names_plug_in(request_))
      words.insert(words.end(), request_.selection.experiments.begin(),
                   request_.selection.experiments.end());
    return words;
  }

  std::string text_of(const ProcessEnd& end) const {
    if (end.was_stopped) return fmt::format("it did not end within {:g} s", timeout_of(request_));
    return how_ended(end);
  }

  /// Why what was running has no result; none if the process came to its end, or the user ended it.
  std::optional<std::string> failure(const Attempt& attempt) const {
    const ProcessEnd& end = attempt.end;
    const bool closed_output = end.signal == SIGPIPE && attempt.where.empty();
    if (end.was_asked || end.signal == SIGINT || closed_output) return std::nullopt;
    if (!attempt.told) return text_of(end);
    // Ranks have recorded what failed.
    if (*attempt.told == static_cast<int>(ExitStatus::no_platform) && !request_.starts_own_ranks())
      return "the device failed under it";
    return std::nullopt;
  }

  /// The exit status of a run that ended as it should, or that the user ended.
  int status_of(const Attempt& attempt) const {
    const ProcessEnd& end = attempt.end;
    if (!attempt.told) return end.signal != 0 ? 128 + end.signal : end.status;
    if (end.signal != 0 || end.status != *attempt.told)
      say(fmt::format("tilebridge: the run is complete; its process failed afterwards: {}\n",
                      text_of(end)));
    return *attempt.told;
  }

  /// The file that the run has left so far; "" if there is none.
  std::filesystem::path kept() const {
    const auto is_new = [](const std::filesystem::path& path, const FileIdentity& before) {
      const FileIdentity now(path);
      return now.number != 0 && now != before;
    };
    const std::filesystem::path journal = journal_path(output_.path);
    if (is_new(journal, journal_before_)) return journal;
    return is_new(output_.path, results_before_) ? output_.path : "";
  }

  /// "stride/add n=32Mi, kokkos@5.0.2".
  static std::string in_one_line(std::string where) {
    const std::size_t end = where.find('\n');
    if (end != std::string::npos) where.replace(end, 1, ", ");
    return where;
  }

  /// The exit status after a process failed between cases, or where one had failed before.
  int gave_up(const Attempt& attempt, const std::string& reason) const {
    if (attempt.told) return *attempt.told;  // it has said why
    const std::filesystem::path so_far = kept();
    say(fmt::format(
        "tilebridge: {}: {}{}\n",
        attempt.where.empty() ? "the run failed outside its cases" : in_one_line(attempt.where),
        reason,
        so_far.empty() ? "" : fmt::format("; what it finished is in '{}'", so_far.string())));
    return static_cast<int>(ExitStatus::invalid);
  }

  /// It compares the same cases again and again: there is nothing to go on without.
  static int ended_self_check(const Attempt& attempt, const std::string& reason) {
    if (attempt.told) return *attempt.told;  // it has said why
    say(fmt::format(
        "tilebridge: --self-check: {}; without --self-check, a run says in which case\n", reason));
    return static_cast<int>(ExitStatus::invalid);
  }

  const run::RunRequest& request_;
  const std::vector<std::string>& command_line_;
  Output output_;
  /// These are an earlier run's, with --overwrite and --resume.
  FileIdentity journal_before_{journal_path(output_.path)};
  FileIdentity results_before_{output_.path};
  std::set<std::string> failed_;
  std::vector<std::string> failures_;
};

}  // namespace

int run_guarded(const run::RunRequest& request, const std::vector<std::string>& command_line) {
  use_large_pages();
  return Guarded(request, command_line).run();
}

}  // namespace tilebridge::cli
