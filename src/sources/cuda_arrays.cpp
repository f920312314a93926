// SPDX-License-Identifier: Apache-2.0
// The arrays of a kernel and the pointers into them: members of CudaValues.
#include <algorithm>
#include <array>

#include "sources/cuda_values.hpp"

namespace tilebridge::sources {
namespace {

constexpr std::size_t longest_declaration = 32;  // tokens

bool is_qualifier(std::string_view word) {
  return is_one_of(word, {"const",      "volatile",     "restrict",   "__restrict__",
                          "__restrict", "struct",       "typename",   "class",
                          "register",   "static",       "__shared__", "extern",
                          "__device__", "__constant__", "signed",     "__grid_constant__",
                          "RESTRICT",   "constexpr",    "mutable",    "__align__",
                          "alignas"});
}

bool is_number_type(std::string_view type) {
  return is_one_of(
             type,
             {"int",     "unsigned",  "long",      "short",          "char",   "float",   "double",
              "bool",    "half",      "__half",    "size_t",         "uint",   "uint3",   "int2",
              "int3",    "int4",      "float2",    "float3",         "float4", "double2", "double3",
              "double4", "dim3",      "uint2",     "uint4",          "auto",   "ulong",   "ushort",
              "uchar",   "ptrdiff_t", "cuComplex", "cuDoubleComplex"}) ||
         type.ends_with("_t") || type.ends_with("_type");
}

/// The last name of a type before its stars: "float" of `const float* __restrict__`, "T" of
/// `std::vector<T>`'s element is not looked for.
std::string_view type_in(const Code& code, const Span& span) {
  std::string_view type;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    if (code[i] == "*" || code[i] == "&" || code[i] == "[" || code[i] == "=") break;
    if (!code.is_name(i) || is_qualifier(code[i])) continue;
    const bool is_longer = code[i] == "int" && is_one_of(type, {"long", "unsigned", "short"});
    if (!is_longer && (type != "unsigned" || code[i] != "long")) type = code[i];
    if (code[i + 1] == "<") i = std::max(i, code.after_arguments(i + 1) - 1);
  }
  return type;
}

/// The first argument of the template of an object's type, if it is a number: "double" of
/// `Buffer2D<double>& x`; "" if it is none.
std::string_view type_of_elements(const Code& code, const Span& parameter) {
  for (std::size_t i = parameter.begin; i + 1 < parameter.end; ++i)
    if (code[i] == "<") return is_number_type(code[i + 1]) ? code[i + 1] : "";
  return "";
}

}  // namespace

const CudaValues::Array* CudaValues::array(std::string_view name) const {
  const auto found = arrays_.find(name);
  return found == arrays_.end() ? nullptr : &found->second;
}

void CudaValues::read_parameters() {
  for (const Span& parameter : code_.arguments(0)) read_parameter(parameter);
}

void CudaValues::read_parameter(const Span& parameter) {
  std::size_t end = parameter.begin;
  bool is_pointer = false;
  while (end < parameter.end && code_[end] != "=" && code_[end] != "[") {
    is_pointer = is_pointer || code_[end] == "*";
    end = code_[end] == "<" ? std::max(end + 1, code_.after_arguments(end)) : end + 1;
  }
  is_pointer = is_pointer || (end < parameter.end && code_[end] == "[");
  if (end == parameter.begin || !code_.is_name(end - 1)) return;
  const std::string_view name = code_[end - 1];
  const std::string_view type = type_in(code_, {parameter.begin, end - 1});
  const std::string_view real = base_.type_of(type, file_);
  const bool is_parameter_of_template =
      std::ranges::find(template_parameters_, type) != template_parameters_.end();
  if (is_pointer || base_.is_pointer(type, file_))
    arrays_[name] = {CudaSpace::global, is_pointer ? type : real};
  else if (is_number_type(real) || is_number_type(type))
    variables_[name] = depends_on::argument;
  else {
    arrays_[name] = {CudaSpace::global, type_of_elements(code_, parameter), true};
    for (const std::size_t i : code_.places(name, {parameter.end, code_.size()})) {
      const std::size_t end = code_.call(i);
      const bool is_statement = is_one_of(code_[i - 1], {";", "{", "}", ")"}) &&
                                code_[code_.end_of_brackets(end) + 1] == ";";
      takes_functors_ = takes_functors_ || (is_parameter_of_template && is_statement);
    }
    if (is_parameter_of_template) variables_[name] = depends_on::argument;
  }
}

