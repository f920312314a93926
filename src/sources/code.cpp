// SPDX-License-Identifier: Apache-2.0
#include "sources/code.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace tilebridge::sources {
namespace {

constexpr std::string_view openings = "([{";
constexpr std::string_view endings = ")]}";

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : line.substr(begin);
}

/// The word of a directive: "else" of "#  else".
std::string_view directive_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return "";
  line = trimmed(line.substr(1));
  return line.substr(0, line.find_first_of(" \t\r(<\"/"));
}

std::ptrdiff_t open_braces(std::string_view text) {
  return std::ranges::count(text, '{') - std::ranges::count(text, '}');
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    if (text[i] != '\n') text[i] = ' ';
}

bool mentions_any(std::string_view line, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

constexpr std::array<std::string_view, 3> for_gpus = {"GPU", "CUDA", "HIP"};
constexpr std::array<std::string_view, 4> for_watching = {"TIME", "DEBUG", "VERBOSE", "PROFIL"};

/// The lines between two directives of a condition.
struct Conditional {
  bool is_first;               // behind #if, not behind #else or #elif
  std::string_view condition;  // the line with #if
  std::size_t begin;
};

/// Whether the condition asks for what is not there: "#ifndef KOKKOS_ENABLE_CUDA".
bool is_negated(std::string_view condition) {
  const std::size_t defined = condition.find("defined");
  return condition.find("ifndef") != std::string_view::npos ||
         (defined != std::string_view::npos && condition[defined - 1] == '!');
}

/// Whether the part is left out: one that is not for GPUs, or for watching alone, or nowhere, or
/// that opens blocks which the first part has opened already.
bool is_left_out(const Conditional& part, std::string_view text) {
  const bool is_not = is_negated(part.condition);
  const bool is_for_gpus = mentions_any(part.condition, for_gpus);
  const bool is_watching = mentions_any(part.condition, for_watching);
  if (!part.is_first) return (is_for_gpus && !is_not) || open_braces(text) != 0;
  return part.condition.ends_with(" 0") || (is_not ? is_for_gpus : is_watching);
}

/// Without directives and without the parts that are left out. Lines stay where they are.
std::string compiled(std::string_view source) {
  std::string text(source);
  std::vector<Conditional> open;
  bool goes_on = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = source.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view word = directive_of(line);
    const bool is_if = word.starts_with("if");
    if (!is_if && !open.empty() && (word.starts_with("el") || word == "endif")) {
      Conditional& part = open.back();
      if (is_left_out(part, std::string_view(text).substr(part.begin, begin - part.begin)))
        blank(text, part.begin, begin);
      part = {false, part.condition, end};
    }
    if (is_if) open.push_back({true, line, end});
    if (word == "endif" && !open.empty()) open.pop_back();
    const bool is_directive = !word.empty() || goes_on;
    goes_on = is_directive && line.ends_with('\\');
    if (is_directive) blank(text, begin, end);
    begin = end + 1;
  }
  return text;
}

bool is_macro(std::string_view name, std::string_view ending) {
  return name.ends_with(ending) &&
         std::ranges::none_of(name, [](unsigned char c) { return std::islower(c) != 0; });
}

bool may_be_in_arguments(const Token& token) {
  constexpr std::string_view allowed = "<>,*&.[]()::";
  return token.kind != TokenKind::punctuation || allowed.find(token.text) != std::string_view::npos;
}

// These return what begins with token i, and an empty span if nothing does.

/// Ends with the block that the bracket opens.
Span with_block(const Code& code, std::size_t i, std::size_t bracket) {
  if (code[bracket] != "{" || code.partner(bracket) >= code.size()) return {};
  return {i, code.partner(bracket) + 1};
}

/// Has a head in parentheses and the statement behind it, which the end of do … while lacks.
Span with_head(const Code& code, std::size_t i) {
  const std::size_t end = code[i + 1] == "(" ? code.partner(i + 1) : code.size();
  if (end >= code.size() || code[end + 1] == ";") return {};
  const Span block = with_block(code, i, end + 1);  // without an else behind it
  return block.end == 0 ? Span{i, code.end_of_statement(end + 1)} : block;
}

