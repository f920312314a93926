// SPDX-License-Identifier: Apache-2.0
#include "cli/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/say.hpp"
#include "cli/runner.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"

namespace tilebridge::cli {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Watches a file change. Before the first time a run has more patience: it measures its ceilings.
class Growth {
 public:
  Growth(std::filesystem::path file, double timeout_seconds)
      : file_(std::move(file)), timeout_(timeout_seconds), size_(size()) {}

  /// Whether it has changed within the timeout.
  bool goes_on() {
    const auto now = SteadyClock::now();
    if (const std::uintmax_t current = size(); current != size_) {
      size_ = current;
      changed_ = now;
      has_begun_ = true;
    }
    return now - changed_ < (has_begun_ ? timeout_ : std::max(timeout_, longest_start));
  }

 private:
  static constexpr std::chrono::duration<double> longest_start{300};

  /// 0 if it is not there.
  std::uintmax_t size() const {
    std::error_code none;
    const std::uintmax_t bytes = std::filesystem::file_size(file_, none);
    return none ? 0 : bytes;
  }

  std::filesystem::path file_;
  std::chrono::duration<double> timeout_;
  std::uintmax_t size_;
  SteadyClock::time_point changed_ = SteadyClock::now();
  bool has_begun_ = false;
};

class Guarded {
 public:
  Guarded(const session::RunRequest& request, const std::vector<std::string>& command_line)
      : request_(request),
        output_(request.resume.empty() ? choose_output(request.output, "results", request.overwrite)
                                       : results_path(request.resume).string()),
        command_({runner_path().string()}) {
    command_.insert(command_.end(), command_line.begin() + 1, command_line.end());
    if (request.resume.empty() && request.output.empty())
      command_.insert(command_.end(), {"-o", output_.string()});
  }

  int run() {
    ProcessEnd end = attempt();
    std::uintmax_t before = 0;
    while (const auto reason = failure(end)) {
      const std::filesystem::path so_far = kept();
      if (so_far.empty() || std::filesystem::file_size(so_far) == before)
        return gave_up(end, *reason);
      before = std::filesystem::file_size(so_far);
      say(fmt::format("tilebridge: {}; the run goes on without that case\n", *reason));
      command_ = {command_.front(), "run", "--resume", so_far.string(), "--failure", *reason};
      const std::vector<std::string>& objects = request_.selection.experiments;
      command_.insert(command_.end(), objects.begin(), objects.end());
      end = attempt();
    }
    return end.status;
  }

 private:
  ProcessEnd attempt() const {
    Growth journal(journal_path(output_), request_.timeout_seconds);
    return run_watched(command_, [&] { return journal.goes_on(); });
  }

  /// Why a case has no result; none if the process ended as it should.
  std::optional<std::string> failure(const ProcessEnd& end) const {
    if (end.was_stopped)
      return fmt::format("it did not end within {:g} s", request_.timeout_seconds);
    if (end.signal != 0) return fmt::format("it ended its process: {}", ::strsignal(end.signal));
    if (end.status == static_cast<int>(ExitStatus::no_platform))
      return "the device failed under it";
    if (end.status == static_cast<int>(ExitStatus::internal))
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

  /// Of a process that did not get as far as a case.
  static int gave_up(const ProcessEnd& end, const std::string& reason) {
    if (end.signal == 0) return end.status;  // it has said why
    say(fmt::format("tilebridge: before its first case, {}\n", reason));
    return static_cast<int>(ExitStatus::invalid);
  }

  const session::RunRequest& request_;
  std::filesystem::path output_;
  std::vector<std::string> command_;
  std::filesystem::file_time_type started_ = std::filesystem::file_time_type::clock::now();
};

}  // namespace

int run_guarded(const session::RunRequest& request, const std::vector<std::string>& command_line) {
  use_large_pages();
  return Guarded(request, command_line).run();
}

}  // namespace tilebridge::cli
