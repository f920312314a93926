// SPDX-License-Identifier: Apache-2.0
#include "sources/listing.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "sources/definitions.hpp"
#include "sources/sections.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {

/// How a listing shows a definition that it uses.
enum class Listed { hidden, mentioned, shown };

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

/// Whether `line` registers a kernel as `key`, or by by_index.add("key", …) as "key by index".
bool registers(std::string_view line, std::string_view key) {
  return registered_by(line) == without_form(key) &&
         (line.find("by_index.") != std::string_view::npos) == key.ends_with(by_index);
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
  const auto first = static_cast<std::size_t>(call - file.text.begin());
  const auto end = file.text.begin() + static_cast<std::ptrdiff_t>(end_of_call(file.text, first));
  return {file.first + static_cast<std::size_t>(begin - file.text.begin()), {begin, end}};
}

/// The state set by the last marker line above line `number` of an included file.
Listed listed_at(const Lines& file, std::size_t number) {
  Listed listed = Listed::hidden;
  for (std::size_t i = 0; i + file.first < number && i < file.text.size(); ++i)
    if (is_marker(file.text[i]))
      listed = file.text[i].ends_with("[shown]")       ? Listed::shown
               : file.text[i].ends_with("[mentioned]") ? Listed::mentioned
                                                       : Listed::hidden;
  return listed;
}

}  // namespace

/// A file that was read.
struct Listings::File {
  struct Part {
    Definition definition;
    Listed listed;  // where another file includes this one
  };

  std::vector<Part> parts = {};
  std::vector<std::string_view> includes = {};

  explicit File(std::string_view text) {
    const Lines lines = lines_of(text);
    for (Definition& definition : definitions_in(text)) {
      const Listed listed = listed_at(lines, definition.lines.first);
      parts.push_back({std::move(definition), listed});
    }
    for (const std::string_view line : lines.text)
      if (const std::string_view path = included_by(line); !path.empty()) includes.push_back(path);
  }
};

/// Lists one kernel.
class Listings::Lister {
 public:
  explicit Lister(Listings& listings) : listings_(listings) {}

  /// `path` is the experiment's file, with the statement that registers the variant.
  Listing list(std::string_view path, const Lines& registration) {
    open(path);
    use_all(0, scope_at(registration.first), uses_of_registration(registration));
    std::reverse(files_.begin(), files_.end());  // what a file uses comes before it
    for (const UsedFile& file : files_) add(file);
    listing_.fragments.push_back(fragment(path, registration));
    return listing_;
  }

 private:
  struct Part {
    const Definition* definition;
    Listed listed;
    bool is_used = false;
  };

  struct UsedFile {
    std::string_view path;
    std::vector<Part> parts;
  };

  /// Reads a file and those that it includes; does nothing if it is none of the sources. What
  /// begins with "catalogue/" is in src/.
  void open(std::string_view path) {
    const std::string in_src = "src/" + std::string(path);
    const auto& sources = listings_.sources_;
    const auto source = std::ranges::find_if(
        sources, [&](const SourceFile& file) { return file.path == path || file.path == in_src; });
    if (source == sources.end() ||
        std::ranges::find(files_, source->path, &UsedFile::path) != files_.end())
      return;
    const File& file = listings_.file(*source);
    const bool is_own = files_.empty();
    std::vector<Part>& parts = files_.emplace_back(UsedFile{source->path, {}}).parts;
    for (const auto& [definition, listed] : file.parts)
      if (is_own || listed != Listed::hidden)
        parts.push_back({&definition, is_own ? Listed::shown : listed});
    for (const std::string_view included : file.includes) open(included);
    if (!path.ends_with(".hpp")) return;
    for (const char* ending : {".cu", ".cpp"})  // which define what a header only declares
      open(std::string(path.substr(0, path.rfind('.'))) + ending);
  }

  /// The function of the experiment's file that has this line.
  const Definition* around(std::size_t line) const {
    for (const Part& part : files_.front().parts) {
      const Lines& lines = part.definition->lines;
      if (lines.first <= line && line < lines.first + lines.text.size()) return part.definition;
    }
    return nullptr;
  }

  std::vector<std::string_view> scope_at(std::size_t line) const {
    const Definition* const function = around(line);
    return function == nullptr ? std::vector<std::string_view>() : function->scope;
  }

  /// The names used by the statement, and by the earlier lines of its function that define one of
  /// them.
  std::vector<Use> uses_of_registration(const Lines& registration) const {
    std::vector<Use> uses = uses_in(text_of(registration));
    const Definition* const function = around(registration.first);
    if (function == nullptr) return uses;
    for (std::size_t i = 0; function->lines.first + i < registration.first; ++i) {
      const std::string_view line = function->lines.text[i];
      for (std::size_t k = 0, count = uses.size(); k < count; ++k)
        if (defines(line, uses[k].name))
          for (const Use& use : uses_in(line)) uses.push_back(use);
    }
    return uses;
  }

