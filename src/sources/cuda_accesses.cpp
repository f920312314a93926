// SPDX-License-Identifier: Apache-2.0
// Accesses to arrays: members of CudaValues.

#include "sources/cuda_values.hpp"

namespace tilebridge::sources {
namespace {

/// Whether an operator that changes what is before it begins at i.
bool is_assignment(const Code& code, std::size_t i) {
  if (code[i] == "=") return code[i + 1] != "=";
  const bool is_compound = is_one_of(code[i], {"+", "-", "*", "/", "%", "|", "&", "^"});
  if (is_compound)
    return code[i + 1] == "=" ||
           (code[i] == code[i + 1] && code[i] != "&" && code[i] != "|" && code[i] != "*");
  return is_one_of(code[i], {"<", ">"}) && code[i + 1] == code[i] && code[i + 2] == "=";
}

}  // namespace

/// Whether * or & at i has one operand.
bool CudaValues::is_unary(std::size_t i) const {
  if (i == 0) return true;
  const std::string_view before = code_[i - 1];
  return is_one_of(before, {"(", ",", "=", ";", "{", "}", "[", "+",      "-",    "*", "/",
                            "<", ">", "&", "|", "!", "?", ":", "return", "else", "%", "^"});
}

void CudaValues::add_access(std::size_t name, std::size_t begin, std::size_t end,
                            const Array& array) {
  constexpr std::size_t most = 4096;
  if (accesses_.size() >= most) return;
  std::size_t behind = end;
  while ((code_[behind] == "." || code_[behind] == "->") && code_.is_name(behind + 1)) behind += 2;
  const bool is_plain = code_[behind] == "=" && code_[behind + 1] != "=";
  const depends_on::Set of_pointer =
      depends(code_[name]) & ~(array.is_element ? depends_on::loaded : depends_on::Set{0});
  const bool stores =
      is_assignment(code_, behind) ||
      (name > 1 && is_one_of(code_[name - 1], {"+", "-"}) && code_[name - 2] == code_[name - 1]);
  const depends_on::Set subscript = depends(Span{begin, end});
  // p[-1] and *(p - row), where p points to the thread's element.
  const bool is_before = depends_on::is_index(of_pointer) && !depends_on::is_index(subscript) &&
                         code_[code_[begin] == "[" ? begin + 1 : begin] == "-";
  accesses_.push_back(
      {.array = code_[name],
       .root = array.root.empty() ? code_[name] : array.root,
       .is_offset = array.is_offset,
       .type = array.type,
       .space = array.space,
       .index = {begin, end},
       .loads = !stores || !is_plain,
       .stores = stores,
       .is_atomic = false,
       .depends = subscript | of_pointer | (is_before ? depends_on::before : depends_on::Set{0})});
}

void CudaValues::read_subscript(std::size_t i) {
  const bool is_member = i > 0 && (code_[i - 1] == "." || code_[i - 1] == "->");
  if (is_member || code_.is_name(i - 1)) return;  // declared there
  const Array* known = array(code_[i]);
  std::size_t j = i + 1;
  while ((code_[j] == "." || code_[j] == "->") && code_.is_name(j + 1)) j += 2;
  const bool is_call = code_[j] == "(" && known != nullptr && known->is_object &&
                       known->space == CudaSpace::global &&
                       (j == i + 1 || (code_.partner(j) > j + 1 && !is_index_call(i, j)));
  if (code_[j] != "[" && !is_call) {
    // A member of an element that a pointer points to.
    if (known != nullptr && known->space == CudaSpace::shared && known->is_object)
      add_access(i, i + 1, i + 1, *known);
    return;
  }
  const Array unknown = {CudaSpace::global, "", true};
  if (known == nullptr && j == i + 1) return;
  if (known == nullptr) known = &unknown;
  std::size_t end = j;
  while (code_[end] == "[" || (is_call && end == j)) end = code_.end_of_brackets(end) + 1;
  if (end == j + 1) return;
  // An argument of an object's call may be a value instead of an index.
  const bool is_value = is_call &&
                        (depends(Span{j + 1, code_.partner(j)}) & depends_on::loaded) != 0 &&
                        code_[end] != "=";
  if (!is_value) add_access(i, j, end, *known);
}

/// `*p`, `*(p + i)` and `((float4*)p)[i]`.
void CudaValues::read_dereference(std::size_t i) {
  // (float)*p: no number is multiplied by a pointer.
  const Array* const pointer = code_[i + 2] == "[" ? nullptr : array(code_[i + 1]);
  const bool is_cast_value = pointer != nullptr && !pointer->is_object && code_[i - 1] == ")";
  const bool is_star = code_[i] == "*" && (is_unary(i) || is_cast_value) && code_[i + 1] != ")" &&
                       code_[i + 1] != ",";
  const bool is_cast = code_[i] == ")" && code_[i + 1] == "[";
  if (!is_star && !is_cast) return;
  const std::size_t open = is_star ? i + 1 : code_.partner(i);
  const std::size_t close = code_[open] == "(" ? code_.partner(open) : open;
  if (close >= code_.size() || close < open) return;
  std::size_t last = is_cast ? code_.end_of_brackets(i + 1) : close;
  const std::size_t name = array_in({open, close + 1});
  if (is_star && name == code_.size() && code_[close + 1] == "&") {  // *(float4*)&a[i]
    const std::size_t other = close + 2;
    if (array(code_[other]) == nullptr) return;
    last = code_.end_of_brackets(other + 1);
    return add_access(other, other + 1, last + 1, *array(code_[other]));
  }
  if (name >= code_.size()) return;
  // The index is both the text behind the array's name and the subscript.
  if (code_[name + 1] == "[" && is_star) return;  // read as a subscript
  add_access(name, name + 1, last + 1, *array(code_[name]));
}

void CudaValues::read_atomic(std::size_t i) {
  const std::vector<Span> arguments = code_.arguments(code_.call(i));
  if (arguments.empty()) return;
  std::size_t name = array_in(arguments.front());
  const std::string_view before = i > 1 && code_[i - 1] == "::" ? code_[i - 3] : code_[i - 1];
  CudaAccess access = {.array = "",
                       .root = "",
                       .is_offset = false,
                       .type = "",
                       .space = CudaSpace::global,
                       .index = arguments.front(),
                       .loads = false,
                       .stores = false,
                       .is_atomic = true,
                       .is_result_used = !is_one_of(before, {";", "{", "}", ")", "else"}),
                       .depends = depends_on::argument};
  if (name < code_.size()) {
    access.array = code_[name];
    access.type = array(code_[name])->type;
    access.space = array(code_[name])->space;
    access.index.begin = name + 1;
    access.depends = depends(access.index) | depends(code_[name]);
    if (access.space == CudaSpace::local) return;
  }
  accesses_.push_back(access);
}

/// `__ldcs(p + i)`, `__stcs(p + i, value)` and `__builtin_nontemporal_store(value, p + i)`;
/// `__ldg(&a[i])` is read as a subscript.
void CudaValues::read_hinted(std::size_t i) {
  const bool stores = code_[i].starts_with("__st") || code_[i].find("_store") < code_[i].size();
  const std::size_t place = code_[i] == "__builtin_nontemporal_store" ? 1 : 0;
  const std::vector<Span> arguments = code_.arguments(code_.call(i));
  const std::size_t name = arguments.size() > place ? array_in(arguments[place]) : code_.size();
  if (name >= code_.size() || code_[name + 1] == "[") return;
  const std::size_t before = accesses_.size();
  add_access(name, name + 1, arguments[place].end, *array(code_[name]));
  if (accesses_.size() == before) return;
  accesses_.back().stores = stores;
  accesses_.back().loads = !stores;
}

/// `tex2D<float>(texture, x, y)` and `surf2Dwrite(value, surface, x, y)`.
void CudaValues::read_texture(std::size_t i) {
  const bool is_texture = code_[i].starts_with("tex1D") || code_[i].starts_with("tex2D") ||
                          code_[i].starts_with("tex3D") || code_[i].starts_with("texCubemap");
  const bool is_surface = code_[i].starts_with("surf") && code_[i].find('D') < code_[i].size();
  if (!is_texture && !is_surface) return;
  const std::vector<Span> arguments = code_.arguments(code_.call(i));
  const bool writes = code_[i].ends_with("write");
  const std::size_t first = writes ? 1 : 0;
  if (arguments.size() < first + 2 || accesses_.size() > 4096) return;
  const Span index = {arguments[first + 1].begin, arguments.back().end};
  accesses_.push_back({.array = code_[arguments[first].begin],
                       .root = code_[arguments[first].begin],
                       .is_offset = false,
                       .type = "",
                       .space = CudaSpace::global,
                       .index = index,
                       .loads = !writes,
                       .stores = writes,
                       .is_atomic = false,
                       .depends = depends(index)});
}

void CudaValues::read_accesses() {
  std::size_t atomic_end = 0;
  for (std::size_t i = code_.partner(0) + 1; i < code_.size(); ++i) {
    const bool is_atomic = code_.is_name(i) && code_[i].starts_with("atomic") &&
                           code_.call(i) < code_.size() && !code_.is_name(i - 1);
    if (is_atomic) {
      read_atomic(i);
      const std::vector<Span> arguments = code_.arguments(code_.call(i));
      if (!arguments.empty()) atomic_end = arguments.front().end;
    }
    if (i < atomic_end) {
      // The values from which an atomic's address is computed are loaded.
      if (code_.enclosing(i) < code_.size() && code_[code_.enclosing(i)] != "[") continue;
    }
    if (code_.is_name(i)) read_subscript(i);
    if (code_.is_name(i)) read_texture(i);
    const bool is_hinted = code_[i].starts_with("__ld") || code_[i].starts_with("__st") ||
                           code_[i].starts_with("__builtin_nontemporal_");
    if (is_hinted) read_hinted(i);
    read_dereference(i);
  }
}

}  // namespace tilebridge::sources
