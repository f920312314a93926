// SPDX-License-Identifier: Apache-2.0
#include "cli/measured_commands.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"
#include "results/journal.hpp"

namespace tilebridge::cli {

MeasuredCommands::MeasuredCommands(std::filesystem::path program, const std::string& stem)
    : program_(std::move(program)),
      stem_(std::filesystem::path(name_with_time(stem)).stem().string()) {}

void MeasuredCommands::run(const std::string& command) {
  const std::string file = fmt::format("{}-{}.json", stem_, files_.size() + 1);
  std::vector<std::string> words = split(command, ' ');
  words.insert(words.begin(), program_);
  words.insert(words.end(), {"-o", file});
  put("$ tilebridge {}\n", command);
  std::fflush(stdout);
  const int status = run_process(words, {});
  for (const std::string& left : {file, journal_path(file).string()})
    if (std::filesystem::exists(left)) files_.push_back(left);
  if (status == 0) return;
  const std::string kept =
      files_.empty() ? "" : fmt::format("; what was measured is in {}", fmt::join(files_, " "));
  throw Error(static_cast<ExitStatus>(status),
              fmt::format("'tilebridge {}' ended with status {}{}", command, status, kept));
}

std::vector<Results> MeasuredCommands::results() const {
  std::vector<Results> results;
  for (const std::string& file : files_) results.push_back(read_results(file));
  return results;
}

}  // namespace tilebridge::cli
