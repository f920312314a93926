// SPDX-License-Identifier: Apache-2.0
#include "pages/concepts.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "base/error.hpp"
#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::pages {
namespace {

using Tokens = std::vector<sources::Token>;

constexpr std::string_view any_literal = "\"\"";

bool matches(const sources::Token& token, const sources::Token& spelling) {
  if (spelling.is(any_literal)) return token.kind == sources::TokenKind::literal;
  return spelling.text.ends_with('_') && !spelling.text.ends_with("__")
             ? token.text.starts_with(spelling.text)
             : token.is(spelling.text);
}

/// Whether `spelling` occurs at token `at`.
bool stands_at(const Tokens& tokens, std::size_t at, const Tokens& spelling) {
  return spelling.size() <= tokens.size() - at &&
         std::equal(spelling.begin(), spelling.end(),
                    tokens.begin() + static_cast<std::ptrdiff_t>(at),
                    [](const sources::Token& s, const sources::Token& t) { return matches(t, s); });
}

void mark_lines(std::vector<std::vector<std::size_t>>& marks, const std::string& code,
                const Tokens& tokens, std::string_view spelling, std::size_t concept_index) {
  const Tokens wanted = sources::tokenise(spelling);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!stands_at(tokens, i, wanted)) continue;
    const auto line = static_cast<std::size_t>(std::count(
        code.begin(), code.begin() + static_cast<std::ptrdiff_t>(tokens[i].begin), '\n'));
    std::vector<std::size_t>& here = marks[line];
    if (here.empty() || here.back() != concept_index) here.push_back(concept_index);
  }
}

constexpr std::string_view models_folder = "backends/";
constexpr std::string_view concepts_file = "/concepts.txt";

/// "kokkos" of "backends/kokkos/concepts.txt"; "" for any other path.
std::string_view model_described_by(std::string_view path) {
  if (!path.starts_with(models_folder) || !path.ends_with(concepts_file)) return "";
  path.remove_prefix(models_folder.size());
  path.remove_suffix(concepts_file.size());
  return path;
}

/// Throws InternalError for a concept that there is not.
Wording& wording_of(std::string_view name, Dialect& dialect) {
  const auto found = std::ranges::find(concepts(), name, &Concept::name);
  if (found == concepts().end())
    throw InternalError("no concept is called '" + std::string(name) + "'");
  return dialect.wordings[static_cast<std::size_t>(found - concepts().begin())];
}

Dialect dialect_in(std::string_view text) {
  Dialect dialect = {.label = {}, .wordings = std::vector<Wording>(concepts().size())};
  Wording* last = nullptr;
  for (const std::string_view line : sources::lines_of(text).text) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    const std::string_view rest =
        line.substr(std::min(line.find_first_not_of(' ', colon + 1), line.size()));
    if (line.starts_with(' '))
      last->meaning = line.substr(line.find_first_not_of(' '));
    else if (line.starts_with("label:"))
      dialect.label = rest;
    else {
      last = &wording_of(line.substr(0, colon), dialect);
      std::istringstream spellings{std::string(rest)};
      for (std::string one; std::getline(spellings, one, '|');) last->spellings.push_back(one);
    }
  }
  return dialect;
}

}  // namespace

const std::vector<Concept>& concepts() {
  static const std::vector<Concept> all = {
      {"①", "kernel"},        {"②", "launch"},          {"③", "grid and block"},
      {"④", "block index"},   {"⑤", "thread index"},    {"⑥", "launch bounds"},
      {"⑦", "shared memory"}, {"⑧", "barrier"},         {"⑨", "fence"},
      {"⑩", "atomic"},        {"⑪", "reduction, warp"}, {"⑫", "read-only load"},
      {"⑬", "cache hint"},    {"⑭", "vector access"},   {"⑮", "constant memory"},
      {"⑯", "texture"},       {"⑰", "cluster"},         {"⑱", "stream"},
      {"⑲", "copy and fill"}, {"⑳", "memory"},          {"ⓐ", "one thread"}};
  return all;
}

std::vector<std::string> models_with_code() {
  std::vector<std::string> models;
  for (const sources::SourceFile& source : sources::backend_sources())
    if (const std::string_view model = model_described_by(source.path); !model.empty())
      models.emplace_back(model);
  return models;
}

const Dialect& dialect_of(const Model& model) {
  static std::map<std::string, Dialect> known;
  const std::string name = model.is_native() ? "cuda" : std::string(model.name());
  if (const auto found = known.find(name); found != known.end()) return found->second;
  for (const sources::SourceFile& source : sources::backend_sources())
    if (model_described_by(source.path) == name)
      return known.emplace(name, dialect_in(source.text)).first->second;
  return known[name] = {name, std::vector<Wording>(concepts().size())};
}

std::vector<std::vector<std::size_t>> concepts_in(const std::vector<std::string>& lines,
                                                  const Model& model) {
  std::string code;
  for (const std::string& line : lines) code += line + '\n';
  const Tokens tokens = sources::tokenise(code);
  std::vector<std::vector<std::size_t>> marks(lines.size());
  const std::vector<Wording>& wordings = dialect_of(model).wordings;
  for (std::size_t k = 0; k < wordings.size(); ++k)
    for (const std::string& spelling : wordings[k].spellings)
      mark_lines(marks, code, tokens, spelling, k);
  return marks;
}

}  // namespace tilebridge::pages
