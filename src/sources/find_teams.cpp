// SPDX-License-Identifier: Apache-2.0
// Finds idioms in the control of teams and in their sums.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "sources/finders.hpp"

namespace tilebridge::sources {
namespace {

/// Whether the bracket at i opens a block that belongs to no loop, branch or function.
bool is_bare_block(const Code& code, std::size_t i) {
  return i > 0 && code[i] == "{" &&
         (code[i - 1] == ";" || code[i - 1] == "{" || code[i - 1] == "}");
}

/// The bracket of the block around token i that is more than a block alone; size() if none is.
std::size_t block_around(const Code& code, std::size_t i) {
  std::size_t block = code.enclosing(i);
  while (block < code.size() && (code[block] != "{" || is_bare_block(code, block)))
    block = code.enclosing(block);
  return block;
}

/// Whether few statements of one block are between the tokens.
bool are_near(const Code& code, std::size_t from, std::size_t to) {
  constexpr int most = 4;
  int statements = 0;
  for (std::size_t i = from; i < to && statements <= most; ++i) {
    const bool is_passed = code[i] == "(" || (code[i] == "{" && !is_bare_block(code, i));
    if (is_passed && code.partner(i) < to) {
      if (code[i] == "{") ++statements;
      i = code.partner(i);
    } else if (code[i] == ";") {
      ++statements;
    }
  }
  return statements <= most;
}

/// Whether the block around token i has a barrier near it, and not in a loop of its own.
bool is_near_barrier(const Code& code, std::size_t i) {
  const std::size_t block = block_around(code, i);
  if (block >= code.size() || code.partner(block) >= code.size() || !code.in_kernel(i))
    return false;
  return std::ranges::any_of(code.places("team_barrier", inside(code, block)),
                             [&](std::size_t barrier) {
                               return block_around(code, barrier) == block &&
                                      are_near(code, std::min(i, barrier), std::max(i, barrier));
                             });
}

/// Whether the lanes of a vector may be more than one in the kernel around token i.
bool may_have_lanes(const Code& code, std::size_t i) {
  const Region* const functor = code.around(RegionKind::class_scope, i);
  const Region* const kernel = code.around(RegionKind::kernel, i);
  const Span whole = functor != nullptr ? functor->span : kernel != nullptr ? kernel->span : Span();
  return code.contains(whole, "ThreadVectorRange", "ThreadVectorMDRange", "PerThread") ||
         vector_length(code, i) != 1;
}

/// Whether the call of the name at i may change something: no function of mathematics, and no
/// element of a View.
bool may_change(const Code& code, std::size_t i) {
  constexpr std::array<std::string_view, 7> asks = {
      "extent", "size", "data", "team_rank", "team_size", "league_rank", "league_size"};
  if (code.call(i) >= code.size() || code[i] == "if" || code[i] == "for" || code[i] == "while")
    return false;
  const std::size_t behind = code.partner(code.call(i)) + 1;
  const bool is_statement = code[behind] == ";" && (code[i - 1] == ";" || code[i - 1] == "{" ||
                                                    code[i - 1] == "}" || code[i - 1] == "::");
  const bool is_method = (code[i - 1] == "." || code[i - 1] == "->") && code[i - 2] != "this" &&
                         std::ranges::find(asks, code[i]) == asks.end();
  return is_statement || is_method || code[i].starts_with("atomic_");
}

/// Whether the operator at i adds to a variable that is not the body's own.
bool is_added_to(const Code& code, std::size_t i, const Span& body) {
  const bool is_step =
      (code[i] == "+" && code[i + 1] == "+") || (code[i] == "-" && code[i + 1] == "-");
  const bool is_compound =
      code[i + 1] == "=" && (code[i] == "+" || code[i] == "-" || code[i] == "*" || code[i] == "/" ||
                             code[i] == "|" || code[i] == "&" || code[i] == "^");
  if (!is_step && !is_compound) return false;
  std::size_t variable = is_step && code.is_name(i + 2) ? i + 2 : i - 1;
  if (code[variable] == ")" || code[variable] == "]") variable = code.partner(variable) - 1;
  return !body.holds(code.declaration(variable));
}

/// Whether it matters how often the body is run: it calls functions or adds to something.
bool has_side_effect(const Code& code, const Span& body) {
  for (std::size_t i = body.begin; i < body.end; ++i)
    if (may_change(code, i) || is_added_to(code, i, body)) return true;
  return false;
}

/// Whether the body calls what a template was given, which may do any work.
bool calls_unknown(const Code& code, const Span& body) {
  for (std::size_t i = body.begin; i < body.end; ++i)
    if (code.is_name(i) && (code[i] == "f" || mentions(code[i], {"func", "callback", "lambda"})) &&
        code.is_unknown_class(code[code.type_end(code.declaration(i))]))
      return true;
  return false;
}

/// Whether the kernel around token i has a barrier, and flat ranges alone; what the call at i is
/// given, if it is one, does not count.
bool is_short_kernel(const Code& code, std::size_t i) {
  const Region* const kernel = code.around(RegionKind::kernel, i);
  if (kernel == nullptr || !code.contains(kernel->span, "team_barrier")) return false;
  const std::size_t end = code.call(i) < code.size() ? code.partner(code.call(i)) : i;
  const auto is_flat = [&](const Span& part) {
    return !code.contains(part, "for", "while", "ThreadVectorRange");
  };
  return is_flat({kernel->span.begin, i}) && is_flat({end, kernel->span.end});
}

/// Not where threads are given a value, or where lanes would each do what is done once.
bool is_single(const Code& code, std::size_t i) {
  if (!is_call(code, i, "single")) return false;
  const std::vector<Span> all = code.arguments(code.call(i));
  return all.size() == 2 && code.contains(all[0], "PerTeam") &&
         ((is_near_barrier(code, i) && is_short_kernel(code, i)) ||
          (code.in_kernel(i) && code.in_loop(i))) &&
         !(has_side_effect(code, all[1]) && may_have_lanes(code, i));
}

/// The arguments of the range over a team that the parallel_…() at i is given; none if it is not
/// there.
std::vector<Span> range_arguments(const Code& code, std::size_t i, std::string_view range) {
  for (const Span& argument : code.arguments(code.call(i)))
    for (const Span& span : {argument, origin(code, argument)})
      for (std::size_t j = span.begin; j < span.end && code[j] != "["; ++j)
        if (code[j] == range && code.call(j) < code.size()) return code.arguments(code.call(j));
  return {};
}

/// Whether the range of that kind at i is known to have a fixed length: a constant.
bool has_constant_extent(const Code& code, std::size_t i, std::string_view range) {
  const std::vector<Span> all = range_arguments(code, i, range);
  if (all.size() < 2) return false;
  return is_fixed(code, all.back());
}

/// Whether the range over the team at i has an element for each thread, as far as the file says.
bool is_as_long_as_team(const Code& code, std::size_t i) {
  const std::vector<Span> all = range_arguments(code, i, "TeamThreadRange");
  if (all.size() < 2) return false;
  if (has_constant_extent(code, i, "TeamThreadRange") || code.contains(all.back(), "team_size"))
    return true;
  const std::size_t launch = launch_around(code, i);
  if (launch >= code.size()) return false;
  const std::vector<Span> given = launch_policy(code, launch);
  return std::any_of(given.begin() + (given.empty() ? 0 : 1), given.end(),
                     [&](const Span& size) { return are_same(code, size, all.back()); });
}

/// Whether the body calls an algorithm, whose work is not seen: `Solve<A>::invoke(a, b);`.
bool calls_algorithm(const Code& code, const Span& body) {
  for (std::size_t i = body.begin + 2; i < body.end; ++i)
    if (code[i - 1] == "::" && code[i - 2] != "Kokkos" && code[i - 2] != "std" &&
        code.call(i) < body.end && code[code.partner(code.call(i)) + 1] == ";")
      return true;
  return false;
}

/// The loop over a vector in the body of the loop over a team at i; size() if there is none.
std::size_t vector_loop(const Code& code, std::size_t i) {
  const Span body = inside(code, code.call(i));
  for (std::size_t j = body.begin; j < body.end; ++j)
    if (is_loop(code, j, "parallel_for", "ThreadVectorRange")) return j;
  return code.size();
}

/// Between barriers, with a short body and fixed lengths: where what each element costs shows.
bool is_vector_range(const Code& code, std::size_t i) {
  if (!is_loop(code, i, "parallel_for", "TeamThreadRange") || !is_near_barrier(code, i))
    return false;
  const std::size_t inner = vector_loop(code, i);
  return inner < code.size() && has_constant_extent(code, i, "TeamThreadRange") &&
         has_constant_extent(code, inner, "ThreadVectorRange") &&
         !has_loop(code, inside(code, code.call(inner))) &&
         !calls_unknown(code, inside(code, code.call(inner)));
}

/// Whether the team is used for more than its size in what begins at its own name: `f(team)`.
bool gives_team(const Code& code, const Span& behind_range) {
  const auto places = code.places(code[behind_range.begin], behind_range);
  return std::ranges::any_of(places.subspan(std::min<std::size_t>(1, places.size())),
                             [&](std::size_t i) { return code[i + 2] != "team_size"; });
}

/// Not where the body gives the team to a function, which may have loops.
bool is_team_range(const Code& code, std::size_t i) {
  if (!is_loop(code, i, "parallel_for", "TeamThreadRange") || !is_near_barrier(code, i))
    return false;
  const Span call = inside(code, code.call(i));
  std::size_t team = call.begin;
  while (team < call.end && !(code[team - 1] == "(" && code[team - 2] == "TeamThreadRange")) ++team;
  return !has_loop(code, call) && !calls_unknown(code, call) && !calls_algorithm(code, call) &&
         !is_within(code, i, "ThreadVectorRange") && !gives_team(code, {team, call.end});
}

bool is_team_md_range(const Code& code, std::size_t i) {
  return (code[i] == "TeamThreadMDRange" || code[i] == "TeamVectorMDRange") && code.in_kernel(i) &&
         code.is_parallel(code[code.callee(code.enclosing(i))]);
}

bool is_unsigned(std::string_view type) {
  return type == "unsigned" || type.ends_with("size_t") || type.starts_with("uint");
}

/// The / or % that divides the value that ends before i, which brackets may be around: `r / n`,
/// `(r) / n`, `(r - m * n) / k`; size() where none does.
std::size_t divided_by(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 32;  // tokens of a value in brackets
  const auto divides = [&](std::size_t j) {
    return (code[j] == "/" || code[j] == "%") && code[j + 1] != "=";
  };
  if (divides(i)) return i;
  const std::size_t bracket = code[i] == ")" ? code.partner(i) : code.enclosing(i);
  const std::size_t end = code.partner(bracket);
  if (code[bracket] != "(" || bracket == 0 || end >= code.size() || end - bracket > longest ||
      !divides(end + 1) || (code.callee(bracket) < code.size() && code[bracket - 1] != "return"))
    return code.size();
  for (std::size_t j = i; j < end; ++j)
    if (code[j] == "," || code[j] == "?" || code[j] == "<" || code[j] == ">") return code.size();
  return end + 1;
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
  // Results by name: the ends of the blocks in which each variable is declared.
  std::unordered_map<std::string_view, std::vector<std::size_t>> results;
  const auto add = [&](std::size_t divided, std::size_t behind) {
    if (const std::size_t by = divided_by(code, behind); by < code.size())
      found.push_back({divided, by});
  };
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (is_call(code, i, function))
      add(i, code.call(i) + 2);
    else if (const auto known = results.find(code[i]); known != results.end()) {
      std::vector<std::size_t>& ends = known->second;
      while (!ends.empty() && ends.back() <= i) ends.pop_back();
      if (!ends.empty()) add(i, i + 1);
    }
    if (const std::size_t end = end_of_result(code, i, function); end > 0)
      results[code[i]].push_back(end);
  }
  return found;
}

/// Whether the divisor that begins at i is a constant: `4`, `NP`, `(NP * NP)`.
bool is_constant_divisor(const Code& code, std::size_t i) {
  const Span divisor = code[i] == "(" ? inside(code, i) : Span{i, i + 1};
  std::size_t end = divisor.end;
  while (code[end] == "::") end += 2;  // Traits::size
  if (code[end] == "." || code[end] == "->" || code[end] == "[") return false;
  return is_fixed(code, {divisor.begin, end});
}

/// Whether a division there is a visible part of the kernel: it is in a loop, or its team is short.
bool is_often(const Code& code, std::size_t i) {
  return code.in_loop(i) || is_short_kernel(code, i);
}

/// Whether the argument is a reducer other than a sum: Max<double>(x).
bool has_other_reducer(const Code& code, const Span& argument) {
  constexpr std::array<std::string_view, 11> others = {"Max",    "Min",       "MaxLoc", "MinLoc",
                                                       "MinMax", "MinMaxLoc", "Prod",   "LAnd",
                                                       "LOr",    "BAnd",      "BOr"};
  for (std::size_t i = argument.begin; i < argument.end && code[i] != "("; ++i)
    if (std::ranges::find(others, code[i]) != others.end()) return true;
  return false;
}

/// Whether the lambda that the argument is adds to its last parameter; true if none is there.
bool adds_up(const Code& code, const Span& argument) {
  if (code[argument.begin] != "[") return true;
  std::size_t head = code.partner(argument.begin);
  while (head < argument.end && code[head] != "(") ++head;
  const std::vector<Span> parameters = code.arguments(head);
  if (parameters.empty()) return true;
  const std::string_view sum = code[parameters.back().end - 1];
  const auto places = code.places(sum, {code.partner(head), argument.end});
  return std::ranges::any_of(places, [&](std::size_t i) {
    return code[i + 1] == "+" || (code[i + 1] == "=" && code[i + 2] == sum && code[i + 3] == "+");
  });
}

/// The first token of the statement around token i.
std::size_t statement_begin(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 128;  // tokens
  const std::size_t from = i > longest ? i - longest : 0;
  while (i > from && code[i - 1] != ";" && code[i - 1] != "{" && code[i - 1] != "}") --i;
  return i;
}

/// Whether one thread, or a store, is enough for what token i is in.
bool is_for_one(const Code& code, std::size_t i) {
  for (const Span& branch : regions_around(code, RegionKind::branch, i)) {
    const Span head = inside(code, branch.begin + 1);
    if (!head.holds(i) && code.contains(head, "team_rank", "rank")) return true;
  }
  for (const std::size_t name : callees_around(code, i))
    if (code[name] == "single") return true;
  const std::size_t begin = statement_begin(code, i);
  const std::size_t behind = code.partner(begin + 1) + 1;
  return code.call(begin) < code.size() && (code[behind] == "=" || code[behind + 1] == "=");
}

/// Whether every thread needs the result of the reduction at i, which the argument names.
bool is_for_all(const Code& code, std::size_t i, const Span& argument) {
  const Region* const kernel = code.around(RegionKind::kernel, i);
  if (kernel == nullptr || argument.end - argument.begin != 1) return false;
  const auto places =
      code.places(code[argument.begin], {code.partner(code.call(i)), kernel->span.end});
  return std::ranges::any_of(places, [&](std::size_t place) {
    const bool is_set = code[place + 1] == "=" && code[place + 2] != "=";
    const bool is_declared = code.type_end(place) < code.size() && code[place - 1] != "return";
    return !is_set && !is_declared && !is_for_one(code, place);
  });
}

/// The body has no loop, and there is a barrier or a loop around it: the range is short.
bool is_nested_reduce(const Code& code, std::size_t i) {
  if (!is_loop(code, i, "parallel_reduce", "TeamThreadRange") &&
      !is_loop(code, i, "parallel_reduce", "TeamVectorRange"))
    return false;
  const std::vector<Span> all = code.arguments(code.call(i));
  const Span call = inside(code, code.call(i));
  return (is_near_barrier(code, i) || (code.in_kernel(i) && code.in_loop(i))) &&
         !has_loop(code, call) && !calls_unknown(code, call) && all.size() > 2 &&
         !has_other_reducer(code, all.back()) && adds_up(code, all[all.size() - 2]) &&
         !is_for_all(code, i, all.back());
}

/// Whether the file says how many threads the team around token i has, or leaves it to Kokkos: a
/// team of one warp sums otherwise.
bool has_known_team(const Code& code, std::size_t i) {
  const std::size_t launch = launch_around(code, i);
  if (launch >= code.size()) return true;
  const std::vector<Span> policy = launch_policy(code, launch);
  return policy.size() < 2 || std::any_of(policy.begin() + 1, policy.end(), [&](const Span& size) {
           return code.contains(size, "AUTO") || is_fixed(code, size);
         });
}

/// Rows are summed one after another, by vectors of the length that was measured.
bool is_vector_reduce(const Code& code, std::size_t i) {
  constexpr std::size_t measured = 32;  // lanes
  return is_loop(code, i, "parallel_reduce", "ThreadVectorRange") &&
         vector_length(code, i) == measured && !calls_unknown(code, inside(code, code.call(i))) &&
         (code.in_loop(i) || is_within(code, i, "TeamThreadRange"));
}

}  // namespace

