// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "sources/cuda_lambdas.hpp"

namespace tilebridge::sources {
namespace {

constexpr std::size_t longest_body = 60'000;  // tokens
constexpr std::size_t most_work = 500'000;    // tokens that are read for one kernel
constexpr std::size_t deepest_macro = 8;
constexpr std::size_t deepest_call = 4;
constexpr std::size_t most_functions = 40;

using TokenList = std::vector<Token>;
using NewNames = std::unordered_map<std::string_view, std::string_view>;

Token punctuation(std::string_view text) { return {TokenKind::punctuation, 0, text}; }
Token named(std::string_view text) { return {TokenKind::name, 0, text}; }

/// The position of the bracket that closes the one at i; the end if none does.
std::size_t closing(const TokenList& tokens, std::size_t i) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if ((text == ")" || text == "]" || text == "}") && --depth == 0) return i;
  }
  return i;
}

/// Returns the tokens between the bracket at i and its partner, divided at commas.
std::vector<TokenList> arguments_at(const TokenList& tokens, std::size_t i) {
  std::vector<TokenList> all(1);
  const std::size_t end = closing(tokens, i);
  int depth = 0;
  for (std::size_t j = i + 1; j < end; ++j) {
    const std::string_view text = tokens[j].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (text == "," && depth == 0)
      all.emplace_back();
    else
      all.back().push_back(tokens[j]);
  }
  if (all.size() == 1 && all.front().empty()) all.clear();
  return all;
}

bool is_member(const TokenList& tokens, std::size_t i) {
  return i > 0 && (tokens[i - 1].is(".") || tokens[i - 1].is("->"));
}

class Expander {
 public:
  Expander(const CudaBase& base, CudaBody& body, std::size_t file, std::size_t longest)
      : base_(base), body_(body), file_(file), longest_(std::min(longest, longest_body)) {}

  void add_kernel(const CudaFunction& kernel) {
    add(punctuation("("));
    replace_macros(tokens_of(kernel.file, kernel.parameters), kernel.file);
    const LambdaTokens of_lambda = kernel.is_lambda()
                                       ? tokens_of_lambda(kernel, *base_.files()[kernel.file].code)
                                       : LambdaTokens();
    for (const Token& token : of_lambda.parameters) add(token);
    add(punctuation(")"));
    add(punctuation("{"));
    for (const Token& token : of_lambda.indices) add(token);
    const std::size_t begin = body_.tokens.size();
    replace_macros(tokens_of(kernel.file, kernel.body), kernel.file);
    add_functions(begin, kernel.file, 0);
    add(punctuation("}"));
  }

 private:
  TokenList tokens_of(std::size_t file, const Span& span) const {
    TokenList tokens;
    const Code& code = *base_.files()[file].code;
    for (std::size_t i = span.begin; i < span.end; ++i) tokens.push_back(code.token(i));
    return tokens;
  }

  void add(const Token& token) {
    if (body_.tokens.size() < longest_)
      body_.tokens.push_back(token);
    else
      body_.is_cut = true;
  }

  /// A header may use what the kernel's file has included before it.
  const CudaMacro* macro_for(std::string_view name, std::size_t file) const {
    const CudaMacro* const own = base_.macro(name, file);
    return own != nullptr || file == file_ ? own : base_.macro(name, file_);
  }

  void replace_macros(const TokenList& tokens, std::size_t file) {
    work_ += tokens.size();
    body_.is_cut = body_.is_cut || work_ > most_work;
    for (std::size_t i = 0; i < tokens.size() && !body_.is_cut; ++i) {
      const CudaMacro* const macro = tokens[i].kind == TokenKind::name && !is_member(tokens, i) &&
                                             replaced_.size() < deepest_macro &&
                                             !replaced_.contains(tokens[i].text)
                                         ? macro_for(tokens[i].text, file)
                                         : nullptr;
      const bool has_arguments = i + 1 < tokens.size() && tokens[i + 1].is("(");
      if (macro == nullptr || (macro->takes_arguments && !has_arguments)) {
        add(tokens[i]);
        continue;
      }
      const std::string_view name = tokens[i].text;
      const std::vector<TokenList> arguments =
          macro->takes_arguments ? arguments_at(tokens, i + 1) : std::vector<TokenList>();
      if (macro->takes_arguments) i = closing(tokens, i + 1);
      replaced_.insert(name);
      replace_macros(with_arguments(*macro, arguments), file);
      replaced_.erase(name);
    }
  }

