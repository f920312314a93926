// SPDX-License-Identifier: Apache-2.0
#include "sources/listing.hpp"

#include <algorithm>
#include <array>
#include <list>
#include <optional>
#include <ranges>
#include <set>

#include "sources/definitions.hpp"
#include "sources/names.hpp"

namespace tilebridge {
namespace {

using Tokens = std::vector<Token>;

/// Without extensions. These files hold what a backend's experiments share: no kernels.
constexpr std::array shared_files = {
    std::string_view("backends/cuda/cuda"),
    std::string_view("backends/cuda/device_memory"),
    std::string_view("backends/cuda/native"),
    std::string_view("backends/cuda/libraries/cublas"),
    std::string_view("backends/cuda/libraries/libraries"),
    std::string_view("backends/host/native"),
    std::string_view("backends/kokkos/execution"),
    std::string_view("backends/kokkos/kokkos"),
    std::string_view("backends/kokkos/engineered/techniques"),
};

std::string_view stem(std::string_view path) { return path.substr(0, path.rfind('.')); }

bool is_shared(std::string_view path) {
  return std::find(shared_files.begin(), shared_files.end(), stem(path)) != shared_files.end();
}

struct File {
  SourceFile source;
  std::vector<Definition> definitions;
  std::vector<File*> includes;   // direct and indirect
  File* companion = nullptr;     // of a header: the file that defines what it declares
  std::set<std::size_t> listed;  // indices of definitions
};

/// The path of `#include "backends/…"`; "" for any other directive.
std::string_view included_path(const Token& token) {
  constexpr std::string_view start = "#include \"";
  if (token.kind != TokenKind::directive || !token.text.starts_with(start)) return "";
  const std::string_view rest = token.text.substr(start.size());
  return rest.substr(0, rest.find('"'));
}

std::size_t line_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

/// The lines from `begin` to `end`, without the indentation of the first.
Fragment fragment(const SourceFile& source, std::size_t begin, std::size_t end) {
  const std::size_t from = begin == 0 ? 0 : source.text.rfind('\n', begin - 1) + 1;
  const std::size_t to = std::min(source.text.find('\n', end), source.text.size());
  std::string_view rest = source.text.substr(from, to - from);
  const std::size_t indent = std::min(rest.find_first_not_of(' '), rest.size());
  Fragment f{source.path, line_of(source.text, from), {}};
  while (true) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    f.lines.emplace_back(line.substr(std::min({indent, line.find_first_not_of(' '), line.size()})));
    if (line.size() == rest.size()) return f;
    rest.remove_prefix(line.size() + 1);
  }
}

/// Where a key is registered: native.add("key", …);
struct Registration {
  const Definition* function;
  TokenRange statement;
};

std::optional<Registration> registration_in(const Definition& d, std::string_view key) {
  const Tokens& t = d.tokens;
  const std::string literal = '"' + std::string(key) + '"';
  for (std::size_t i = 4; i < t.size(); ++i) {
    const bool adds = t[i - 2].is("add") || t[i - 2].is("add_prepared");
    if (t[i].is(literal) && adds && t[i - 1].is("("))
      return Registration{&d, {i - 4, after_group(t, i - 1) + 1}};
  }
  return std::nullopt;
}

Tokens slice(const Tokens& tokens, TokenRange range) {
  return {tokens.begin() + static_cast<std::ptrdiff_t>(range.from),
          tokens.begin() + static_cast<std::ptrdiff_t>(std::min(range.to, tokens.size()))};
}

/// The statement around token `at`.
TokenRange statement_around(const Tokens& tokens, std::size_t at) {
  const auto separates = [](const Token& t) { return t.is(";") || t.is("{") || t.is("}"); };
  std::size_t from = at;
  while (from > 0 && !separates(tokens[from - 1])) --from;
  std::size_t to = at;
  while (to < tokens.size() && !tokens[to].is(";"))
    to = opens_group(tokens[to]) ? after_group(tokens, to) : to + 1;
  return {from, to + 1};
}

/// The registering statement, and those before it that declare the names it uses.
std::vector<TokenRange> statements_of(const Registration& r) {
  const Tokens& tokens = r.function->tokens;
  const std::set<std::string_view> used = used_names(slice(tokens, r.statement), false);
  const auto body = static_cast<std::size_t>(
      std::find_if(tokens.begin(), tokens.end(), [](const Token& t) { return t.is("{"); }) -
      tokens.begin());
  std::vector<TokenRange> statements;
  for (const LocalName& local : local_names(tokens, false))
    if (local.at > body && local.at < r.statement.from && local.scope.holds(r.statement.from) &&
        used.contains(local.name))
      statements.push_back(statement_around(tokens, local.at));
  statements.push_back(r.statement);
  return statements;
}

/// Lists the directives of every #if … #endif that encloses a listed line.
void list_conditionals(File& file) {
  struct Group {
    std::vector<std::size_t> directives;
    bool is_used = false;
  };
  std::vector<Group> open = {{}};  // the whole file
  for (std::size_t i = 0; i < file.definitions.size(); ++i) {
    if (file.listed.contains(i)) open.back().is_used = true;
    if (file.definitions[i].kind != Definition::Kind::conditional) continue;
    const std::string_view directive = file.definitions[i].tokens.front().text;
    if (directive.starts_with("#if")) open.emplace_back();
    open.back().directives.push_back(i);
    if (!directive.starts_with("#endif") || open.size() == 1) continue;
    const Group closed = open.back();
    open.pop_back();
    if (!closed.is_used) continue;
    open.back().is_used = true;
    file.listed.insert(closed.directives.begin(), closed.directives.end());
  }
}

class Lister {
 public:
  explicit Lister(std::span<const SourceFile> sources) : sources_(sources) {}

