// SPDX-License-Identifier: Apache-2.0
#include "sources/scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "sources/code.hpp"
#include "sources/sections.hpp"

namespace tilebridge::sources {
namespace {

using Places = std::vector<std::size_t>;  // tokens

bool mentions(std::string_view text, std::string_view word) {
  const auto equal = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
  return std::ranges::search(text, word, equal).begin() != text.end();
}

/// Whether the argument mentions `name` before its first bracket, or is a variable that is declared
/// so above.
bool is_made_by(const Code& code, const Span& argument, std::string_view name) {
  for (std::size_t i = argument.begin; i < argument.end && code[i] != "("; ++i)
    if (code[i] == name) return true;
  if (argument.end - argument.begin != 1) return false;
  for (std::size_t i = argument.begin; i-- > 0;)
    if (code[i] == code[argument.begin] && code[i + 1] == "=")
      for (std::size_t j = i; code[j] != "(" && j < argument.begin; ++j)
        if (code[j] == name) return true;
  return false;
}

/// Whether the first argument, or the second behind a label, is that kind of range.
bool is_over(const Code& code, std::size_t bracket, std::string_view range) {
  const std::vector<Span> all = code.arguments(bracket);
  const std::size_t first = !all.empty() && code.is_literal(all[0].begin) ? 1 : 0;
  return first < all.size() && is_made_by(code, all[first], range);
}

/// The calls of that name over ranges of that kind within kernels.
Places nested(const Code& code, std::string_view name, std::string_view range) {
  Places places;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code[i] == name && code.call(i) < code.size() && is_over(code, code.call(i), range))
      places.push_back(i);
  return places;
}

Places calls(const Code& code, std::string_view name) {
  Places places;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code[i] == name && code.call(i) < code.size()) places.push_back(i);
  return places;
}

Span inside(const Code& code, std::size_t bracket) { return {bracket + 1, code.partner(bracket)}; }

/// Whether the block around token i has a barrier.
bool is_near_barrier(const Code& code, std::size_t i) {
  std::size_t block = code.enclosing(i);
  while (block < code.size() && code[block] != "{") block = code.enclosing(block);
  return block < code.size() && code.partner(block) < code.size() && code.in_kernel(i) &&
         code.contains(inside(code, block), "team_barrier");
}

bool has_loop(const Code& code, const Span& body) {
  return code.contains(body, "for") || code.contains(body, "while") ||
         code.contains(body, "parallel_for") || code.contains(body, "parallel_reduce");
}

/// Whether token i is in the body of a loop over that kind of range.
bool is_within(const Code& code, std::size_t i, std::string_view range) {
  for (std::size_t bracket = code.enclosing(i); bracket < code.size();
       bracket = code.enclosing(bracket)) {
    const std::size_t name = code.callee(bracket);
    if (name < code.size() && is_parallel(code[name]) && is_over(code, bracket, range)) return true;
  }
  return false;
}

// ---- Teams ----

Places single(const Code& code) {
  Places places = calls(code, "single");
  std::erase_if(places, [&](std::size_t i) {
    return !code.contains(inside(code, code.call(i)), "PerTeam") ||
           !(is_near_barrier(code, i) || (code.in_kernel(i) && code.in_loop(i)));
  });
  return places;
}

/// The loop over a vector in the body of the loop over a team at i; size() if there is none.
std::size_t vector_loop(const Code& code, std::size_t i) {
  const Span body = inside(code, code.call(i));
  for (std::size_t j = body.begin; j < body.end; ++j)
    if (code[j] == "parallel_for" && code.call(j) < body.end &&
        is_over(code, code.call(j), "ThreadVectorRange"))
      return j;
  return code.size();
}

/// Between barriers and with a short body: where what each element costs shows.
Places vector_range(const Code& code) {
  Places places = nested(code, "parallel_for", "TeamThreadRange");
  std::erase_if(places, [&](std::size_t i) {
    const std::size_t inner = vector_loop(code, i);
    return inner == code.size() || !is_near_barrier(code, i) ||
           has_loop(code, inside(code, code.call(inner)));
  });
  return places;
}

Places team_range(const Code& code) {
  Places places = nested(code, "parallel_for", "TeamThreadRange");
  std::erase_if(places, [&](std::size_t i) {
    return !is_near_barrier(code, i) || has_loop(code, inside(code, code.call(i))) ||
           is_within(code, i, "ThreadVectorRange");
  });
  return places;
}

bool is_unsigned(std::string_view type) {
  return type == "unsigned" || type.ends_with("size_t") || type.starts_with("uint");
}

