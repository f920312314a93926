// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_values.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "sources/kernels.hpp"

namespace tilebridge::sources {
namespace {

using depends_on::Set;

constexpr std::size_t longest_value = 256;  // tokens of an expression that are read

bool is_constant_name(std::string_view name) {
  return std::ranges::none_of(name, [](unsigned char c) { return std::islower(c) != 0; });
}

/// Whether the tokens are the number of threads in a warp, or that less one for `&`.
bool is_warp_size(const Code& code, std::size_t i, bool is_mask) {
  if (code[i] == "(") ++i;
  const std::string_view name = code[i];
  if (is_mask && is_one_of(name, {"31", "0x1f", "0x1F", "31u", "0x1fu", "63"})) return true;
  // kWarpSize, WARP_SZ, WFSIZE of AMD's wavefronts
  const bool is_named = mentions(name, {"warp", "wave", "wf"}) && mentions(name, {"size", "sz"});
  return (is_named || is_one_of(name, {"32", "64", "32u"})) && (!is_mask || code[i + 1] == "-");
}

/// Whether a function is called that loads: __ldg(&a[i]).
bool loads_by_call(const Code& code, std::size_t i) {
  return (code[i].starts_with("__ld") || code[i] == "__builtin_nontemporal_load" ||
          code[i] == "load_relaxed" || code[i].starts_with("tex1D") ||
          code[i].starts_with("tex2D") || code[i].starts_with("tex3D")) &&
         code.call(i) < code.size();
}

/// Whether a group of threads is called after warps.
bool names_warp(std::string_view group) { return mentions(group, {"tile", "warp"}); }

/// Whether blockIdx.y at i is part of the number of a block: blockIdx.y * gridDim.x.
bool is_linear_block(const Code& code, std::size_t i) {
  return (code[i + 3] == "*" && code[i + 4] == "gridDim") ||
         (i > 3 && code[i - 1] == "*" && code[i - 4] == "gridDim");
}

/// The end of the expression at i: a semicolon or a comma outside brackets, or a closing bracket.
std::size_t end_of_value(const Code& code, std::size_t i) {
  const std::size_t last = std::min(i + longest_value, code.size());
  for (; i < last; ++i) {
    if (is_one_of(code[i], {";", ",", ")", "]", "}"})) return i;
    if (code[i] == "{" && code.partner(i) >= last) return i;
    if (code[i] == "<" && code.is_name(i - 1)) i = std::max(i, code.after_arguments(i) - 1);
    i = code.end_of_brackets(i);
  }
  return std::min(i, code.size());
}

/// Whether the token is a number by which neighbours may differ.
bool is_small_number(const Code& code, std::size_t i) {
  constexpr double farthest = 64;
  return code.is_number(i) && std::strtod(std::string(code[i]).c_str(), nullptr) <= farthest;
}

}  // namespace

CudaValues::CudaValues(const Code& code, const CudaBase& base, std::size_t file,
                       const std::vector<std::string>& template_parameters)
    : code_(code), base_(base), file_(file), template_parameters_(template_parameters) {
  read_parameters();
  read_declarations();
  read_aliases();
  read_widths();
  read_assignments();
  spread();
  read_loops();
  spread();
  count_parts();
  read_accesses();
}

Set CudaValues::depends(std::string_view variable) const {
  const auto found = variables_.find(variable);
  return found == variables_.end() ? 0 : found->second;
}

Set CudaValues::of_builtin(std::size_t i) const {
  const std::string_view name = code_[i];
  const std::string_view axis = code_[i + 1] == "." ? code_[i + 2] : name.substr(name.size() - 1);
  const int shift = axis == "y" ? 1 : axis == "z" ? 2 : 0;
  const auto along = [&](Set x) { return x << shift; };
  if (is_one_of(name, {"threadIdx", "hipThreadIdx_x", "hipThreadIdx_y", "hipThreadIdx_z"}))
    return along(depends_on::thread_x);
  if (is_one_of(name, {"blockIdx", "hipBlockIdx_x", "hipBlockIdx_y", "hipBlockIdx_z"}))
    return is_linear_block(code_, i) ? depends_on::block_x : along(depends_on::block_x);
  if (is_one_of(name, {"blockDim", "hipBlockDim_x", "hipBlockDim_y", "hipBlockDim_z"}))
    return depends_on::block_size;
  if (is_one_of(name, {"gridDim", "hipGridDim_x", "hipGridDim_y", "hipGridDim_z"}))
    return depends_on::grid_size;
  if (name == "thread_rank" || name == "thread_index") {
    const std::string_view group = i > 1 ? code_[i - 2] : "";
    if (group.find("grid") != std::string_view::npos)
      return depends_on::thread_x | depends_on::block_x;
    return names_warp(group) ? depends_on::lane : depends_on::thread_x;
  }
  if (name == "meta_group_rank") return depends_on::warp;
  if (i > 1 && (name == "num_threads" || name == "size")) {
    const std::string_view group = code_[i - 2];
    if (group.find("grid") != std::string_view::npos) return depends_on::grid_size;
    return names_warp(group) ? depends_on::warp_size : Set{0};
  }
  if (code_.call(i) < code_.size()) {
    if (mentions(name, {"lane_id", "laneid", "sublane"})) return depends_on::lane;
    if (mentions(name, {"warp_id", "warpid"})) return depends_on::warp;
  }
  return 0;
}

/// Whether the function, or one that it calls, computes an index of threads or blocks.
Set CudaValues::of_function(const CudaFunction& function, int depth) const {
  constexpr int deepest = 2;
  constexpr std::size_t longest = 64;  // of a function whose calls are looked at
  const Code& code = *base_.files()[function.file].code;
  Set set = 0;
  for (std::size_t i = function.body.begin; i < function.body.end; ++i) {
    const int axis = code[i + 1] != "." ? 0 : code[i + 2] == "y" ? 1 : code[i + 2] == "z" ? 2 : 0;
    if (code[i] == "threadIdx") set |= depends_on::thread_x << axis;
    if (code[i] == "blockIdx") set |= depends_on::block_x << axis;
  }
  if (depth == deepest || function.body.end - function.body.begin > longest) return set;
  for (std::size_t i = function.body.begin; i < function.body.end; ++i) {
    if (!code.is_name(i) || code.call(i) >= code.size()) continue;
    const CudaFunction* const called = base_.function(code[i], function.file);
    if (called != nullptr) set |= of_function(*called, depth + 1);
  }
  return set;
}

/// Returns what the name at i depends on, be it a variable, a parameter or a function.
Set CudaValues::of_name(std::size_t i) const {
  if (const Set builtin = of_builtin(i); builtin != 0) return builtin;
  const std::string_view name = code_[i];
  const bool is_enumerator = i > 0 && code_[i - 1] == "::" && code_.call(i) >= code_.size();
  if (is_enumerator || (i > 0 && is_one_of(code_[i - 1], {".", "->"}))) return 0;
  if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
  if (code_.call(i) < code_.size()) {
    if (name.starts_with("atomic")) return depends_on::atomic;
    const CudaFunction* const function = base_.function(name, file_);
    return function == nullptr ? 0 : of_function(*function, 0);
  }
  const bool is_constant =
      is_constant_name(name) || code_[i + 1] == "::" ||
      std::ranges::find(template_parameters_, name) != template_parameters_.end() ||
      base_.value_of({code_.token(i)}, file_).has_value() || base_.is_constexpr(name, file_);
  const bool is_type = code_.is_name(i + 1) || code_[i + 1] == "<" || code_[i + 1] == "*" ||
                       is_one_of(name, {"int", "float", "double", "unsigned", "long", "size_t",
                                        "const", "auto", "sizeof", "return"});
  return is_constant || (is_type && array(name) == nullptr && code_[i + 1] != "*") ||
                 array(name) != nullptr
             ? 0
             : depends_on::argument;
}

/// Whether a member of the object at i, whose arguments begin at `bracket`, computes an index:
/// `a[grid.at(y, x)]`. Elsewhere `image.at(y, x)` is an element.
bool CudaValues::is_index_call(std::size_t i, std::size_t bracket) const {
  if (bracket <= i + 1) return false;
  const std::string_view member = code_[bracket - 1];
  const std::size_t around = code_.enclosing(i);
  return has_one_of(member, {"index", "idx", "offset"}) ||
         (has_word(member, "at") && around < code_.size() && code_[around] == "[");
}

/// Steps over the subscripts of an array, whose elements are what the expression depends on.
std::size_t CudaValues::step_over_subscript(std::size_t i, Set& set) const {
  const Array* const known = array(code_[i]);
  // The address of an element depends on its index.
  if (i > 1 && code_[i - 1] == "&" && is_unary(i - 1)) return i;
  std::size_t j = i + 1;
  while ((code_[j] == "." || code_[j] == "->") && code_.is_name(j + 1)) j += 2;
  const bool is_object_call = known != nullptr && known->is_object && code_[j] == "(" &&
                              code_.partner(j) > j + 1 && !is_index_call(i, j);
  if (code_[j] != "[" && !is_object_call) return i;
  const bool is_global = known != nullptr && known->space == CudaSpace::global;
  const bool is_unknown = known == nullptr && j > i + 1;
  if (is_global || is_unknown) set |= depends_on::loaded;
  if (known != nullptr && known->space == CudaSpace::local) set |= depends(code_[i]);
  while (code_[j] == "[" || (is_object_call && code_[j] == "(")) j = code_.end_of_brackets(j) + 1;
  return j - 1;
}

/// Finds the widths of groups of threads: n of `threadIdx.x % n`.
void CudaValues::read_widths() {
  if (has_static_shared_ || has_dynamic_shared_) return;  // these may be the sides of a tile
  for (std::size_t i = 3; i + 1 < code_.size(); ++i) {
    if (code_[i] != "%" || !code_.is_name(i + 1)) continue;
    const bool is_of_thread =
        (code_[i - 3] == "threadIdx" && code_[i - 1] == "x") || is_step(code_[i + 1]);
    if (is_of_thread && code_.is_name(i + 1) && !is_one_of(code_[i + 2], {".", "("}))
      widths_.push_back(code_[i + 1]);
  }
}

/// Whether `i += n` is in the code.
bool CudaValues::is_step(std::string_view n) const {
  return std::ranges::any_of(code_.places(n, {2, code_.size()}), [&](std::size_t i) {
    return code_[i - 1] == "=" && code_[i - 2] == "+";
  });
}

bool CudaValues::is_width(std::size_t i, bool is_mask) const {
  return !is_mask && std::ranges::find(widths_, code_[i]) != widths_.end();
}

/// i is / or % or a shift or & behind an index: quotients, remainders, lanes and warps.
Set CudaValues::of_division(const Span& expression, std::size_t i) const {
  const std::string_view op = code_[i];
  const bool is_shift = op == ">" && code_[i + 1] == ">";
  const bool is_mask = op == "&" && code_[i + 1] != "&" && code_[i - 1] != "&";
  if (i + 1 >= expression.end || (op != "/" && op != "%" && !is_shift && !is_mask)) return 0;
  if (is_shift) return is_one_of(code_[i + 2], {"5", "6", "WARP_SHIFT"}) ? depends_on::warp : 0;
  const bool is_by_warp = is_warp_size(code_, i + 1, is_mask) || is_width(i + 1, is_mask);
  if (op == "/") return is_by_warp ? depends_on::warp : depends_on::part;
  if (op == "%") return is_by_warp ? depends_on::lane : depends_on::part;
  return is_by_warp ? depends_on::lane : 0;
}

/// Returns what the operators in the expression make of a thread's index.
Set CudaValues::of_operators(const Span& expression) const {
  Set set = 0;
  for (std::size_t i = expression.begin + 1; i + 1 < expression.end; ++i) {
    const bool is_thread = code_.is_name(i - 1) &&
                           (code_[i - 1] == "x" || code_[i - 1] == "y" || code_[i - 1] == "z") &&
                           code_[i - 2] == ".";
    const Set left = is_thread              ? of_builtin(i - 3) | of_name(i - 3)
                     : code_[i - 1] == ")"  ? depends({code_.partner(i - 1) + 1, i - 1})
                     : code_.is_name(i - 1) ? of_name(i - 1)
                                            : Set{0};
    const Set right = code_.is_name(i + 1) ? of_name(i + 1) : Set{0};
    if (depends_on::is_index(left)) set |= of_division(expression, i);
    constexpr Set loops = depends_on::fixed_loop | depends_on::run_time_loop;
    // round * blockDim.x
    const bool is_round = ((left & loops) != 0 && (right & depends_on::block_size) != 0) ||
                          ((right & loops) != 0 && (left & depends_on::block_size) != 0);
    if (code_[i] == "*" && is_round) set |= depends_on::block_stride;
    const bool is_block_alone = is_thread && (left & depends_on::block) != 0;
    const bool is_right_builtin = code_[i + 2] == ".";
    if (code_[i] == "*" &&
        ((depends_on::is_index(left) && !is_block_alone &&
          (right & (depends_on::block_size | depends_on::grid_size)) == 0) ||
         (depends_on::is_index(right) && (!is_right_builtin || (right & depends_on::thread) != 0) &&
          (left & (depends_on::block_size | depends_on::grid_size)) == 0)))
      set |= depends_on::scaled;
    if (!depends_on::is_index(left) || (code_[i] != "-" && code_[i] != "+")) continue;
    const bool is_product =
        code_[i + 2] == "*" && code_.is_name(i + 3) && depends_on::is_index(of_name(i + 3));
    const Set bracketed = code_[i] == "-" && code_[i + 1] == "(" && code_.is_name(i - 1)
                              ? depends(Span{i + 2, code_.partner(i + 1)})
                              : depends_on::index;
    const bool is_offset =
        is_small_number(code_, i + 1) ||
        (code_[i + 1] == "(" && !depends_on::is_index(bracketed) &&
         (bracketed & depends_on::loaded) == 0) ||
        (code_.is_name(i + 1) && !depends_on::is_index(right) &&
         (right & depends_on::loaded) == 0 && code_[i + 2] != "[" && !is_product);
    if (code_[i] == "-" && is_offset) set |= depends_on::before;
    const bool is_factor = code_[i + 2] == "*" || (i > 2 && code_[i - 2] == "*");
    const bool is_near = code_[i] == "+" && !is_factor && (left & depends_on::scaled) == 0;
    if (is_near && is_small_number(code_, i + 1)) set |= depends_on::behind;
    if (is_near && is_offset && (right & loops) != 0 && (left & depends_on::thread) != 0)
      set |= depends_on::window;
    // Offsets of neighbours in a table.
    const Array* const table = code_[i + 2] == "[" ? array(code_[i + 1]) : nullptr;
    if (is_near && table != nullptr && table->space == CudaSpace::constant)
      set |= depends_on::window;
    // i - radius + k
    if (code_[i] == "-" && is_offset && code_[i + 2] == "+" && code_.is_name(i + 3) &&
        (of_name(i + 3) & loops) != 0)
      set |= depends_on::window;
  }
  return set;
}

Set CudaValues::depends(const Span& expression) const {
  const std::size_t end = std::min(expression.end, expression.begin + longest_value);
  Set set = 0;
  for (std::size_t i = expression.begin; i < end; ++i) {
    if (!code_.is_name(i)) continue;
    if (loads_by_call(code_, i)) {
      set |= depends_on::loaded;
      i = code_.end_of_brackets(code_.call(i));
      continue;
    }
    const std::size_t behind = step_over_subscript(i, set);
    if (behind == i) set |= of_name(i);
    i = behind;
  }
  Set made = depends_on::is_index(set) ? of_operators({expression.begin, end}) : Set{0};
  if ((set & depends_on::grid_size) != 0) made &= ~depends_on::block_stride;
  if ((made & depends_on::block_stride) != 0)
    set &= ~(depends_on::run_time_loop | depends_on::fixed_loop);
  set |= made;
  // The size of a block or a grid matters where it is a stride, and no part of an index.
  if (depends_on::is_index(set)) set &= ~(depends_on::block_size | depends_on::grid_size);
  return set;
}

/// Reads `auto [y, x] = place();`.
void CudaValues::read_bindings(std::size_t bracket) {
  const std::size_t end = code_.end_of_brackets(bracket);
  const bool is_binding = bracket > 0 && is_one_of(code_[bracket - 1], {"auto", "&"}) &&
                          code_[end + 1] == "=" && code_[end + 2] != "=";
  if (!is_binding) return;
  const Span value = {end + 2, end_of_value(code_, end + 2)};
  for (std::size_t i = bracket + 1; i < end; ++i)
    if (code_.is_name(i)) assignments_.push_back({code_[i], value, false});
}

void CudaValues::read_assignments() {
  for (std::size_t i = 0; i + 2 < code_.size(); ++i) {
    if (code_[i] == "[") read_bindings(i);
    if (!code_.is_name(i) || (i > 0 && (code_[i - 1] == "." || code_[i - 1] == "->"))) continue;
    const std::string_view name = code_[i];
    if (i > 0 && code_[i - 1] == "*" && is_unary(i - 1) && array(name) != nullptr) continue;
    std::size_t at = i + 1;
    if (code_[at] == "." && code_[at + 1].size() == 1) at += 2;  // p.x of a vector
    const Array* const known = code_[at] == "[" ? array(name) : nullptr;
    if (known != nullptr && known->space == CudaSpace::local) at = code_.end_of_brackets(at) + 1;
    const bool is_compound = is_one_of(code_[at], {"+", "-", "*", "/", "|", "&", "^"}) &&
                             code_[at + 1] == "=" && code_[at + 2] != "=";
    const bool is_plain = code_[at] == "=" && code_[at + 1] != "=";
    const bool is_made = code_[at] == "(" && i > 0 && code_.is_name(i - 1) &&
                         is_one_of(code_[i - 1], {"int", "unsigned", "size_t", "auto", "long"});
    const bool is_brace = code_[at] == "{" && i > 0 && code_.is_name(i - 1) && at == i + 1;
    if (!is_compound && !is_plain && !is_made && !is_brace) continue;
    const std::size_t begin = at + (is_compound ? 2 : 1);
    const Span value = {begin, end_of_value(code_, begin)};
    bool is_update = is_compound;
    for (std::size_t j = value.begin; j < value.end && is_plain && !is_update; ++j)
      is_update = code_[j] == name;
    assignments_.push_back({name, value, is_update});
  }
}

/// The kind of stride that is added to a variable.
Set CudaValues::stride_of(const Span& step, Set variable) const {
  const Set set = depends(step);
  if (depends_on::is_index(set)) return 0;
  if ((set & depends_on::grid_size) != 0) return depends_on::grid_stride;
  if ((set & depends_on::block_size) != 0) return depends_on::block_stride;
  if (!depends_on::is_index(variable)) return 0;
  if ((set & depends_on::warp_size) != 0) return depends_on::warp_stride;
  for (std::size_t i = step.begin; i < step.end; ++i)
    if ((is_warp_size(code_, i, false) || is_width(i, false)) && (variable & depends_on::lane) != 0)
      return depends_on::warp_stride;
  const bool is_constant = set == 0 && step.end > step.begin && code_[step.begin] != "1";
  return is_constant && (variable & depends_on::thread) != 0 ? depends_on::block_stride : 0;
}

/// Spreads from variables to those that are computed from them.
void CudaValues::spread() {
  constexpr int passes = 3;
  for (int pass = 0; pass < passes; ++pass)
    for (const Assignment& assignment : assignments_) {
      const Set known = depends(assignment.name);
      Set value = depends(assignment.value);
      if (assignment.is_update) {
        value = depends_on::is_index(value)
                    ? value
                    : value & ~(depends_on::block_size | depends_on::grid_size);
        const Set stride = stride_of(assignment.value, known);
        if (stride != 0) strided_.insert(assignment.name);
        value |= stride;
      }
      variables_[assignment.name] |= value;
    }
}

/// Whether `- row * n` is at i.
bool CudaValues::subtracts_part(std::size_t i) const {
  const std::size_t name = code_[i + 1] == "(" ? i + 2 : i + 1;
  return code_.is_name(name) && (depends(code_[name]) & depends_on::part) != 0 &&
         code_[name + 1] == "*";
}

void CudaValues::count_parts() {
  std::vector<std::string_view> names;
  for (const Assignment& assignment : assignments_) {
    const Set set = depends(assignment.value);
    Set own = of_operators(assignment.value) & depends_on::part;
    // column = i - row * n
    for (std::size_t i = assignment.value.begin; i < assignment.value.end; ++i)
      if (code_[i] == "-" && subtracts_part(i)) own = set;
    if (own != 0 && std::ranges::find(names, assignment.name) == names.end())
      names.push_back(assignment.name);
  }
  parts_ = names.size();
}

}  // namespace tilebridge::sources