/// The class whose name that is.
Span class_of(const Code& code, std::size_t i) {
  if (!code.is_name(i)) return {};
  std::size_t j = code.after_arguments(i + 1);
  if (code[j] == "final") ++j;
  if (code[j] == ":")
    while (j < code.size() && code[j] != "{" && code[j] != ";") ++j;
  return with_block(code, i, j);
}

/// A function for devices, whose mark that is.
Span function_of(const Code& code, std::size_t i) {
  std::size_t j = i + 1;
  while (j < code.size() && code[j] != "{" && code[j] != ";") j = code.end_of_brackets(j) + 1;
  return with_block(code, i, j);
}

bool begins_lambda(const Code& code, std::size_t i) {
  if (is_macro(code[i], "LAMBDA")) return true;
  return code[i] == "[" && i > 0 && !code.is_name(i - 1) && code[i - 1] != ")" &&
         code[i - 1] != "]" && code[i - 1] != "[";
}

/// A lambda that is marked or an argument of a parallel_…(), of the host.
Span lambda_of(const Code& code, std::size_t i) {
  const bool is_marked = code[i] != "[";
  const bool is_argument = is_parallel(code[code.callee(code.enclosing(i))]);
  if (!(is_marked || is_argument) || code.in_kernel(i)) return {};
  std::size_t j = is_marked ? i + 1 : code.partner(i) + 1;
  if (code[j] == "(") j = code.partner(j) + 1;
  while (j < code.size() && code[j] != "{" && code[j] != ";" && code[j] != ")") ++j;
  return with_block(code, i, j);
}

}  // namespace

bool is_parallel(std::string_view name) {
  return name == "parallel_for" || name == "parallel_reduce" || name == "parallel_scan";
}

Code::Code(std::string_view text) : text_(compiled(text)), tokens_(tokenise(text_)) {
  match_brackets();
  find_regions();
}

std::size_t Code::line(std::size_t i) const {
  return 1 + static_cast<std::size_t>(
                 std::ranges::count(std::string_view(text_).substr(0, tokens_[i].begin), '\n'));
}

void Code::match_brackets() {
  partners_.assign(size(), size());
  enclosing_.assign(size(), size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    if (const std::size_t kind = endings.find(tokens_[i].text); kind != std::string_view::npos) {
      const auto opened = std::find_if(open.rbegin(), open.rend(), [&](std::size_t bracket) {
        return tokens_[bracket].text[0] == openings[kind];
      });
      if (opened != open.rend()) {
        partners_[i] = *opened;
        partners_[*opened] = i;
        open.erase(opened.base() - 1, open.end());
      }
    }
    enclosing_[i] = open.empty() ? size() : open.back();
    if (openings.find(tokens_[i].text) != std::string_view::npos) open.push_back(i);
  }
}

std::size_t Code::end_of_brackets(std::size_t i) const {
  return partners_[i] < size() ? std::max(i, partners_[i]) : i;
}

std::size_t Code::after_arguments(std::size_t i) const {
  if ((*this)[i] != "<") return i;
  int depth = 0;
  for (std::size_t j = i; j < size() && may_be_in_arguments(tokens_[j]); ++j) {
    if (tokens_[j].is("<")) ++depth;
    if (tokens_[j].is(">") && --depth == 0) return j + 1;
    if (enclosing_[j] < i && tokens_[j].is(")")) break;
    j = end_of_brackets(j);
  }
  return i;
}

std::size_t Code::call(std::size_t i) const {
  const std::size_t bracket = after_arguments(i + 1);
  return is_name(i) && (*this)[bracket] == "(" && partners_[bracket] < size() ? bracket : size();
}

std::vector<Span> Code::arguments(std::size_t bracket) const {
  const std::size_t end = partners_[bracket];
  std::vector<Span> all;
  std::size_t begin = bracket + 1;
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens_[i].is("<") && is_name(i - 1)) i = std::max(i, after_arguments(i) - 1);
    i = end_of_brackets(i);
    if (!tokens_[i].is(",")) continue;
    all.push_back({begin, i});
    begin = i + 1;
  }
  if (begin < end) all.push_back({begin, end});
  return all;
}