  TokenList with_arguments(const CudaMacro& macro, const std::vector<TokenList>& arguments) {
    TokenList tokens;
    for (std::size_t i = 0; i < macro.body.size() && tokens.size() < longest_body; ++i) {
      const Token& token = macro.body[i];
      const auto parameter = std::ranges::find(macro.parameters, token.text);
      const auto index = static_cast<std::size_t>(parameter - macro.parameters.begin());
      const bool pastes = token.is("#") && i + 1 < macro.body.size() && macro.body[i + 1].is("#");
      if (pastes)
        ++i;
      else if (parameter == macro.parameters.end() || index >= arguments.size())
        tokens.push_back(token);
      else
        tokens.insert(tokens.end(), arguments[index].begin(), arguments[index].end());
      if (!pastes || tokens.empty() || i + 1 >= macro.body.size()) continue;
      // a##b is one name.
      const Token& next = macro.body[i + 1];
      const auto other = std::ranges::find(macro.parameters, next.text);
      const auto at = static_cast<std::size_t>(other - macro.parameters.begin());
      const bool is_argument = at < arguments.size() && arguments[at].size() == 1;
      const std::string_view behind = is_argument ? arguments[at].front().text : next.text;
      tokens.back() = named(kept(std::string(tokens.back().text) + std::string(behind)));
      ++i;
    }
    return tokens;
  }

  std::string_view kept(std::string text) {
    body_.texts.push_back(std::move(text));
    return body_.texts.back();
  }

  /// Appends the functions that the tokens from `begin` on call, each once.
  void add_functions(std::size_t begin, std::size_t file, std::size_t depth) {
    const std::size_t end = body_.tokens.size();
    for (std::size_t i = begin; i < end && !body_.is_cut; ++i) {
      if (body_.tokens[i].kind != TokenKind::name || added_.size() >= most_functions) continue;
      const std::size_t bracket = bracket_of_call(i);
      if (bracket == 0) continue;
      const CudaFunction* const function = base_.function(body_.tokens[i].text, file);
      const bool is_of_others = is_member(body_.tokens, i) || is_of_library(i);
      // An atomicAdd of a project's own is what CUDA lacked.
      const bool is_atomic = body_.tokens[i].text.starts_with("atomic");
      if (function == nullptr || is_atomic || (is_of_others && function->file != file) ||
          depth >= deepest_call || !added_.insert(function).second)
        continue;
      add_function(*function, arguments_at(body_.tokens, bracket), depth);
    }
  }

  /// Whether the name at i is qualified as one of a library: cg::sync.
  bool is_of_library(std::size_t i) const {
    return i > 1 && body_.tokens[i - 1].is("::") &&
           is_one_of(body_.tokens[i - 2].text,
                     {"cg", "cooperative_groups", "std", "cub", "thrust", "cuda", "wmma"});
  }

  /// The bracket behind the name at i and its template arguments; 0 if it is not called.
  std::size_t bracket_of_call(std::size_t i) const {
    constexpr std::size_t longest_arguments = 64;
    const TokenList& tokens = body_.tokens;
    std::size_t j = i + 1;
    if (j < tokens.size() && tokens[j].is("<")) {
      int depth = 0;
      const std::size_t end = std::min(j + longest_arguments, tokens.size());
      for (; j < end; ++j) {
        if (tokens[j].is(";") || tokens[j].is("{")) return 0;
        depth += tokens[j].is("<") ? 1 : tokens[j].is(">") ? -1 : 0;
        if (depth == 0) break;
      }
      ++j;
    }
    return j < tokens.size() && tokens[j].is("(") ? j : 0;
  }

