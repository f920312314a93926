// SPDX-License-Identifier: Apache-2.0
#include "report/summary_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t width = 80;
constexpr std::array levels = {Level::textbook, Level::matched, Level::tuned, Level::idiomatic};

/// The wording for a level at the beginning of the sentence, and later in it.
struct Phrase {
  const char* subject;
  const char* rest;
};

Phrase phrase_of(Level level) {
  switch (level) {
    case Level::textbook:
      return {"Kokkos as its guide teaches it", "as its guide teaches it"};
    case Level::matched:
      return {"engineered Kokkos", "engineered"};
    case Level::tuned:
      return {"tuned Kokkos", "tuned"};
    case Level::idiomatic:
    case Level::vendor:
      break;
  }
  return {"Kokkos with facilities of its own", "with facilities of its own"};
}

/// The levels that the sentence covers: other algorithms only if there is nothing else.
std::vector<Level> spoken_of(const LevelMeans& kernels) {
  std::vector<Level> present;
  for (const Level level : levels)
    if (kernels.contains(level) && (level != Level::idiomatic || present.empty()))
      present.push_back(level);
  return present;
}

/// "43, 31 and 12 variants".
std::string counts_text(const LevelMeans& kernels, const std::vector<Level>& present) {
  std::string text;
  for (std::size_t i = 0; i < present.size(); ++i)
    text += fmt::format("{}{}",
                        i == 0                   ? ""
                        : i + 1 < present.size() ? ", "
                                                 : " and ",
                        kernels.at(present[i]).variants);
  const bool is_one = present.size() == 1 && kernels.at(present.front()).variants == 1;
  return text + (is_one ? " variant" : " variants");
}

std::string figure(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 100 ? 2 : 0); }

std::string cell(const LevelMeans& means, Level level) {
  const auto found = means.find(level);
  if (found == means.end()) return "";
  const GeometricMean& mean = found->second.performance;
  if (!mean.has_interval()) return figure(mean.value);
  return fmt::format("{} {}…{}", figure(mean.value), figure(mean.low), figure(mean.high));
}

/// A line with one column per level in `summary`.
class Lines {
 public:
  explicit Lines(const Summary& summary) {
    for (const Level level : levels)
      if (has(summary, level)) present_.push_back(level);
  }

  bool empty() const { return present_.empty(); }

  std::string head() const {
    std::string line = padded("", first_column);
    for (const Level level : present_) line += padded(rung_name(level), column);
    return ended(line);
  }

  std::string of(const std::string& name, const LevelMeans& means) const {
    std::string line = padded(name, first_column);
    for (const Level level : present_) line += padded(cell(means, level), column);
    return ended(line);
  }

 private:
  static constexpr std::size_t first_column = 12;
  static constexpr std::size_t column = (width - first_column) / levels.size();

  static bool has(const Summary& summary, Level level) {
    const auto holds = [level](const GroupSummary& group) { return group.levels.contains(level); };
    return summary.kernels.contains(level) ||
           std::any_of(summary.other_families.begin(), summary.other_families.end(), holds);
  }

  static std::string ended(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  std::vector<Level> present_;
};

std::string table_of(const Summary& summary) {
  const Lines lines(summary);
  if (lines.empty()) return "";
  std::string text =
      "performance against native code: geometric means over variants, 95% intervals\n" +
      lines.head();
  if (!summary.kernels.empty()) text += lines.of("kernels", summary.kernels);
  if (summary.kernel_families.size() > 1)
    for (const GroupSummary& family : summary.kernel_families)
      text += lines.of(" " + family.name, family.levels);
  for (const GroupSummary& family : summary.other_families)
    text += lines.of(family.name, family.levels);
  return text;
}

bool is_of_host(const Results& results) { return results.cases.front().platform == "host"; }

std::string capitalised(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') text.front() += 'A' - 'a';
  return text;
}

}  // namespace

std::string_view rung_name(Level level) {
  return level == Level::textbook ? "plain" : name_of(level);
}

std::string summary_sentence(const Results& results, const Summary& summary) {
  const LevelMeans& kernels = summary.kernels;
  const std::vector<Level> present = spoken_of(kernels);
  if (present.empty()) return "No Kokkos kernel is compared with native code here.";
  const auto mean = [&](Level level) { return figure(kernels.at(level).performance.value); };
  std::string text =
      fmt::format("{}{} runs at {} of native speed", is_of_host(results) ? "on a host, " : "",
                  phrase_of(present.front()).subject, mean(present.front()));
  for (std::size_t i = 1; i < present.size(); ++i)
    text += fmt::format(", {} at {}", phrase_of(present[i]).rest, mean(present[i]));
  return fmt::format("{}: kernels, {}.", capitalised(text), counts_text(kernels, present));
}

std::string summary_text(const Results& results) {
  if (results.cases.empty()) return "";
  const Summary summary = summarise(results.cases);
  return "\n" + wrapped(summary_sentence(results, summary), 0, width) + "\n" + table_of(summary);
}

}  // namespace tilebridge
