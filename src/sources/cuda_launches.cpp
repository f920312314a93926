// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "sources/cuda_patterns.hpp"
#include "sources/kernels.hpp"

namespace tilebridge::sources {
namespace {

constexpr std::size_t longest_launch = 512;  // tokens

/// Divides what is between <<< and >>>.
std::vector<Span> configuration(const Code& code, std::size_t begin) {
  std::vector<Span> parts = {{begin, begin}};
  for (std::size_t i = begin; i < std::min(begin + longest_launch, code.size()); ++i) {
    if (code[i] == ";" || code[i] == "}") return {};
    if (code[i] == ">" && code[i + 1] == ">" && code[i + 2] == ">") {
      parts.back().end = i;
      return parts;
    }
    i = code.end_of_brackets(i);
    if (code[i] != ",") continue;
    parts.back().end = i;
    parts.push_back({i + 1, i + 1});
  }
  return {};
}

std::string text_of(const Code& code, const Span& span) {
  std::string text;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const bool is_apart = i > span.begin && code.is_name(i) &&
                          (code.is_name(i - 1) || code.is_number(i - 1) || code[i - 1] == ",");
    text += (is_apart || (i > span.begin && code[i - 1] == "," && !is_apart) ? " " : "");
    text += code[i];
  }
  return text;
}

class Launches {
 public:
  Launches(const CudaBase& base, CudaInventory& inventory) : base_(base), inventory_(inventory) {
    for (std::size_t i = 0; i < inventory.kernels.size(); ++i)
      kernels_[inventory.kernels[i].name].push_back(i);
  }

  void read(std::size_t file) {
    file_ = file;
    const Code& code = this->code();
    for (std::size_t i = 1; i < code.size(); ++i) {
      const bool opens = code[i] == "<" && code[i + 1] == "<" && code[i + 2] == "<" &&
                         code[i - 1] != "operator" && code[i - 1] != "<";
      if (opens) read_brackets(i);
      if (code.is_name(i) && mentions(code[i], {"launch", "kernel"}) &&
          !kernels_.contains(code[i]) && code.call(i) < code.size())
        read_call(i);
    }
  }

 private:
  const Code& code() const { return *base_.files()[file_].code; }

  void read_brackets(std::size_t i) {
    const std::vector<Span> parts = configuration(code(), i + 3);
    if (parts.size() < 2) return;
    const std::size_t name = code().callee(i);
    if (name >= code().size()) return;
    ++inventory_.launches;
    add(kernel_named(name), i, parts);
  }

  /// cudaLaunchKernel(kernel, grid, block, arguments, shared, stream), hipLaunchKernelGGL((kernel),
  /// grid, block, shared, stream, …) and functions of the project like them.
  void read_call(std::size_t i) {
    const std::vector<Span> arguments = code().arguments(code().call(i));
    for (std::size_t k = 0; k < std::min<std::size_t>(arguments.size(), 3); ++k) {
      const std::size_t name = kernel_in(arguments[k]);
      if (name >= code().size()) continue;
      ++inventory_.launches;
      std::vector<Span> parts(arguments.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                              arguments.end());
      const bool has_arguments_first = code()[i].find("aunchKernelGGL") == std::string_view::npos &&
                                       code()[i].starts_with("cuda");
      if (has_arguments_first && parts.size() > 2) parts.erase(parts.begin() + 2);
      if (code()[i].find("KernelEx") != std::string_view::npos) parts.clear();
      return add(code()[name], i, parts);
    }
  }

  std::size_t kernel_in(const Span& span) const {
    for (std::size_t i = span.begin; i < span.end; ++i)
      if (code().is_name(i) && kernels_.contains(code()[i])) return i;
    return code().size();
  }

  /// The kernel that the name is, or that was assigned to the variable of that name.
  std::string_view kernel_named(std::size_t name) const {
    if (kernels_.contains(code()[name])) return code()[name];
    const std::size_t assigned = code().assigned(code()[name], {0, name});
    if (assigned >= name) return code()[name];
    const std::size_t found = kernel_in({assigned + 2, code().end_of_statement(assigned)});
    return found < code().size() ? code()[found] : code()[name];
  }

  void add(std::string_view kernel, std::size_t at, const std::vector<Span>& parts) {
    const auto all = kernels_.find(kernel);
    if (all == kernels_.end()) return;
    CudaLaunch launch = {.path = base_.files()[file_].path, .line = code().line(at)};
    if (parts.size() > 1) read_block(launch, parts[1], at);
    const auto is_given = [&](std::size_t k) {
      return parts.size() > k &&
             !(parts[k].end == parts[k].begin + 1 &&
               (code()[parts[k].begin] == "0" || code()[parts[k].begin] == "NULL" ||
                code()[parts[k].begin] == "nullptr"));
    };
    launch.has_dynamic_shared = is_given(2);
    launch.has_stream = is_given(3);
    nearest(all->second).launches.push_back(std::move(launch));
  }