Hits singles(const Code& code) { return all<is_single>(code); }
Hits vector_ranges(const Code& code) { return all<is_vector_range>(code); }
Hits nested_reduces(const Code& code) { return all<is_nested_reduce>(code); }
Hits vector_reduces(const Code& code) { return all<is_vector_reduce>(code); }

/// Only ranges as long as the team count: of a longer one a loop over team_rank() saves little.
Hits team_ranges(const Code& code) {
  Hits hits = all<is_team_range>(code);
  std::erase_if(hits, [&](const Hit& hit) { return !is_as_long_as_team(code, hit.token); });
  return hits;
}

Hits team_md_ranges(const Code& code) {
  Hits hits = all<is_team_md_range>(code);
  for (Hit& hit : hits) {
    const std::string name(code[hit.token]);
    const std::string flat = name.starts_with("TeamVector") ? "TeamVectorRange" : "TeamThreadRange";
    hit.advice = {"a loop over several indices of a team, by " + name,
                  "one of the indices is divided among the threads, and it has fewer values than "
                  "the team has threads",
                  flat + "(team, n * m), and the indices by a division", "any order will do"};
  }
  return hits;
}

Hits signed_ranks(const Code& code) {
  Hits hits;
  for (const Division& division : divisions(code, "team_rank"))
    if (is_often(code, division.divided)) hits.push_back({division.divided});
  return hits;
}

/// The divisor is known at run time alone.
Hits league_divisions(const Code& code) {
  Hits hits;
  for (const auto& [divided, by] : divisions(code, "league_rank"))
    if (!is_constant_divisor(code, by + 1) && is_often(code, divided)) hits.push_back({divided});
  return hits;
}

Hits team_reduces(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!is_call(code, i, "team_reduce") || !has_known_team(code, i)) continue;
    Hit hit = {i};
    const std::vector<Span> all = code.arguments(code.call(i));
    if (!all.empty() && has_other_reducer(code, all.front()))
      hit.advice.instead =
          "the reduction in two steps through scratch memory instead of team_reduce";
    hits.push_back(std::move(hit));
  }
  return hits;
}

}  // namespace tilebridge::sources
