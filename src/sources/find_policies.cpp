// SPDX-License-Identifier: Apache-2.0
// Finds idioms in policies: tiles, reductions over several indices, and teams for flat loops.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "sources/finders.hpp"

namespace tilebridge::sources {
namespace {

/// The arguments that construct the policy whose type's name is at i: directly, or the arguments of
/// a variable that is declared with it.
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

/// The names of MDRangePolicy in a file: its own and aliases.
using Names = std::vector<std::string_view>;

/// Whether the type's name at i is one of these, and no alias of something else by the last
/// declaration above.
bool is_grid(const Code& code, std::size_t i, const Names& names) {
  if (std::ranges::find(names, code[i]) == names.end()) return false;
  const std::size_t alias = code.assigned(code[i], {0, i});
  if (alias == 0 || alias >= i || code[alias - 1] != "using") return true;
  const Span type = {alias + 1, code.end_of_statement(alias)};
  return std::ranges::any_of(
      names, [&](std::string_view name) { return name != code[i] && code.contains(type, name); });
}

/// The name of the MDRangePolicy that the launch runs over; size() if it runs over another policy.
std::size_t grid_of(const Code& code, std::size_t launch, const Names& names) {
  std::vector<Span> all = unlabelled(code, code.call(launch));
  if (all.size() > 2) all.resize(2);  // a label may be a variable
  for (const Span& argument : all) {
    const Span policy = origin(code, argument);
    for (std::size_t i = policy.begin; i < policy.end && code[i] != "(" && code[i] != "{"; ++i)
      if (is_grid(code, i, names)) return i;
  }
  return code.size();
}

/// Whether a parallel_reduce() over an MDRangePolicy is at i, or a wrapper of one.
bool is_grid_reduction(const Code& code, std::size_t i, const Names& names) {
  if (!code.range_of_wrapper(code[i]).empty())
    return is_loop(code, i, "parallel_reduce", "MDRangePolicy");
  return is_call(code, i, "parallel_reduce") && grid_of(code, i, names) < code.size();
}

/// The parallel_…() that the policy at i is made for: around it, or the next one that names the
/// variable that it initialises, reductions last; size() if none is known.
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
  std::size_t reduction = code.size();
  for (std::size_t k = 0; k < std::min(places.size(), most); ++k) {
    const std::size_t launch = launch_around(code, places[k]);
    if (launch < code.size() && code[launch] != "parallel_reduce") return launch;
    reduction = std::min(reduction, launch);
  }
  return reduction;
}

/// Which of the policy's indices is the contiguous one; none if that is no index of the policy.
enum class Order { first, last, none, unknown };

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
  bool is_other = false;
  const auto is_of_policy = [&](const Span& index) {
    return std::ranges::any_of(body.parameters, [&](std::size_t parameter) {
      return code.contains(index, code[parameter]);
    });
  };
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
    is_other = is_other || !is_of_policy(contiguous);
  }
  if (is_other && !is_seen[0] && !is_seen[1]) return Order::none;
  if (is_seen[0] == is_seen[1]) return Order::unknown;
  return is_seen[0] ? Order::first : Order::last;
}

/// What is known of a dimension's length.
enum class Length { few, perhaps_few, unknown };

constexpr std::size_t few = 8;

/// Whether a range up to the bound may have few values: the bound is a small number, a constant
/// whose number another file says, or called after something of which there are few.
bool is_perhaps_few(const Code& code, const Span& upper) {
  constexpr std::size_t warp = 32;
  if (const auto number = constant_number(code, upper)) return *number < warp;
  for (std::size_t i = upper.begin; i < upper.end; ++i)
    if (has_one_of(code[i],
                   {"gll",     "ngll",  "order",     "degree",     "quad",  "singular", "poly",
                    "comp",    "comps", "component", "components", "vec",   "var",      "vars",
                    "species", "dim",   "dims",      "rank",       "ranks", "neighbors"}))
      return true;
  return is_fixed(code, upper);
}

