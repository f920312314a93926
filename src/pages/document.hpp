// SPDX-License-Identifier: Apache-2.0
// A page as data: a sequence of blocks that every medium writes in its own way.
#pragma once

#include <fmt/format.h>

#include "base/text.hpp"
#include "pages/table.hpp"

namespace tilebridge::pages {

// Texts may come from a result file: writers escape them and make control characters harmless.
// Within them, `backquotes` enclose code.

struct Heading {
  std::string text;
  int level = 2;  // 1: of the sections that follow, in lists of contents alone
  Mark mark = Mark::none;
  std::string id = {};  // by which rows and other places lead to it
};

struct Text {
  std::string text;
  Mark mark = Mark::none;  // writers emphasise what has one
  std::string link = {};   // the id of a heading that it leads to
};

struct List {
  std::vector<std::string> items;
};

/// Listings: writers show two side by side, with lines of equal marks at the same height, where
/// there is room.
struct Code {
  struct Line {
    std::size_t number = 0;  // 0: none
    std::vector<std::string> marks = {};
    std::string text = {};
    bool is_title = false;  // of a file, not code
  };
  struct Listing {
    std::string title;
    std::string model = {};  // whose code it is: "native"
    std::vector<Line> lines = {};
    std::string note_above = {};
    std::string note_below = {};
  };
  std::vector<Listing> listings;
};

/// The marks of a line that only the second or only the first text of a diff has.
inline const std::vector<std::string> added = {"+"}, removed = {"-"};

struct Figure {
  std::string title;
  std::string svg = {};                 // "": writers show the text alternative
  std::vector<std::string> lines = {};  // the text alternative: its spaces are kept
  std::string caption = {};             // below it
};

/// The head of a web page, which stays in sight.
struct PageHead {
  std::string title;         // of the window
  std::string heading = {};  // what was measured: "NVIDIA H200 (sm_90)"
  struct Legend {
    std::string colour;  // that src/write/picture.css has: "kokkos"
    std::string name;    // "Kokkos 4.7.01"
  };
  std::vector<Legend> models = {};  // whose colours the charts have
  std::string measured = {};        // when and with what
};

struct Fold;
struct Section;

struct Document {
  using Block = std::variant<Heading, Text, List, Table, Code, Figure, Fold>;

  std::vector<Block> blocks;
  /// It says where the reader finds what a writer leaves out: "--format json has them all".
  std::string complete = {};
  /// On a screen it has no empty lines.
  bool is_brief = false;

  void add(Block block);
  /// A paragraph; none without words.
  void say(std::string text);
  /// Details in a fold.
  void fold(std::string summary, Block block, Mark mark = Mark::none);
  /// The table in a fold named "Table: 12 rows"; nothing for an empty one.
  void fold_table(Table table, std::string_view noun);
  /// Appends the blocks of another one.
  void append(Document other);
  /// Appends the bodies of all sections.
  void append(const std::vector<Section>& sections);
  bool empty() const;
};

/// Details that most readers skip: closed where a reader can open it, and shortened where not.
struct Fold {
  std::string summary;
  Document body = {};
  Mark mark = Mark::none;
};

/// A part of a page that is left out whole where a page has to be short.
struct Section {
  std::string name;  // as a line says that it was left out: "all measured cases"
  Document body = {};
  /// Parts of the body, shown where it has no room, the longest first.
  struct Shorter {
    Document body;
    std::string lacks;  // what it does without
  };
  std::vector<Shorter> shorter = {};
  std::string explains = {};  // the name of a section without which this one says nothing
  bool is_asked_for = false;  // the reader named it: never left out
};

inline bool Document::empty() const { return blocks.empty(); }

inline void Document::add(Block block) { blocks.push_back(std::move(block)); }

inline void Document::say(std::string text) {
  if (!text.empty()) add(Text{figure_text(text)});
}

inline void Document::fold(std::string summary, Block block, Mark mark) {
  Fold fold = {.summary = std::move(summary), .mark = mark};
  fold.body.add(std::move(block));
  add(std::move(fold));
}

inline void Document::fold_table(Table table, std::string_view noun) {
  const std::string summary = fmt::format("Table: {} {}", table.size(), noun);
  if (!table.empty()) fold(summary, std::move(table));
}

inline void Document::append(Document other) {
  for (Block& block : other.blocks) blocks.push_back(std::move(block));
}

inline void Document::append(const std::vector<Section>& sections) {
  for (const Section& section : sections) append(section.body);
}

}  // namespace tilebridge::pages