/// Names of variables that begin as the result of that call: `const int t = team.team_rank();`.
std::vector<std::pair<std::string_view, std::size_t>> results_of(const Code& code,
                                                                 std::string_view function) {
  std::vector<std::pair<std::string_view, std::size_t>> names;
  for (const std::size_t i : calls(code, function)) {
    // [type name = team . function ( ) ;]
    const bool ends = code[code.call(i) + 2] == ";" || code[code.call(i) + 2] == ",";
    if (!ends || i < 5 || code[i - 3] != "=" || is_unsigned(code[i - 5])) continue;
    names.emplace_back(code[i - 4], i);
  }
  return names;
}

bool is_divided(const Code& code, std::size_t i) {
  return (code[i] == "/" || code[i] == "%") && code[i + 1] != "=";
}

/// Places where the result of that call is divided, itself or a variable that has it.
Places divisions(const Code& code, std::string_view function) {
  Places places;
  for (const std::size_t i : calls(code, function))
    if (const std::size_t after = code.call(i) + 2; is_divided(code, after)) places.push_back(i);
  for (const auto& [name, from] : results_of(code, function)) {
    const std::size_t block = code.enclosing(from);
    const std::size_t end = block < code.size() ? code.partner(block) : code.size();
    for (std::size_t i = from; i < end; ++i)
      if (code[i] == name && is_divided(code, i + 1)) places.push_back(i);
  }
  return places;
}

Places signed_rank(const Code& code) { return divisions(code, "team_rank"); }
/// By a number that is known at run time alone, in a short team or a loop over tiles.
Places league_division(const Code& code) {
  Places places = divisions(code, "league_rank");
  std::erase_if(places, [&](std::size_t i) {
    const Region* const kernel = code.around(RegionKind::kernel, i);
    const bool is_short = kernel != nullptr && code.contains(kernel->span, "team_barrier");
    std::size_t division = i;
    while (!is_divided(code, division)) ++division;
    return code.is_number(division + 1) || !(is_short || code.in_loop(i));
  });
  return places;
}

Places team_reduce(const Code& code) { return calls(code, "team_reduce"); }
/// With a body without loops, of which a thread has few.
Places nested_reduce(const Code& code) {
  Places places = nested(code, "parallel_reduce", "TeamThreadRange");
  const Places both = nested(code, "parallel_reduce", "TeamVectorRange");
  places.insert(places.end(), both.begin(), both.end());
  std::erase_if(places, [&](std::size_t i) { return has_loop(code, inside(code, code.call(i))); });
  return places;
}
/// Of short rows, one after another.
Places vector_reduce(const Code& code) {
  Places places = nested(code, "parallel_reduce", "ThreadVectorRange");
  std::erase_if(places, [&](std::size_t i) {
    return !code.in_loop(i) && !is_within(code, i, "TeamThreadRange");
  });
  return places;
}

// ---- Policies ----

/// The arguments that construct the policy whose type's name is at i: directly, or those of a
/// variable that is declared with it.
std::vector<Span> constructed(const Code& code, std::size_t i) {
  std::size_t bracket = code.after_arguments(i + 1);
  if (code.is_name(bracket)) ++bracket;
  const bool is_bracket = code[bracket] == "(" || code[bracket] == "{";
  if (!is_bracket || code.partner(bracket) >= code.size()) return {};
  return code.arguments(bracket);
}

/// The number in Rank<…> of the policy's type, here or in the declaration of its alias.
int rank_of(const Code& code, std::size_t i, std::string_view alias) {
  const bool is_alias = alias != "MDRangePolicy";
  for (std::size_t j = is_alias ? 0 : i; j + 2 < code.size(); ++j) {
    const bool declares = is_alias && code[j] == alias && code[j + 1] == "=";
    if (is_alias && !declares) continue;
    for (std::size_t k = j; k < code.size() && code[k] != ";" && code[k] != "{"; ++k)
      if (code[k] == "Rank" && code.is_number(k + 2)) return code[k + 2][0] - '0';
  }
  return 0;
}

/// MDRangePolicy<Rank<rank>>({…}, {…}), without a tile.
Places default_tiles(const Code& code, int rank) {
  Places places;
  for (const std::string_view name : code.aliases("MDRangePolicy"))
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (code[i] != name) continue;
      const std::vector<Span> all = constructed(code, i);
      const auto lists =
          std::ranges::count_if(all, [&](const Span& span) { return code[span.begin] == "{"; });
      const bool is_default = lists == 2 || (lists == 0 && all.size() == 2);
      if (is_default && all.size() <= 3 && rank_of(code, i, name) == rank) places.push_back(i);
    }
  return places;
}

