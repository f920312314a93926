// SPDX-License-Identifier: Apache-2.0
#include "sources/excerpt.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "sources/definitions.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using TextLines = std::vector<std::string_view>;

std::string_view trimmed(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

/// Whether a line belongs to the call below it: a comment, or an if without braces.
bool belongs_to_next(std::string_view line) {
  return is_comment(line) || (trimmed(line).starts_with("if ") && line.ends_with(')'));
}

TextLines registering_alone(const TextLines& lines, std::string_view key) {
  TextLines kept;
  for (std::size_t i = 0; i < lines.size();) {
    const std::optional<std::string_view> registered = registered_by(lines[i]);
    if (!registered || *registered == key) {
      kept.push_back(lines[i++]);
      continue;
    }
    while (belongs_to_next(kept.back())) kept.pop_back();
    i = end_of_call(lines, i);
  }
  return kept;
}

/// Whether nothing is between the two lines of a block that may then be left out.
bool is_empty_block(std::string_view begin, std::string_view end) {
  begin = trimmed(begin);
  end = trimmed(end);
  if (end == "#endif") return begin.starts_with("#if") || begin == "#else";
  const std::vector<Token> tokens = tokenise(begin);
  const bool may_be_empty = begin.starts_with("namespace {") || begin.starts_with("if ") ||
                            begin.find("for_types<") != std::string_view::npos;
  return may_be_empty && tokens.back().is("{") && end.starts_with('}') && !end.ends_with('{');
}

/// Removes an empty block from the end of `lines` that `line` would end; false if there is none.
bool end_empty_block(TextLines& lines, std::string_view line) {
  const std::size_t gap = !lines.empty() && lines.back().empty() ? 1 : 0;
  if (lines.size() <= gap || !is_empty_block(lines[lines.size() - 1 - gap], line)) return false;
  const bool ends_more = trimmed(lines[lines.size() - 1 - gap]) == "#else";
  lines.resize(lines.size() - 1 - gap);
  return !ends_more || end_empty_block(lines, line);
}

/// Leaves out blocks that have become empty, and of several empty lines all but one.
TextLines tidied(const TextLines& lines) {
  TextLines kept;
  for (const std::string_view line : lines)
    if ((!line.empty() || kept.empty() || !kept.back().empty()) && !end_empty_block(kept, line))
      kept.push_back(line);
  return kept;
}

std::string joined(const TextLines& lines) {
  std::string text;
  for (const std::string_view line : lines) text.append(line).append("\n");
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

/// The names of a "const auto name = …;", a "constexpr int a = …, b = …;" or a "using name = …;" in
/// a function; none for other lines.
TextLines local_names(std::string_view line) {
  const std::vector<Token> tokens = tokenise(line);
  const bool is_local = line.starts_with("  ") && line.ends_with(';');
  const bool begins = !tokens.empty() &&
                      (tokens[0].is("const") || tokens[0].is("constexpr") || tokens[0].is("using"));
  TextLines names;
  for (std::size_t i = 1; is_local && begins && i < tokens.size(); ++i)
    if (tokens[i].is("=")) names.push_back(tokens[i - 1].text);
  return names;
}

/// Leaves out names that register_kernels() gives to what it then does not use.
TextLines without_unused_names(const TextLines& lines) {
  const auto registration = std::ranges::find_if(
      lines, [](std::string_view line) { return line.starts_with("void register_kernels("); });
  TextLines kept(lines.begin(), registration);
  for (auto line = registration; line != lines.end(); ++line) {
    const TextLines names = local_names(*line);
    const auto uses_one = [&](std::string_view other) {
      return std::ranges::any_of(tokenise(other), [&](const Token& token) {
        return std::ranges::find(names, token.text) != names.end();
      });
    };
    if (names.empty() || std::any_of(std::next(line), lines.end(), uses_one)) kept.push_back(*line);
  }
  return kept;
}

/// The definitions of a file that the registration uses, directly or not. A name counts as used
/// wherever it stands, so that none is missing.
class Used {
 public:
  explicit Used(const std::vector<Definition>& definitions) : definitions_(definitions) {
    for (const Definition& definition : definitions)
      if (is_always_kept(definition)) add(definition);
  }

  bool contains(const Definition& definition) const { return used_.contains(&definition); }

 private:
  /// Whether no other definition refers to it by name: an instantiation or a directive.
  static bool is_always_kept(const Definition& definition) {
    return std::ranges::all_of(definition.names, [](std::string_view name) {
      return name == "register_kernels" || name.starts_with("TILEBRIDGE_");
    });
  }

  void add(const Definition& definition) {
    if (!used_.insert(&definition).second) return;
    for (const std::string_view line : definition.lines.text)
      for (const Token& token : tokenise(line))
        for (const Definition& other : definitions_)
          if (std::ranges::find(other.names, token.text) != other.names.end()) add(other);
  }

  const std::vector<Definition>& definitions_;
  std::set<const Definition*> used_;
};

TextLines without_unused_definitions(const std::string& text) {
  const std::vector<Definition> definitions = definitions_in(text);
  const Used used(definitions);
  TextLines lines = lines_of(text).text;
  std::vector<bool> is_left_out(lines.size());
  for (const Definition& definition : definitions)
    for (std::size_t i = 0; i < definition.lines.text.size(); ++i)
      is_left_out[definition.lines.first - 1 + i] = !used.contains(definition);
  TextLines kept;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!is_left_out[i]) kept.push_back(lines[i]);
  return kept;
}

void add_included(std::span<const SourceFile> files, std::string_view text,
                  std::vector<SourceFile>& found) {
  for (const std::string_view line : lines_of(text).text) {
    const std::string_view name = included_by(line);
    const std::string in_src = "src/" + std::string(name);
    const auto file = std::ranges::find_if(files, [&](const SourceFile& f) {
      return !name.empty() && (f.path == name || f.path == in_src);
    });
    if (file == files.end() ||
        std::ranges::find(found, file->path, &SourceFile::path) != found.end())
      continue;
    found.push_back(*file);
    add_included(files, file->text, found);
  }
}

}  // namespace

std::string excerpt(std::string_view text, std::string_view key) {
  const TextLines registering = registering_alone(lines_of(text).text, key);
  const std::string reduced = joined(without_unused_names(tidied(registering)));
  return joined(tidied(without_unused_definitions(reduced)));
}

std::vector<SourceFile> included(std::span<const SourceFile> files, std::string_view text) {
  std::vector<SourceFile> found;
  add_included(files, text, found);
  return found;
}

}  // namespace tilebridge::sources
