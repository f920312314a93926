// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_lambdas.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace tilebridge::sources {
namespace {

/// The names of a function's parameters.
std::vector<std::string_view> names_of_parameters(const Code& code, std::size_t bracket) {
  std::vector<std::string_view> names;
  for (const Span& parameter : code.arguments(bracket)) {
    std::size_t end = parameter.begin;
    while (end < parameter.end && code[end] != "=" && code[end] != "[") ++end;
    if (end > parameter.begin && code.is_name(end - 1)) names.push_back(code[end - 1]);
  }
  return names;
}

/// The name before `<<<` of the launch whose arguments begin with the bracket; size() if there is
/// none.
std::size_t launched_at(const Code& code, std::size_t bracket) {
  constexpr std::size_t longest = 128;
  const std::size_t first = bracket > longest ? bracket - longest : 2;
  for (std::size_t i = bracket; i-- > first;) {
    if (code[i] == ";" || code[i] == "{" || code[i] == "}") break;
    if (code[i] == "<" && code[i - 1] == "<" && code[i - 2] == "<") return code.callee(i - 2);
  }
  return code.size();
}

/// A lambda for devices, as tokens of its file.
struct LambdaPlace {
  std::size_t begin;  // of [ or of a macro for it
  std::size_t parameters;
  std::size_t block;
};

class LambdaFinder {
 public:
  LambdaFinder(const std::vector<std::string>& launchers, const CudaBase& base) : base_(base) {
    for (const std::string& kernel : launchers) functions_[kernel] = {kernel};
    constexpr int deepest_launch = 6;  // functions that hand a lambda on
    std::size_t known = 0;
    for (int i = 0; i < deepest_launch && functions_.size() > known; ++i) {
      known = functions_.size();
      add_callers();
    }
  }

  std::vector<CudaLambda> all() const {
    std::vector<CudaLambda> lambdas;
    for (std::size_t file = 0; file < base_.files().size(); ++file) add_lambdas(file, lambdas);
    return lambdas;
  }

 private:
  using Kernels = std::set<std::string>;

  const Code& code_of(std::size_t file) const { return *base_.files()[file].code; }

  /// Whether the function is a kernel itself.
  static bool is_launcher(const std::pair<const std::string_view, Kernels>& function) {
    return function.second == Kernels{std::string(function.first)};
  }

  void add_callers() {
    std::map<std::string_view, Kernels> found;
    for (const CudaFile& file : base_.files()) {
      const Code& code = *file.code;
      for (std::size_t i = 0; i < code.size(); ++i) {
        const auto called = code.is_name(i) ? functions_.find(code[i]) : functions_.end();
        if (called == functions_.end()) continue;
        const Span function = code.function(i);
        const std::size_t name = code.callee(function.begin);
        const bool is_launch = is_launcher(*called) || hands_on(code, i, function);
        if (function.end > 0 && name < code.size() && is_launch)
          found[code[name]].insert(called->second.begin(), called->second.end());
      }
    }
    functions_.merge(found);
  }

  /// Whether the call at i is given a parameter of the function around it.
  static bool hands_on(const Code& code, std::size_t i, const Span& function) {
    const std::size_t call = code.call(i);
    if (call >= code.size() || code.partner(call) >= code.size()) return false;
    const std::vector<std::string_view> names = names_of_parameters(code, function.begin);
    return std::ranges::any_of(names, [&](std::string_view name) {
      return code.contains(Span{call, code.partner(call)}, name);
    });
  }

  void add_lambdas(std::size_t file, std::vector<CudaLambda>& lambdas) const {
    const Code& code = code_of(file);
    std::map<std::size_t, std::size_t> count;                          // by function
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> alike;  // and number of parameters
    for (std::size_t i = 1; i < code.size(); ++i) {
      const LambdaPlace place = lambda_at(code, i);
      if (place.block >= code.size()) continue;
      const Span function = code.function(i);
      const std::size_t name = code.callee(function.begin);
      if (function.end == 0 || name >= code.size()) continue;
      const std::size_t ordinal = ++count[function.begin];
      const std::size_t arity = code.arguments(place.parameters).size();
      const std::size_t of_arity = ++alike[{function.begin, arity}];
      const Kernels launchers = launchers_of(code, place, function);
      if (launchers.empty()) continue;
      const Span parameters = {place.parameters + 1, code.partner(place.parameters)};
      lambdas.push_back({{.file = file,
                          .head = name,
                          .name = name,
                          .parameters = {function.begin + 1, code.partner(function.begin)},
                          .body = {place.block + 1, code.partner(place.block)},
                          .lambda = parameters},
                         ordinal,
                         of_arity,
                         launchers});
    }
  }

