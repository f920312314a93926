// SPDX-License-Identifier: Apache-2.0
#include "sources/code.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <utility>

namespace tilebridge::sources {
namespace {

constexpr std::string_view openings = "([{";
constexpr std::string_view endings = ")]}";

using Tokens = std::span<const Token>;

// ---- What is compiled ----

bool mentions_any(std::string_view condition, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return condition.find(word) != std::string_view::npos; });
}

constexpr std::array<std::string_view, 3> for_gpus = {"GPU", "CUDA", "HIP"};
constexpr std::array<std::string_view, 4> for_watching = {"TIME", "DEBUG", "VERBOSE", "PROFIL"};

/// Whether brackets are around all of the tokens.
bool is_bracketed(Tokens tokens) {
  if (tokens.size() < 2 || !tokens.front().is("(")) return false;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("(")) ++depth;
    if (tokens[i].is(")") && --depth == 0) return i + 1 == tokens.size();
  }
  return false;
}

/// The value of a condition that names no macro: 0, (1), false, !0, 0 && more.
std::optional<bool> value_of(Tokens condition) {
  constexpr std::size_t longest = 64;
  if (condition.size() > longest) return std::nullopt;
  while (is_bracketed(condition)) condition = condition.subspan(1, condition.size() - 2);
  if (condition.empty()) return std::nullopt;
  if (condition.front().is("!") && condition.size() > 1 &&
      (condition.size() == 2 || is_bracketed(condition.subspan(1)))) {
    const auto value = value_of(condition.subspan(1));
    return value ? std::optional(!*value) : std::nullopt;
  }
  const Token& first = condition.front();
  std::optional<bool> value;
  if (first.is("true") || first.is("false")) value = first.is("true");
  if (first.kind == TokenKind::number)
    value = std::strtoull(std::string(first.text).c_str(), nullptr, 0) != 0;
  if (!value || condition.size() == 1) return value;
  const bool has_or = std::ranges::any_of(condition, [](const Token& t) { return t.is("|"); });
  return condition[1].is("&") && !*value && !has_or ? std::optional(false) : std::nullopt;
}

/// The lines between two directives of a condition.
struct Conditional {
  bool is_first;               // behind #if, not behind #else or #elif
  std::string condition;       // the line with #if, without white space and comments, unless
                               // it names no macro or guards an included file
  std::optional<bool> value;   // of its own condition
  bool is_after_true = false;  // a part before it is always compiled
  std::size_t begin;
};

/// Whether the condition asks for what is not there: "#ifndef KOKKOS_ENABLE_CUDA".
bool is_negated(std::string_view condition) {
  return condition.find("ifndef") != std::string_view::npos ||
         condition.find("!defined") != std::string_view::npos;
}

/// Whether the part is left out: one that is not for GPUs, or for watching alone, or nowhere, or
/// that opens blocks which the first part has opened already.
bool is_left_out(const Conditional& part, std::ptrdiff_t open_braces) {
  if (part.is_after_true || part.value == false) return true;
  const bool is_not = is_negated(part.condition);
  const bool is_for_gpus = mentions_any(part.condition, for_gpus);
  const bool is_watching = mentions_any(part.condition, for_watching);
  if (!part.is_first) return (is_for_gpus && !is_not) || open_braces != 0;
  return is_not ? is_for_gpus : is_watching;
}