std::size_t Code::callee(std::size_t bracket) const {
  if (bracket == 0 || bracket >= size()) return size();
  std::size_t i = bracket - 1;
  if (tokens_[i].is(">"))
    while (i > 0 && after_arguments(i) != bracket) --i;
  else
    return is_name(i) ? i : size();
  return i > 0 && is_name(i - 1) ? i - 1 : size();
}

std::size_t Code::end_of_statement(std::size_t i) const {
  constexpr std::array<std::string_view, 7> continuing = {")", ",", ";", ".", "else", "(", "->"};
  for (; i < size(); ++i) {
    if (tokens_[i].is(";")) return i + 1;
    const bool is_block = tokens_[i].is("{");
    i = end_of_brackets(i);
    if (is_block && std::ranges::find(continuing, (*this)[i + 1]) == continuing.end()) return i + 1;
  }
  return size();
}

void Code::find_regions() {
  const auto add = [&](RegionKind kind, const Span& span) {
    if (span.end > 0) regions_.push_back({kind, span});
  };
  for (std::size_t i = 0; i < size(); ++i) {
    const std::string_view word = tokens_[i].text;
    if (word == "for" || word == "while") add(RegionKind::loop, with_head(*this, i));
    if (word == "do") add(RegionKind::loop, with_block(*this, i, i + 1));
    if (word == "if") add(RegionKind::branch, with_head(*this, i));
    if (word == "class" || word == "struct") add(RegionKind::class_scope, class_of(*this, i + 1));
    if (is_macro(word, "FUNCTION")) add(RegionKind::kernel, function_of(*this, i));
    if (begins_lambda(*this, i)) add(RegionKind::kernel, lambda_of(*this, i));
  }
}

// Regions are in the order of their beginnings: of those around a token, the last is the innermost.

const Region* Code::around(RegionKind kind, std::size_t i) const {
  const Region* innermost = nullptr;
  for (const Region& region : regions_)
    if (region.kind == kind && region.span.holds(i)) innermost = &region;
  return innermost;
}

bool Code::in_loop(std::size_t i) const {
  const Region* const loop = around(RegionKind::loop, i);
  const Region* const kernel = around(RegionKind::kernel, i);
  return loop != nullptr && (kernel == nullptr || kernel->span.begin < loop->span.begin);
}

Span Code::function(std::size_t i) const {
  constexpr std::array<std::string_view, 5> others = {"if", "for", "while", "switch", "catch"};
  Span found;
  for (std::size_t block = enclosing_[i]; block < size(); block = enclosing_[block]) {
    const bool is_in_class =
        around(RegionKind::class_scope, i) != around(RegionKind::class_scope, block);
    if (is_in_class) break;
    std::size_t before = block;
    while (before > 0 && is_name(before - 1)) --before;  // const, noexcept, override
    if (!tokens_[block].is("{") || before == 0 || !tokens_[before - 1].is(")")) continue;
    const std::size_t parameters = partners_[before - 1];
    const std::size_t name = parameters < size() ? callee(parameters) : size();
    if (name < size() && std::ranges::find(others, tokens_[name].text) == others.end())
      found = {parameters, partners_[block]};
  }
  return found;
}

std::vector<std::string_view> Code::aliases(std::string_view name) const {
  std::vector<std::string_view> names = {name};
  for (std::size_t i = 0; i + 2 < size(); ++i) {
    const bool is_typedef = tokens_[i].is("typedef");
    if (!is_typedef && !(tokens_[i].is("using") && (*this)[i + 2] == "=")) continue;
    const Span declared = {i, end_of_statement(i)};
    const bool is_of_name = std::ranges::any_of(
        names, [&](std::string_view known) { return contains(declared, known); });
    if (is_of_name) names.push_back((*this)[is_typedef ? declared.end - 2 : i + 1]);
  }
  return names;
}

}  // namespace tilebridge::sources
