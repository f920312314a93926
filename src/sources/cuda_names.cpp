// SPDX-License-Identifier: Apache-2.0
// Constants and names of types: members of CudaBase.
#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "sources/cuda_base.hpp"

namespace tilebridge::sources {
namespace {

constexpr int longest_chain = 4;  // names of types that stand for each other

/// Reads sums, differences, products, quotients and shifts of whole numbers.
class Evaluator {
 public:
  explicit Evaluator(const std::vector<Token>& tokens) : tokens_(tokens) {}

  std::optional<std::size_t> value() {
    const auto value = sum();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  bool takes(std::string_view text) {
    const bool is_there = at_ < tokens_.size() && tokens_[at_].is(text);
    at_ += is_there ? 1 : 0;
    return is_there;
  }

  std::optional<std::size_t> sum() {
    auto left = product();
    while (left && at_ < tokens_.size()) {
      const bool is_plus = takes("+");
      if (!is_plus && !takes("-")) break;
      const auto right = product();
      if (!right || (!is_plus && *right > *left)) return std::nullopt;
      left = is_plus ? *left + *right : *left - *right;
    }
    return left;
  }

  std::optional<std::size_t> product() {
    auto left = factor();
    while (left && at_ < tokens_.size()) {
      const bool is_product = takes("*");
      if (!is_product && !takes("/")) break;
      const auto right = factor();
      if (!right || (!is_product && *right == 0) || *left > 1U << 30U || *right > 1U << 30U)
        return std::nullopt;
      left = is_product ? *left * *right : *left / *right;
    }
    return left;
  }

  std::optional<std::size_t> factor() {
    constexpr std::size_t deepest_here = 32;
    if (at_ >= tokens_.size() || ++depth_ > deepest_here) return std::nullopt;
    std::optional<std::size_t> value;
    if (takes("(")) {
      value = sum();
      if (!takes(")")) value.reset();
    } else
      value = number(tokens_[at_++].text);
    --depth_;
    return value;
  }

  static std::optional<std::size_t> number(std::string_view text) {
    std::size_t value = 0;
    const bool is_hexadecimal = text.starts_with("0x");
    if (is_hexadecimal) text.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
    const std::string_view rest(end, text.data() + text.size());
    const bool is_whole = rest.find_first_not_of("uUlL") == std::string_view::npos;
    return error == std::errc{} && is_whole ? std::optional(value) : std::nullopt;
  }

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

/// The token behind the template arguments that begin at i; i where none do.
std::size_t behind_arguments(const std::vector<Token>& tokens, std::size_t i) {
  if (i >= tokens.size() || !tokens[i].is("<")) return i;
  const auto end = std::find_if(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.end(),
                                [](const Token& token) { return token.is(">"); });
  return end == tokens.end() ? i : static_cast<std::size_t>(end - tokens.begin()) + 1;
}

}  // namespace

std::vector<Token> CudaBase::constant(std::string_view name, std::size_t file,
                                      std::string_view scope) const {
  const auto is_in_scope = [&](const Constant& one) {
    return (scope.empty() || one.scope == scope) && nearness(one.file, file) > elsewhere;
  };
  if (const Constant* found = nearest(constants_, name, file, is_in_scope); found != nullptr)
    return found->value;
  const CudaMacro* found = scope.empty() ? macro(name, file) : nullptr;
  if (found == nullptr) return {};
  return found->takes_arguments ? std::vector<Token>() : found->body;
}

bool CudaBase::is_constexpr(std::string_view name, std::size_t file) const {
  return nearest(constants_, name, file,
                 [](const Constant& constant) { return constant.is_constexpr; }) != nullptr;
}

std::optional<std::size_t> CudaBase::value_of(const std::vector<Token>& expression,
                                              std::size_t file) const {
  constexpr std::size_t longest = 256, steps = 6;
  std::vector<Token> tokens = expression;
  for (std::size_t step = 0; step < steps; ++step) {
    std::vector<Token> next;
    bool has_names = false;
    std::string_view scope;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      if (token.kind != TokenKind::name) {
        next.push_back(token);
        continue;
      }
      // Tile<float>::rows
      if (const std::size_t end = behind_arguments(tokens, i + 1);
          end < tokens.size() && tokens[end].is("::")) {
        scope = token.text;
        i = end;
        continue;
      }
      const std::vector<Token> value = constant(token.text, file, std::exchange(scope, ""));
      if (value.empty()) return std::nullopt;
      has_names = true;
      next.push_back({TokenKind::punctuation, 0, "("});
      next.insert(next.end(), value.begin(), value.end());
      next.push_back({TokenKind::punctuation, 0, ")"});
    }
    tokens = std::move(next);
    if (tokens.size() > longest) return std::nullopt;
    if (!has_names) break;
  }
  return Evaluator(tokens).value();
}

/// A name of several types has the one that most definitions give it. Among as many it is the last:
/// in the file that has them it is behind #else.
CudaBase::Meaning CudaBase::meaning_of(std::string_view type, std::size_t file) const {
  constexpr std::size_t most = 512;  // definitions that are looked at
  const TypeName* const first = nearest(types_, type, file);
  if (first == nullptr) return {};
  std::map<std::string_view, std::size_t> counts;
  Meaning meaning = {first};
  const std::vector<TypeName>& all = *types_.find(type);
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) {
    if (nearness(all[i].file, file) != nearness(first->file, file)) continue;
    meaning.is_sure = meaning.is_sure && all[i].type == first->type;
    if (++counts[all[i].type] >= counts[meaning.type->type]) meaning.type = &all[i];
  }
  return meaning;
}

bool CudaBase::is_pointer(std::string_view name, std::size_t file) const {
  const TypeName* const found = meaning_of(name, file).type;
  return found != nullptr && found->is_pointer;
}

std::string_view CudaBase::type_of(std::string_view name, std::size_t file) const {
  for (int i = 0; i < longest_chain; ++i) {
    const TypeName* const found = meaning_of(name, file).type;
    const CudaMacro* const defined = found == nullptr ? macro(name, file) : nullptr;
    if (found != nullptr && found->type != name)
      name = found->type;
    else if (defined != nullptr && !defined->takes_arguments && defined->body.size() == 1)
      name = defined->body.front().text;
    else
      break;
  }
  return name;
}

std::string_view CudaBase::type_with_doubt(std::string_view name, std::size_t file) const {
  for (int i = 0; i < longest_chain; ++i) {
    const Meaning meaning = meaning_of(name, file);
    if (!meaning.is_sure) return name;
    if (meaning.type == nullptr || meaning.type->type == name) break;
    name = meaning.type->type;
  }
  return "";
}

}  // namespace tilebridge::sources