/// Takes the parts of a file that are left out away, as directives end them.
class Compiled {
 public:
  explicit Compiled(Tokens tokens) : tokens_(tokens), is_kept_(tokens.size(), true) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (!tokens[i].is("#") || !tokens[i].begins_line) continue;
      std::size_t end = i + 1;
      while (end < tokens.size() && !tokens[end].begins_line) ++end;
      take(i, end);
      leave_out(i, end);
      i = end - 1;
    }
  }

  std::vector<Token> tokens() const {
    std::vector<Token> kept;
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (is_kept_[i]) kept.push_back(tokens_[i]);
    return kept;
  }

 private:
  void leave_out(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) is_kept_[i] = false;
  }

  std::ptrdiff_t open_braces(std::size_t begin, std::size_t end) const {
    std::ptrdiff_t open = 0;
    for (std::size_t i = begin; i < end; ++i)
      if (is_kept_[i])
        open += static_cast<int>(tokens_[i].is("{")) - static_cast<int>(tokens_[i].is("}"));
    return open;
  }

  /// Whether the line is "#ifndef NAME" and "#define NAME" follows it.
  bool is_include_guard(Tokens line, std::size_t end) const {
    return line.size() == 3 && line[1].is("ifndef") && end + 2 < tokens_.size() &&
           tokens_[end].is("#") && tokens_[end + 1].is("define") &&
           tokens_[end + 2].is(line[2].text);
  }

  /// The directive from token `begin` up to `end`.
  void take(std::size_t begin, std::size_t end) {
    const Tokens line = tokens_.subspan(begin, end - begin);
    const std::string_view word = line.size() > 1 ? line[1].text : "";
    const bool is_if = word.starts_with("if");
    const auto value = word == "if" || word == "elif" ? value_of(line.subspan(2)) : std::nullopt;
    if (!is_if && !open_.empty() && (word.starts_with("el") || word == "endif")) {
      Conditional& part = open_.back();
      const std::ptrdiff_t open = open_braces(part.begin, begin);
      // A part that defines kernels is taken for compiled, whatever its condition is called.
      const bool has_kernels =
          open == 0 && !part.is_after_true && part.value != false &&
          std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(part.begin),
                      tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                      [](const Token& t) { return t.is("__global__"); });
      if (is_left_out(part, open) && !has_kernels) leave_out(part.begin, begin);
      part.is_after_true = part.is_after_true || part.value == true;
      part.is_first = false;
      part.value = value;
      part.begin = end;
    }
    if (is_if) {
      std::string condition;
      if (!value && !is_include_guard(line, end))
        for (const Token& token : line) condition += token.text;
      open_.push_back({true, std::move(condition), value, false, end});
    }
    if (word == "endif" && !open_.empty()) open_.pop_back();
  }

  Tokens tokens_;
  std::vector<bool> is_kept_;
  std::vector<Conditional> open_;
};

// ---- What it consists of ----

/// The heads of templates, functions and classes are shorter: what is longer is something else, or
/// is not closed.
constexpr std::size_t longest_head = 1024;  // tokens

bool is_macro(std::string_view name, std::string_view ending) {
  return name.ends_with(ending) &&
         std::ranges::none_of(name, [](unsigned char c) { return std::islower(c) != 0; });
}

/// Whether functions of that mark run on a device: KOKKOS_FUNCTION, __device__, MY_HOST_DEVICE.
bool marks_function(std::string_view name) {
  return name == "__device__" || name == "__global__" || is_macro(name, "FUNCTION") ||
         is_macro(name, "DEVICE") ||
         (is_macro(name, "") && name.find("HOST_DEVICE") != std::string_view::npos);
}

/// Whether that is the type of a team, as codes call it: member_type, TeamMember, TeamHandle.
bool is_team_type(std::string_view name) {
  constexpr std::array<std::string_view, 8> words = {"member_t",    "member_type", "MemberType",
                                                     "TeamMember",  "team_member", "TeamHandle",
                                                     "team_handle", "TeamType"};
  return mentions_any(name, words);
}

bool may_be_in_arguments(const Token& token) {
  constexpr std::string_view allowed = "<>,*&.[]()::+-/%";
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
    while (j < i + longest_head && code[j] != "{" && code[j] != ";") ++j;
  return with_block(code, i, j);
}

/// A function for devices, whose mark that is.
Span function_of(const Code& code, std::size_t i) {
  std::size_t j = i + 1;
  std::size_t left = longest_head;
  for (; left > 0 && code[j] != "{" && code[j] != ";"; --left) j = code.end_of_brackets(j) + 1;
  return with_block(code, i, j);
}

/// A function that takes a team, whose parameters that bracket begins: it runs on a device,
/// whatever its mark.
Span team_function_of(const Code& code, std::size_t i) {
  const std::size_t end = code.partner(i);
  if (end >= code.size() || end - i > longest_head || code.callee(i) == code.size()) return {};
  std::size_t block = end + 1;
  while (code.is_name(block)) ++block;  // const, noexcept, override
  if (code[block] != "{") return {};
  for (std::size_t j = i; j < end; ++j)
    if (code.is_name(j) && is_team_type(code[j]) && code[j + 1] != "(")
      return with_block(code, i, block);
  return {};
}

/// Whether a lambda without a mark begins there.
bool begins_capture(const Code& code, std::size_t i) {
  return code[i] == "[" && i > 0 && !code.is_name(i - 1) && code[i - 1] != ")" &&
         code[i - 1] != "]" && code[i - 1] != "[";
}

