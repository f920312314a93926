// SPDX-License-Identifier: Apache-2.0
// The loops of a kernel: members of CudaValues.
#include <algorithm>
#include <array>

#include "sources/cuda_values.hpp"

namespace tilebridge::sources {

namespace {

using Set = depends_on::Set;

}  // namespace

bool CudaValues::is_changed(std::string_view variable, const Span& span) const {
  return std::ranges::any_of(code_.places(variable, span), [&](std::size_t i) {
    return code_[i + 1] == "=" || code_[i + 2] == "=" ||
           (code_[i + 1] == code_[i + 2] && is_one_of(code_[i + 1], {"+", "-"})) ||
           (code_[i - 1] == code_[i - 2] && is_one_of(code_[i - 1], {"+", "-"}));
  });
}

/// Reads `p += n` and `++p` of a pointer or an index in a loop: it goes through a row.
void CudaValues::read_steps() {
  for (std::size_t i = 2; i + 2 < code_.size(); ++i) {
    if (!code_.is_name(i) || is_one_of(code_[i - 1], {".", "->"}) || is_strided(code_[i])) continue;
    const bool is_step = (code_[i + 1] == "+" && (code_[i + 2] == "=" || code_[i + 2] == "+")) ||
                         (code_[i - 1] == "+" && code_[i - 2] == "+");
    const Region* const around = is_step ? code_.around(RegionKind::loop, i) : nullptr;
    if (around == nullptr) continue;
    for (const CudaLoop& loop : loops_)
      if (loop.is_run_time && !loop.is_strided && loop.body.holds(i))
        variables_[code_[i]] |= depends_on::run_time_loop;
  }
}

void CudaValues::read_loops() {
  for (std::size_t i = 0; i < code_.size(); ++i)
    if ((code_[i] == "for" || code_[i] == "while") && code_[i + 1] == "(" &&
        code_.partner(i + 1) < code_.size())
      read_loop(i);
  read_steps();
}

void CudaValues::read_loop(std::size_t at) {
  CudaLoop loop = {.head = {at + 2, code_.partner(at + 1)}, .body = {}};
  loop.body = {loop.head.end + 1, code_.end_of_statement(loop.head.end + 1)};
  if (code_[at] == "for") {
    read_for(at, loop);
  } else if (code_[loop.head.end + 1] != ";") {
    loop.is_run_time = true;
    for (std::size_t i = loop.head.begin; i < loop.head.end; ++i) {
      if (!code_.is_name(i) || !variables_.contains(code_[i])) continue;
      loop.is_strided = loop.is_strided || is_strided(code_[i]);
      if (!is_strided(code_[i]) && is_changed(code_[i], loop.body))
        variables_[code_[i]] |= depends_on::run_time_loop;
    }
  }
  read_factor(loop);
  loops_.push_back(loop);
}

/// Whether the loop's variable is divided or multiplied by two: `s >>= 1`, `s = s / 2`, `s *= 2`.
void CudaValues::read_factor(CudaLoop& loop) {
  constexpr std::size_t longest = 600;
  const std::size_t end = std::min(loop.head.end + longest, loop.body.end);
  for (std::size_t i = loop.head.begin; i < end; ++i) {
    if (!code_.is_name(i) || !code_.contains(loop.head, code_[i])) continue;
    std::size_t at = i + 1;
    if (code_[at] == "=" && code_[at + 1] == code_[i]) at += 2;  // s = s / 2
    if (code_[at] == "=" && code_[at + 1] == "(" && code_[at + 2] == code_[i]) at += 3;
    const bool is_again = at > i + 1;
    const bool is_shift = code_[at] == code_[at + 1];
    const std::size_t last = at + (is_shift ? 2 : 1);
    if (!is_again && code_[last] != "=") continue;
    const std::string_view factor = code_[is_again ? last : last + 1];
    const bool is_by_two = factor == (is_shift ? "1" : "2");
    loop.halves = loop.halves || (is_by_two && code_[at] == (is_shift ? ">" : "/"));
    loop.doubles = loop.doubles || (is_by_two && code_[at] == (is_shift ? "<" : "*"));
    const bool is_doubled = is_again && code_[at] == "+" && code_[at + 1] == code_[i];
    loop.doubles = loop.doubles || is_doubled ||
                   (code_[at] == "+" && code_[at + 1] == "=" && code_[at + 2] == code_[i]);
  }
}

/// Whether a bound is a constant that is no tile's or matrix's side.
bool CudaValues::is_long(const Span& condition) const {
  constexpr std::size_t longest_side = 64;
  for (std::size_t i = condition.begin; i < condition.end; ++i) {
    const bool is_constant = code_.is_number(i) || (code_.is_name(i) && array(code_[i]) == nullptr);
    const auto value = is_constant ? base_.value_of({code_.token(i)}, file_) : std::nullopt;
    if (value && *value > longest_side) return true;
  }
  return false;
}

void CudaValues::read_for(std::size_t at, CudaLoop& loop) {
  std::array<std::size_t, 2> ends = {loop.head.end, loop.head.end};
  std::size_t count = 0;
  for (std::size_t i = loop.head.begin; i < loop.head.end && count < 2; ++i) {
    i = code_.end_of_brackets(i);
    if (code_[i] == ";") ends[count++] = i;
  }
  const Span first = {at + 2, ends[0]}, condition = {ends[0] + 1, ends[1]};
  const Span step = {std::min(ends[1] + 1, loop.head.end), loop.head.end};
  std::string_view variable;
  for (std::size_t i = step.begin; i < step.end && variable.empty(); ++i)
    if (code_.is_name(i)) variable = code_[i];
  if (variable.empty())
    for (std::size_t i = condition.begin; i < condition.end && variable.empty(); ++i)
      if (code_.is_name(i)) variable = code_[i];
  Set bound = 0;
  for (std::size_t i = condition.begin; i < condition.end; ++i) {
    if (!code_.is_name(i) || code_[i] == variable) continue;
    const std::size_t behind = step_over_subscript(i, bound);
    if (behind == i && !depends_on::is_index(of_builtin(i))) bound |= of_name(i);
    i = behind;
  }
  // The condition may name variables that are computed from arguments above the loop.
  for (const Assignment& assignment : assignments_)
    if (code_.contains(condition, assignment.name) && assignment.name != variable)
      bound |= depends(assignment.value) & (depends_on::argument | depends_on::loaded);
  constexpr Set varying =
      depends_on::argument | depends_on::loaded | depends_on::run_time_loop | depends_on::grid_size;
  loop.is_run_time =
      (bound & varying) != 0 || condition.begin >= condition.end || is_long(condition);
  if (variable.empty()) return;
  loop.is_strided = is_strided(variable);
  if (loop.is_strided) return;
  Set& set = variables_[variable];
  set |= loop.is_run_time ? depends_on::run_time_loop : depends_on::fixed_loop;
  // for (int j = west; …), where west is x - radius
  const bool is_short =
      first.end > 0 && code_.is_name(first.end - 1) && code_[first.end - 2] == "=";
  if (is_short && (depends(code_[first.end - 1]) & depends_on::before) != 0)
    set |= depends_on::window;
  for (std::size_t i = first.begin; i + 1 < first.end; ++i) {
    const bool is_negative = code_[i] == "=" && code_[i + 1] == "-";
    const Set left = code_.is_name(i - 1) ? of_name(i - 1) : Set{0};
    const bool is_around = code_[i] == "-" && depends_on::is_index(left | depends(code_[i - 1]));
    if (is_negative || is_around) set |= depends_on::window;
  }
}

}  // namespace tilebridge::sources
