// SPDX-License-Identifier: Apache-2.0
// Finds what the host does again and again between kernels: copies, allocations, results, fences.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "sources/finders.hpp"

namespace tilebridge::sources {
namespace {

// ---- What is done again and again ----

/// Whether the function around token i prepares something, or reads or writes files.
bool is_set_up(const Code& code, std::size_t i) {
  return is_done_once(code, i) ||
         has_one_of(code[code.callee(code.function(i).begin)],
                    {"create", "builtin",  "build",      "make",        "allocate", "register",
                     "read",   "load",     "parse",      "write",       "save",     "restart",
                     "report", "check",    "checkpoint", "history",     "grow",     "extract",
                     "diag",   "diagnose", "diagnostic", "diagnostics", "warmup",   "checksum"});
}

/// Whether the function around token i belongs to a class of the host's own arrays.
bool is_of_host_class(const Code& code, std::size_t i) {
  const std::size_t name = code.callee(code.function(i).begin);
  if (name == 0 || name >= code.size()) return false;
  const Region* const own = code.around(RegionKind::class_scope, name);
  if (code[name - 1] == "::") return is_host_name(code[name - 2]);
  return own != nullptr && is_host_name(code[own->span.begin]);
}

/// Whether the loop goes over a few numbers, as far as the text says: (int d = 0; d < 3; ++d).
bool is_short_loop(const Code& code, const Span& loop) {
  constexpr std::size_t few = 8;
  if (code[loop.begin] != "for") return false;
  const Span head = inside(code, loop.begin + 1);
  for (std::size_t i = head.begin; i < head.end; ++i) {
    if (code[i] != "<") continue;
    const std::size_t bound = i + (code[i + 1] == "=" ? 2 : 1);
    const auto number = constant_number(code, {bound, bound + 1});
    return code[bound + 1] == ";" && ((number && *number <= few) || mentions(code[bound], {"dim"}));
  }
  return false;
}

/// Whether a loop of the host around token i turns more than a few times.
bool is_in_long_loop(const Code& code, std::size_t i) {
  return code.in_loop(i) &&
         !std::ranges::all_of(regions_around(code, RegionKind::loop, i),
                              [&](const Span& loop) { return is_short_loop(code, loop); });
}

/// Whether the loop ends behind token i, in the same block: `{ deep_copy(x, y); break; }`.
bool ends_loop(const Code& code, std::size_t i) {
  std::size_t block = code.enclosing(i);
  while (block < code.size() && code[block] != "{") block = code.enclosing(block);
  const std::size_t end = code.partner(block);
  if (!code.in_loop(i) || end >= code.size() || block == 0 || code[block - 1] == ":" ||
      code[code.callee(code.partner(block - 1))] == "switch")
    return false;
  for (std::size_t j = i; j < end; j = code.end_of_brackets(j) + 1) {
    const bool is_end = code[j] == "break" || code[j] == "return" || code[j] == "throw";
    if (is_end && (code[j - 1] == ";" || code[j - 1] == "}")) return true;
  }
  return false;
}

/// Whether a mirror is made at i, in the memory of the host.
bool makes_host_mirror(const Code& code, std::size_t i) {
  return (is_call(code, i, "create_mirror_view") || is_call(code, i, "create_mirror")) &&
         (code.arguments(code.call(i)).size() == 1 ||
          code.contains(inside(code, code.call(i)), "WithoutInitializing"));
}

/// Whether the argument is an array of the host, by its name, or by what declares it or those that
/// it is made of.
bool is_of_host(const Code& code, const Span& argument, int steps = 3) {
  if (mentions_host(code, argument)) return true;
  for (std::size_t i = argument.begin; i < argument.end; ++i)
    if (makes_host_mirror(code, i)) return true;
  const bool is_part = code.contains(argument, "subview");
  if (steps == 0 || (argument.end - argument.begin != 1 && !is_part)) return false;
  const std::size_t first = is_part ? code.places("subview", argument).front() + 2 : argument.begin;
  const Span variable = {first, first + 1};
  const std::size_t declared = code.declaration(first);
  const bool is_declared_so =
      declared < first && mentions_host(code, {code.type_end(declared), declared});
  const Span from = origin(code, variable);
  return is_declared_so || (from.begin != first && is_of_host(code, from, steps - 1));
}

/// Whether token i is in a branch, of the loop if there is one, for what grows, is done again, or
/// is done in one of many steps.
bool is_rare(const Code& code, std::size_t i) {
  const Region* const branch = code.around(RegionKind::branch, i);
  const Region* const loop = code.around(RegionKind::loop, i);
  if (branch == nullptr || (loop != nullptr && loop->span.begin > branch->span.begin)) return false;
  for (std::size_t j = branch->span.begin; j < code.partner(branch->span.begin + 1); ++j)
    if ((code[j] == "%" && code[j + 1] != "2") ||
        mentions(code[j], {"extent", "size", "capacity", "redo", "retry", "grow", "verbose",
                           "debug", "first", "init"}))
      return true;
  return false;
}

bool is_repeated(const Code& code, std::size_t i, int callers);

/// Whether the only function of that name in the file is called in a loop of the file's host code,
/// or by a function that is.
bool is_called_often(const Code& code, std::size_t name, int callers) {
  constexpr std::size_t most = 8;  // mentions of a function that are looked at
  const auto places = code.places(code[name], {0, code.size()});
  if (places.size() > most) return false;
  bool is_often = false;
  for (const std::size_t place : places) {
    if (place == name || code.call(place) >= code.size()) continue;
    std::size_t behind = code.partner(code.call(place)) + 1;
    while (code.is_name(behind)) ++behind;
    if (code[behind] == "{" && code.function(place).end == 0) return false;  // another definition
    const bool is_of_other =
        (code[place - 1] == "." || code[place - 1] == "->") && code[place - 2] != "this";
    if (!is_of_other && is_repeated(code, place, callers)) is_often = true;
  }
  return is_often;
}

/// Whether what stands at i is done again and again by the host, as far as can be seen: in a loop,
/// or in a function that is called in a loop of the same file.
bool is_repeated(const Code& code, std::size_t i, int callers) {
  constexpr int most_callers = 3;
  if (code.in_kernel(i) || is_set_up(code, i) || is_rare(code, i) || ends_loop(code, i))
    return false;
  if (is_in_long_loop(code, i)) return true;
  const std::size_t name = code.callee(code.function(i).begin);
  return name < code.size() && callers < most_callers && is_called_often(code, name, callers + 1);
}

// ---- Copies ----

/// Whether the name at i is a variable or a parameter of its function that is no View.
bool is_plain_variable(const Code& code, std::size_t i) {
  const std::size_t begin = code.function(i).begin + 1;
  const std::size_t declared = code.declared(code[i], {begin, i});
  if (begin >= i || declared >= i) return false;
  const std::size_t type = code.type_end(declared);
  return code.is_name(type) && code[type] != "auto" && !code.is_unknown_class(code[type]) &&
         !mentions(code[type], {"view", "array", "mirror", "vector"});
}

/// Whether the variable that is declared at i is a number, by its type or its first value.
bool is_number(const Code& code, std::size_t i) {
  constexpr std::array<std::string_view, 7> numbers = {"double", "float",    "bool",  "long",
                                                       "short",  "unsigned", "Scalar"};
  const std::string_view type = code[code.type_end(i)];
  const bool begins_as_number = (code[i + 1] == "=" || code[i + 1] == "{") && code.is_number(i + 2);
  return is_integer(type) || std::ranges::find(numbers, type) != numbers.end() ||
         (has_one_of(type, {"int", "real", "double", "float", "bool", "ordinal"}) &&
          !mentions(type, {"1d", "2d", "3d", "4d", "view", "array", "vector"})) ||
         (begins_as_number && type != "auto");
}

bool is_number_of_host(const Code& code, const Span& argument) {
  if (argument.end - argument.begin != 1) return false;
  if (!code.is_name(argument.begin)) return true;  // 0
  const std::size_t declared = code.declaration(argument.begin);
  return declared < code.size() && is_number(code, declared);
}

/// Whether the host reads an element of the array that the name at i is, in that function.
bool is_read_by_host(const Code& code, std::size_t i) {
  const std::size_t declared = code.declaration(i);
  return std::ranges::any_of(code.places(code[i], code.function(i)), [&](std::size_t place) {
    const bool is_element = code[place + 1] == "(" || code[place + 1] == "[";
    return is_element && place != declared && !code.in_kernel(place) &&
           launch_around(code, place) == code.size();
  });
}

/// Whether the statement behind the one around i tests, sends or returns the variable at i.
bool is_needed_next(const Code& code, std::size_t i) {
  const std::size_t block = code.partner(code.enclosing(code.callee(code.enclosing(i))));
  std::size_t begin = i;
  while (begin < block && code[begin] != ";") ++begin;
  while (code[begin + 1] == "}") ++begin;  // of a branch
  const std::size_t next = begin + 1;
  const bool is_test = code[next] == "if" || code[next] == "while" || code[next] == "switch";
  const Span needs = is_test ? inside(code, next + 1) : Span{next, code.end_of_statement(next)};
  const bool is_need = is_test || code[next] == "return" || code[next].starts_with("MPI_");
  return is_need && code.contains(needs, code[i]);
}

/// Whether the host needs what is copied to the target: it is an array of the host, or the host
/// reads it.
bool is_result_for_host(const Code& code, const Span& target) {
  if (is_of_host(code, target)) return true;
  return target.end - target.begin == 1 && code.is_name(target.begin) &&
         (is_read_by_host(code, target.begin) || is_needed_next(code, target.begin));
}

/// Whether what is copied to, or a new array and what is copied to it, changes with the variable of
/// every loop around it: they go over arrays, not over steps.
bool is_another_in_each_turn(const Code& code, const Span& target, const Span& source) {
  const std::vector<Span> loops = regions_around(code, RegionKind::loop, target.begin);
  const auto has_of_head = [&](const Span& span, const Span& head) {
    for (std::size_t i = span.begin; i < span.end; ++i)
      if (code.is_name(i) && head.holds(code.declaration(i))) return true;
    return false;
  };
  const auto goes_over = [&](const Span& loop) {
    if (code[loop.begin] != "for") return false;
    const Span head = inside(code, loop.begin + 1);
    const bool is_new = loop.holds(code.declaration(target.begin));
    return has_of_head(target, head) ||
           (is_new && (has_of_head(source, head) || has_of_head(origin(code, source), head)));
  };
  return !loops.empty() && std::ranges::all_of(loops, goes_over);
}

/// Whether messages are sent or received behind token i, before the next kernel.
bool is_before_messages(const Code& code, std::size_t i) {
  constexpr std::size_t most = 512;  // tokens
  const std::size_t end = std::min(code.function(i).end, i + most);
  for (std::size_t j = i; j < end; ++j) {
    if (code.is_parallel(code[j]) && code.call(j) < code.size()) return false;
    if (code[j].starts_with("MPI_") ||
        (code.call(j) < code.size() &&
         has_one_of(code[j], {"send", "recv", "receive", "isend", "irecv", "reduce", "allreduce"})))
      return true;
  }
  return false;
}

/// Copies of one number of a View in each turn, and of a View in each step; not copies to or from
/// the host.
bool is_deep_copy(const Code& code, std::size_t i) {
  const bool is_of_other = i > 1 && code[i - 1] == "::" && code[i - 2] != "Kokkos";
  if (is_of_other || !is_call(code, i, "deep_copy") || !is_repeated(code, i) ||
      is_of_host_class(code, i) || is_before_messages(code, i))
    return false;
  const std::vector<Span> all = code.arguments(code.call(i));
  if (all.size() != 2 || is_of_host(code, all[1])) return false;
  if (is_number_of_host(code, all[0])) return code.contains(all[1], "subview");
  return !is_result_for_host(code, all[0]) && !is_another_in_each_turn(code, all[0], all[1]);
}

/// Whether the copy's source is a number, which every element is set to.
bool is_value(const Code& code, const Span& source) {
  if (is_number_of_host(code, source)) return true;
  const bool is_negative = code[source.begin] == "-" && code.is_number(source.begin + 1);
  return code.is_literal(source.begin) || code.is_number(source.begin) || is_negative;
}

// ---- Allocations ----

/// Tells by the name, as codes call them: view_type, t_x_array, but not getView; a View or an alias
/// of the file always.
bool is_view_type(std::string_view type, const std::unordered_set<std::string_view>& aliases) {
  return aliases.contains(type) || type.starts_with("t_") || type.starts_with("tdual_") ||
         (has_word(type, "view") &&
          !mentions(type, {"string", "array", "list", "tree", "window"}) &&
          !has_one_of(type, {"get", "find", "create", "make", "allocate", "add", "set", "copy"}));
}

/// The type of what the bracket constructs: View<…>(…), or the type of the variable before it;
/// size() if it constructs nothing.
std::size_t constructed_type(const Code& code, std::size_t bracket) {
  const std::size_t name = code.callee(bracket);
  if (name == code.size() || name == 0 || code[name - 1] == "." || code[name - 1] == "->")
    return code.size();
  const std::size_t before = name - 1;  // of a variable: its type
  if (code[before] == ">") return code.callee(name);
  return code.is_name(before) && code[before] != "return" && code[before] != "new" ? before : name;
}

/// Whether the View that the bracket constructs is in the memory of the host.
bool is_on_host(const Code& code, std::size_t bracket, std::size_t type) {
  const std::size_t alias = code.assigned(code[type], {0, code.size()});
  const Span definition = {alias, std::min(code.end_of_statement(alias), alias + 64)};
  return mentions_host(code, {type, bracket}) || mentions_host(code, inside(code, bracket)) ||
         (alias < code.size() && mentions_host(code, definition));
}

/// The variable that is what the bracket constructs: View<int> v(…), auto v = View<int>(…); size()
/// if there is none.
std::size_t made_variable(const Code& code, std::size_t bracket) {
  std::size_t name = code.callee(bracket);
  if (name == bracket - 1) return name;
  while (name < code.size() && name > 2 && code[name - 1] == "::") name -= 2;
  const bool is_assigned = name < code.size() && name > 2 && code[name - 1] == "=";
  return is_assigned && code.is_name(name - 2) ? name - 2 : code.size();
}

/// The first place behind the bracket where something is done with that variable; size() if there
/// is none.
std::size_t first_use(const Code& code, std::size_t bracket) {
  constexpr std::array<std::string_view, 3> no_use = {"create_mirror_view", "create_mirror",
                                                      "extent"};
  const std::size_t variable = made_variable(code, bracket);
  if (variable == code.size()) return code.size();
  const Span rest = {code.partner(bracket), code.partner(code.enclosing(variable))};
  for (const std::size_t place : code.places(code[variable], rest)) {
    const std::size_t callee = code.callee(code.enclosing(place));
    if (callee >= code.size() || std::ranges::find(no_use, code[callee]) == no_use.end())
      return place;
  }
  return code.size();
}

/// Whether what the bracket constructs becomes an element that a loop's variable names: the loop
/// goes over arrays, `views[i] = View<int>("", n)`.
bool is_element_of_loop(const Code& code, std::size_t bracket) {
  std::size_t name = code.callee(bracket);
  while (name < code.size() && name > 2 && code[name - 1] == "::") name -= 2;
  if (name >= code.size() || name < 3 || code[name - 1] != "=") return false;
  const bool is_element = code[name - 2] == "]" || code[name - 2] == ")";
  return is_element && is_another_in_each_turn(code, inside(code, code.partner(name - 2)), {});
}

/// Whether what the bracket constructs has no elements yet: View<int*>("n", 0).
bool has_no_elements(const Code& code, std::size_t bracket) {
  const std::vector<Span> all = code.arguments(bracket);
  return all.size() > 1 && constant_number(code, all.back()) == 0;
}

/// Whether the file has kernels, and lambdas of the host are all of them.
bool has_host_kernels_alone(const Code& code) {
  bool has_kernels = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code.is_parallel(code[i]) || code.call(i) >= code.size() || code.in_kernel(i)) continue;
    if (!runs_on_host(code, i)) return false;
    has_kernels = true;
  }
  return has_kernels;
}

