// SPDX-License-Identifier: Apache-2.0
// Finds idioms in policies: tiles, and teams for flat loops.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "sources/finders.hpp"

namespace tilebridge::sources {
namespace {

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

/// The parallel_…() that the policy at i is made for: around it, or the next one that names the
/// variable that it initialises; size() if none is known.
std::size_t launch_of(const Code& code, std::size_t i) {
  constexpr std::size_t most = 8;  // uses of a variable that are looked at
  const std::size_t around = launch_around(code, i);
  if (around < code.size()) return around;
  std::size_t variable = code.after_arguments(i + 1);
  if (!code.is_name(variable)) {  // auto policy = Kokkos::MDRangePolicy<…>(…)
    variable = i;
    while (variable > 0 && (code[variable - 1] == "::" || code[variable - 1] == "Kokkos"))
      --variable;
    if (variable < 2 || code[variable - 1] != "=") return code.size();
    variable -= 2;
  }
  const Span rest = {variable + 1, code.partner(code.enclosing(variable))};
  const auto places = code.places(code[variable], rest);
  for (std::size_t k = 0; k < std::min(places.size(), most); ++k)
    if (const std::size_t launch = launch_around(code, places[k]); launch < code.size())
      return launch;
  return code.size();
}

enum class Order { first, last, unknown };  // of the policy's indices, the contiguous one

/// Whether the argument is the parameter, or that and something added to it.
bool is_index(const Code& code, const Span& argument, std::string_view parameter) {
  return code[argument.begin] == parameter || code[argument.end - 1] == parameter;
}

/// Whether the sum numbers elements along the parameter: `x + nx * (y + …)` along x, not y.
bool numbers_along(const Code& code, const Span& sum, std::string_view parameter,
                   std::string_view other) {
  bool is_term = false;
  bool is_other_scaled = false;
  for (std::size_t begin = sum.begin; begin < sum.end;) {
    std::size_t end = begin;
    while (end < sum.end && code[end] != "+" && code[end] != "-")
      end = code.end_of_brackets(end) + 1;
    bool is_product = false;
    for (std::size_t i = begin; i < end; ++i) is_product = is_product || code[i] == "*";
    const std::size_t alone = code[begin] == "(" ? begin + 1 : begin;
    is_term = is_term || (!is_product && code[alone] == parameter);
    is_other_scaled = is_other_scaled || (is_product && code.contains({begin, end}, other));
    begin = end + 1;
  }
  return is_term && is_other_scaled;
}

/// The sum that may number elements: the only index of an access at i, or what a variable for
/// indices begins with.
Span numbering_at(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 64;  // tokens
  if (code[i] == "=") {
    const std::string_view type = code[code.type_end(i - 1)];
    if (!is_integer(type) && type != "auto") return {};
    return {i + 1, std::min(code.end_of_statement(i) - 1, i + longest)};
  }
  const std::size_t bracket = code[i + 1] == "[" ? i + 1 : code.call(i);
  const std::size_t end = code.partner(bracket);
  if (!code.is_name(i) || end >= code.size() || end - bracket > longest) return {};
  return inside(code, bracket);
}

/// Tells it from the body's accesses to Views whose layout the file says, and from the numbers of
/// elements that it computes; unknown where there are none, or they differ.
Order contiguous_index(const Code& code, const Body& body) {
  if (body.parameters.size() < 2) return Order::unknown;
  const std::string_view first = code[body.parameters.front()];
  const std::string_view last = code[body.parameters.back()];
  std::array<bool, 2> is_seen = {};
  const auto see = [&](bool along_first, bool along_last) {
    is_seen[0] = is_seen[0] || along_first;
    is_seen[1] = is_seen[1] || along_last;
  };
  for (std::size_t i = body.span.begin; i < body.span.end; ++i) {
    if (const Span sum = numbering_at(code, i); sum.begin < sum.end)
      see(numbers_along(code, sum, first, last), numbers_along(code, sum, last, first));
    if (code.call(i) >= body.span.end || code.is_parallel(code[i])) continue;
    const std::vector<Span> indices = code.arguments(code.call(i));
    const auto view = indices.size() > 1 ? view_type(code, i) : std::nullopt;
    if (!view || view->layout == ViewType::Layout::unknown) continue;
    const bool is_left = view->layout == ViewType::Layout::left;
    const Span& contiguous = is_left ? indices.front() : indices.back();
    see(is_index(code, contiguous, first), is_index(code, contiguous, last));
  }
  if (is_seen[0] == is_seen[1]) return Order::unknown;
  return is_seen[0] ? Order::first : Order::last;
}

/// The tile to write. Kokkos puts neighbouring threads on the policy's first index.
std::string tile_text(int rank, Order order) {
  const bool is_flat = rank == 2;
  const std::string forwards = is_flat ? "32 × 8" : "32 × 4 × 2";
  const std::string backwards = is_flat ? "8 × 32" : "2 × 4 × 32";
  if (rank > 3) {
    std::string tile = "a tile of " + forwards;
    for (int i = 3; i < rank; ++i) tile += " × 1";
    return order == Order::first ? tile : "the contiguous index first, and " + tile;
  }
  if (order == Order::first) return "a tile of " + forwards;
  if (order == Order::last)
    return "the contiguous index first and a tile of " + forwards +
           ", or, with it last, a tile of " + backwards;
  return "a tile with 32 along the contiguous index: " + forwards +
         " if that is the policy's first, " + backwards + " if it is the last";
}

struct Policy {
  std::size_t token;
  int rank;
  std::size_t launch;
};

/// MDRangePolicy<Rank<n>>({…}, {…}), without a tile; also by an alias, whose last declaration above
/// counts, and by a wrapper.
std::vector<Policy> default_policies(const Code& code) {
  std::vector<Policy> policies;
  std::unordered_map<std::string_view, int> ranks;
  for (const std::string_view name : code.aliases("MDRangePolicy")) ranks[name] = 0;
  for (std::size_t i = code.size(); i-- > 0;)  // an alias may be declared below
    if (const auto alias = ranks.find(code[i]); alias != ranks.end() && code[i + 1] == "=")
      if (const int declared = rank_behind(code, i); declared > 0) alias->second = declared;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.range_of_wrapper(code[i]) == "MDRangePolicy" && code.call(i) < code.size()) {
      const bool has_result = mentions(code[i], {"reduce", "scan"});  // its lambda's last parameter
      policies.push_back(
          {i, static_cast<int>(body_of(code, i).parameters.size()) - (has_result ? 1 : 0), i});
    }
    const auto policy = ranks.find(code[i]);
    if (policy == ranks.end()) continue;
    if (code[i] == "MDRangePolicy" || code[i + 1] == "=")
      if (const int here = rank_behind(code, i); here > 0 || code[i] == "MDRangePolicy")
        policy->second = here;
    const std::vector<Span> all = constructed(code, i);
    const auto lists =
        std::ranges::count_if(all, [&](const Span& span) { return code[span.begin] == "{"; });
    const bool is_default = lists == 2 || (lists == 0 && all.size() == 2);
    if (!is_default || all.size() > 3) continue;
    const bool is_deduced = code[i + 1] != "<" && policy->second == 0 && lists == 2;
    const std::size_t rank = is_deduced ? code.arguments(all.back().begin).size() : 0;
    policies.push_back(
        {i, is_deduced ? static_cast<int>(rank) : policy->second, launch_of(code, i)});
  }
  return policies;
}