/// A lambda that is marked or an argument of a parallel_…(), of the host.
Span lambda_of(const Code& code, std::size_t i) {
  const bool is_marked = code[i] != "[";
  const bool is_argument = code.is_parallel(code[code.callee(code.enclosing(i))]);
  if (!(is_marked || is_argument) || code.in_kernel(i)) return {};
  std::size_t j = is_marked ? i + 1 : code.partner(i) + 1;
  if (code[j] == "(") j = code.partner(j) + 1;
  const std::size_t end = j + longest_head;
  while (j < end && code[j] != "{" && code[j] != ";" && code[j] != ")") ++j;
  return with_block(code, i, j);
}

}  // namespace

const Wrappers Code::none;

bool Code::is_parallel(std::string_view name) const {
  return name == "parallel_for" || name == "parallel_reduce" || name == "parallel_scan" ||
         wrappers_.contains(name);
}

std::string_view Code::range_of_wrapper(std::string_view name) const {
  const auto wrapper = wrappers_.find(name);
  return wrapper == wrappers_.end() ? std::string_view() : wrapper->second;
}

std::size_t NameIndex::last_in(std::string_view name, const Span& span) const {
  const auto places = places_.find(name);
  if (places == places_.end()) return span.end;
  const auto next = std::ranges::lower_bound(places->second, span.end);
  return next != places->second.begin() && *(next - 1) >= span.begin ? *(next - 1) : span.end;
}

std::span<const std::size_t> NameIndex::all_in(std::string_view name, const Span& span) const {
  const auto places = places_.find(name);
  if (places == places_.end()) return {};
  return {std::ranges::lower_bound(places->second, span.begin),
          std::ranges::lower_bound(places->second, span.end)};
}

Code::Code(std::string_view text, const std::vector<Token>& tokens, const Wrappers& wrappers)
    : wrappers_(wrappers), tokens_(Compiled(tokens).tokens()) {
  for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1))
    line_ends_.push_back(i);
  find_marks(tokens);
  match_brackets();
  find_statement_ends();
  index_names();
  find_regions();
}

std::size_t Code::line(std::size_t i) const {
  if (i >= size()) return line_ends_.size() + 1;
  const auto end = std::ranges::lower_bound(line_ends_, tokens_[i].begin);
  return 1 + static_cast<std::size_t>(end - line_ends_.begin());
}

/// Reads `#define MY_FUNC KOKKOS_FUNCTION inline` and `#define MY_LAMBDA [=] __device__`.
void Code::find_marks(Tokens tokens) {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (!tokens[i].is("#") || !tokens[i].begins_line || !tokens[i + 1].is("define")) continue;
    const std::string_view name = tokens[i + 2].text;
    for (std::size_t j = i + 3; j < tokens.size() && !tokens[j].begins_line; ++j) {
      if (is_macro(tokens[j].text, "LAMBDA") || tokens[j].is("[")) lambda_marks_.insert(name);
      if (marks_function(tokens[j].text)) function_marks_.insert(name);
    }
  }
}

void Code::match_brackets() {
  partners_.assign(size(), size());
  enclosing_.assign(size(), size());
  std::vector<std::size_t> open;
  std::array<std::size_t, 3> open_of_kind = {};  // so that none is looked for in vain
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t closed = endings.find(tokens_[i].text);
    if (closed != std::string_view::npos && open_of_kind[closed] > 0)
      for (bool is_found = false; !is_found; open.pop_back()) {
        const std::size_t kind = openings.find(tokens_[open.back()].text);
        --open_of_kind[kind];
        is_found = kind == closed;
        if (is_found) partners_[i] = open.back();
        if (is_found) partners_[open.back()] = i;
      }
    enclosing_[i] = open.empty() ? size() : open.back();
    if (const std::size_t kind = openings.find(tokens_[i].text); kind != std::string_view::npos) {
      open.push_back(i);
      ++open_of_kind[kind];
    }
  }
}

void Code::index_names() {
  for (std::size_t i = 0; i < size(); ++i) {
    if (!is_name(i)) continue;
    const std::string_view name = tokens_[i].text;
    names_.add(name, i);
    const std::string_view next = (*this)[i + 1];
    if (next == "=" && (*this)[i + 2] != "=") assigned_.add(name, i);
    note_declaration(i);
    if ((name == "typename" || name == "class") && (*this)[i + 2] != "{" && (*this)[i + 2] != ":")
      unknown_classes_.insert(next);
  }
}