void CudaValues::read_shared(std::size_t mark) {
  std::size_t end = mark + 1;
  while (end < code_.size() && end < mark + 4 * longest_declaration && code_[end] != ";") ++end;
  bool is_dynamic = mark > 0 && code_[mark - 1] == "extern";
  std::size_t first = mark + 1;
  for (std::size_t i = mark; i < end; ++i) is_dynamic = is_dynamic || code_[i] == "extern";
  const auto type = [&] {
    std::size_t i = first;
    while (i < end && code_[i] != "[" && code_[i] != "=" && code_[i] != ",") ++i;
    return type_in(code_, {first, i > 0 ? i - 1 : i});
  }();
  const std::string_view real = base_.type_of(type, file_);
  const std::size_t width =
      is_one_of(real, {"double", "long", "size_t", "float2", "int2"})                ? 8
      : is_one_of(real, {"float", "int", "unsigned", "uint", "int32_t", "uint32_t"}) ? 4
      : is_one_of(real, {"half", "__half", "short"})                                 ? 2
      : is_one_of(real, {"char", "bool", "uint8_t"})                                 ? 1
      : is_one_of(real, {"float4", "double2", "int4"})                               ? 16
                                                                                     : 0;
  for (std::size_t i = first; i < end; ++i) {
    const bool is_name = code_.is_name(i) && !is_qualifier(code_[i]) && i > first - 1 &&
                         is_one_of(code_[i + 1], {"[", ";", ",", "="}) && code_[i] != type;
    if (!is_name) {
      if (code_[i] != "[") i = code_.end_of_brackets(i);
      continue;
    }
    arrays_[code_[i]] = {CudaSpace::shared, type, false};
    std::size_t bytes = width, j = i + 1;
    const bool is_array = code_[j] == "[";
    for (; code_[j] == "["; j = code_.end_of_brackets(j) + 1) {
      std::vector<Token> extent;
      for (std::size_t k = j + 1; k < code_.partner(j) && k < j + longest_declaration; ++k)
        extent.push_back(code_.token(k));
      const auto value = base_.value_of(extent, file_);
      bytes = value && *value < 1U << 20U ? bytes * *value : 0;
    }
    // A single number, which all threads read, is no tile.
    if (!is_array && !is_dynamic) arrays_[code_[i]].is_object = true;
    const bool is_class =
        !is_array && !is_number_type(real) && real == type &&
        std::ranges::find(template_parameters_, type) == template_parameters_.end();
    has_shared_objects_ = has_shared_objects_ || is_class;
    has_static_shared_ = has_static_shared_ || !is_dynamic;
    has_dynamic_shared_ = has_dynamic_shared_ || is_dynamic;
    is_shared_unknown_ = is_shared_unknown_ || (bytes == 0 && !is_dynamic);
    shared_bytes_ += is_dynamic ? 0 : bytes;
    i = j - 1;
  }
  if (is_shared_unknown_) shared_bytes_ = 0;
}

/// Reads `float a[4];` and `float* p`.
void CudaValues::read_declarations() {
  constexpr std::array<std::string_view, 9> no_types = {"return", "else", "case", "new",   "delete",
                                                        "goto",   "do",   "in",   "unroll"};
  for (std::size_t i = code_.partner(0); i < code_.size(); ++i) {
    const bool is_macro = code_[i].ends_with("_SHARED") && code_.is_name(i + 1) &&
                          base_.macro(code_[i], file_) == nullptr;
    if (code_[i] == "__shared__" || is_macro) read_shared(i);
    if (code_[i] == "HIP_DYNAMIC_SHARED" && code_[i + 1] == "(") {  // (float, a)
      arrays_[code_[code_.partner(i + 1) - 1]] = {CudaSpace::shared, code_[i + 2]};
      has_dynamic_shared_ = true;
    }
    // SharedMemory<T> shared;
    const std::size_t behind = code_.after_arguments(i + 1);
    const bool is_wrapper = code_[i].find("haredMem") != std::string_view::npos &&
                            code_.is_name(behind) && code_[behind + 1] == ";";
    if (is_wrapper) {
      arrays_[code_[behind]] = {CudaSpace::shared, "", true};
      has_dynamic_shared_ = true;
    }
    if (!code_.is_name(i) || i == 0 || array(code_[i]) != nullptr) continue;
    const CudaVariable* const outside = base_.variable(code_[i], file_);
    const bool is_shared_outside = outside != nullptr && outside->space == CudaSpace::shared;
    if (code_[i + 1] != "[" && !is_shared_outside) continue;
    const bool is_declared =
        (code_.is_name(i - 1) && std::ranges::find(no_types, code_[i - 1]) == no_types.end()) ||
        (code_[i - 1] == ">" && code_.callee(i) < code_.size());
    if (is_declared) {
      arrays_[code_[i]] = {CudaSpace::local, code_[i - 1], false};
      const std::size_t second = code_.end_of_brackets(i + 1) + 1;
      has_matrices_ = has_matrices_ || code_[second] == "[";
    } else if (outside != nullptr) {
      arrays_[code_[i]] = {outside->space, ""};
      has_static_shared_ = has_static_shared_ || is_shared_outside;
      is_shared_unknown_ = is_shared_unknown_ || is_shared_outside;
    }
  }
}