/// Whether what the bracket constructs goes to a function of which nothing is known before
/// anything else is done with it: that may read the zeros.
bool is_handed_on(const Code& code, std::size_t bracket) {
  const std::size_t use = first_use(code, bracket);
  if (use == code.size() || code.in_kernel(use)) return false;
  const std::size_t callee = code.callee(code.enclosing(use));
  return callee < code.size() && code[use + 1] != "(" && code[callee] != "deep_copy" &&
         code[callee] != "subview" && launch_around(code, use) == code.size();
}

/// Whether the kernel that first uses what the bracket constructs may leave elements of it as they
/// are: it comes to it under a condition.
bool is_set_in_part(const Code& code, std::size_t bracket) {
  const std::size_t use = first_use(code, bracket);
  if (use == code.size()) return false;
  const std::size_t launch = launch_around(code, use);
  const Region* const branch = code.around(RegionKind::branch, use);
  return launch < code.size() && branch != nullptr && branch->span.begin > launch;
}

/// Whether atomics count from zero in the View that is constructed behind i: `View<int> n("n");`.
bool is_counter(const Code& code, std::size_t bracket) {
  const std::size_t name = bracket - 1;
  if (!code.is_name(name)) return false;
  return std::ranges::any_of(code.places(code[name], code.function(name)), [&](std::size_t i) {
    const std::size_t callee = code.callee(code.enclosing(i));
    return code[i - 1] == "&" && callee < code.size() && code[callee].starts_with("atomic_");
  });
}

