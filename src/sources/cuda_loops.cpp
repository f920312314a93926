// SPDX-License-Identifier: Apache-2.0
// The loops of a kernel: members of CudaValues.
#include <algorithm>
#include <array>

#include "sources/cuda_values.hpp"
#include "sources/kernels.hpp"

namespace tilebridge::sources {

namespace {

using Set = depends_on::Set;

bool calls_in(const Code& code, const Span& span) {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (code.is_name(i) && code[i + 1] == "(") return true;
  return false;
}

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

/// The value of `4`, `-radius` or `Tile::rows - 1`; none if the text does not say it.
std::optional<std::int64_t> CudaValues::number(const Span& expression) const {
  const bool is_negative = code_[expression.begin] == "-";
  std::vector<Token> tokens;
  for (std::size_t i = expression.begin + (is_negative ? 1 : 0); i < expression.end; ++i)
    tokens.push_back(code_.token(i));
  constexpr std::size_t largest = 1U << 30U;
  const auto value = base_.value_of(tokens, file_);
  if (!value || *value > largest) return std::nullopt;
  return is_negative ? -static_cast<std::int64_t>(*value) : static_cast<std::int64_t>(*value);
}

/// Reads `int i = a; i < b; ++i`, also with <= and `i += c`; 1 for other loops.
std::size_t CudaValues::turns_of(const Span& first, const Span& condition, const Span& step) const {
  std::size_t from = first.begin;
  while (from < first.end && code_[from] != "=") ++from;
  const std::size_t less = condition.begin + 1;
  if (from + 1 >= first.end || less + 1 >= condition.end || code_[less] != "<") return 1;
  const bool is_whole = code_[less + 1] == "=";  // the last value is one of the loop's
  const auto begin = number({from + 1, first.end});
  const auto end = number({less + (is_whole ? 2U : 1U), condition.end});
  const bool adds = code_[step.begin + 1] == "+" && code_[step.begin + 2] == "=";
  const bool is_by_one = step.end == step.begin + 3 && !adds &&
                         (code_[step.begin] == "+" || code_[step.begin + 1] == "+");
  const std::int64_t by =
      adds ? number({step.begin + 3, step.end}).value_or(0) : (is_by_one ? 1 : 0);
  if (!begin || !end || by <= 0) return 1;
  const std::int64_t length = *end - *begin + (is_whole ? 1 : 0);
  return static_cast<std::size_t>(std::max<std::int64_t>(1, (length + by - 1) / by));
}

std::size_t CudaValues::times(const CudaAccess& access) const {
  constexpr std::size_t most = 1'000'000;
  std::size_t times = 1;
  if (turns_.empty()) return times;
  for (const Span& loop : regions_around(code_, RegionKind::loop, access.index.begin))
    if (const auto turns = turns_.find(loop.begin); turns != turns_.end())
      times = std::min(most, times * turns->second);
  return times;
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
  // for (Neighbours at(i); at.next();)
  const bool is_iterator = step.begin >= step.end && calls_in(code_, condition);
  loop.is_run_time = (bound & varying) != 0 || condition.begin >= condition.end || is_iterator ||
                     is_long(condition);
  if (variable.empty()) return;
  loop.is_strided = is_strided(variable);
  if (loop.is_strided) return;
  const std::size_t turns = loop.is_run_time ? 1 : turns_of(first, condition, step);
  if (turns > 1) turns_[at] = turns;
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
