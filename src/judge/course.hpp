// SPDX-License-Identifier: Apache-2.0
// The pages of docs/course, one per document: a first heading, then sections under headings such as
// "## §1.3 Shared memory and banks (…)", or "## Registers (…)" where a document has no numbers.
#pragma once

#include <string>
#include <vector>

namespace tilebridge::judge {

struct CourseSection {
  std::string key;    // by which the claims and items of documents/ name it: "§1.3", "Registers"
  std::string title;  // its whole heading
  std::string text;   // Markdown

  /// Returns what a reader answers before going on: the first paragraph, if it asks for a
  /// prediction, or else its text up to the first question mark. "" if it has neither.
  std::string question() const;
  /// The text below that.
  std::string answer() const;

  /// Those that it shows, without "$ tilebridge" and a comment: "run transpose --set rows=1024".
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