// ---- Results ----

/// The variable that the tokens are; size() if they are none.
std::size_t variable_of(const Code& code, const Span& tokens) {
  return tokens.end - tokens.begin == 1 && code.is_name(tokens.begin) ? tokens.begin : code.size();
}

/// The variable that a reduction's last argument gives its result to: `sum`, or
/// `Kokkos::Max<double>(sum)`; size() where it is none.
std::size_t result_variable(const Code& code, const Span& argument) {
  for (std::size_t i = argument.begin; i < argument.end; ++i)
    if (const std::size_t bracket = code.call(i);
        bracket < argument.end && code.partner(bracket) + 1 == argument.end)
      return variable_of(code, inside(code, bracket));
  return variable_of(code, argument);
}

/// Follows a number of the host through a function, to see who needs it.
class Uses {
 public:
  Uses(const Code& code, std::size_t variable)
      : code_(code), function_(code.function(variable)), names_({code[variable]}) {}

  /// Whether kernels use it, by themselves or in what is computed from it, and nothing else does.
  bool are_in_kernels() {
    for (std::size_t n = 0; n < names_.size(); ++n) {
      const auto places = code_.places(names_[n], function_);
      if (places.size() > most || names_.size() > most) return false;
      for (const std::size_t place : places)
        if (!take(place)) return false;
    }
    return is_in_kernel_;
  }