void Code::note_declaration(std::size_t i) {
  constexpr std::array<std::string_view, 7> behind_variables = {"=", ";", "{", ",", "(", ")", ":"};
  constexpr std::array<std::string_view, 7> no_types = {"return", "else", "new",  "delete",
                                                        "throw",  "case", "using"};
  if (std::ranges::find(behind_variables, (*this)[i + 1]) == behind_variables.end()) return;
  std::size_t type = (*this)[i - 1] == "&" ? i - 2 : i - 1;
  if ((*this)[type] == ",") {  // a further declarator has the type of the statement's first one
    const auto& [block, end] = last_declaration_;
    if (block != enclosing_[i] || (block < size() && !tokens_[block].is("{"))) return;
    type = end;
  }
  if ((*this)[type] == "const" && type > 0) --type;
  const bool has_type =
      ((*this)[type] == ">" && callee(type + 1) < size()) ||
      (is_name(type) && std::ranges::find(no_types, (*this)[type]) == no_types.end());
  if (!has_type) return;
  declared_.add(tokens_[i].text, i);
  type_ends_[i] = type;
  last_declaration_ = {enclosing_[i], type};
}

std::size_t Code::type_end(std::size_t i) const {
  const auto end = type_ends_.find(i);
  return end == type_ends_.end() ? size() : end->second;
}

std::size_t Code::declaration(std::size_t i) const {
  constexpr std::ptrdiff_t most = 16;  // declarations of one name that are looked at
  const auto is_around = [&](std::size_t declared) {
    const std::size_t bracket = enclosing_[declared];
    if (bracket == size()) return true;
    const bool is_block = tokens_[bracket].is("{");
    return bracket < i && i < (is_block ? partner(bracket) : end_of_statement(bracket));
  };
  const auto first = [&](auto begin, auto end) {
    const auto last = end - begin > most ? begin + most : end;
    const auto found = std::find_if(begin, last, is_around);
    return found == last ? size() : *found;
  };
  const auto above = declared_.all_in((*this)[i], {0, i});
  const auto below = declared_.all_in((*this)[i], {i, size()});
  const std::size_t found = first(above.rbegin(), above.rend());
  return found < size() ? found : first(below.begin(), below.end());
}

std::size_t Code::end_of_brackets(std::size_t i) const {
  return partner(i) < size() ? std::max(i, partners_[i]) : i;
}

std::size_t Code::after_arguments(std::size_t i) const {
  if ((*this)[i] != "<") return i;
  int depth = 0;
  std::size_t left = longest_head;
  for (std::size_t j = i; j < size() && may_be_in_arguments(tokens_[j]) && left > 0; ++j, --left) {
    if (tokens_[j].is("<")) ++depth;
    if (tokens_[j].is(">") && --depth == 0) return j + 1;
    if (enclosing_[j] < i && tokens_[j].is(")")) break;
    j = end_of_brackets(j);
  }
  return i;
}

std::size_t Code::call(std::size_t i) const {
  const std::size_t bracket = after_arguments(i + 1);
  return is_name(i) && (*this)[bracket] == "(" && partner(bracket) < size() ? bracket : size();
}

std::vector<Span> Code::arguments(std::size_t bracket) const {
  std::vector<Span> all;
  const std::size_t end = partner(bracket);
  if (end >= size()) return all;
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
  if (!tokens_[i].is(">")) return is_name(i) ? i : size();
  std::size_t left = longest_head;
  for (; i > 0 && after_arguments(i) != bracket; --i, --left) {
    if (left == 0 || !may_be_in_arguments(tokens_[i])) return size();
    if (partners_[i] < i) i = partners_[i];
    if (i == 0) return size();
  }
  return i > 0 && is_name(i - 1) ? i - 1 : size();
}

std::size_t Code::end_of_statement(std::size_t i) const {
  return i < size() ? statement_ends_[i] : size();
}

void Code::find_statement_ends() {
  constexpr std::array<std::string_view, 7> continuing = {")", ",", ";", ".", "else", "(", "->"};
  statement_ends_.assign(size(), size());
  for (std::size_t i = size(); i-- > 0;) {
    const std::size_t next = end_of_brackets(i) + 1;
    const bool is_end =
        tokens_[i].is(";") ||
        (tokens_[i].is("{") && std::ranges::find(continuing, (*this)[next]) == continuing.end());
    statement_ends_[i] = is_end ? next : end_of_statement(next);
  }
}

