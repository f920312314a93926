// SPDX-License-Identifier: Apache-2.0
#include "pages/course.hpp"

#include <regex>
#include <sstream>

#include "base/text.hpp"
#include "pages/claims.hpp"

namespace tilebridge::pages {
namespace {

/// "transpose.cu (backends/cuda/tiling/transpose.cu)" of a link; one to an address or to a place in
/// the same page keeps its text alone.
std::string without_links(const std::string& text) {
  static const std::regex link(R"(\[([^\]]+)\]\(((?:\.\./)*)([^)#]*)(?:#[^)]*)?\))");
  std::string result;
  std::sregex_iterator found(text.begin(), text.end(), link), end;
  std::size_t last = 0;
  for (; found != end; ++found) {
    const std::smatch& match = *found;
    const auto at = static_cast<std::size_t>(match.position());
    const std::string folder = match[2].length() == 0  ? "docs/course/"
                               : match[2].length() < 6 ? "docs/"
                                                       : "";
    const bool has_file = match[3].length() > 0 && match[3].str().find(':') == std::string::npos;
    result += text.substr(last, at - last) + match[1].str();
    if (has_file) result += fmt::format(" ({}{})", folder, match[3].str());
    last = at + static_cast<std::size_t>(match.length());
  }
  return result + text.substr(last);
}

/// The cells of "| a | b |".
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream parts(line.substr(1));
  for (std::string cell; std::getline(parts, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : without_trailing_spaces(cell.substr(first)));
  }
  return cells;
}

/// Lines of a table in columns, without the rule below its head.
std::vector<std::string> aligned(const std::vector<std::string>& lines) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> widths;
  for (const std::string& line : lines) {
    if (line.find_first_not_of("|-: ") == std::string::npos) continue;
    rows.push_back(cells_of(without_links(line)));
    widths.resize(std::max(widths.size(), rows.back().size()));
    for (std::size_t i = 0; i < rows.back().size(); ++i)
      widths[i] = std::max(widths[i], columns(rows.back()[i]));
  }
  std::vector<std::string> result;
  for (const std::vector<std::string>& row : rows) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) text += padded(row[i], widths[i] + 2);
    result.push_back(without_trailing_spaces(text));
  }
  return result;
}

/// Reads the Markdown that the pages of the course are written in: paragraphs, lists, tables, and
/// blocks of code.
class Reader {
 public:
  explicit Reader(Document& page) : page_(page) {}

  void read(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) take(line);
    end_block();
  }

 private:
  enum class Kind { none, paragraph, list, table, code };

  void take(const std::string& line) {
    if (line.starts_with("```")) {
      const bool begins = kind_ != Kind::code;
      end_block();
      kind_ = begins ? Kind::code : Kind::none;
      return;
    }
    if (kind_ != Kind::code) {
      const Kind kind = kind_of(line);
      if (kind != kind_) end_block();
      kind_ = kind;
    }
    if (kind_ != Kind::none) lines_.push_back(line);
  }

  /// Comments and pictures are for a browser.
  static Kind kind_of(const std::string& line) {
    return line.empty() || line.starts_with("<") ? Kind::none
           : line.starts_with("|")               ? Kind::table
           : line.starts_with("* ")              ? Kind::list
                                                 : Kind::paragraph;
  }

  void end_block() {
    const std::vector<std::string> lines = std::exchange(lines_, {});
    switch (std::exchange(kind_, Kind::none)) {
      case Kind::none:
        break;
      case Kind::paragraph:
        for (const std::string& line : lines) page_.say(without_links(line));
        break;
      case Kind::list:
        page_.add(List{items_of(lines)});
        break;
      case Kind::table:
        page_.add(Figure{.title = "", .lines = aligned(lines)});
        break;
      case Kind::code:
        page_.add(Figure{.title = "", .lines = lines});
    }
  }

  static std::vector<std::string> items_of(const std::vector<std::string>& lines) {
    std::vector<std::string> items;
    for (const std::string& line : lines) items.push_back(without_links(line.substr(2)));
    return items;
  }

  Document& page_;
  Kind kind_ = Kind::none;
  std::vector<std::string> lines_;
};

std::string next_text(const judge::CoursePage& page, const judge::CourseSection& section) {
  const auto at = static_cast<std::size_t>(&section - page.sections.data());
  if (at + 1 == page.sections.size()) return "This is the last section of " + page.document + ".";
  const std::string_view key = judge::without_sign(page.sections[at + 1].key);
  const char* quote = key.find(' ') == std::string::npos ? "" : "'";
  return fmt::format("Next: tilebridge follow {} {}{}{}", page.document, quote, key, quote);
}

Document titled(const judge::CoursePage& page, const judge::CourseSection& section,
                const std::string& text) {
  Document result;
  result.add(Heading{page.document + " " + section.title});
  Reader(result).read(text);
  return result;
}

}  // namespace

Document contents_page(const judge::CoursePage& page) {
  Document result;
  result.add(Heading{page.document + ": " + page.title.substr(page.title.find(": ") + 2)});
  Reader(result).read(page.introduction);
  List sections;
  for (const judge::CourseSection& section : page.sections) sections.items.push_back(section.title);
  result.add(std::move(sections));
  result.say(fmt::format("Begin: tilebridge follow {} {}", page.document,
                         judge::without_sign(page.sections.front().key)));
  return result;
}

Document section_page(const judge::CoursePage& page, const judge::CourseSection& section) {
  return titled(page, section, section.text);
}

Document question_page(const judge::CoursePage& page, const judge::CourseSection& section) {
  return titled(page, section, section.question());
}

Document answer_page(const judge::CourseSection& section) {
  Document result;
  Reader(result).read(section.answer());
  return result;
}

Document seen_page(const judge::CoursePage& page, const judge::CourseSection& section,
                   const std::vector<Results>& files) {
  std::vector<judge::Claim> claims;
  for (const judge::Claim& claim : judge::claims())
    if (claim.id.starts_with(page.document) && claim.section == section.key)
      claims.push_back(claim);
  Document result;
  if (!claims.empty() && !files.empty()) result = claims_page(claims, files);
  if (claims.empty()) result.say("The document states nothing here that a figure could check.");
  result.say(next_text(page, section));
  return result;
}

}  // namespace tilebridge::pages