 private:
  static constexpr std::size_t most = 32;

  /// Returns false if the host needs the number there.
  bool take(std::size_t i) {
    if (code_[i - 1] == "." || code_[i - 1] == "->") return true;  // a member of something
    if (const std::size_t launch = launch_around(code_, i); launch < code_.size()) {
      const Span last = code_.arguments(code_.call(launch)).back();
      is_in_kernel_ = is_in_kernel_ || !last.holds(i) || code_.in_kernel(i);
      return !is_of_policy(launch, i);
    }
    if (code_[i + 1] == "=" && code_[i + 2] != "=") return is_plain(i);
    if (code_.type_end(i) < code_.size() && code_[code_.type_end(i)] != "return")
      return is_plain(i);
    return flows(i);
  }

  /// Whether token i is in an argument before the body: the kernel's length is known to the host.
  bool is_of_policy(std::size_t launch, std::size_t i) const {
    if (code_.in_kernel(i)) return false;
    const std::vector<Span> all = unlabelled(code_, code_.call(launch));
    const Span body = body_of(code_, launch).span;
    const bool has_label = all.size() > 2 && !is_policy(all.front()) && is_policy(all[1]);
    return body.end > 0 ? i < body.begin : all.front().holds(i) || (has_label && all[1].holds(i));
  }

