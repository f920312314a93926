// SPDX-License-Identifier: Apache-2.0
// Progress of a run, on standard error.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "base/say.hpp"

namespace tilebridge::session {

/// "[3/26] stride/add n=32Mi": one line that is overwritten on a terminal, separate lines
/// elsewhere.
class Progress {
 public:
  explicit Progress(std::size_t steps) : steps_(steps) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(const std::string& what) {
    ++done_;
    clear();
    say(fmt::format("[{}/{}] {}{}", done_, steps_, what, terminal_ ? "" : "\n"));
  }

 private:
  void clear() const {
    if (terminal_) say("\r\033[K");
  }

  std::size_t steps_;
  std::size_t done_ = 0;
  bool terminal_ = ::isatty(STDERR_FILENO) != 0;
};

}  // namespace tilebridge::session
