// SPDX-License-Identifier: Apache-2.0
#include "sources/scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

#include "sources/code.hpp"
#include "sources/encoding.hpp"
#include "sources/sections.hpp"

namespace tilebridge::sources {
namespace {

using Places = std::vector<std::size_t>;  // tokens

/// Whether one of the words, in small letters, is in the text.
template <class... Words>
bool mentions(std::string_view text, const Words&... words) {
  const auto equal = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
  return (!std::ranges::search(text, std::string_view(words), equal).empty() || ...);
}

/// Whether the argument mentions `name` before its first bracket, or is a variable that is declared
/// so above.
bool is_made_by(const Code& code, const Span& argument, std::string_view name) {
  for (std::size_t i = argument.begin; i < argument.end && code[i] != "("; ++i)
    if (code[i] == name) return true;
  if (argument.end - argument.begin != 1) return false;
  for (std::size_t i = code.assigned(code[argument.begin], {0, argument.begin});
       i < argument.begin && code[i] != "(" && code[i] != ";"; ++i)
    if (code[i] == name) return true;
  return false;
}

/// The arguments behind a label.
std::vector<Span> unlabelled(const Code& code, std::size_t bracket) {
  std::vector<Span> all = code.arguments(bracket);
  if (!all.empty() && code.is_literal(all.front().begin)) all.erase(all.begin());
  return all;
}

/// Whether the first argument is that kind of range.
bool is_over(const Code& code, std::size_t bracket, std::string_view range) {
  const std::vector<Span> all = unlabelled(code, bracket);
  return !all.empty() && is_made_by(code, all.front(), range);
}

bool is_call(const Code& code, std::size_t i, std::string_view name) {
  return code[i] == name && code.call(i) < code.size();
}

/// Whether it calls parallel_…() of that name over a range of that kind.
bool is_loop(const Code& code, std::size_t i, std::string_view name, std::string_view range) {
  return is_call(code, i, name) && is_over(code, code.call(i), range);
}

Span inside(const Code& code, std::size_t bracket) { return {bracket + 1, code.partner(bracket)}; }

/// Whether the bracket at i is that of a block alone, of no loop, branch or function.
bool is_bare_block(const Code& code, std::size_t i) {
  return i > 0 && code[i] == "{" &&
         (code[i - 1] == ";" || code[i - 1] == "{" || code[i - 1] == "}");
}

/// Whether the block around token i has a barrier.
bool is_near_barrier(const Code& code, std::size_t i) {
  std::size_t block = code.enclosing(i);
  while (block < code.size() && (code[block] != "{" || is_bare_block(code, block)))
    block = code.enclosing(block);
  return block < code.size() && code.partner(block) < code.size() && code.in_kernel(i) &&
         code.contains(inside(code, block), "team_barrier");
}

bool has_loop(const Code& code, const Span& body) {
  return code.contains(body, "for", "while", "parallel_for", "parallel_reduce");
}

/// The functions in whose arguments token i is, from the innermost.
std::vector<std::size_t> callees_around(const Code& code, std::size_t i) {
  std::vector<std::size_t> names;
  for (i = code.enclosing(i); i < code.size(); i = code.enclosing(i))
    if (const std::size_t name = code.callee(i); name < code.size()) names.push_back(name);
  return names;
}

/// Whether token i is in the body of a loop over that kind of range.
bool is_within(const Code& code, std::size_t i, std::string_view range) {
  return std::ranges::any_of(callees_around(code, i), [&](std::size_t name) {
    return is_parallel(code[name]) && is_over(code, code.call(name), range);
  });
}

// ---- Teams ----

bool is_single(const Code& code, std::size_t i) {
  return is_call(code, i, "single") && code.contains(inside(code, code.call(i)), "PerTeam") &&
         (is_near_barrier(code, i) || (code.in_kernel(i) && code.in_loop(i)));
}

/// The loop over a vector in the body of the loop over a team at i; size() if there is none.
std::size_t vector_loop(const Code& code, std::size_t i) {
  const Span body = inside(code, code.call(i));
  for (std::size_t j = body.begin; j < body.end; ++j)
    if (is_loop(code, j, "parallel_for", "ThreadVectorRange")) return j;
  return code.size();
}

/// Between barriers and with a short body: where what each element costs shows.
bool is_vector_range(const Code& code, std::size_t i) {
  if (!is_loop(code, i, "parallel_for", "TeamThreadRange") || !is_near_barrier(code, i))
    return false;
  const std::size_t inner = vector_loop(code, i);
  return inner < code.size() && !has_loop(code, inside(code, code.call(inner)));
}

/// Not where the body gives the team to a function, which may have loops.
bool is_team_range(const Code& code, std::size_t i) {
  if (!is_loop(code, i, "parallel_for", "TeamThreadRange") || !is_near_barrier(code, i))
    return false;
  const Span call = inside(code, code.call(i));
  std::size_t team = call.begin;
  while (team < call.end && !(code[team - 1] == "(" && code[team - 2] == "TeamThreadRange")) ++team;
  return !has_loop(code, call) && !is_within(code, i, "ThreadVectorRange") &&
         !code.contains({std::min(team + 1, call.end), call.end}, code[team]);
}

bool is_unsigned(std::string_view type) {
  return type == "unsigned" || type.ends_with("size_t") || type.starts_with("uint");
}

bool is_divided(const Code& code, std::size_t i) {
  return (code[i] == "/" || code[i] == "%") && code[i + 1] != "=";
}

struct Division {
  std::size_t divided;  // the call, or a variable that began as its result
  std::size_t by;       // / or %
};

/// The end of the block in which the variable at i is the result of that call, as a signed number:
/// `const int t = team.team_rank();`; 0 where it is none.
std::size_t end_of_result(const Code& code, std::size_t i, std::string_view function) {
  // [type i = team . function ( ) ;]
  const std::size_t call = i + 4;
  if (!code.is_name(i) || code[i + 1] != "=" || !is_call(code, call, function)) return 0;
  const std::string_view end = code[code.call(call) + 2];
  if ((end != ";" && end != ",") || is_unsigned(code[i - 1])) return 0;
  return code.partner(code.enclosing(call));
}

/// The divisions of the results of that call.
std::vector<Division> divisions(const Code& code, std::string_view function) {
  std::vector<Division> found;
  // Of variables that are results, the ends of the blocks they are in.
  std::unordered_map<std::string_view, std::vector<std::size_t>> results;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (is_call(code, i, function) && is_divided(code, code.call(i) + 2))
      found.push_back({i, code.call(i) + 2});
    else if (const auto known = results.find(code[i]);
             known != results.end() && is_divided(code, i + 1)) {
      std::vector<std::size_t>& ends = known->second;
      while (!ends.empty() && ends.back() <= i) ends.pop_back();
      if (!ends.empty()) found.push_back({i, i + 1});
    }
    if (const std::size_t end = end_of_result(code, i, function); end > 0)
      results[code[i]].push_back(end);
  }
  return found;
}

Places signed_ranks(const Code& code) {
  Places places;
  for (const Division& division : divisions(code, "team_rank")) places.push_back(division.divided);
  return places;
}

/// The divisor is known at run time alone, and the team is short or loops over tiles.
Places league_divisions(const Code& code) {
  Places places;
  for (const auto& [divided, by] : divisions(code, "league_rank")) {
    if (code.is_number(by + 1)) continue;
    const Region* const kernel = code.around(RegionKind::kernel, divided);
    const bool is_short = kernel != nullptr && code.contains(kernel->span, "team_barrier");
    if (is_short || code.in_loop(divided)) places.push_back(divided);
  }
  return places;
}

bool is_team_reduce(const Code& code, std::size_t i) { return is_call(code, i, "team_reduce"); }

/// The body has no loop: a thread has few elements.
bool is_nested_reduce(const Code& code, std::size_t i) {
  return (is_loop(code, i, "parallel_reduce", "TeamThreadRange") ||
          is_loop(code, i, "parallel_reduce", "TeamVectorRange")) &&
         !has_loop(code, inside(code, code.call(i)));
}

/// Rows are summed one after another.
bool is_vector_reduce(const Code& code, std::size_t i) {
  return is_loop(code, i, "parallel_reduce", "ThreadVectorRange") &&
         (code.in_loop(i) || is_within(code, i, "TeamThreadRange"));
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

/// The number in Rank<…> of the statement, or of its part before a block, that goes on at i; 0
/// without one.
int rank_behind(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 1024;  // tokens of a type
  for (const std::size_t end = i + longest; i < end && code[i] != ";" && code[i] != "{"; ++i)
    if (code[i] == "Rank" && code.is_number(i + 2)) return code[i + 2][0] - '0';
  return 0;
}

/// MDRangePolicy<Rank<rank>>({…}, {…}), without a tile; also by an alias, whose last declaration
/// above counts.
template <int rank>
Places default_tiles(const Code& code) {
  std::unordered_map<std::string_view, int> ranks;
  for (const std::string_view name : code.aliases("MDRangePolicy")) ranks[name] = 0;
  for (std::size_t i = code.size(); i-- > 0;)  // an alias may be declared below
    if (const auto alias = ranks.find(code[i]); alias != ranks.end() && code[i + 1] == "=")
      if (const int declared = rank_behind(code, i); declared > 0) alias->second = declared;
  Places places;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const auto policy = ranks.find(code[i]);
    if (policy == ranks.end()) continue;
    if (code[i] == "MDRangePolicy" || code[i + 1] == "=")
      if (const int here = rank_behind(code, i); here > 0 || code[i] == "MDRangePolicy")
        policy->second = here;
    const std::vector<Span> all = constructed(code, i);
    const auto lists =
        std::ranges::count_if(all, [&](const Span& span) { return code[span.begin] == "{"; });
    const bool is_default = lists == 2 || (lists == 0 && all.size() == 2);
    if (is_default && all.size() <= 3 && policy->second == rank) places.push_back(i);
  }
  return places;
}

// ---- Scratch memory ----

/// Describes a View whose type names scratch memory.
struct ScratchView {
  int run_time = 0;  // extents
  int extents = 0;
  bool has_layout = false;
};

std::optional<ScratchView> scratch_view(const Code& code, std::size_t i) {
  if (code[i] != "View") return std::nullopt;
  ScratchView view;
  bool is_scratch = false;
  const std::size_t end = code.after_arguments(i + 1);
  for (std::size_t j = i + 1; j < end; ++j) {
    is_scratch = is_scratch || mentions(code[j], "scratch", "shmem");
    if (code[j] == "*") ++view.run_time;
    if (code[j] == "*" || code[j] == "[") ++view.extents;
    if (mentions(code[j], "layout")) view.has_layout = true;
  }
  return is_scratch ? std::optional(view) : std::nullopt;
}

bool is_layout_left(const Code& code, std::size_t i) {
  const auto view = scratch_view(code, i);
  return view && view->extents >= 2 && !view->has_layout;
}

bool has_run_time_extents(const Code& code, std::size_t i) {
  const auto view = scratch_view(code, i);
  return view && view->run_time >= 2;
}

// ---- Views, between kernels ----

/// Whether the name has that word between underscores and capitals: "init" in initAtoms.
bool has_word(std::string_view name, std::string_view word) {
  const auto is_letter = [&](std::size_t i) {
    return i < name.size() && std::islower(static_cast<unsigned char>(name[i])) != 0;
  };
  for (std::size_t i = 0; i + word.size() <= name.size(); ++i) {
    const bool begins = i == 0 || !is_letter(i - 1) || !is_letter(i);
    if (begins && mentions(name.substr(i, word.size()), word) && !is_letter(i + word.size()))
      return true;
  }
  return false;
}

/// Whether the function around token i prepares something, or reads or writes files.
bool is_set_up(const Code& code, std::size_t i) {
  const std::string_view name = code[code.callee(code.function(i).begin)];
  constexpr std::array words = {"init",  "initialize", "setup", "create", "read",
                                "write", "print",      "check", "grow"};
  return std::ranges::any_of(words, [&](const char* word) { return has_word(name, word); });
}

/// Whether token i is in a branch, of the loop if there is one, for what grows or is done again.
bool is_rare(const Code& code, std::size_t i) {
  const Region* const branch = code.around(RegionKind::branch, i);
  const Region* const loop = code.around(RegionKind::loop, i);
  if (branch == nullptr || (loop != nullptr && loop->span.begin > branch->span.begin)) return false;
  for (std::size_t j = branch->span.begin; j < code.partner(branch->span.begin + 1); ++j)
    if (mentions(code[j], "extent", "size", "capacity", "redo", "retry", "grow", "verbose"))
      return true;
  return false;
}

/// Whether what stands at i is done again and again by the host, as far as can be seen: in a loop.
bool is_repeated(const Code& code, std::size_t i) {
  return !code.in_kernel(i) && code.in_loop(i) && !is_set_up(code, i) && !is_rare(code, i);
}

bool is_deep_copy(const Code& code, std::size_t i) {
  return is_call(code, i, "deep_copy") && is_repeated(code, i) &&
         code.arguments(code.call(i)).size() == 2;
}

bool is_mirror(const Code& code, std::size_t i) {
  constexpr std::array names = {"create_mirror", "create_mirror_view",
                                "create_mirror_view_and_copy"};
  return std::ranges::find(names, code[i]) != names.end() && code.call(i) < code.size() &&
         is_repeated(code, i);
}

/// Tells by the name, as codes call them: t_x_array, view_type.
bool is_view_type(std::string_view type) {
  return mentions(type, "view") || type.starts_with("t_") || type.starts_with("tdual_");
}

/// Whether the bracket constructs a View: View<…>(…), or a variable of a type that is called so.
bool constructs_view(const Code& code, std::size_t bracket) {
  const std::size_t name = code.callee(bracket);
  if (name == code.size()) return false;
  if (is_view_type(code[name])) return true;
  std::size_t before = name - 1;  // of a variable: its type
  if (name == 0 || !(code.is_name(before) || code[before] == ">")) return false;
  if (code[before] == ">") before = code.callee(name);
  return before < code.size() && is_view_type(code[before]);
}

bool is_allocation(const Code& code, std::size_t i) {
  return i > 0 && code.is_literal(i) && code[i].starts_with('"') && code[i - 1] == "(" &&
         is_repeated(code, i) && constructs_view(code, i - 1) &&
         !code.contains(inside(code, i - 1), "WithoutInitializing");
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

/// Whether the name at i is a variable or a parameter of its function that is no View.
bool is_plain_variable(const Code& code, std::size_t i) {
  const std::size_t begin = code.function(i).begin + 1;
  const std::size_t declared = code.declared(code[i], {begin, i});
  if (begin >= i || declared >= i) return false;
  const std::size_t type = code[declared - 1] == "&" ? declared - 2 : declared - 1;
  return code.is_name(type) && !code.is_unknown_class(code[type]) && !mentions(code[type], "view");
}

bool is_scalar_result(const Code& code, std::size_t i) {
  if (!is_call(code, i, "parallel_reduce") && !is_call(code, i, "parallel_scan")) return false;
  const std::vector<Span> all = unlabelled(code, code.call(i));
  if (code.in_kernel(i) || all.size() < 3 || is_set_up(code, i)) return false;
  const std::size_t result = result_variable(code, all.back());
  return result < code.size() && is_plain_variable(code, result);
}

// ---- Atomics and indices ----

/// Whether the loop gives the name a new value: what is expected next, unless the exchange is for a
/// place that is free.
bool is_renewed(const Code& code, std::string_view name, const Span& loop) {
  return code.assigned(name, loop) < loop.end;
}

bool is_compare(const Code& code, std::size_t i) {
  if (!code[i].starts_with("atomic_compare_exchange") || code.call(i) == code.size() ||
      !code.in_loop(i))
    return false;
  const std::vector<Span> all = code.arguments(code.call(i));
  const Region* const loop = code.around(RegionKind::loop, i);
  return all.size() == 3 && is_renewed(code, code[all[1].begin], loop->span);
}

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

/// In a kernel, with a body that has no other loop: such a one is not unrolled.
bool is_neighbour_loop(const Code& code, std::size_t i) {
  if (code[i] != "for" || !code.in_kernel(i) || !is_around_centre(code, i)) return false;
  const Region* const loop = code.around(RegionKind::loop, i);
  return loop != nullptr && loop->span.begin == i &&
         !has_loop(code, {code.partner(i + 1), loop->span.end});
}

/// The tokens that `is` holds for.
template <bool is(const Code&, std::size_t)>
Places all(const Code& code) {
  Places places;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (is(code, i)) places.push_back(i);
  return places;
}

struct Finder {
  std::string_view idiom;
  Places (*find)(const Code&);
};

constexpr Finder finders[] = {{"team_control/single", all<is_single>},
                              {"team_control/vector_range", all<is_vector_range>},
                              {"team_control/team_range", all<is_team_range>},
                              {"team_control/signed_rank", signed_ranks},
                              {"team_control/league_division", league_divisions},
                              {"team_sums/team_reduce", all<is_team_reduce>},
                              {"team_sums/nested_reduce", all<is_nested_reduce>},
                              {"team_sums/vector_reduce", all<is_vector_reduce>},
                              {"policies/mdrange_tile", default_tiles<2>},
                              {"policies/mdrange3_tile", default_tiles<3>},
                              {"scratch_use/layout_left", all<is_layout_left>},
                              {"scratch_use/run_time_extents", all<has_run_time_extents>},
                              {"views/deep_copy", all<is_deep_copy>},
                              {"views/mirror", all<is_mirror>},
                              {"views/allocation", all<is_allocation>},
                              {"views/scalar_result", all<is_scalar_result>},
                              {"atomics/compare", all<is_compare>},
                              {"indexing/neighbour_loop", all<is_neighbour_loop>}};

/// The parallel_…() of the host that token i names, or whose arguments it is in; size() if there is
/// none.
std::size_t launch_around(const Code& code, std::size_t i) {
  std::vector<std::size_t> names = callees_around(code, i);
  names.insert(names.begin(), i);
  const auto launch = std::ranges::find_if(
      names, [&](std::size_t name) { return is_parallel(code[name]) && !code.in_kernel(name); });
  return launch == names.end() ? code.size() : *launch;
}

/// The label that a parallel_…() begins with, without its quotes; "" without one.
std::string label_of(const Code& code, std::size_t launch) {
  const std::size_t first = code.call(launch) + 1;
  if (!code.is_literal(first)) return "";
  return std::string(code[first].substr(1, code[first].size() - 2));
}

void add_kernel(Finding& finding, const Code& code, std::size_t i) {
  const std::size_t launch = launch_around(code, i);
  if (launch < code.size()) finding.kernel = label_of(code, launch);
  finding.is_labelled = !finding.kernel.empty();
  const Region* const functor = code.around(RegionKind::class_scope, i);
  if (!finding.is_labelled && functor != nullptr && code.in_kernel(i))
    finding.kernel = code[functor->span.begin];
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

/// Puts them in the order of lines, each idiom once in lines that follow one another.
void merge_adjoining(std::vector<Finding>& findings) {
  std::ranges::sort(findings, {}, [](const Finding& f) { return std::tie(f.idiom, f.line); });
  std::vector<Finding> merged;
  const Finding* last = nullptr;
  for (const Finding& finding : findings) {
    const bool goes_on =
        last != nullptr && last->idiom == finding.idiom && finding.line <= last->line + 1;
    if (!goes_on) merged.push_back(finding);
    last = &finding;
  }
  std::ranges::stable_sort(merged, {}, &Finding::line);
  findings = std::move(merged);
}

/// A model, and what its names begin with.
struct Model {
  std::string_view name;
  std::array<std::string_view, 2> beginnings;
};

constexpr Model other_models[] = {{"CUDA or HIP", {"__global__", "__device__"}},
                                  {"RAJA", {"RAJA", "RAJA_"}},
                                  {"alpaka", {"alpaka", "ALPAKA_"}},
                                  {"SYCL", {"sycl", "SYCL_"}}};

bool mentions_model(std::span<const Token> tokens,
                    const std::array<std::string_view, 2>& beginnings) {
  return std::ranges::any_of(tokens, [&](const Token& token) {
    return token.kind == TokenKind::name &&
           (token.text.starts_with(beginnings[0]) || token.text.starts_with(beginnings[1]));
  });
}

}  // namespace

Scan scan_source(std::string_view original) {
  const std::string text = plain_text(original);
  const std::vector<Token> tokens = tokenise(text);
  const Code code(text, tokens);
  const Lines lines = lines_of(text);
  Scan scan;
  scan.has_kokkos = mentions_model(tokens, {"Kokkos", "KOKKOS_"});
  for (const Model& model : other_models)
    if (mentions_model(tokens, model.beginnings)) scan.others.push_back(model.name);
  for (const Finder& finder : finders)
    for (const std::size_t place : finder.find(code)) {
      const std::size_t line = code.line(place);
      const std::string_view written = lines.text[line - 1];
      if (written.find("tilebridge: ignore") != std::string_view::npos) continue;
      scan.findings.push_back({std::string(finder.idiom), line, std::string(written)});
      add_kernel(scan.findings.back(), code, place);
    }
  merge_adjoining(scan.findings);
  scan.functors = functors_of(code);
  return scan;
}

}  // namespace tilebridge::sources
