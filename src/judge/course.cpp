// SPDX-License-Identifier: Apache-2.0
#include "judge/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>
#include <utility>

#include "base/text.hpp"
#include "sources/sources.hpp"

namespace tilebridge::judge {
namespace {

constexpr std::string_view sign = "§";

/// "§1.3" of "§1.3 Banks (…)", "Registers" of "Registers (…)".
std::string key_of(const std::string& title) {
  return title.substr(0, title.starts_with(sign) ? title.find(' ') : title.find(" ("));
}

/// Whether this is a page such as docs/course/D1.md; those by subject have small letters.
bool is_of_a_document(const sources::SourceFile& file) {
  return file.path.starts_with("docs/course/D");
}

/// A link names a heading by this: "3-an-offset" of "§3 An offset".
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : lower_case(heading)) {
    if (c == ' ') anchor += '-';
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') anchor += c;
  }
  return anchor;
}

/// The text of each section of the pages by subject: "banks.md#1-a-stride".
std::map<std::string, std::string> taught_sections() {
  std::map<std::string, std::string> sections;
  for (const sources::SourceFile& file : sources::course()) {
    if (is_of_a_document(file)) continue;
    const std::string page(file.path.substr(file.path.rfind('/') + 1));
    std::string* section = nullptr;
    std::istringstream lines{std::string(file.text)};
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## "))
        section = &sections[page + "#" + anchor_of(line.substr(3))];
      else if (section != nullptr)
        *section += line + "\n";
    }
  }
  return sections;
}

/// The two parts of a cell, of which the second may be missing.
std::pair<std::string, std::string> halves_of_cell(const std::string& cell) {
  constexpr std::string_view line_break = "<br>";
  const std::size_t end = cell.find(line_break);
  if (end == std::string::npos) return {cell, ""};
  return {cell.substr(0, end), cell.substr(end + line_break.size())};
}

/// Reads a row: "| §1.3 Banks (…) | what it says<br>*what holds* | where it is taught<br>claims |".
CourseSection section_of(const std::string& document, const std::string& row,
                         const std::map<std::string, std::string>& taught) {
  std::vector<std::string> cells;
  for (const std::string& cell : split(row, '|'))
    cells.push_back(without_trailing_spaces(cell.substr(cell.find_first_not_of(' '))));
  const auto [says, holds] = halves_of_cell(cells.at(1));
  const std::string places = halves_of_cell(cells.at(2)).first;

  static const std::regex target(R"(\]\(([\w-]+\.md#[\w-]+)\))");
  std::smatch first;
  std::string text;
  if (std::regex_search(places, first, target) && taught.contains(first[1]))
    text = taught.at(first[1]);
  text += fmt::format("\n{} says: {}\n\n{}\n\nTaught in {}\n", document, says, holds, places);
  return {key_of(cells[0]), cells[0], text};
}

CoursePage parsed(const sources::SourceFile& file,
                  const std::map<std::string, std::string>& taught) {
  CoursePage page;
  page.document = file.path.substr(file.path.rfind('/') + 1, 2);
  bool in_table = false;
  std::istringstream lines{std::string(file.text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# "))
      page.title = line.substr(2);
    else if (line.starts_with("|---"))
      in_table = true;
    else if (in_table && line.starts_with("| "))
      page.sections.push_back(section_of(page.document, line, taught));
    else if (!in_table && !line.starts_with("|"))
      page.introduction += line + "\n";
  }
  return page;
}

/// Returns where the question of a section ends; 0 if it asks nothing.
std::size_t end_of_question(const std::string& text) {
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", first), text.size());
    const std::string_view paragraph(text.data() + first, end - first);
    if (paragraph.find("redict") != std::string_view::npos || paragraph.ends_with('?')) return end;
    first = end + 2;
  }
  return 0;
}

}  // namespace

std::string CourseSection::question() const { return text.substr(0, end_of_question(text)); }

std::string CourseSection::answer() const { return text.substr(end_of_question(text)); }

std::vector<std::string> CourseSection::commands() const {
  constexpr std::string_view prompt = "$ tilebridge ";
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(prompt))
      found.push_back(
          without_trailing_spaces(line.substr(prompt.size(), line.find('#') - prompt.size())));
  return found;
}

const CourseSection* CoursePage::find(const std::string& key) const {
  const auto begins = [&](const CourseSection& section) {
    const std::string own = lower_case(section.key);
    const std::string asked = lower_case(key);
    return own.starts_with(asked) ||
           (own.starts_with(sign) && own.substr(sign.size()).starts_with(asked));
  };
  const auto found = std::ranges::find_if(sections, begins);
  return found == sections.end() ? nullptr : &*found;
}

const CoursePage* course_page(const std::string& document) {
  static const std::vector<CoursePage> pages = [] {
    std::vector<CoursePage> all;
    const std::map<std::string, std::string> taught = taught_sections();
    for (const sources::SourceFile& file : sources::course())
      if (is_of_a_document(file)) all.push_back(parsed(file, taught));
    return all;
  }();
  const auto found = std::ranges::find(pages, document, &CoursePage::document);
  return found == pages.end() ? nullptr : &*found;
}

}  // namespace tilebridge::judge