void Code::find_regions() {
  // Those of a kind that began before a token and have not ended: the innermost is the last.
  std::array<std::vector<std::uint32_t>, 4> open;
  for (std::size_t i = 0; i < size(); ++i) {
    const auto note = [&] {
      for (std::size_t kind = 0; kind < open.size(); ++kind) {
        while (!open[kind].empty() && regions_[open[kind].back() - 1].span.end <= i)
          open[kind].pop_back();
        if (innermost_[kind].size() <= i) innermost_[kind].push_back(0);
        innermost_[kind][i] = open[kind].empty() ? 0 : open[kind].back();
      }
    };
    const auto add = [&](RegionKind kind, const Span& span) {
      if (span.end <= i) return;
      regions_.push_back({kind, span});
      open[static_cast<std::size_t>(kind)].push_back(static_cast<std::uint32_t>(regions_.size()));
    };
    note();  // what is around a lambda decides whether it is a kernel
    const std::string_view word = tokens_[i].text;
    if (word == "for" || word == "while") add(RegionKind::loop, with_head(*this, i));
    if (word == "do") add(RegionKind::loop, with_block(*this, i, i + 1));
    if (word == "if") add(RegionKind::branch, with_head(*this, i));
    if (i > 0 && (tokens_[i - 1].is("class") || tokens_[i - 1].is("struct")))
      add(RegionKind::class_scope, class_of(*this, i));
    const bool is_mark = marks_function(word) || function_marks_.contains(word);
    if (is_mark && (word.ends_with("FUNCTION") || is_name(i + 1)))  // not template <class DEVICE>
      add(RegionKind::kernel, function_of(*this, i));
    if (word == "(" && !in_kernel(i)) add(RegionKind::kernel, team_function_of(*this, i));
    if (is_macro(word, "LAMBDA") || lambda_marks_.contains(word) || begins_capture(*this, i))
      add(RegionKind::kernel, lambda_of(*this, i));
    note();
  }
}

const Region* Code::around(RegionKind kind, std::size_t i) const {
  const auto& innermost = innermost_[static_cast<std::size_t>(kind)];
  return i < innermost.size() && innermost[i] > 0 ? &regions_[innermost[i] - 1] : nullptr;
}

bool Code::in_loop(std::size_t i) const {
  const Region* const loop = around(RegionKind::loop, i);
  const Region* const kernel = around(RegionKind::kernel, i);
  return loop != nullptr && (kernel == nullptr || kernel->span.begin < loop->span.begin);
}

std::size_t Code::parameters_before(std::size_t block) const {
  const auto bracket_ending_at = [&](std::size_t i) {
    return i < size() && (tokens_[i].is(")") || tokens_[i].is("}")) ? partners_[i] : size();
  };
  std::size_t end = block - 1;
  while (end < size() && is_name(end)) --end;  // const, noexcept, override
  for (std::size_t left = longest_head; left > 0; --left) {
    const std::size_t bracket = bracket_ending_at(end);
    const std::size_t name = callee(bracket);
    if (name == size() || name < 2) return bracket;
    const std::string_view before = tokens_[name - 1].text;  // of a member that is initialised
    if (before == ":" && tokens_[name - 2].is(")")) return bracket_ending_at(name - 2);
    if (before != ",") return bracket;
    end = name - 2;
  }
  return size();
}

Span Code::function(std::size_t i) const {
  constexpr std::array<std::string_view, 5> others = {"if", "for", "while", "switch", "catch"};
  Span found;
  std::size_t left = deepest;
  for (std::size_t block = enclosing(i); block < size() && left > 0;
       block = enclosing_[block], --left) {
    const bool is_in_class =
        around(RegionKind::class_scope, i) != around(RegionKind::class_scope, block);
    if (is_in_class) break;
    if (!tokens_[block].is("{") || block == 0) continue;
    const std::size_t parameters = parameters_before(block);
    const std::size_t name = callee(parameters);
    if (name < size() && tokens_[parameters].is("(") &&
        std::ranges::find(others, tokens_[name].text) == others.end())
      found = {parameters, partners_[block]};
  }
  return found;
}

std::vector<std::string_view> Code::aliases(std::string_view name) const {
  std::vector<std::string_view> names = {name};
  std::unordered_set<std::string_view> known = {name};
  for (std::size_t i = 0; i + 2 < size(); ++i) {
    const bool is_typedef = tokens_[i].is("typedef");
    if (!is_typedef && !(tokens_[i].is("using") && tokens_[i + 2].is("="))) continue;
    const std::size_t end = end_of_statement(i);
    const bool is_of_name =
        end - i <= longest_head &&
        std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                    tokens_.begin() + static_cast<std::ptrdiff_t>(end),
                    [&](const Token& token) { return known.contains(token.text); });
    const std::string_view alias = (*this)[is_typedef ? end - 2 : i + 1];
    if (is_of_name && known.insert(alias).second) names.push_back(alias);
  }
  return names;
}

}  // namespace tilebridge::sources