Places tiles_of_2(const Code& code) { return default_tiles(code, 2); }
Places tiles_of_3(const Code& code) { return default_tiles(code, 3); }

// ---- Scratch memory ----

struct ScratchView {
  std::size_t place;
  int run_time = 0;  // extents
  int extents = 0;
  bool has_layout = false;
};

ScratchView described(const Code& code, std::size_t i, const Span& type) {
  ScratchView view = {i};
  for (std::size_t j = type.begin; j < type.end; ++j) {
    if (code[j] == "*") ++view.run_time;
    if (code[j] == "[") ++view.extents;
    if (mentions(code[j], "layout")) view.has_layout = true;
  }
  view.extents += view.run_time;
  return view;
}

/// Views whose type names scratch memory.
std::vector<ScratchView> scratch_views(const Code& code) {
  std::vector<ScratchView> views;
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    const Span type = {i + 1, code.after_arguments(i + 1)};
    if (code[i] != "View" || type.end == type.begin) continue;
    bool is_scratch = false;
    for (std::size_t j = type.begin; j < type.end; ++j)
      is_scratch = is_scratch || mentions(code[j], "scratch") || mentions(code[j], "shmem");
    if (is_scratch) views.push_back(described(code, i, type));
  }
  return views;
}

Places layout_left(const Code& code) {
  Places places;
  for (const ScratchView& view : scratch_views(code))
    if (view.extents >= 2 && !view.has_layout) places.push_back(view.place);
  return places;
}

Places run_time_extents(const Code& code) {
  Places places;
  for (const ScratchView& view : scratch_views(code))
    if (view.run_time >= 2) places.push_back(view.place);
  return places;
}

// ---- Views, between kernels ----

/// The name of the function around token i; "" if there is none.
std::string_view function_name(const Code& code, std::size_t i) {
  const Span function = code.function(i);
  return function.empty() ? "" : code[code.callee(function.begin)];
}

/// Whether the function prepares something, or reads or writes files.
bool is_set_up(const Code& code, std::size_t i) {
  const std::string_view name = function_name(code, i);
  return std::ranges::any_of(
      std::array{"init", "setup", "set_up", "read", "write", "print", "grow"},
      [&](const char* word) { return mentions(name, word); });
}

/// Whether token i is in a branch, of the loop if there is one, for what grows or is done again.
bool is_rare(const Code& code, std::size_t i) {
  const Region* const branch = code.around(RegionKind::branch, i);
  const Region* const loop = code.around(RegionKind::loop, i);
  if (branch == nullptr || (loop != nullptr && loop->span.begin > branch->span.begin)) return false;
  for (std::size_t j = branch->span.begin; j < code.partner(branch->span.begin + 1); ++j)
    for (const char* word : {"extent", "size", "capacity", "max", "redo", "retry", "grow", "first"})
      if (mentions(code[j], word)) return true;
  return false;
}

/// Whether what stands at i is done again and again by the host: in a loop, or beside the launch of
/// a kernel.
bool is_repeated(const Code& code, std::size_t i) {
  if (code.in_kernel(i) || is_set_up(code, i) || is_rare(code, i)) return false;
  if (code.in_loop(i)) return true;
  const Span function = code.function(i);
  return code.contains(function, "parallel_for") || code.contains(function, "parallel_reduce") ||
         code.contains(function, "parallel_scan");
}

Places deep_copy(const Code& code) {
  Places places = calls(code, "deep_copy");
  std::erase_if(places, [&](std::size_t i) {
    return !is_repeated(code, i) || code.arguments(code.call(i)).size() != 2;
  });
  return places;
}

Places mirror(const Code& code) {
  Places places;
  for (const char* name : {"create_mirror", "create_mirror_view", "create_mirror_view_and_copy"})
    for (const std::size_t i : calls(code, name))
      if (is_repeated(code, i)) places.push_back(i);
  return places;
}

/// Whether the bracket constructs a View: View<…>(…), or a variable of a type that is called so.
bool constructs_view(const Code& code, std::size_t bracket) {
  if (const std::size_t name = code.callee(bracket); name < code.size()) {
    if (mentions(code[name], "view")) return true;
    std::size_t before = name - 1;  // of a variable: its type
    if (name == 0 || !(code.is_name(before) || code[before] == ">")) return false;
    if (code[before] == ">") before = code.callee(name);
    return before < code.size() && mentions(code[before], "view");
  }
  return false;
}

