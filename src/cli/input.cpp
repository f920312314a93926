// SPDX-License-Identifier: Apache-2.0
#include "cli/input.hpp"

#include <fmt/format.h>

#include <iostream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "judge/match.hpp"
#include "results/file.hpp"

namespace tilebridge::cli {

Results read_timed_results(const std::string& path) {
  Results results = read_results(path);
  if (is_profile(results))
    throw UsageError(fmt::format(
        "'{}' is a profile: it has counters and no times; name a file of `tilebridge run`", path));
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels)
      if (!judge::is_whole(result))
        throw UsageError(
            fmt::format("cannot read '{}': {} of {} must have positive times exactly if it is ok",
                        path, name_of(kernel.model), case_text(c)));
  return results;
}

void check_output(const std::string& output, const std::vector<std::string>& inputs) {
  if (output.empty()) return;
  for (const std::string& input : inputs) {
    std::error_code none_there;
    if (std::filesystem::equivalent(output, input, none_there))
      throw UsageError(fmt::format("'{}' is read; name another file with -o", output));
  }
  check_writable(output);
}

void write_output(const std::string& output, const std::string& text) {
  if (output.empty())
    std::cout << text;
  else
    replace_text(output, text);
}

}  // namespace tilebridge::cli