  /// `[=] __device__(int i) {`, or a macro instead of what is before the parameters.
  LambdaPlace lambda_at(const Code& code, std::size_t i) const {
    const LambdaPlace none = {i, code.size(), code.size()};
    constexpr std::size_t longest = 12;  // tokens between brackets
    if (!is_one_of(code[i - 1], {"(", ",", "="})) return none;
    std::size_t j = code[i] == "[" ? code.end_of_brackets(i) + 1 : i;
    bool is_for_devices = false;
    for (const std::size_t end = j + longest; j < end && code.is_name(j); ++j)
      is_for_devices = is_for_devices || base_.is_device_mark(code[j]);
    if (!is_for_devices || code[j] != "(" || code.partner(j) >= code.size()) return none;
    std::size_t block = code.partner(j) + 1;
    while (block < j + longest + code.partner(j) - j && code[block] != "{" && code[block] != ";" &&
           code[block] != ")")
      ++block;
    if (code[block] != "{" || code.partner(block) >= code.size()) return none;
    return {i, j, block};
  }

  /// The kernels that the lambda, or the variable that it is assigned to, may end up in.
  Kernels launchers_of(const Code& code, const LambdaPlace& lambda, const Span& function) const {
    if (code[lambda.begin - 1] != "=") return launchers_behind(code, lambda.begin);
    const std::string_view variable = code[lambda.begin - 2];
    for (const std::size_t use : code.places(variable, {code.partner(lambda.block), function.end}))
      if (const Kernels launchers = launchers_behind(code, use); !launchers.empty())
        return launchers;
    return {};
  }

  /// Returns the kernels of the call whose argument begins at i.
  Kernels launchers_behind(const Code& code, std::size_t i) const {
    const std::size_t bracket = code.enclosing(i);
    if (code[bracket] != "(") return {};
    std::size_t name = code.callee(bracket);
    if (name >= code.size()) name = launched_at(code, bracket);
    if (code[name].find("Occupancy") != std::string_view::npos) return {};  // launches nothing
    const auto found = functions_.find(code[name]);
    return found == functions_.end() ? launchers_in(code, bracket) : found->second;
  }

  /// The kernel that the call is given beside the lambda: cudaLaunch(kernel<T>, grid, lambda).
  Kernels launchers_in(const Code& code, std::size_t bracket) const {
    constexpr std::size_t most = 64;  // tokens of its arguments that are read
    const std::size_t end = std::min(code.partner(bracket), bracket + most);
    for (std::size_t i = bracket + 1; i < end; ++i)
      if (const auto found = functions_.find(code[i]);
          found != functions_.end() && is_launcher(*found))
        return found->second;
    return {};
  }

  const CudaBase& base_;
  std::map<std::string_view, Kernels> functions_;  // with those that they launch
};

/// The type of the pointer of that name that is declared in the span; "auto" if none is.
Token type_of_pointer(const Code& code, std::string_view name, const Span& span) {
  for (const std::size_t i : code.places(name, span)) {
    if (code[i - 1] != "*" || !is_one_of(code[i + 1], {"=", ";", ","})) continue;
    std::size_t type = i - 1;
    while (type > span.begin && (code[type] == "*" || code[type] == "const")) --type;
    if (code.is_name(type)) return code.token(type);
  }
  return {TokenKind::name, 0, "auto"};
}

void add_tokens(std::vector<Token>& tokens, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    const bool is_name = text.size() > 1 || text == "x" || text == "y" || text == "z";
    tokens.push_back({is_name ? TokenKind::name : TokenKind::punctuation, 0, text});
  }
}

}  // namespace

std::vector<CudaLambda> lambdas_for(const std::vector<std::string>& launchers,
                                    const CudaBase& base) {
  return launchers.empty() ? std::vector<CudaLambda>() : LambdaFinder(launchers, base).all();
}

LambdaTokens tokens_of_lambda(const CudaFunction& lambda, const Code& code) {
  LambdaTokens tokens;
  const Span before = {lambda.parameters.end, lambda.lambda.begin};
  const std::vector<std::string_view> names =
      names_of_parameters(code, lambda.parameters.begin - 1);
  std::set<std::string_view> known(names.begin(), names.end());
  for (std::size_t i = lambda.body.begin; i < lambda.body.end; ++i) {
    const bool is_member = is_one_of(code[i - 1], {".", "->", "::"});
    if (!code.is_name(i) || is_member || code.is_name(i - 1)) continue;
    const bool is_pointer = code[i + 1] == "[";
    const bool is_object = code[i + 1] == "(" && code.declared(code[i], before) < before.end;
    const bool is_own = code.declared(code[i], {lambda.lambda.begin, i}) < i;
    if ((!is_pointer && !is_object) || is_own || !known.insert(code[i]).second) continue;
    if (!names.empty() || !tokens.parameters.empty()) add_tokens(tokens.parameters, {","});
    if (is_pointer) {
      tokens.parameters.push_back(type_of_pointer(code, code[i], before));
      add_tokens(tokens.parameters, {"*"});
    } else
      add_tokens(tokens.parameters, {"object"});
    tokens.parameters.push_back(code.token(i));
  }
  constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
  std::size_t axis = 0;
  for (const std::string_view name : names_of_parameters(code, lambda.lambda.begin - 1)) {
    const std::string_view along = axes[std::min<std::size_t>(axis++, 2)];
    add_tokens(tokens.indices, {"int"});
    tokens.indices.push_back({TokenKind::name, 0, name});
    add_tokens(tokens.indices, {"=", "blockIdx", ".", along, "*", "blockDim", ".", along, "+",
                                "threadIdx", ".", along, ";"});
  }
  return tokens;
}

}  // namespace tilebridge::sources
