// SPDX-License-Identifier: Apache-2.0
#include "sources/listing.hpp"

#include <algorithm>
#include <set>

#include "sources/sections.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

/// The lines, without the indentation of the first.
Fragment fragment(std::string_view path, const Lines& lines) {
  const std::size_t indent = lines.text.front().find_first_not_of(' ');
  Fragment f{path, lines.first, {}};
  for (const std::string_view line : lines.text)
    f.lines.emplace_back(line.substr(std::min({indent, line.find_first_not_of(' '), line.size()})));
  return f;
}

std::string_view without_form(std::string_view key) {
  if (key.ends_with(by_index)) key.remove_suffix(by_index.size());
  return key;
}

/// Whether `line` begins a call such as native.add("key", …) or native.add_prepared("key", …), or
/// by_index.add("key", …) for "key by index".
bool registers(std::string_view line, std::string_view key) {
  const bool is_by_index = key.ends_with(by_index);
  key = without_form(key);
  const std::string argument = "(\"" + std::string(key) + '"';
  return (line.find(".add" + argument) != std::string_view::npos ||
          line.find(".add_prepared" + argument) != std::string_view::npos) &&
         (line.find("by_index.") != std::string_view::npos) == is_by_index;
}

bool is_comment(std::string_view line) {
  const std::vector<Token> tokens = tokenise(line);
  return tokens.empty() && !line.empty() && !is_marker(line);
}

/// Parentheses that a line leaves open, less those of earlier lines that it closes.
std::ptrdiff_t opened_by(std::string_view line) {
  const std::vector<Token> tokens = tokenise(line);
  return std::ranges::count(tokens, "(", &Token::text) -
         std::ranges::count(tokens, ")", &Token::text);
}

/// The statement that registers `key`, with the comment above it; no lines if none does.
Lines registration_in(const Lines& file, std::string_view key) {
  const auto call =
      std::ranges::find_if(file.text, [&](std::string_view line) { return registers(line, key); });
  if (call == file.text.end()) return {};
  auto begin = call;
  while (begin != file.text.begin() && is_comment(*std::prev(begin))) --begin;
  auto end = call;
  std::ptrdiff_t open = 0;
  do open += opened_by(*end++);
  while (open > 0 && end != file.text.end());
  return {file.first + static_cast<std::size_t>(begin - file.text.begin()), {begin, end}};
}

/// The path in #include "…"; "" for any other line.
std::string_view included_by(std::string_view line) {
  constexpr std::string_view directive = "#include \"";
  if (!line.starts_with(directive)) return "";
  line.remove_prefix(directive.size());
  return line.substr(0, line.find('"'));
}

/// A section of a file that takes part in a listing.
struct Part {
  Section section;
  bool is_shown = false;
};

struct File {
  std::string_view path;
  std::vector<Part> parts;
};

class Lister {
 public:
  explicit Lister(std::span<const SourceFile> sources) : sources_(sources) {}

  /// `path` is the experiment's file, with the statement that registers the variant.
  Listing list(std::string_view path, std::string_view variant, const Lines& registration) {
    open(path);
    note_names(registration);
    for (Part& part : files_.front().parts)
      if (part.section.names_one(variant) || part.section.names_one("*")) show(part);
    while (shows_more()) {
    }
    std::reverse(files_.begin(), files_.end());  // what a file uses comes before it
    for (const File& file : files_) add(file);
    listing_.fragments.push_back(fragment(path, registration));
    return listing_;
  }

 private:
  /// Reads a file and those that it includes; does nothing if it is none of the backends'.
  void open(std::string_view path) {
    const auto source = std::ranges::find(sources_, path, &SourceFile::path);
    if (source == sources_.end() || std::ranges::find(files_, path, &File::path) != files_.end())
      return;
    const Lines lines = lines_of(source->text);
    std::vector<Part>& parts = files_.emplace_back(File{source->path, {}}).parts;
    for (const Section& section : sections_of(lines)) parts.push_back({section});
    for (const std::string_view line : lines.text) open(included_by(line));
    if (!path.ends_with(".hpp")) return;
    for (const char* ending : {".cu", ".cpp"})  // which define what a header only declares
      open(std::string(path.substr(0, path.rfind('.'))) + ending);
  }

  /// Notes the names in code, but for members and what a namespace or a class holds.
  void note_names(const Lines& lines) {
    std::string_view before;
    for (const std::string_view line : lines.text)
      for (const Token& token : tokenise(line)) {
        const bool is_qualified = before == "." || before == "->" || before == "::";
        if (token.kind == TokenKind::name && !is_qualified) used_.insert(token.text);
        before = token.text;
      }
  }

  void show(Part& part) {
    part.is_shown = true;
    note_names(part.section.lines);
  }

  /// Whether what is shown so far uses a name of the section.
  bool is_used(const Section& section) const {
    return std::ranges::any_of(section.names, [&](auto name) { return used_.contains(name); });
  }

  /// Shows the included files' sections that what is shown so far uses; false if there are no more.
  bool shows_more() {
    bool is_more = false;
    for (File& file : std::span(files_).subspan(1))
      for (Part& part : file.parts) {
        if (part.is_shown || part.section.is_mentioned || !is_used(part.section)) continue;
        show(part);
        is_more = true;
      }
    return is_more;
  }

  void add(const File& file) {
    std::set<std::string_view> mentioned;
    for (const auto& [section, is_shown] : file.parts) {
      if (is_shown && !section.lines.text.empty())
        listing_.fragments.push_back(fragment(file.path, section.lines));
      for (const std::string_view name : section.names)
        if (section.is_mentioned && used_.contains(name)) mentioned.insert(name);
    }
    for (const std::string_view name : mentioned) listing_.helpers.push_back({name, file.path});
  }

  std::span<const SourceFile> sources_;
  std::vector<File> files_;  // the experiment's, then those that it includes
  std::set<std::string_view> used_;
  Listing listing_;
};

}  // namespace

std::vector<Fragment> sections_named(const SourceFile& file, std::string_view name) {
  std::vector<Fragment> fragments;
  for (const Section& section : sections_of(lines_of(file.text)))
    if (section.names_one(name) && !section.lines.text.empty())
      fragments.push_back(fragment(file.path, section.lines));
  return fragments;
}

Listing list_sources(std::span<const SourceFile> files, std::string_view folder,
                     std::string_view key) {
  for (const SourceFile& file : files) {
    if (!file.path.starts_with(folder) ||
        file.text.find(without_form(key)) == std::string_view::npos)
      continue;
    const Lines registration = registration_in(lines_of(file.text), key);
    if (!registration.text.empty())
      return Lister(files).list(file.path, key.substr(key.find('/') + 1), registration);
  }
  return {};
}

int lines_of_code(const Fragment& fragment) {
  std::string text;
  for (const std::string& line : fragment.lines) text += line + '\n';
  std::set<std::ptrdiff_t> lines;
  for (const Token& token : tokenise(text))
    lines.insert(std::count(text.begin(), text.begin() + std::ptrdiff_t(token.begin), '\n'));
  return static_cast<int>(lines.size());
}

int lines_of_code(const Listing& listing) {
  int lines = 0;
  for (const Fragment& fragment : listing.fragments) lines += lines_of_code(fragment);
  return lines;
}

}  // namespace tilebridge::sources