  bool is_policy(const Span& argument) const {
    for (std::size_t i = argument.begin; i < argument.end; ++i)
      if (has_one_of(code_[i], {"policy", "range"})) return true;
    return false;
  }

  /// Whether the variable, which is declared or assigned at i, is one of this function alone.
  bool is_plain(std::size_t i) const {
    const std::size_t declared = code_.declaration(i);
    return declared < code_.size() && function_.holds(declared) &&
           declared > code_.partner(function_.begin) && code_[declared - 1] != "&";
  }

  /// Whether token i is in a computation whose result another variable is: it is used as that is.
  bool flows(std::size_t i) {
    constexpr std::array<std::string_view, 6> arithmetic = {"sqrt", "abs", "fabs",
                                                            "pow",  "max", "min"};
    for (const std::size_t name : callees_around(code_, i)) {
      if (name <= function_.begin) break;
      if (std::ranges::find(arithmetic, code_[name]) == arithmetic.end()) return false;
    }
    std::size_t begin = i;
    for (std::size_t left = 64; left > 0 && begin > function_.begin; --begin, --left) {
      if (code_[begin] == ";" || code_[begin] == "{" || code_[begin] == "}" ||
          code_[begin] == "?" || code_[begin] == "return")
        return false;
      if (code_[begin] == "=" && code_.is_name(begin - 1) && code_[begin + 1] != "=") break;
    }
    const std::string_view before = code_[begin - 2];
    if (code_[begin] != "=" || before == "." || before == "->" || !is_plain(begin - 1))
      return false;
    if (std::ranges::find(names_, code_[begin - 1]) == names_.end())
      names_.push_back(code_[begin - 1]);
    return true;
  }