/// Whether few values are from `lower` to `upper`, as far as the text says.
bool is_short(const Code& code, const Span& lower, const Span& upper) {
  const auto from = constant_number(code, lower);
  const auto to = constant_number(code, upper);
  if (from && to) return *to <= *from + few;
  const std::size_t length = lower.end - lower.begin;  // i, i + 1
  const Span same = {upper.begin, std::min(upper.end, upper.begin + length)};
  if (!are_same(code, lower, same)) return false;
  if (upper.end - upper.begin == length) return true;
  const auto more = constant_number(code, {same.end + 1, upper.end});
  return code[same.end] == "+" && more && *more <= few;
}

Length length_of(const Code& code, const Span& lower, const Span& upper) {
  if (is_short(code, lower, upper)) return Length::few;
  return is_perhaps_few(code, upper) ? Length::perhaps_few : Length::unknown;
}

Length length_of(const Code& code, const Span& values) {
  if (constant_number(code, values).value_or(few + 1) <= few) return Length::few;
  return is_perhaps_few(code, values) ? Length::perhaps_few : Length::unknown;
}

/// By dimension, between a list of lower bounds and a list of upper bounds.
std::vector<Length> lengths_of_lists(const Code& code, const std::vector<Span>& lists) {
  const std::vector<Span> lower = code.arguments(lists[lists.size() - 2].begin);
  const std::vector<Span> upper = code.arguments(lists.back().begin);
  std::vector<Length> lengths;
  for (std::size_t i = 0; i < std::min(lower.size(), upper.size()); ++i)
    lengths.push_back(length_of(code, lower[i], upper[i]));
  return lengths;
}

/// The product of the upper bounds, up to some 2^40; 0 if one of them is not known.
std::size_t values_of_lists(const Code& code, const std::vector<Span>& lists) {
  std::size_t values = 1;
  for (const Span& upper : code.arguments(lists.back().begin))
    values = std::min(values, std::size_t{1} << 20) * constant_number(code, upper).value_or(0);
  return values;
}

/// By dimension of a wrapper's range. The last arguments before the body are pairs of bounds, or
/// numbers of values.
std::vector<Length> lengths_of_wrapper(const Code& code, std::size_t i, std::size_t rank) {
  std::vector<Span> bounds;
  const std::size_t body = body_of(code, i).span.begin;
  for (const Span& argument : code.arguments(code.call(i))) {
    if (argument.end > body) break;
    if (code.is_literal(argument.begin))
      bounds.clear();
    else
      bounds.push_back(argument);
  }
  std::vector<Length> lengths;
  const bool has_pairs = bounds.size() >= 2 * rank;
  const std::size_t count = has_pairs ? 2 * rank : std::min(rank, bounds.size());
  bounds.erase(bounds.begin(), bounds.end() - static_cast<std::ptrdiff_t>(count));
  for (std::size_t k = 0; k < bounds.size(); k += has_pairs ? 2 : 1)
    lengths.push_back(has_pairs ? length_of(code, bounds[k], bounds[k + 1])
                                : length_of(code, bounds[k]));
  return lengths;
}

/// Whether the values of a range, in all dimensions, are known to be few.
bool are_few(std::size_t values) {
  constexpr std::size_t little = 1 << 16;
  return values > 0 && values <= little;
}

struct Policy {
  std::size_t token;
  int rank;
  std::size_t launch;
  std::vector<Length> lengths;
  std::size_t values = 0;  // in all, if the text says; else 0

  auto longs() const { return rank - std::ranges::count(lengths, Length::few); }
  bool is_short_at(int dimension) const {
    const auto at = static_cast<std::size_t>(dimension);
    return at < lengths.size() && lengths[at] == Length::few;
  }
  /// Whether a tile may have few values in all dimensions but one, or the range has few in all.
  bool is_perhaps_small() const {
    return are_few(values) || longs() - std::ranges::count(lengths, Length::perhaps_few) < 2;
  }
};