std::size_t CudaValues::array_in(const Span& span) const {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (code_.is_name(i) && array(code_[i]) != nullptr && code_[i - 1] != "." &&
        code_[i - 1] != "->")
      return i;
  return code_.size();
}

/// Reads `float* row = a + i * n;`, `float& x = a[i];`, `auto p = a + 1;` and `float (*m)[4] = …`.
void CudaValues::read_aliases() {
  constexpr std::size_t longest_value = 4 * longest_declaration;
  for (std::size_t i = code_.partner(0) + 1; i + 1 < code_.size(); ++i) {
    if (!code_.is_name(i) || array(code_[i]) != nullptr) continue;
    const bool is_of_rows =
        code_[i - 1] == "*" && code_[i - 2] == "(" && code_[i + 1] == ")" && code_[i + 2] == "[";
    std::size_t equals = i + 1;
    if (is_of_rows)
      for (equals = i + 2; code_[equals] == "[";) equals = code_.end_of_brackets(equals) + 1;
    // float* p(a + n);
    const bool is_made = code_[i - 1] == "*" && code_[i + 1] == "(" &&
                         code_[code_.end_of_brackets(i + 1) + 1] == ";";
    if (!is_made && (code_[equals] != "=" || code_[equals + 1] == "=")) continue;
    std::size_t end = equals + 1;
    while (end < equals + longest_value && end < code_.size() && code_[end] != ";" &&
           code_[end] != "{")
      ++end;
    std::size_t before = i - 1;
    while (before > 0 && is_qualifier(code_[before])) --before;
    read_alias(i, before, {equals + 1, end});
  }
}

/// The variable of that name has the value; `before` is the last token of its type.
void CudaValues::read_alias(std::size_t name, std::size_t before, const Span& value) {
  const bool is_reference = code_[before] == "&";
  const bool is_pointer = code_[before] == "*" || is_reference;
  const bool is_auto = code_[before] == "auto" || base_.is_pointer(code_[before], file_);
  const std::size_t type_at = is_pointer ? before - 1 : before;
  const bool has_type = code_.is_name(type_at) || is_one_of(code_[type_at], {">", "*", "("});
  if ((!is_pointer && !is_auto) || !has_type) return;
  const std::string_view type = is_pointer && code_.is_name(type_at) ? code_[type_at] : "";
  bool is_from_shared = false;
  for (std::size_t i = value.begin; i < value.end; ++i)
    is_from_shared = is_from_shared || code_[i].find("haredMem") != std::string_view::npos;
  if (is_from_shared) {
    arrays_[code_[name]] = {CudaSpace::shared, type};
    has_dynamic_shared_ = true;
    return;
  }
  const std::size_t source = array_in(value);
  if (source >= code_.size()) {
    // A pointer of which nothing else is known points to global memory.
    if (is_pointer && !is_reference) arrays_[code_[name]] = {CudaSpace::global, type};
    return;
  }
  Array alias = *array(code_[source]);
  const bool is_element = is_one_of(code_[source + 1], {"[", ".", "->", "("});
  const bool is_address = code_[source - 1] == "&";
  // A row of a tensor is an object, too.
  const bool is_row = alias.is_object && code_[source + 1] == "[" && source == value.begin &&
                      code_[code_.end_of_brackets(source + 1) + 1] == ";";
  if (is_auto && is_element && !is_address && !is_row) return;
  alias.is_element = alias.is_element || (is_element && !is_address && !is_reference);
  alias.root = alias.root.empty() ? code_[source] : alias.root;
  for (std::size_t i = value.begin; i < value.end; ++i)
    alias.is_offset = alias.is_offset || code_[i] == "+" || code_[i] == "-";
  if (is_pointer) alias.type = type;
  alias.is_object = is_row || (alias.is_object && is_reference);
  arrays_[code_[name]] = alias;
}

}  // namespace tilebridge::sources
