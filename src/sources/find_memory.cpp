// SPDX-License-Identifier: Apache-2.0
// Finds idioms in what kernels do to memory: scratch Views, strides, atomics, stencils.
#include <algorithm>
#include <optional>

#include "sources/finders.hpp"

namespace tilebridge::sources {
namespace {

// ---- Scratch memory ----

/// Describes a View whose type names scratch memory, but for an alias of any type, which does not
/// say what is made of it.
struct ScratchView {
  int run_time = 0;  // extents
  int extents = 0;
  bool has_layout = false;
};

std::optional<ScratchView> scratch_view(const Code& code, std::size_t i) {
  const bool is_of_any = code.is_unknown_class(code[i + 2]);
  const std::size_t before = i > 1 && code[i - 1] == "::" ? i - 2 : i;  // Kokkos ::
  if (code[i] != "View" ||
      (is_of_any && before > 2 && code[before - 1] == "=" && code[before - 3] == "using"))
    return std::nullopt;
  ScratchView view;
  bool is_scratch = false;
  const std::size_t end = code.after_arguments(i + 1);
  for (std::size_t j = i + 1; j < end; ++j) {
    is_scratch = is_scratch || mentions(code[j], {"scratch", "shmem"});
    if (code[j] == "*") ++view.run_time;
    if (code[j] == "*" || code[j] == "[") ++view.extents;
    if (mentions(code[j], {"layout"})) view.has_layout = true;
  }
  return is_scratch ? std::optional(view) : std::nullopt;
}

/// A scratch View that is made of the type at i, or of its alias.
struct MadeView {
  std::size_t variable;
  std::vector<Span> extents;
};

/// The View that is made at i, whose type ends there: `type name(team.team_scratch(0), n, m)`.
std::optional<MadeView> made_at(const Code& code, std::size_t i) {
  const std::size_t bracket = code.is_name(i + 1) ? i + 2 : i + 1;
  if ((code[bracket] != "(" && code[bracket] != "{") || code.partner(bracket) >= code.size())
    return std::nullopt;
  std::vector<Span> all = code.arguments(bracket);
  if (all.size() < 2) return std::nullopt;
  all.erase(all.begin());  // the memory
  // auto name = type(…)
  const std::size_t variable = code.is_name(i + 1) ? i + 1 : i - 2;
  return MadeView{variable, std::move(all)};
}

/// The scratch Views that are made of the type whose View is at i, as far as they are seen.
std::vector<MadeView> made_of(const Code& code, std::size_t i) {
  constexpr std::size_t most = 16;  // uses of an alias that are looked at
  std::vector<MadeView> made;
  const auto add = [&](std::size_t type) {
    if (auto view = made_at(code, type)) made.push_back(std::move(*view));
  };
  add(code.after_arguments(i + 1) - 1);
  std::size_t alias = i;
  while (alias > 1 && (code[alias - 1] == "::" || code[alias - 1] == "Kokkos")) --alias;
  if (alias < 2 || code[alias - 1] != "=") return made;
  const auto places = code.places(code[alias - 2], {i, code.size()});
  for (std::size_t k = 0; k < std::min(places.size(), most); ++k) add(places[k]);
  return made;
}

/// Whether the View's first index numbers threads: its columns are cut out, `subview(w, ALL, k)`,
/// or a lambda's index comes first, `w(i, c)`.
bool is_by_columns(const Code& code, std::size_t variable) {
  const Span block = {variable + 1, code.partner(code.enclosing(variable))};
  return std::ranges::any_of(code.places(code[variable], block), [&](std::size_t i) {
    const std::size_t callee = code.callee(code.enclosing(i));
    if (code[callee] == "subview") {
      const std::vector<Span> all = code.arguments(code.call(callee));
      return all.size() > 2 && code[all[1].end - 1] == "ALL" && code[all.back().end - 1] != "ALL";
    }
    const std::vector<Span> indices = code.arguments(code.call(i));
    const auto is_thread = [&](const Span& index) {
      const std::size_t declared = code.declaration(index.begin);
      const std::size_t head = code.enclosing(declared);
      return index.end - index.begin == 1 && head > 0 && code[head] == "(" && code[head - 1] == "]";
    };
    return indices.size() > 1 && is_thread(indices.front()) && !is_thread(indices.back());
  });
}

bool is_layout_left(const Code& code, std::size_t i) {
  const auto view = scratch_view(code, i);
  if (!view || view->extents < 2 || view->has_layout) return false;
  return std::ranges::none_of(
      made_of(code, i), [&](const MadeView& made) { return is_by_columns(code, made.variable); });
}

/// Extents that are known when compiling, though the type does not say them.
bool has_run_time_extents(const Code& code, std::size_t i) {
  const auto view = scratch_view(code, i);
  if (!view || view->run_time < 2) return false;
  const std::vector<MadeView> made = made_of(code, i);
  return !made.empty() && std::ranges::all_of(made, [&](const MadeView& each) {
    return std::ranges::all_of(each.extents,
                               [&](const Span& extent) { return is_fixed(code, extent); });
  });
}

// ---- Strides ----

/// Whether the tokens are the variable of a serial loop of the kernel, over more than a few numbers
/// as far as can be seen.
bool is_serial_index(const Code& code, const Span& index, const Span& kernel) {
  if (index.end - index.begin != 1) return false;
  const std::size_t declared = code.declaration(index.begin);
  if (!kernel.holds(declared)) return false;
  const std::size_t head = code.enclosing(declared);
  if (head == 0 || code[head] != "(" || code[head - 1] != "for") return false;
  std::size_t bound = declared;
  while (bound < code.partner(head) && code[bound] != "<") ++bound;
  bound += code[bound + 1] == "=" ? 2 : 1;
  const bool is_short = code.is_number(bound) && code[bound].size() == 1;
  return !is_short && !mentions(code[bound], {"dim"});
}

bool is_alone(const Code& code, const Span& index, std::string_view name) {
  return index.end - index.begin == 1 && code[index.begin] == name;
}

/// Whether neighbouring threads, which `thread` numbers, read elements of the View at i that are
/// apart, while a serial loop goes along its contiguous index.
bool is_strided(const Code& code, std::size_t i, std::string_view thread, const Span& kernel) {
  const std::size_t bracket = code.call(i);
  if (bracket >= kernel.end || code[i - 1] == "." || code[i - 1] == "->" || code[i - 1] == "::")
    return false;
  const std::vector<Span> indices = code.arguments(bracket);
  if (indices.size() < 2) return false;
  const auto is_thread = [&](const Span& index) { return is_alone(code, index, thread); };
  if (std::ranges::count_if(indices, is_thread) != 1) return false;
  const auto view = view_type(code, i);
  if (!view || view->rank != indices.size()) return false;
  if (view->layout == ViewType::Layout::left) return is_serial_index(code, indices.front(), kernel);
  // Three numbers of a structure are one after another in either order of loops.
  return view->layout == ViewType::Layout::right && !code.is_number(indices.back().begin) &&
         is_serial_index(code, indices.back(), kernel);
}

/// The name of the index of a kernel over a flat range; "" if it is over something else.
std::string_view flat_index(const Code& code, std::size_t launch, const Body& body) {
  if (body.parameters.empty() || is_over(code, launch, "TeamPolicy") ||
      is_over(code, launch, "MDRangePolicy"))
    return "";
  const bool is_for =
      code[launch] == "parallel_for" || !code.range_of_wrapper(code[launch]).empty();
  if (is_for && body.parameters.size() != 1) return "";
  const std::size_t index = body.parameters.front();
  std::size_t type = index - 1;
  while (code[type] == "&" || code[type] == "const") --type;
  return is_integer(code[type]) ? code[index] : "";
}

// ---- Atomics ----

/// The operator or the function that the new value of an exchange is made with, and the function of
/// Kokkos that does the same; null if there is none.
const char* atomic_instead(const Code& code, std::size_t i, const std::vector<Span>& all) {
  const Span& expected = all[1];
  const Span& desired = all[2];
  const std::string_view old = code[expected.begin];
  if (code.contains(desired, "max", "fmax")) return "atomic_max instead of the loop";
  if (code.contains(desired, "min", "fmin")) return "atomic_min instead of the loop";
  if (code.contains(desired, old)) {
    const bool is_sum = desired.end - desired.begin >= 3 && code[desired.begin] == old &&
                        code[desired.begin + 1] == "+";
    return is_sum ? "atomic_add instead of the loop" : nullptr;
  }
  const Region* const loop = code.around(RegionKind::loop, i);
  const Span head = inside(code, loop->span.begin + 1);
  if (code[loop->span.begin] == "do" || !code.contains(head, old)) return nullptr;
  for (std::size_t j = head.begin; j < head.end; ++j) {
    const bool is_less = code[j] == "<";
    if (!is_less && code[j] != ">") continue;
    // Goes on while what is there is less: [old <] or [> old].
    const bool is_max = is_less ? code[j - 1] == old : code[j + 1] == old;
    return is_max ? "atomic_max instead of the loop" : "atomic_min instead of the loop";
  }
  return nullptr;
}

/// In a loop that goes on with what the exchange returns, at the same address.
const char* exchange_instead(const Code& code, std::size_t i) {
  if (!code[i].starts_with("atomic_compare_exchange") || code.call(i) == code.size() ||
      !code.in_loop(i))
    return nullptr;
  const std::vector<Span> all = code.arguments(code.call(i));
  if (all.size() != 3 || all[1].end - all[1].begin != 1) return nullptr;
  const std::string_view expected = code[all[1].begin];
  const Span loop = code.around(RegionKind::loop, i)->span;
  if (code.assigned(expected, loop) >= loop.end || code.contains(all[0], expected)) return nullptr;
  return atomic_instead(code, i, all);
}

/// Whether every thread of the kernel comes to token i, as far as can be seen: in its lambda, or in
/// its functor's operator().
bool is_unconditional(const Code& code, std::size_t i) {
  constexpr std::size_t head = 16;  // tokens from a mark to the name of its function
  const Region* const kernel = code.around(RegionKind::kernel, i);
  if (launch_around(code, i) == code.size() &&
      !code.contains({kernel->span.begin, kernel->span.begin + head}, "operator"))
    return false;
  const Region* const branch = code.around(RegionKind::branch, i);
  const Span before = {kernel->span.begin, i};
  for (std::size_t j = i; j > before.begin && code[j] != ";" && code[j] != "{"; --j)
    if (code[j] == "else" || code[j] == "?" || (code[j] == "&" && code[j - 1] == "&")) return false;
  return (branch == nullptr || branch->span.begin < before.begin) &&
         !code.contains(before, "return", "continue", "else", "switch") &&
         !code.contains(before, "single");
}

/// How many words an atomic of a kernel's every thread may be on, if few: &count(), &sums(0), or
/// any of a View whose type says so; else 0.
std::size_t words_of_atomic(const Code& code, std::size_t i) {
  constexpr std::size_t most = 1024;  // as many numbers fit into a team's scratch memory
  if (!code[i].starts_with("atomic_") || code.call(i) == code.size() || !code.in_kernel(i))
    return 0;
  const std::size_t address = code.call(i) + 1;
  const std::size_t variable = address + 1;
  if (!mentions(code[i], {"add", "inc", "sub", "dec", "max", "min"}) || code[address] != "&" ||
      !code.is_name(variable) || (code[variable + 1] != "(" && code[variable + 1] != "["))
    return 0;
  const std::size_t end = code.partner(variable + 1);
  if ((code[end + 1] != "," && code[end + 1] != ")") || !is_unconditional(code, i)) return 0;
  if (end == variable + 2 || (end == variable + 3 && code.is_number(end - 1))) return 1;
  const auto view = view_type(code, variable);
  return view && view->words <= most ? view->words : 0;
}

/// Whether the value that the function at i returns is used.
bool is_used(const Code& code, std::size_t i) {
  while (i > 0 && (code[i - 1] == "::" || code[i - 1] == "Kokkos")) --i;
  return i > 0 && code[i - 1] != ";" && code[i - 1] != "{" && code[i - 1] != "}" &&
         code[i - 1] != ")";
}

// ---- Stencils ----

/// Whether the loop at i goes from centre - k to centre + k: (int v = y - 1; v <= y + 1; ++v).
bool is_around_centre(const Code& code, std::size_t i) {
  const std::size_t assigned = code[i + 3] == "=" ? i + 3 : i + 4;
  const std::size_t centre = assigned + 1;
  if (code[assigned] != "=" || !code.is_name(centre) || code[centre + 1] != "-" ||
      code[centre + 3] != ";" || code[centre + 4] != code[assigned - 1])
    return false;
  const std::size_t compared = centre + (code[centre + 6] == "=" ? 7 : 6);
  return code[compared] == code[centre] && code[compared + 1] == "+" && code[compared + 3] == ";";
}

/// In a kernel, with a short body that has no other loop: such a one is not unrolled.
bool is_neighbour_loop(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 128;  // tokens
  if (code[i] != "for" || !code.in_kernel(i) || !is_around_centre(code, i)) return false;
  const Region* const loop = code.around(RegionKind::loop, i);
  return loop != nullptr && loop->span.begin == i && loop->span.end - i < longest &&
         !has_loop(code, {code.partner(i + 1), loop->span.end});
}

}  // namespace

Hits layouts_left(const Code& code) { return all<is_layout_left>(code); }
Hits run_time_extents(const Code& code) { return all<has_run_time_extents>(code); }
Hits neighbour_loops(const Code& code) { return all<is_neighbour_loop>(code); }

/// The first in each kernel.
Hits strided_views(const Code& code) {
  const Advice advice = {
      "a flat kernel whose threads walk along a View's contiguous index, so that neighbours are "
      "apart",
      "more than a few elements to walk along, from memory",
      "a View whose contiguous index is the thread's: the other layout, or the indices swapped",
      "no other kernel walks along the other index"};
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code.is_parallel(code[i]) || code.call(i) >= code.size() || code.in_kernel(i)) continue;
    const Body body = body_of(code, i);
    const std::string_view thread = flat_index(code, i, body);
    if (thread.empty()) continue;
    for (std::size_t j = body.span.begin; j < body.span.end; ++j)
      if (is_strided(code, j, thread, body.span)) {
        hits.push_back({j, advice});
        break;
      }
  }
  return hits;
}

Hits exchanges(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (const char* const instead = exchange_instead(code, i); instead != nullptr) {
      hits.push_back({i});
      hits.back().advice.instead = instead;
    }
  return hits;
}

Hits contended_atomics(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::size_t words = words_of_atomic(code, i);
    if (words == 0) continue;
    Advice advice = {"an atomic of every thread of a kernel on one word or a few",
                     "many threads, all of which come to it", "parallel_reduce"};
    if (words > 1) {
      advice.instead = "atomics on scratch memory of the team, which are added up at its end";
      advice.holds_if = "a TeamPolicy";
    } else if (is_used(code, i)) {
      advice.instead = "parallel_scan, which numbers the threads";
      advice.holds_if = "the numbers may be in the threads' order";
    }
    hits.push_back({i, std::move(advice)});
  }
  return hits;
}

}  // namespace tilebridge::sources
