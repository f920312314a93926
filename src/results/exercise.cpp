// SPDX-License-Identifier: Apache-2.0
#include "results/exercise.hpp"

#include <cstdlib>

#include "base/text.hpp"

namespace tilebridge {
namespace {

/// The text after a word that a line begins with; "" if none does. It is a pair's, and may be
/// anything.
std::string line_after(const std::vector<std::string>& lines, const std::string& word) {
  constexpr std::size_t longest_hint = 300;
  for (const std::string& line : lines)
    if (line.starts_with(word + " ")) return tame(line.substr(word.size() + 1), longest_hint);
  return "";
}

}  // namespace

std::vector<Exercise> exercises_of(const Results& results) {
  std::vector<Exercise> exercises;
  const auto pairs = results.builds.find("pairs");
  if (pairs == results.builds.end() || !pairs->is_array()) return exercises;
  for (const Json& pair : *pairs) {
    const std::string text = text_at(pair, "exercise");
    if (text.empty()) continue;
    const std::vector<std::string> lines = split(text, '\n');
    exercises.push_back({.name = text_at(pair, "name"),
                         .at_least = std::strtod(line_after(lines, "at-least").c_str(), nullptr),
                         .slow = line_after(lines, "slow"),
                         .good = line_after(lines, "good"),
                         .unwritten = line_after(lines, "unwritten"),
                         .wrong = line_after(lines, "wrong"),
                         .slowness = line_after(lines, "slowness")});
  }
  return exercises;
}

Results results_of(const Exercise& exercise, Results results) {
  std::erase_if(results.cases, [&](const CaseResult& c) { return c.experiment != exercise.name; });
  return results;
}

double share_asked(const Exercise& exercise, const Results& results, double at_least) {
  if (at_least > 0) return at_least;
  const bool on_host = !results.cases.empty() && results.cases.front().platform == "host";
  return on_host ? 0 : exercise.at_least;
}

}  // namespace tilebridge