Hits default_tiles(const Code& code, int least, int most) {
  Hits hits;
  for (const auto& [token, rank, launch] : default_policies(code)) {
    if (rank < least || rank > most) continue;
    if (mentions_host(code, {token, code.after_arguments(token + 1)})) continue;
    const Body body = launch < code.size() ? body_of(code, launch) : Body();
    hits.push_back({token, {}, launch < code.size() ? launch : 0});
    std::string& instead = hits.back().advice.instead;
    instead = tile_text(rank, contiguous_index(code, body));
    if (!code.range_of_wrapper(code[token]).empty()) instead += ", in " + std::string(code[token]);
  }
  return hits;
}

/// Whether the launch makes teams of AUTO threads for a flat loop: one range over the team, without
/// anything that needs a team, whose elements are numbered through all teams.
bool is_flat_team(const Code& code, std::size_t launch) {
  const std::vector<Span> all = unlabelled(code, code.call(launch));
  if (all.empty() || !is_over(code, launch, "TeamPolicy")) return false;
  const Span policy = origin(code, all.front());
  const Body body = body_of(code, launch);
  if (!code.contains(policy, "AUTO") || code.contains(policy, "set_scratch_size") ||
      body.parameters.size() != 1 ||
      code.contains(body.span, "team_barrier", "team_rank", "parallel_reduce", "parallel_scan",
                    "single"))
    return false;
  const auto ranges = code.places("TeamThreadRange", body.span);
  const auto ranks = code.places("league_rank", body.span);
  if (ranges.size() != 1 || ranks.size() != 1 || code.contains(body.span, "ThreadVectorRange"))
    return false;
  const std::size_t nested = code.callee(code.enclosing(ranges.front()));
  // [league_rank ( ) * n]
  return is_call(code, nested, "parallel_for") && code[ranks.front() + 3] == "*" &&
         !has_loop(code, inside(code, code.call(nested)));
}

}  // namespace

Hits default_tiles_2(const Code& code) { return default_tiles(code, 2, 2); }
Hits default_tiles_3(const Code& code) { return default_tiles(code, 3, 3); }

Hits default_tiles_4(const Code& code) {
  Hits hits = default_tiles(code, 4, 6);
  for (Hit& hit : hits) {
    hit.advice.written = "an MDRangePolicy of 4 to 6 dimensions with Kokkos's own tile";
    hit.advice.matters = "loops over many elements";
    hit.advice.holds_if = "a GPU";
  }
  return hits;
}

Hits flat_teams(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.is_parallel(code[i]) && code.call(i) < code.size() && !code.in_kernel(i) &&
        is_flat_team(code, i))
      hits.push_back({i});
  return hits;
}

}  // namespace tilebridge::sources