  static std::string_view text_of(const Lines& lines) {
    const std::string_view last = lines.text.back();
    const char* const begin = lines.text.front().data();
    return {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
  }

  /// Whether a line of a function is "const auto name = …" or "using techniques::name".
  static bool defines(std::string_view line, std::string_view name) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string text(name);
    if (line.starts_with("using ")) return line.find("::" + text) != std::string_view::npos;
    return line.starts_with("const auto " + text + " ") || line.starts_with("auto " + text + " ");
  }

  /// Marks what code in the scope uses, and what that uses.
  void use_all(std::size_t file, const std::vector<std::string_view>& scope,
               const std::vector<Use>& uses) {
    for (const Use& use : uses) {
      const std::vector<Part*> own = parts_named(files_[file], scope, use);
      for (Part* part : own) mark(file, *part);
      for (std::size_t other = 0; own.empty() && other < files_.size(); ++other)
        if (other != file && other > 0)
          for (Part& part : files_[other].parts)
            if (is_named(*part.definition, use)) mark(other, part);
    }
  }

  void mark(std::size_t file, Part& part) {
    if (std::exchange(part.is_used, true)) return;
    if (part.listed == Listed::shown) use_all(file, part.definition->scope, part.definition->uses);
  }

  static bool is_named(const Definition& definition, const Use& use) {
    const bool has_name = std::ranges::find(definition.names, use.name) != definition.names.end();
    return has_name && (use.qualifier.empty() ||
                        (!definition.scope.empty() && definition.scope.back() == use.qualifier));
  }

  /// The definitions that `use` refers to in `file`: the matches in the innermost namespace around
  /// `scope`.
  static std::vector<Part*> parts_named(UsedFile& file, const std::vector<std::string_view>& scope,
                                        const Use& use) {
    std::vector<Part*> found;
    for (Part& part : file.parts) {
      const Definition& definition = *part.definition;
      const bool is_seen = !use.qualifier.empty() || is_around(definition.scope, scope);
      if (!is_seen || !is_named(definition, use)) continue;
      const std::size_t depth = definition.scope.size();
      if (!found.empty() && found.front()->definition->scope.size() < depth) found.clear();
      if (found.empty() || found.front()->definition->scope.size() == depth) found.push_back(&part);
    }
    return found;
  }

  void add(const UsedFile& file) {
    std::set<std::string_view> mentioned;
    for (const auto& [definition, listed, is_used] : file.parts) {
      if (!is_used) continue;
      if (listed == Listed::mentioned)
        mentioned.insert(definition->names.front());
      else
        listing_.fragments.push_back(fragment(file.path, definition->lines));
    }
    for (const std::string_view name : mentioned) listing_.helpers.push_back({name, file.path});
  }

  Listings& listings_;
  std::vector<UsedFile> files_;  // the experiment's, then those that it includes
  Listing listing_;
};

Listings::Listings(std::span<const SourceFile> sources) : sources_(sources) {}
Listings::~Listings() = default;

const Listings::File& Listings::file(const SourceFile& source) {
  std::unique_ptr<File>& file = files_[source.path];
  if (file == nullptr) file = std::make_unique<File>(source.text);
  return *file;
}

Listing Listings::of(std::string_view folder, std::string_view key) {
  for (const SourceFile& file : sources_) {
    if (!file.path.starts_with(folder) ||
        file.text.find(without_form(key)) == std::string_view::npos)
      continue;
    const Lines registration = registration_in(lines_of(file.text), key);
    if (!registration.text.empty()) return Lister(*this).list(file.path, registration);
  }
  return {};
}

Listing list_backend_sources(std::string_view folder, std::string_view key) {
  thread_local Listings listings(backend_sources());
  return listings.of(folder, key);
}

std::optional<std::string_view> registered_by(std::string_view line) {
  for (const std::string_view call : {".add(\"", ".add_prepared(\""}) {
    const std::size_t at = line.find(call);
    if (at == std::string_view::npos) continue;
    const std::string_view key = line.substr(at + call.size());
    return key.substr(0, key.find('"'));
  }
  return std::nullopt;
}

std::size_t end_of_call(const std::vector<std::string_view>& lines, std::size_t begin) {
  std::ptrdiff_t open = 0;
  do open += opened_by(lines[begin++]);
  while (open > 0 && begin < lines.size());
  return begin;
}

std::vector<Fragment> sections_named(const SourceFile& file, std::string_view name) {
  std::vector<Fragment> fragments;
  for (const Section& section : sections_of(lines_of(file.text)))
    if (section.names_one(name) && !section.lines.text.empty())
      fragments.push_back(fragment(file.path, section.lines));
  return fragments;
}

int lines_of_code(const Fragment& fragment) {
  std::string text;
  for (const std::string& line : fragment.lines) text += line + '\n';
  int lines = 0;
  std::size_t end = 0;  // of the last line that counts
  for (const Token& token : tokenise(text)) {
    if (token.begin < end) continue;
    ++lines;
    end = text.find('\n', token.begin) + 1;
  }
  return lines;
}

int lines_of_code(const Listing& listing) {
  int lines = 0;
  for (const Fragment& fragment : listing.fragments)
    if (fragment.path.starts_with("backends/")) lines += lines_of_code(fragment);
  return lines;
}

}  // namespace tilebridge::sources