  const Code& code_;
  Span function_;
  std::vector<std::string_view> names_;
  bool is_in_kernel_ = false;
};

/// Into a number that the host hands to kernels and does not need itself.
bool is_scalar_result(const Code& code, std::size_t i) {
  if (!is_call(code, i, "parallel_reduce") && !is_call(code, i, "parallel_scan")) return false;
  const std::vector<Span> all = unlabelled(code, code.call(i));
  if (all.size() < 3 || !is_repeated(code, i)) return false;
  const std::size_t result = result_variable(code, all.back());
  return result < code.size() && is_plain_variable(code, result) &&
         Uses(code, result).are_in_kernels();
}

// ---- Fences ----

/// The parallel_…() that the statement before i is; size() if it is none.
std::size_t launch_before(const Code& code, std::size_t i) {
  if (i < 2 || code[i - 1] != ";" || code[i - 2] != ")") return code.size();
  const std::size_t name = code.callee(code.partner(i - 2));
  return code.is_parallel(code[name]) ? name : code.size();
}

/// The parallel_…() that begins at i; size() if none does.
std::size_t launch_at(const Code& code, std::size_t i) {
  while (code[i] == "Kokkos" || code[i] == "::") ++i;
  return code.is_parallel(code[i]) && code.call(i) < code.size() ? i : code.size();
}

/// The first of three arguments or more of the launch's policy, which may be an instance; "" if
/// there are fewer.
std::string_view instance_of(const Code& code, std::size_t launch) {
  const std::vector<Span> all = unlabelled(code, code.call(launch));
  const Span policy = all.empty() ? Span() : origin(code, all.front());
  std::size_t bracket = policy.begin;
  while (bracket < policy.end && code[bracket] != "(") ++bracket;
  const std::vector<Span> arguments =
      bracket < policy.end ? code.arguments(bracket) : std::vector<Span>();
  return arguments.size() < 3 ? "" : code[arguments.front().begin];
}

/// Whether the kernels run one after another without a fence: on one instance of the device.
bool are_in_order(const Code& code, std::size_t first, std::size_t second) {
  return first < code.size() && second < code.size() && !runs_on_host(code, first) &&
         !runs_on_host(code, second) && instance_of(code, first) == instance_of(code, second);
}

/// Whether the loop posts messages and does nothing that a fence could wait for in between.
bool posts_messages(const Code& code, const Span& loop) {
  constexpr std::size_t longest = 256;  // tokens
  if (loop.end - loop.begin > longest) return false;
  bool posts = false;
  for (std::size_t i = loop.begin + 2; i < loop.end; ++i) {
    if (code.call(i) >= loop.end || code[i] == "fence" || code[i] == "for" || code[i] == "if")
      continue;
    const bool is_message = mentions(code[i], {"irecv", "receive", "recv"});
    posts = posts || is_message;
    if (!is_message && !code[i].starts_with("MPI_") &&
        !mentions(code[i], {"size", "data", "extent", "rank", "begin", "end", "at"}))
      return false;
  }
  return posts;
}

