// SPDX-License-Identifier: Apache-2.0
#include "sources/sections.hpp"

#include <algorithm>
#include <ranges>

#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

constexpr std::string_view opening = "// [";
constexpr std::string_view nothing = "/";

/// The parts of `text` between separators.
std::vector<std::string_view> divided(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (const auto part : std::views::split(text, separator))
    parts.emplace_back(part.begin(), part.end());
  return parts;
}

/// The section that a marker line begins, still without lines.
Section begun_by(std::string_view marker) {
  std::string_view inside = marker.substr(marker.find(opening) + opening.size());
  inside.remove_suffix(1);
  return {.names = divided(inside, ", ")};
}

void add_line(Lines& lines, std::string_view line, std::size_t number) {
  if (lines.text.empty()) lines.first = number;
  if (!lines.text.empty() || !line.empty()) lines.text.push_back(line);
}

}  // namespace

Lines lines_of(std::string_view text) { return {.text = divided(text, "\n")}; }

bool Section::names_one(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_marker(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(' ');
  return line.ends_with(']') && line.substr(indent).starts_with(opening);
}

bool is_comment(std::string_view line) {
  return !line.empty() && tokenise(line).empty() && !is_marker(line);
}

std::string_view included_by(std::string_view line) {
  constexpr std::string_view directive = "#include \"";
  if (!line.starts_with(directive)) return "";
  line.remove_prefix(directive.size());
  return line.substr(0, line.find('"'));
}

std::vector<Section> sections_of(const Lines& file) {
  std::vector<Section> sections;
  std::size_t number = file.first;
  for (const std::string_view line : file.text) {
    if (is_marker(line))
      sections.push_back(begun_by(line));
    else if (!sections.empty())
      add_line(sections.back().lines, line, number);
    ++number;
  }
  std::erase_if(sections, [](const Section& s) { return s.names_one(nothing); });
  for (Section& section : sections)
    while (!section.lines.text.empty() && section.lines.text.back().empty())
      section.lines.text.pop_back();
  return sections;
}

}  // namespace tilebridge::sources
