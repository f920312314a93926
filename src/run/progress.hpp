// SPDX-License-Identifier: Apache-2.0
// Progress of a run, on standard error.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <set>

#include "base/text.hpp"

namespace tilebridge::run {

/// "[3/26] stride/add n=32Mi": one line that is overwritten on a terminal; elsewhere "[3/26]
/// stride", one line for each experiment. A long run says how much time is left, by the time that
/// its steps took so far.
class Progress {
 public:
  explicit Progress(std::size_t steps) : steps_(steps) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(const std::string& what) {
    ++done_;
    clear();
    if (terminal_)
      say(fmt::format("[{}/{}] {}{}", done_, steps_, what, time_left()));
    else if (const std::string experiment = what.substr(0, what.find('/'));
             said_.insert(experiment).second)
      say(fmt::format("[{}/{}] {}{}\n", done_, steps_, experiment, time_left()));
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// ", about 2 min left"; "" at the start, and below half a minute.
  std::string time_left() const {
    constexpr std::size_t known_from = 5;  // steps
    if (done_ <= known_from) return "";
    const std::chrono::duration<double> so_far = Clock::now() - start_;
    const auto finished = static_cast<double>(done_ - 1);
    const double left = so_far.count() / finished * (static_cast<double>(steps_) - finished);
    if (left < 30) return "";
    return left < 90 ? fmt::format(", about {:.0f} s left", left)
                     : fmt::format(", about {:.0f} min left", left / 60);
  }

  void clear() const {
    if (terminal_) std::fputs("\r\033[K", stderr);  // say() would not
  }

  std::size_t steps_;
  std::size_t done_ = 0;
  std::set<std::string> said_;  // experiments
  Clock::time_point start_ = Clock::now();
  bool terminal_ = obeys_escapes(STDERR_FILENO);
};

}  // namespace tilebridge::run
