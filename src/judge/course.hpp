// SPDX-License-Identifier: Apache-2.0
// The pages of docs/course: those by subject, in sections under headings such as "## §3 An offset",
// and one per document, whose table says what each of its sections claims and where that is taught.
#pragma once

#include <string>
#include <vector>

namespace tilebridge::judge {

/// A section of a document.
struct CourseSection {
  std::string key;    // by which the claims and items of documents/ name it: "§1.3", "Registers"
  std::string title;  // its whole heading
  std::string text;   // Markdown: the section that teaches it, then what the document says

  /// Returns what a reader answers before going on: the text up to the end of the first paragraph
  /// that asks for a prediction or ends with a question. "" if none does.
  std::string question() const;
  /// The text below that.
  std::string answer() const;

  /// The commands that it shows, without "$ tilebridge" and a comment: "run transpose --set n=4".
  std::vector<std::string> commands() const;
};

struct CoursePage {
  std::string document;  // "D1"
  std::string title;
  std::string introduction;  // Markdown
  std::vector<CourseSection> sections;

  /// The first section whose key, or whose key without its §, begins like this; null if none does.
  const CourseSection* find(const std::string& key) const;
};

/// Null for an unknown document.
const CoursePage* course_page(const std::string& document);

}  // namespace tilebridge::judge