  Listing list(std::string_view folder, std::string_view key) {
    for (const SourceFile& source : sources_) {
      if (!source.path.starts_with(folder) || source.text.find(key) == std::string_view::npos)
        continue;
      File& file = *parsed(source.path);
      for (const Definition& d : file.definitions)
        if (const auto registration = registration_in(d, key)) return list(file, *registration);
    }
    return {};
  }

 private:
  Listing list(File& file, const Registration& registration) {
    const Tokens& tokens = registration.function->tokens;
    const std::vector<TokenRange> statements = statements_of(registration);
    for (const TokenRange& statement : statements)
      reach_all(file, used_names(slice(tokens, statement), false));
    // A file is parsed before the files that it includes.
    for (File& f : std::views::reverse(files_)) add_fragments(f);
    for (const TokenRange& statement : statements) {
      const std::size_t begin = with_leading_comment(
          file.source.text, tokens[statement.from - 1].end(), tokens[statement.from].begin);
      listing_.fragments.push_back(fragment(file.source, begin, tokens[statement.to - 1].end()));
    }
    sort_by_line(file.source.path);
    return listing_;
  }

  /// The fragments of `path`, which come last: a registration may be inside an #if.
  void sort_by_line(std::string_view path) {
    const auto first = std::find_if(listing_.fragments.begin(), listing_.fragments.end(),
                                    [&](const Fragment& f) { return f.path == path; });
    std::sort(first, listing_.fragments.end(),
              [](const Fragment& a, const Fragment& b) { return a.first_line < b.first_line; });
  }

  void add_fragments(File& file) {
    if (is_shared(file.source.path)) return add_helpers(file);
    list_conditionals(file);
    for (const std::size_t i : file.listed)
      listing_.fragments.push_back(
          fragment(file.source, file.definitions[i].begin, file.definitions[i].end));
  }

  void add_helpers(const File& file) {
    std::set<std::string_view> names;  // each once, even if overloaded
    for (const std::size_t i : file.listed) names.insert(file.definitions[i].name);
    for (const std::string_view name : names) listing_.helpers.push_back({name, file.source.path});
  }

  void reach_all(File& from, const std::set<std::string_view>& names) {
    for (const std::string_view name : names) {
      reach(from, from, name);
      for (File* header : from.includes) reach(from, *header, name);
    }
  }

  /// Lists the definitions of `name` in `file`, and everything they use.
  void reach(const File& from, File& file, std::string_view name) {
    for (std::size_t i = 0; i < file.definitions.size(); ++i) {
      const Definition& d = file.definitions[i];
      if (d.name != name || name.empty()) continue;
      if (is_shared(file.source.path))
        file.listed.insert(i);
      else if (d.kind == Definition::Kind::definition && file.listed.insert(i).second)
        reach_all(file, used_names(d.tokens, d.is_type));
      else if (d.kind == Definition::Kind::declaration && file.companion != nullptr &&
               file.companion != &from)
        reach(file, *file.companion, name);
    }
  }

  /// nullptr if there is no such file.
  File* parsed(std::string_view path) {
    for (File& file : files_)
      if (file.source.path == path) return &file;
    const auto found = std::find_if(sources_.begin(), sources_.end(),
                                    [&](const SourceFile& s) { return s.path == path; });
    return found == sources_.end() ? nullptr : parse(*found);
  }

  File* parse(const SourceFile& source) {
    File& file = files_.emplace_back(File{source, definitions(source.text), {}, nullptr, {}});
    for (const Token& token : tokenise(source.text))
      if (File* header = parsed(included_path(token))) include(file, *header);
    if (source.path.ends_with(".hpp") && !is_shared(source.path))
      for (const char* ending : {".cu", ".cpp"})
        if (File* companion = parsed(std::string(stem(source.path)) + ending))
          file.companion = companion;
    return &file;
  }

  static void include(File& file, File& header) {
    std::vector<File*> all = header.includes;
    all.push_back(&header);
    for (File* f : all)
      if (std::find(file.includes.begin(), file.includes.end(), f) == file.includes.end())
        file.includes.push_back(f);
  }

  std::span<const SourceFile> sources_;
  std::list<File> files_;
  Listing listing_;
};

}  // namespace

Listing list_sources(std::span<const SourceFile> files, std::string_view folder,
                     std::string_view key) {
  return Lister(files).list(folder, key);
}

}  // namespace tilebridge
