// SPDX-License-Identifier: Apache-2.0
#include "judge/course.hpp"

#include <algorithm>
#include <sstream>

#include "base/text.hpp"
#include "sources/sources.hpp"

namespace tilebridge::judge {
namespace {

constexpr std::string_view sign = "§";

/// "§1.3" of "§1.3 Banks (…)", "Registers" of "Registers (…)".
std::string key_of(const std::string& title) {
  return title.substr(0, title.starts_with(sign) ? title.find(' ') : title.find(" ("));
}

CoursePage parsed(const sources::SourceFile& file) {
  CoursePage page;
  page.document = file.path.substr(file.path.rfind('/') + 1, 2);
  std::istringstream lines{std::string(file.text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ") && page.title.empty())
      page.title = line.substr(2);
    else if (line.starts_with("## "))
      page.sections.push_back({key_of(line.substr(3)), line.substr(3), ""});
    else
      (page.sections.empty() ? page.introduction : page.sections.back().text) += line + "\n";
  }
  return page;
}

/// Returns where the question of a section ends; 0 if it asks nothing.
std::size_t end_of_question(const std::string& text) {
  const std::size_t first = std::min(text.find_first_not_of('\n'), text.size());
  const std::size_t end = std::min(text.find("\n\n", first), text.size());
  const std::string paragraph = text.substr(0, end);
  if (paragraph.find("redict") != std::string::npos) return end;
  const std::size_t mark = paragraph.find("? ");
  if (mark != std::string::npos) return mark + 1;
  return paragraph.ends_with('?') ? end : 0;
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
    for (const sources::SourceFile& file : sources::course()) all.push_back(parsed(file));
    return all;
  }();
  const auto found = std::ranges::find(pages, document, &CoursePage::document);
  return found == pages.end() ? nullptr : &*found;
}

}  // namespace tilebridge::judge
