// SPDX-License-Identifier: Apache-2.0
#include "results/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/files.hpp"
#include "results/journal.hpp"

namespace tilebridge {

const TriedSetting* Tuning::default_setting() const {
  const auto found = std::ranges::find_if(
      tried, [&](const TriedSetting& t) { return t.setting == initial && t.seconds > 0; });
  return found == tried.end() ? nullptr : &*found;
}

const TriedSetting* Tuning::best() const {
  return tried.empty() || tried.front().seconds == 0 ? nullptr : &tried.front();
}

namespace {

/// Reads a tuning's file, or its journal, which is several lines of JSON.
TuningResults tuning_in(const std::string& text) try {
  return tuning_from_json(parse_json(text));
} catch (const nlohmann::json::parse_error&) {
  return tuning_from_journal(text);
}

}  // namespace

std::optional<TuningResults> read_tuning(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  // Other programs may have put spaces and line ends between its members.
  std::string begin = text.substr(0, 200);
  std::erase_if(begin, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  if (!begin.starts_with(fmt::format("{{\"schema\":\"{}\"", tuning_schema))) return std::nullopt;
  const auto damaged = [&](const std::string& problem) {
    return UsageError(
        fmt::format("cannot read '{}': it is not whole ({})", path.string(), problem));
  };
  try {
    return tuning_in(text);
  } catch (const nlohmann::json::exception& error) {
    throw damaged(problem_of(error));
  } catch (const UsageError& error) {
    throw damaged(error.what());
  }
}

}  // namespace tilebridge
