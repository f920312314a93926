// SPDX-License-Identifier: Apache-2.0
// Commands that measure, run one after another, whose result files stay.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::cli {

class MeasuredCommands {
 public:
  /// `program` runs the commands. The files are "<stem>-<time>-1.json" and so on, in the present
  /// working directory.
  MeasuredCommands(std::filesystem::path program, const std::string& stem);

  /// Runs "run stride --set n=1024", which it prints. Throws Error if that fails; the message names
  /// the files of the commands so far.
  void run(const std::string& command);

  const std::vector<std::string>& files() const { return files_; }
  std::vector<Results> results() const;

 private:
  std::filesystem::path program_;
  std::string stem_;
  std::vector<std::string> files_;
};

}  // namespace tilebridge::cli