  void add_function(const CudaFunction& function, const std::vector<TokenList>& arguments,
                    std::size_t depth) {
    const std::size_t begin = body_.tokens.size();
    add(punctuation("{"));
    const Code& code = *base_.files()[function.file].code;
    const std::vector<Span> parameters = code.arguments(function.parameters.begin - 1);
    NewNames names;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      const TokenList argument = k < arguments.size() ? arguments[k] : TokenList();
      const std::string_view variable = variable_for(code, parameters[k], argument);
      if (variable.empty())
        add_parameter(function.file, parameters[k], argument);
      else
        names.emplace(code[parameters[k].end - 1], variable);
    }
    const std::size_t own = body_.tokens.size();
    replace_macros(tokens_of(function.file, function.body), function.file);
    add(punctuation("}"));
    rename(begin, own, std::move(names));
    add_functions(own, function.file, depth + 1);
  }

  /// The caller's variable that the function changes: i for `int& row` and the argument i, or for
  /// `int* row` and &i; "" where it changes none.
  static std::string_view variable_for(const Code& code, const Span& parameter,
                                       const TokenList& argument) {
    const bool is_address = argument.size() == 2 && argument.front().is("&");
    const bool is_variable =
        (argument.size() == 1 || is_address) && argument.back().kind == TokenKind::name;
    const bool is_changed = parameter.end > parameter.begin + 2 &&
                            code[parameter.begin] != "const" && code.is_name(parameter.end - 1) &&
                            code[parameter.end - 2] == (is_address ? "*" : "&");
    return is_variable && is_changed ? argument.back().text : "";
  }

  /// `float* p` with the argument s is `float* p = s;`.
  void add_parameter(std::size_t file, const Span& parameter, const TokenList& argument) {
    const Code& code = *base_.files()[file].code;
    std::size_t end = parameter.begin;
    while (end < parameter.end && code[end] != "=" && code[end] != "[") ++end;
    if (end == parameter.begin || !code.is_name(end - 1)) return;
    for (std::size_t i = parameter.begin; i + 1 < end; ++i) add(code.token(i));
    if (end < parameter.end && code[end] == "[") add(punctuation("*"));
    add(code.token(end - 1));
    add(punctuation("="));
    for (const Token& token : argument) add(token);
    add(punctuation(";"));
  }

  static bool is_declared(const TokenList& tokens, std::size_t i) {
    constexpr std::array<std::string_view, 6> behind = {"=", ";", "[", ",", ")", ":"};
    constexpr std::array<std::string_view, 5> no_types = {"return", "else", "case", "goto", "new"};
    if (i < 1 || i + 1 >= tokens.size() ||
        std::ranges::find(behind, tokens[i + 1].text) == behind.end())
      return false;
    std::size_t type = i - 1;
    const bool is_pointer = tokens[type].is("*") || tokens[type].is("&");
    while (type > 0 && (tokens[type].is("*") || tokens[type].is("&") ||
                        tokens[type].is("__restrict__") || tokens[type].is("const")))
      --type;
    const bool is_type = tokens[type].kind == TokenKind::name &&
                         std::ranges::find(no_types, tokens[type].text) == no_types.end();
    if (!is_pointer || !is_type) return is_type;
    const std::string_view before = type > 0 ? tokens[type - 1].text : ";";
    return before == ";" || before == "{" || before == "}" || before == "(" || before == "const";
  }

  /// Gives what the function declares names of its own. Its arguments, before `own`, are the
  /// caller's names. Those that are known already are a caller's variables.
  void rename(std::size_t begin, std::size_t own, NewNames names) {
    TokenList& tokens = body_.tokens;
    const std::string suffix = "__" + std::to_string(added_.size());
    const TokenList function(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.end());
    for (std::size_t i = 0; i < function.size(); ++i)
      if (function[i].kind == TokenKind::name && is_declared(function, i) &&
          !names.contains(function[i].text))
        names.emplace(function[i].text, kept(std::string(function[i].text) + suffix));
    bool is_argument = false;
    for (std::size_t i = begin; i < tokens.size(); ++i) {
      if (i < own) is_argument = tokens[i].is("=") || (is_argument && !tokens[i].is(";"));
      if (i >= own) is_argument = false;
      const auto name = names.find(tokens[i].text);
      if (!is_argument && !is_member(tokens, i) && name != names.end())
        tokens[i].text = name->second;
    }
  }

  const CudaBase& base_;
  CudaBody& body_;
  std::size_t file_;  // of the kernel
  std::size_t longest_;
  std::size_t work_ = 0;
  std::set<std::string_view> replaced_;  // macros that are being replaced
  std::set<const CudaFunction*> added_;
};

}  // namespace

CudaBody expanded(const CudaBase& base, const CudaFunction& kernel, std::size_t longest) {
  CudaBody body;
  Expander(base, body, kernel.file, longest).add_kernel(kernel);
  return body;
}

}  // namespace tilebridge::sources