Places allocation(const Code& code) {
  Places places;
  for (std::size_t i = 1; i < code.size(); ++i)
    if (code.is_literal(i) && code[i].starts_with('"') && code[i - 1] == "(" &&
        is_repeated(code, i) && constructs_view(code, i - 1) &&
        !code.contains(inside(code, i - 1), "WithoutInitializing"))
      places.push_back(i);
  return places;
}

/// The variable that the tokens are, or whose member they are; size() if they are neither.
std::size_t variable_of(const Code& code, const Span& tokens) {
  std::size_t end = tokens.begin + 1;
  while (code[end] == "." && code.is_name(end + 1)) end += 2;
  return end == tokens.end && code.is_name(tokens.begin) ? tokens.begin : code.size();
}

/// The variable that a reduction's last argument gives its result to: `sum`, `sums.energy` or
/// `Max<double>(sum)`; size() where it is none.
std::size_t result_variable(const Code& code, const Span& argument) {
  for (std::size_t i = argument.begin; i < argument.end; ++i)
    if (const std::size_t bracket = code.call(i);
        bracket < argument.end && code.partner(bracket) + 1 == argument.end)
      return variable_of(code, inside(code, bracket));
  return variable_of(code, argument);
}

/// Whether that is a parameter of a template, or a View.
bool is_unknown_type(const Code& code, std::string_view type) {
  for (std::size_t i = 0; i + 1 < code.size(); ++i)
    if ((code[i] == "typename" || code[i] == "class") && code[i + 1] == type &&
        code[i + 2] != "{" && code[i + 2] != ":")
      return true;
  return mentions(type, "view");
}

/// Whether the name at i is a variable or a parameter of its function that is no View.
bool is_plain_variable(const Code& code, std::size_t i) {
  constexpr std::array<std::string_view, 6> ends = {"=", ";", "{", ",", "(", ")"};
  const Span function = code.function(i);
  for (std::size_t j = i; j-- > function.begin + 1;) {
    if (code[j] != code[i] || std::ranges::find(ends, code[j + 1]) == ends.end()) continue;
    const std::size_t type = code[j - 1] == "&" ? j - 2 : j - 1;
    if (code[type] == ">") return false;
    if (code.is_name(type) && code[type] != "return") return !is_unknown_type(code, code[type]);
  }
  return false;
}

Places scalar_result(const Code& code) {
  Places places;
  for (const char* name : {"parallel_reduce", "parallel_scan"})
    for (const std::size_t i : calls(code, name)) {
      const std::vector<Span> all = code.arguments(code.call(i));
      const std::size_t labels = !all.empty() && code.is_literal(all[0].begin) ? 1 : 0;
      if (code.in_kernel(i) || all.size() < labels + 3) continue;
      const std::size_t result = result_variable(code, all.back());
      if (result < code.size() && is_plain_variable(code, result)) places.push_back(i);
    }
  return places;
}

// ---- Atomics and indices ----

/// Whether the loop gives the name a new value: what is expected next, unless the exchange is for a
/// place that is free.
bool is_renewed(const Code& code, std::string_view name, const Span& loop) {
  for (std::size_t i = loop.begin; i < loop.end; ++i)
    if (code[i] == name && code[i + 1] == "=" && code[i + 2] != "=") return true;
  return false;
}

Places compare(const Code& code) {
  Places places;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code[i].starts_with("atomic_compare_exchange") || code.call(i) >= code.size() ||
        !code.in_loop(i))
      continue;
    const std::vector<Span> all = code.arguments(code.call(i));
    const Region* const loop = code.around(RegionKind::loop, i);
    if (all.size() == 3 && is_renewed(code, code[all[1].begin], loop->span)) places.push_back(i);
  }
  return places;
}

/// Whether the head of the loop at i goes from centre - k to centre + k: (int v = y - 1; v <= y +
/// 1;
bool is_around_centre(const Code& code, std::size_t i) {
  const std::size_t assigned = code[i + 3] == "=" ? i + 3 : i + 4;
  const std::size_t centre = assigned + 1;
  if (code[assigned] != "=" || !code.is_name(centre) || code[centre + 1] != "-" ||
      code[centre + 3] != ";" || code[centre + 4] != code[assigned - 1])
    return false;
  const std::size_t compared = centre + (code[centre + 6] == "=" ? 7 : 6);
  return code[compared] == code[centre] && code[compared + 1] == "+" && code[compared + 3] == ";";
}