/// The sizes of a tile with 32 threads along the first of the indices, or along the last.
std::string sizes_text(const Policy& policy, bool is_first) {
  const std::array<int, 3> sizes =
      policy.longs() == 2 ? std::array{32, 8, 1} : std::array{32, 4, 2};
  std::string text;
  std::size_t used = 0;
  for (int i = 0; i < policy.rank; ++i) {
    const int dimension = is_first ? i : policy.rank - 1 - i;
    const bool is_one = policy.is_short_at(dimension) || used == sizes.size();
    const std::string size = std::to_string(is_one ? 1 : sizes[used++]);
    const std::string joint = i == 0 ? "" : " × ";
    text = is_first ? text + joint + size : size + joint + text;
  }
  return text;
}

/// The tile to write; "" if none is known to fit. Kokkos puts neighbouring threads on the policy's
/// first index.
std::string tile_text(const Policy& policy, Order order) {
  const std::string forwards = sizes_text(policy, true);
  const std::string backwards = sizes_text(policy, false);
  const bool is_first_short = policy.is_short_at(0);
  const bool is_last_short = policy.is_short_at(policy.rank - 1);
  const bool may_be_first = order != Order::last && is_first_short;
  const bool may_be_last = order != Order::first && is_last_short;
  if (order == Order::none || policy.longs() < 2 || may_be_first || may_be_last) return "";
  if (order == Order::first) return "a tile of " + forwards;
  if (policy.longs() == policy.rank && policy.rank > 3) return "";
  if (policy.longs() < policy.rank && order == Order::last) return "a tile of " + backwards;
  if (order == Order::last)
    return "the contiguous index first and a tile of " + forwards +
           ", or, with it last, a tile of " + backwards;
  return "a tile with 32 along the contiguous index: " + forwards +
         " if that is the policy's first, " + backwards + " if it is the last";
}

/// The policies of wrappers: their bodies have a parameter for each index.
void add_wrapper(std::vector<Policy>& policies, const Code& code, std::size_t i) {
  const std::size_t parameters = body_of(code, i).parameters.size();
  const bool has_result = mentions(code[i], {"reduce", "scan"});  // its lambda's last parameter
  const std::size_t rank = parameters - (has_result && parameters > 0 ? 1 : 0);
  policies.push_back({i, static_cast<int>(rank), i, lengths_of_wrapper(code, i, rank)});
}

/// MDRangePolicy<Rank<n>>({…}, {…}), without a tile; also by an alias, whose last declaration above
/// counts, and by a wrapper.
std::vector<Policy> default_policies(const Code& code, const Names& names) {
  std::vector<Policy> policies;
  std::unordered_map<std::string_view, int> ranks;
  for (const std::string_view name : names) ranks[name] = 0;
  for (std::size_t i = code.size(); i-- > 0;)  // an alias may be declared below
    if (const auto alias = ranks.find(code[i]); alias != ranks.end() && code[i + 1] == "=")
      if (const int declared = rank_behind(code, i); declared > 0) alias->second = declared;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code.range_of_wrapper(code[i]) == "MDRangePolicy" && code.call(i) < code.size())
      add_wrapper(policies, code, i);
    const auto policy = ranks.find(code[i]);
    if (policy == ranks.end()) continue;
    if (code[i] == "MDRangePolicy" || code[i + 1] == "=")
      if (const int here = rank_behind(code, i); here > 0 || code[i] == "MDRangePolicy")
        policy->second = here;
    if (!is_grid(code, i, names)) continue;
    const std::vector<Span> all = constructed(code, i);
    const auto lists =
        std::ranges::count_if(all, [&](const Span& span) { return code[span.begin] == "{"; });
    const bool is_default = lists == 2 || (lists == 0 && all.size() == 2);
    if (!is_default || all.size() > 3) continue;
    const auto lengths = lists == 2 ? lengths_of_lists(code, all) : std::vector<Length>();
    const bool is_deduced = code[i + 1] != "<" && policy->second == 0;
    policies.push_back({i, is_deduced ? static_cast<int>(lengths.size()) : policy->second,
                        launch_of(code, i), lengths, lists == 2 ? values_of_lists(code, all) : 0});
  }
  return policies;
}

/// Whether the function around token i is called after the host's processors.
bool is_of_processor(const Code& code, std::size_t i) {
  return has_one_of(code[code.callee(code.function(i).begin)], {"cpu", "serial", "openmp"});
}