  /// The kernel of this file, or of the folder that is nearest.
  CudaKernel& nearest(const std::vector<std::size_t>& all) {
    const std::string_view path = base_.files()[file_].path;
    const auto common = [&](std::size_t i) {
      const std::string& other = inventory_.kernels[i].path;
      return other == path
                 ? path.size() + 1
                 : static_cast<std::size_t>(std::ranges::mismatch(other, path).in1 - other.begin());
    };
    constexpr std::ptrdiff_t most = 256;
    const auto end = all.begin() + std::min<std::ptrdiff_t>(most, std::ssize(all));
    return inventory_.kernels[*std::max_element(
        all.begin(), end, [&](std::size_t a, std::size_t b) { return common(a) < common(b); })];
  }

  void read_block(CudaLaunch& launch, const Span& block, std::size_t at) const {
    launch.block = text_of(code(), block);
    const std::vector<Span> extents = extents_of(value_of(block, at));
    launch.dimensions = extents.size();
    for (const Span& extent : extents)
      if (const auto threads = threads_of(extent, at)) launch.shape.push_back(*threads);
    if (launch.shape.size() != extents.size()) launch.shape.clear();
  }

  bool is_variable(const Span& span) const {
    return span.end == span.begin + 1 && code().is_name(span.begin);
  }

  /// Returns the value of a variable at that place, as far as the text says; anything else is its
  /// own value.
  Span value_of(Span expression, std::size_t at) const {
    constexpr int steps = 3;  // a variable that a variable is made of
    for (int i = 0; i < steps && is_variable(expression); ++i) {
      const Span value = value_above(expression.begin, at);
      if (value.end == 0) break;
      expression = value;
    }
    return expression;
  }

  /// The value of an extent; none where it is a parameter of the function around the launch.
  std::optional<std::size_t> threads_of(const Span& extent, std::size_t at) const {
    const Span value = value_of(extent, at);
    const std::size_t bracket = code().function(at).begin;
    const Span parameters = {bracket, code().partner(bracket)};
    const bool is_parameter =
        is_variable(value) && code().declared(code()[value.begin], parameters) < parameters.end;
    return is_parameter ? std::nullopt : base_.value_of(tokens_of(value), file_);
  }

  /// x, y, z of `dim3(x, y, z)`, `{x, y}`; one of any other expression.
  std::vector<Span> extents_of(const Span& block) const {
    std::size_t bracket = block.begin;
    while (bracket < block.end && code()[bracket] != "(" && code()[bracket] != "{") ++bracket;
    const bool is_made = code()[block.begin] == "dim3" || code()[block.begin] == "{";
    if (is_made && bracket < block.end) return code().arguments(bracket);
    const bool is_known = base_.value_of(tokens_of(block), file_).has_value();
    if (is_variable(block) && !is_known && is_dim3(block.begin)) return {};
    return {block};
  }

  /// Whether the variable is declared as dim3, or nowhere in the file.
  bool is_dim3(std::size_t variable) const {
    const auto places = code().places(code()[variable], {0, variable});
    constexpr std::size_t most = 64;
    for (std::size_t k = 0; k < std::min(most, places.size()); ++k) {
      const std::string_view before = code()[places[k] - 1];
      if (before == "dim3") return true;
      if (is_one_of(before, {"int", "unsigned", "size_t", "auto", "uint", "long", "Index_type"}))
        return false;
    }
    return true;
  }

  /// The value of the variable, from where it was declared or assigned last in the function or
  /// outside all: `dim3 block(16, 16)`.
  Span value_above(std::size_t variable, std::size_t at) const {
    const std::string_view name = code()[variable];
    const Span function = code().function(at);
    const auto places = code().places(name, {0, at});
    for (std::size_t k = places.size(), left = 32; k-- > 0 && left > 0; --left) {
      const std::size_t i = places[k];
      if (!function.holds(i) && code().enclosing(i) < code().size()) continue;
      if (code()[i + 1] == "=" && code()[i + 2] != "=")
        return {i + 2, std::max(i + 2, code().end_of_statement(i) - 1)};
      const bool is_declared = code()[i - 1] == "dim3" || code()[i - 1] == ",";
      if (is_declared && (code()[i + 1] == "(" || code()[i + 1] == "{") &&
          code().partner(i + 1) < code().size())
        return {i - 1, code().partner(i + 1) + 1};
    }
    return {};
  }

  std::vector<Token> tokens_of(const Span& span) const {
    std::vector<Token> tokens;
    for (std::size_t i = span.begin; i < std::min(span.end, span.begin + 64); ++i)
      tokens.push_back(code().token(i));
    return tokens;
  }

  const CudaBase& base_;
  CudaInventory& inventory_;
  std::size_t file_ = 0;
  std::unordered_map<std::string_view, std::vector<std::size_t>> kernels_;
};

}  // namespace

void add_launches(CudaInventory& inventory, const CudaBase& base) {
  Launches launches(base, inventory);
  for (std::size_t file = 0; file < base.files().size(); ++file) launches.read(file);
}

}  // namespace tilebridge::sources