/// The fence's first token, at the beginning of its statement: `Kokkos::fence();`, or the fence of
/// the default execution space.
std::size_t fence_statement(const Code& code, std::size_t i) {
  while (i > 0 && code[i - 1] != ";" && code[i - 1] != "{" && code[i - 1] != "}") {
    const std::string_view before = code[i - 1];
    if (before != "::" && before != "." && before != "(" && before != ")" && before != "Kokkos" &&
        before != "DefaultExecutionSpace")
      return code.size();
    --i;
  }
  return i;
}

/// Why the fence at i is not needed; null if it may be.
const char* needless_fence(const Code& code, std::size_t i) {
  if (!is_call(code, i, "fence") || !is_repeated(code, i)) return nullptr;
  const std::size_t begin = fence_statement(code, i);
  const std::size_t end = code.partner(code.call(i)) + 1;
  if (begin == code.size() || code[end] != ";") return nullptr;
  if (are_in_order(code, launch_before(code, begin), launch_at(code, end + 1)))
    return "no fence: kernels of one instance run one after another";
  const Region* const loop = code.around(RegionKind::loop, i);
  if (loop != nullptr && code.in_loop(i) && posts_messages(code, loop->span))
    return "one fence before the loop, which posts messages alone";
  return nullptr;
}

}  // namespace

bool is_repeated(const Code& code, std::size_t i) { return is_repeated(code, i, 0); }

Hits scalar_results(const Code& code) { return all<is_scalar_result>(code); }

Hits deep_copies(const Code& code) {
  const Advice copy_in_each_step = {
      "a View copied in each step by deep_copy, for which the host waits",
      "kernels shorter than a launch and a wait, some 10 µs",
      "deep_copy(instance, …), which does not wait; or two Views that are swapped",
      "both are in the device's memory, and kernels alone use them, on that instance"};
  Hits hits = all<is_deep_copy>(code);
  for (Hit& hit : hits) {
    const std::vector<Span> all = code.arguments(code.call(hit.token));
    if (!code.is_name(all[0].begin) || !is_number_of_host(code, all[0])) {
      if (!is_value(code, all[1])) hit.advice = copy_in_each_step;
      continue;
    }
    hit.advice.matters = "a launch and a wait for each number";
    hit.advice.instead = "the loop in a kernel, or one copy of the whole View before it";
    hit.advice.holds_if = "the View does not change in the loop";
  }
  return hits;
}

Hits allocations(const Code& code) {
  const std::vector<std::string_view> names = code.aliases("View");
  const std::unordered_set<std::string_view> aliases(names.begin(), names.end());
  Hits hits;
  if (has_host_kernels_alone(code)) return hits;
  for (std::size_t i = 1; i < code.size(); ++i) {
    if (!code.is_literal(i) || !code[i].starts_with('"') || code[i - 1] != "(") continue;
    std::size_t bracket = i - 1;
    const std::string_view wrapper = code[code.callee(bracket)];
    if (wrapper == "view_alloc" || wrapper == "ViewAllocateWithoutInitializing")
      bracket = code.enclosing(code.callee(bracket));
    if (code[bracket] != "(" || !is_repeated(code, i)) continue;
    const std::size_t type = constructed_type(code, bracket);
    if (type < code.size() && is_view_type(code[type], aliases) &&
        !is_on_host(code, bracket, type) && !is_counter(code, bracket) &&
        !has_no_elements(code, bracket) && !is_element_of_loop(code, bracket) &&
        !is_handed_on(code, bracket) && !is_set_in_part(code, bracket) &&
        (aliases.contains(code[type]) || code.arguments(bracket).size() > 1) &&
        !code.contains(inside(code, bracket), "WithoutInitializing",
                       "ViewAllocateWithoutInitializing")) {
      hits.push_back({i});
      hits.back().advice.instead =
          "the View made once, before the loop; or, if its extents change, WithoutInitializing";
    }
  }
  return hits;
}

Hits fences(const Code& code) {
  Hits hits;
  for (std::size_t i = 0; i < code.size(); ++i)
    if (const char* const instead = needless_fence(code, i); instead != nullptr)
      hits.push_back({i,
                      {"a fence in a loop of the host that nothing waits for",
                       "kernels shorter than a launch and a wait, some 10 µs", instead,
                       "nothing else of the loop is what the fence is for"}});
  return hits;
}

}  // namespace tilebridge::sources