/// Whether the kernel of the policy, or wrapper, at token i goes over the cells of a boundary
/// alone, which are few in one dimension.
bool is_of_boundary(const Code& code, std::size_t i, std::size_t launch) {
  const std::string label = launch < code.size() ? label_of(code, launch) : "";
  const std::size_t function = code.callee(code.function(i).begin);
  return std::ranges::any_of(
      std::array<std::string_view, 3>{code[i], label, code[function]}, [](std::string_view name) {
        return has_one_of(
            name, {"boundary", "boundaries", "bndry", "surface", "face", "faces", "ghost", "ghosts",
                   "halo", "comm", "communicate", "exchange", "pack", "unpack", "send", "receive"});
      });
}

/// The condition under which a measured tile tells what this one would gain: the measured kernels
/// have the indices (row, column).
std::optional<std::string> measured_if(Order order) {
  if (order == Order::last) return "";
  if (order == Order::unknown) return "the contiguous index is the policy's last";
  return std::nullopt;
}

Hits default_tiles(const Code& code, int least, int most) {
  Hits hits;
  const Names names = code.aliases("MDRangePolicy");
  for (const Policy& policy : default_policies(code, names)) {
    const auto& [token, rank, launch, lengths, values] = policy;
    if (rank < least || rank > most || is_of_boundary(code, token, launch) ||
        is_of_processor(code, token) || is_grid_reduction(code, launch, names))
      continue;
    if (mentions_host(code, {token, code.after_arguments(token + 1)})) continue;
    const Body body = launch < code.size() ? body_of(code, launch) : Body();
    const Order order = contiguous_index(code, body);
    std::string instead = tile_text(policy, order);
    if (instead.empty() || has_run_time_loop(code, body.span)) continue;
    if (!code.range_of_wrapper(code[token]).empty()) instead += ", in " + std::string(code[token]);
    hits.push_back({token,
                    {},
                    launch < code.size() ? launch : 0,
                    !policy.is_perhaps_small() && is_repeated(code, launch)});
    hits.back().advice.instead = std::move(instead);
    hits.back().step_if = measured_if(order);
    if (launch >= code.size()) hits.back().pattern = CudaPattern::range_2d;
  }
  return hits;
}

/// Whether the text says that the range of the MDRangePolicy whose name is at i has few values.
bool has_few_values(const Code& code, std::size_t i) {
  if (i >= code.size()) return false;
  std::vector<Span> lists = constructed(code, i);
  std::erase_if(lists, [&](const Span& argument) { return code[argument.begin] != "{"; });
  if (lists.size() > 2) lists.resize(2);  // the third is a tile
  return lists.size() == 2 && are_few(values_of_lists(code, lists));
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
    hit.is_certain = false;
  }
  return hits;
}

Hits grid_reductions(const Code& code) {
  Hits hits;
  const Names names = code.aliases("MDRangePolicy");
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!is_grid_reduction(code, i, names) || code.in_kernel(i) || is_of_boundary(code, i, i) ||
        is_of_processor(code, i))
      continue;
    const bool may_matter_little = has_few_values(code, grid_of(code, i, names)) ||
                                   has_run_time_loop(code, body_of(code, i).span);
    const bool is_wrapper = !code.range_of_wrapper(code[i]).empty();
    const std::string where = is_wrapper ? ", in " + std::string(code[i]) : "";
    hits.push_back({.token = i,
                    .advice = {"a parallel_reduce over an MDRangePolicy",
                               "every reduction over several indices",
                               "a RangePolicy with IndexType<int>, the indices by divisions" +
                                   where + "; or Kokkos 5.2, where it is faster",
                               "a GPU, fewer than 2³¹ elements"},
                    .is_certain = !may_matter_little && is_repeated(code, i)});
  }
  return hits;
}

Hits flat_teams(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (code.is_parallel(code[i]) && code.call(i) < code.size() && !code.in_kernel(i) &&
        is_flat_team(code, i))
      hits.push_back({.token = i, .pattern = CudaPattern::flat});
  return hits;
}

}  // namespace tilebridge::sources
