// SPDX-License-Identifier: Apache-2.0
#include "results/exercise.hpp"

#include <cstdlib>

#include "base/text.hpp"

namespace tilebridge {
namespace {

/// Of the line "word text"; "" if there is no such line. The text is a pair's, and may be anything.
std::string line_after(const std::vector<std::string>& lines, const std::string& word) {
  constexpr std::size_t longest = 300;
  for (const std::string& line : lines)
    if (line.starts_with(word + " ")) return tame(line.substr(word.size() + 1), longest);
  return "";
}

}  // namespace

std::optional<Exercise> exercise_of(const Results& results) {
  const Json pairs = results.builds.value("pairs", Json::array());
  if (!pairs.is_array() || pairs.size() != 1) return std::nullopt;
  const std::string text = text_at(pairs.front(), "exercise");
  if (text.empty()) return std::nullopt;
  const std::vector<std::string> lines = split(text, '\n');
  return Exercise{std::strtod(line_after(lines, "at-least").c_str(), nullptr),
                  line_after(lines, "slow"),
                  line_after(lines, "good"),
                  line_after(lines, "unwritten"),
                  line_after(lines, "wrong"),
                  line_after(lines, "slowness")};
}

double share_asked(const Results& results, double at_least) {
  if (at_least > 0) return at_least;
  const std::optional<Exercise> exercise = exercise_of(results);
  const bool on_host = !results.cases.empty() && results.cases.front().platform == "host";
  return exercise && !on_host ? exercise->at_least : 0;
}

}  // namespace tilebridge
