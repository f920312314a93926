// SPDX-License-Identifier: Apache-2.0
#include "cli/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>

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

double timeout_of(const session::RunRequest& request) {
  if (request.timeout_seconds > 0) return request.timeout_seconds;
  return names_plug_in(request) ? 300 : 1800;
}

/// Whether a run goes on: it says so before each launch, validation and sample. Before the first
/// it has more patience, since devices and shared objects are opened.
class Pulse {
 public:
  Pulse(const SharedText& whereabouts, double timeout_seconds)
      : whereabouts_(whereabouts), timeout_(timeout_seconds), first_(whereabouts.writes()) {}

  bool goes_on() {
    const auto now = SteadyClock::now();
    if (const std::uint64_t writes = whereabouts_.writes(); writes != last_) {
      last_ = writes;
      changed_ = now;
    }
    return now - changed_ < (last_ != first_ ? timeout_ : std::max(timeout_, longest_start));
  }

 private:
  static constexpr std::chrono::duration<double> longest_start{300};

  const SharedText& whereabouts_;
  std::chrono::duration<double> timeout_;
  std::uint64_t first_;
  std::uint64_t last_ = first_;
  SteadyClock::time_point changed_ = SteadyClock::now();
};

class Guarded {
 public:
  Guarded(const session::RunRequest& request, const std::vector<std::string>& command_line)
      : request_(request),
        command_line_(command_line),
        output_(request.resume.empty() ? choose_output(request.output, "results", request.overwrite)
                                       : results_path(request.resume).string()) {}

  int run() {
    ProcessEnd end = attempt();
    while (const auto reason = failure(end)) {
      if (request_.self_check) return ended_self_check(end, *reason);
      const std::string where = whereabouts_.read();  // a case's label, and the code
      if (where.empty() || !failed_.insert(where).second) return gave_up(end, where, *reason);
      failures_.push_back(fmt::format("{}\n{}", where, *reason));
      say(fmt::format("tilebridge: {}: {}; the run goes on without it\n", in_one_line(where),
                      *reason));
      end = attempt();
    }
    if (end.signal != 0) return 128 + end.signal;
    return end.status;
  }

 private:
  ProcessEnd attempt() {
    whereabouts_.write("");
    Pulse pulse(whereabouts_, timeout_of(request_));
    return run_watched(runner_path(), command(), [&] { return pulse.goes_on(); });
  }

  /// The user's, or where results are left of an earlier attempt, one that goes on with them.
  std::vector<std::string> command() const {
    std::vector<std::string> words = {command_line_.at(0), "run", "--whereabouts",
                                      whereabouts_.place().string()};
    for (const std::string& text : failures_) words.insert(words.end(), {"--failure", text});
    const std::filesystem::path so_far = failures_.empty() ? "" : kept();
    if (so_far.empty()) {
      words.insert(words.end(), command_line_.begin() + 2, command_line_.end());
      if (request_.resume.empty() && request_.output.empty())
        words.insert(words.begin() + 4, {"--default-output", output_.string()});
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

  /// Why what was running has no result; none if the process ended as it should.
  std::optional<std::string> failure(const ProcessEnd& end) const {
    if (end.was_asked || end.signal == SIGINT) return std::nullopt;
    if (end.was_stopped) return fmt::format("it did not end within {:g} s", timeout_of(request_));
    if (end.signal != 0) return fmt::format("it ended its process: {}", ::strsignal(end.signal));
    if (request_.starts_own_ranks()) return std::nullopt;  // they have recorded what failed
    if (end.status == static_cast<int>(ExitStatus::no_platform))
      return "the device failed under it";
    if (end.status == static_cast<int>(ExitStatus::internal) && names_plug_in(request_))
      return "it threw an exception through the plug-in's interface";
    return std::nullopt;
  }

  /// What the run has left so far; "" for nothing.
  std::filesystem::path kept() const {
    std::filesystem::path journal = journal_path(output_);
    if (is_of_this_run(journal)) return journal;
    return is_of_this_run(output_) ? output_ : "";
  }

  /// With --overwrite, what an older run has left may still be there.
  bool is_of_this_run(const std::filesystem::path& file) const {
    std::error_code none;
    const auto written = std::filesystem::last_write_time(file, none);
    return !none && written >= started_ && std::filesystem::file_size(file, none) > 0;
  }

  /// "stride/add n=32Mi, kokkos@5.0.2".
  static std::string in_one_line(std::string where) {
    const std::size_t end = where.find('\n');
    if (end != std::string::npos) where.replace(end, 1, ", ");
    return where;
  }

  /// Of a process that did not get as far as a case, or failed where it had failed before.
  static int gave_up(const ProcessEnd& end, const std::string& where, const std::string& reason) {
    if (end.signal == 0) return end.status;  // it has said why
    say(fmt::format("tilebridge: {}, {}\n",
                    where.empty() ? "before its first case" : in_one_line(where), reason));
    return static_cast<int>(ExitStatus::invalid);
  }

  /// It compares the same cases again and again: there is nothing to go on without.
  static int ended_self_check(const ProcessEnd& end, const std::string& reason) {
    if (end.signal == 0) return end.status;  // it has said why
    say(fmt::format(
        "tilebridge: --self-check: {}; without --self-check, a run says in which case\n", reason));
    return static_cast<int>(ExitStatus::invalid);
  }

  const session::RunRequest& request_;
  const std::vector<std::string>& command_line_;
  std::filesystem::path output_;
  SharedText whereabouts_;
  std::set<std::string> failed_;
  std::vector<std::string> failures_;
  std::filesystem::file_time_type started_ = std::filesystem::file_time_type::clock::now();
};

}  // namespace

int run_guarded(const session::RunRequest& request, const std::vector<std::string>& command_line) {
  use_large_pages();
  return Guarded(request, command_line).run();
}

}  // namespace tilebridge::cli