/// In a kernel, with a body that has no other loop: such a one is not unrolled.
Places neighbour_loop(const Code& code) {
  Places places;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] != "for" || !code.in_kernel(i) || !is_around_centre(code, i)) continue;
    const Span body = {code.partner(i + 1), code.around(RegionKind::loop, i)->span.end};
    if (!has_loop(code, body)) places.push_back(i);
  }
  return places;
}

struct Finder {
  std::string_view idiom;
  Places (*find)(const Code&);
};

constexpr std::array<Finder, 18> finders = {{{"team_control/single", single},
                                             {"team_control/vector_range", vector_range},
                                             {"team_control/team_range", team_range},
                                             {"team_control/signed_rank", signed_rank},
                                             {"team_control/league_division", league_division},
                                             {"team_sums/team_reduce", team_reduce},
                                             {"team_sums/nested_reduce", nested_reduce},
                                             {"team_sums/vector_reduce", vector_reduce},
                                             {"policies/mdrange_tile", tiles_of_2},
                                             {"policies/mdrange3_tile", tiles_of_3},
                                             {"scratch_use/layout_left", layout_left},
                                             {"scratch_use/run_time_extents", run_time_extents},
                                             {"views/deep_copy", deep_copy},
                                             {"views/mirror", mirror},
                                             {"views/allocation", allocation},
                                             {"views/scalar_result", scalar_result},
                                             {"atomics/compare", compare},
                                             {"indexing/neighbour_loop", neighbour_loop}}};

/// The parallel_…() of the host around token i, whose arguments it is in; size() if there is none.
std::size_t launch_around(const Code& code, std::size_t i) {
  std::size_t launch = code.size();
  for (std::size_t bracket = code.enclosing(i); bracket < code.size();
       bracket = code.enclosing(bracket))
    if (const std::size_t name = code.callee(bracket);
        name < code.size() && is_parallel(code[name]) && !code.in_kernel(name))
      launch = name;
  return launch;
}

/// The label that a parallel_…() begins with, without its quotes; "" without one.
std::string label_of(const Code& code, std::size_t launch) {
  const std::size_t first = code.call(launch) + 1;
  if (!code.is_literal(first)) return "";
  return std::string(code[first].substr(1, code[first].size() - 2));
}

std::string kernel_of(const Code& code, std::size_t i) {
  const std::size_t launch =
      is_parallel(code[i]) && !code.in_kernel(i) ? i : launch_around(code, i);
  if (launch < code.size())
    if (std::string label = label_of(code, launch); !label.empty()) return label;
  const Region* const functor = code.around(RegionKind::class_scope, i);
  return functor == nullptr || !code.in_kernel(i) ? "" : std::string(code[functor->span.begin]);
}

std::vector<LabelledFunctor> functors_of(const Code& code) {
  std::vector<LabelledFunctor> functors;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!is_parallel(code[i]) || code.call(i) >= code.size() || code.in_kernel(i)) continue;
    const std::string label = label_of(code, i);
    const Span all = inside(code, code.call(i));
    if (label.empty()) continue;
    for (std::size_t j = all.begin; j < all.end; ++j)
      if (code.is_name(j) && std::isupper(static_cast<unsigned char>(code[j][0])) != 0)
        functors.push_back({label, std::string(code[j])});
    if (const Region* own = code.around(RegionKind::class_scope, i); own != nullptr)
      if (code.contains(all, "this"))
        functors.push_back({label, std::string(code[own->span.begin])});
  }
  return functors;
}

}  // namespace

Scan scan_source(std::string_view text) {
  const Code code(text);
  const Lines lines = lines_of(text);
  Scan scan;
  for (const Finder& finder : finders)
    for (const std::size_t place : finder.find(code)) {
      const std::size_t line = code.line(place);
      const std::string_view written = lines.text[line - 1];
      if (written.find("tilebridge: ignore") == std::string_view::npos)
        scan.findings.push_back(
            {std::string(finder.idiom), line, std::string(written), kernel_of(code, place)});
    }
  const auto place = [](const Finding& f) { return std::tie(f.line, f.idiom); };
  std::ranges::sort(scan.findings, {}, place);
  const auto follows = [](const Finding& a, const Finding& b) {
    return a.idiom == b.idiom && b.line <= a.line + 3;
  };
  const auto repeated = std::ranges::unique(scan.findings, follows);
  scan.findings.erase(repeated.begin(), repeated.end());
  scan.functors = functors_of(code);
  return scan;
}

std::vector<std::string_view> scanned_idioms() {
  std::vector<std::string_view> idioms;
  for (const Finder& finder : finders) idioms.push_back(finder.idiom);
  return idioms;
}

}  // namespace tilebridge::sources
