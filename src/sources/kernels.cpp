// SPDX-License-Identifier: Apache-2.0
#include "sources/kernels.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tilebridge::sources {
namespace {

/// A statement that declares a variable is shorter.
constexpr std::size_t longest_statement = 256;  // tokens

bool mentions_one(std::string_view text, std::string_view word) {
  const auto equal = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
  return !std::ranges::search(text, word, equal).empty();
}

bool is_name_of(const Code& code, std::size_t i, std::string_view kind) {
  return code[i] == kind || code.range_of_wrapper(code[i]) == kind;
}

/// The statement from the type of the variable that is declared at i.
Span declaring_statement(const Code& code, std::size_t i) {
  std::size_t begin = code.type_end(i);
  if (begin >= code.size()) return {};
  if (code[begin] == ">") begin = code.callee(begin + 1);
  const std::size_t end = std::min(code.end_of_statement(i), i + longest_statement);
  const std::size_t bracket = code.enclosing(i);
  const bool is_parameter = bracket < code.size() && code[bracket] == "(";
  return {std::min(begin, i), is_parameter ? i + 1 : end};
}

/// The type of the variable that is declared at i: its tokens, or the tokens of the alias that it
/// names.
Span type_of(const Code& code, std::size_t declared) {
  const std::size_t end = code.type_end(declared);
  if (end >= code.size()) return {};
  if (code[end] == ">") {
    const std::size_t name = code.callee(end + 1);
    return name < end ? Span{name, end + 1} : Span{};
  }
  const std::size_t alias = code.assigned(code[end], {0, code.size()});
  if (alias >= code.size() || alias == 0 || code[alias - 1] != "using") return {end, end + 1};
  return {alias + 2, std::min(code.end_of_statement(alias), alias + longest_statement)};
}

/// The bracket of the arguments that construct a policy of teams in the span; size() if none does.
std::size_t team_policy(const Code& code, const Span& span) {
  bool is_team = false;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    is_team = is_team || (mentions_one(code[i], "team") && mentions_one(code[i], "policy"));
    const bool is_alias = code.is_name(i) && has_word(code[i], "policy");
    if (is_alias || is_team) {
      std::size_t bracket = code.after_arguments(i + 1);
      if (code.is_name(bracket)) ++bracket;
      if (code[bracket] == "(" || code[bracket] == "{") return bracket;
    }
  }
  return code.size();
}

/// The vector length that a policy of teams is given by its arguments: 1 without one, 0 if it is
/// not known.
std::size_t vector_length_of(const Code& code, const std::vector<Span>& all) {
  constexpr std::size_t most = 32;  // of a vector; a greater number is a team's size
  if (all.size() < 3) return all.size() == 2 ? 1 : 0;
  const std::size_t number = constant_number(code, all.back()).value_or(0);
  return number > most && all.size() == 3 ? 1 : std::min(number, most + 1);
}

/// Whether the launch is given an object of that class, or the class's own object.
bool launches(const Code& code, std::size_t launch, std::string_view class_name) {
  const Span all = inside(code, code.call(launch));
  const Region* const own = code.around(RegionKind::class_scope, launch);
  if (own != nullptr && code[own->span.begin] == class_name && code.contains(all, "this"))
    return true;
  return code.contains(all, class_name) ||
         std::ranges::any_of(unlabelled(code, code.call(launch)), [&](const Span& argument) {
           return code.contains(origin(code, argument), class_name);
         });
}

/// Whether the name at i is declared there as a constant: constexpr, an enumerator, a parameter of
/// a template, or a number.
bool declares_constant(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 64;  // tokens
  std::size_t begin = i;
  const auto ends = [&](std::size_t j) {
    return code[j] == ";" || code[j] == "{" || code[j] == "}" || code[j] == "(";
  };
  while (begin > 0 && i - begin < longest && !ends(begin - 1)) --begin;
  const std::size_t head = begin > 6 ? begin - 6 : 0;  // enum class Name : int {
  const bool is_enumerator = begin > 0 && code[begin - 1] == "{" &&
                             code.contains({head, begin}, "enum") && !code.contains({head, i}, ";");
  return is_enumerator || code.contains({begin, i}, "constexpr", "template") ||
         constant_number(code, {i, i + 1}).has_value();
}

/// Whether the name at i is a constant when compiling, as far as the file says; a name in capitals
/// that it does not declare is a macro.
bool is_constant(const Code& code, std::size_t i) {
  const auto is_capital = [](unsigned char c) { return std::islower(c) == 0; };
  if (code[i - 1] == "::") return code[i + 1] != "(";
  if (const std::size_t declared = code.declaration(i); declared < code.size())
    return declares_constant(code, declared);
  if (code[i].size() > 1 && std::ranges::all_of(code[i], is_capital)) return true;
  const auto places = code.places(code[i], {0, code.size()});
  return !places.empty() && places.front() != i && declares_constant(code, places.front());
}

bool mentions_layout(const Code& code, const Span& span, std::string_view layout) {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (mentions_one(code[i], layout)) return true;
  return false;
}

/// Whether an argument of the type behind its data may be a layout: one of a template's parameters.
bool may_have_layout(const Code& code, const Span& arguments) {
  for (std::size_t i = arguments.begin; i < arguments.end; ++i) {
    const bool names_space = mentions(code[i], {"space", "device", "exec"});
    if (code[i] == "." || (code.is_unknown_class(code[i]) && !names_space)) return true;
  }
  return false;
}

}  // namespace

bool mentions(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return mentions_one(text, word); });
}

bool has_word(std::string_view name, std::string_view word) {
  const auto is_letter = [&](std::size_t i) {
    return i < name.size() && std::islower(static_cast<unsigned char>(name[i])) != 0;
  };
  for (std::size_t i = 0; i + word.size() <= name.size(); ++i) {
    const bool begins = i == 0 || !is_letter(i - 1) || !is_letter(i);
    if (begins && mentions_one(name.substr(i, word.size()), word) && !is_letter(i + word.size()))
      return true;
  }
  return false;
}

bool has_one_of(std::string_view name, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return has_word(name, word); });
}

bool says_done_once(std::string_view name) {
  return has_one_of(name, {"init",
                           "reinit",
                           "initialize",
                           "initialise",
                           "initial",
                           "initialization",
                           "initialisation",
                           "initialized",
                           "setup",
                           "set_up",
                           "startup",
                           "start_up",
                           "create",

                           "problemgenerator",
                           "problem_generator",
                           "pgen",
                           "print",
                           "output",
                           "outputs",
                           "dump",
                           "test",
                           "bench",
                           "benchmark"});
}

std::vector<Span> regions_around(const Code& code, RegionKind kind, std::size_t i) {
  std::vector<Span> spans;
  for (const Region* region = code.around(kind, i); region != nullptr && spans.size() < deepest;) {
    spans.push_back(region->span);
    const std::size_t begin = region->span.begin;
    const Region* const before = begin == 0 ? nullptr : code.around(kind, begin - 1);
    const bool is_around = before != nullptr && before->span.holds(begin);  // if (a) if (b)
    region = is_around ? before : code.around(kind, code.enclosing(begin));
  }
  return spans;
}

bool is_report(const Code& code, std::size_t i) {
  constexpr std::size_t longest = 32;  // tokens of a condition
  for (const Span& branch : regions_around(code, RegionKind::branch, i)) {
    const std::size_t end = std::min(code.partner(branch.begin + 1), branch.begin + longest);
    for (std::size_t j = branch.begin; j < end; ++j)
      if (code[j - 1] != "!" && has_one_of(code[j], {"report", "verbose", "verbosity", "debug"}))
        return true;
  }
  return false;
}

bool is_done_once(const Code& code, std::size_t i) {
  const std::size_t name = code.callee(code.function(i).begin);
  if (name == 0 || name >= code.size()) return false;
  const Region* const own = code.around(RegionKind::class_scope, name);
  std::string_view class_name = own == nullptr ? "" : code[own->span.begin];
  if (code[name - 1] == "::") class_name = code[name - 2];
  return says_done_once(code[name]) || class_name == code[name] ||
         has_one_of(class_name, {"output", "outputs", "writer", "reader", "test"});
}

Span inside(const Code& code, std::size_t bracket) { return {bracket + 1, code.partner(bracket)}; }

std::size_t number_at(const Code& code, std::size_t i) {
  constexpr std::size_t most = 1'000'000;
  std::size_t number = 0;
  for (const char c : code[i])
    if (std::isdigit(static_cast<unsigned char>(c)) != 0)
      number = std::min(most, 10 * number + static_cast<std::size_t>(c - '0'));
  return number;
}

bool is_call(const Code& code, std::size_t i, std::string_view name) {
  return code[i] == name && code.call(i) < code.size();
}

std::vector<Span> unlabelled(const Code& code, std::size_t bracket) {
  std::vector<Span> all = code.arguments(bracket);
  if (!all.empty() && code.is_literal(all.front().begin)) all.erase(all.begin());
  return all;
}

Span origin(const Code& code, const Span& argument) {
  if (argument.end - argument.begin != 1 || !code.is_name(argument.begin)) return argument;
  const std::size_t assigned = code.assigned(code[argument.begin], {0, argument.begin});
  if (assigned < argument.begin)
    return {assigned, std::min(code.end_of_statement(assigned), assigned + longest_statement)};
  const std::size_t declared = code.declaration(argument.begin);
  return declared < argument.begin ? declaring_statement(code, declared) : argument;
}

bool is_over(const Code& code, std::size_t launch, std::string_view range) {
  if (const std::string_view known = code.range_of_wrapper(code[launch]); !known.empty())
    return known == range;
  const auto names_range = [&](const Span& span) {
    for (std::size_t i = span.begin; i < span.end && code[i] != "(" && code[i] != "{"; ++i)
      if (is_name_of(code, i, range)) return true;
    return false;
  };
  // A label may be a variable.
  std::vector<Span> all = unlabelled(code, code.call(launch));
  if (all.size() > 2) all.resize(2);
  return std::ranges::any_of(
      all, [&](const Span& span) { return names_range(span) || names_range(origin(code, span)); });
}

bool is_loop(const Code& code, std::size_t i, std::string_view name, std::string_view range) {
  if (code.call(i) >= code.size()) return false;
  if (code[i] != name) {
    if (code.range_of_wrapper(code[i]).empty()) return false;
    const bool is_reduction = mentions_one(code[i], "reduce");
    const bool is_scan = mentions_one(code[i], "scan");
    if (is_reduction != (name == "parallel_reduce") || is_scan != (name == "parallel_scan"))
      return false;
  }
  return is_over(code, i, range);
}

bool has_loop(const Code& code, const Span& body) {
  return code.contains(body, "for", "while", "parallel_for", "parallel_reduce");
}

bool are_same(const Code& code, const Span& a, const Span& b) {
  if (a.end - a.begin != b.end - b.begin) return false;
  for (std::size_t i = a.begin; i < a.end; ++i)
    if (code[i] != code[i - a.begin + b.begin]) return false;
  return true;
}

std::optional<std::size_t> constant_number(const Code& code, const Span& span) {
  if (span.end - span.begin != 1) return std::nullopt;
  if (code.is_number(span.begin)) return number_at(code, span.begin);
  const std::size_t declared = code.declaration(span.begin);
  std::size_t type = code.type_end(declared);
  while (type < code.size() && type > 1 && code[type - 1] == "::") type -= 2;
  const bool is_constant = type < code.size() && type > 0 && code[declared + 1] == "=" &&
                           (code[type - 1] == "constexpr" || code[type - 1] == "const") &&
                           code.is_number(declared + 2) &&
                           (code[declared + 3] == ";" || code[declared + 3] == ",");
  return is_constant ? std::optional(number_at(code, declared + 2)) : std::nullopt;
}

bool is_fixed(const Code& code, const Span& span) {
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const std::size_t behind = code.after_arguments(i + 1);
    if (code.is_name(i) && code[behind] == "::")
      i = behind;  // Traits<T>::
    else if (code.is_name(i) && !is_constant(code, i))
      return false;
  }
  return true;
}

bool has_run_time_loop(const Code& code, const Span& body) {
  for (const std::size_t loop : code.places("for", body)) {
    const Span head = inside(code, loop + 1);
    std::size_t bound = head.begin;
    while (bound < head.end && code[bound] != "<" && code[bound] != "!") ++bound;
    bound += code[bound + 1] == "=" ? 2 : 1;
    if (bound >= head.end || !code.is_name(bound)) continue;
    const bool is_asked =
        code[bound + 1] == "(" || code[bound + 1] == "." || code[bound + 1] == "[";
    const std::size_t declared = code.declaration(bound);
    const bool is_own = body.holds(declared) && code[code.type_end(declared) - 1] != "constexpr";
    if (is_asked || (is_own && !constant_number(code, {bound, bound + 1}))) return true;
  }
  return false;
}

std::vector<std::size_t> callees_around(const Code& code, std::size_t i) {
  std::vector<std::size_t> names;
  std::size_t left = deepest;
  for (i = code.enclosing(i); i < code.size() && left > 0; i = code.enclosing(i), --left)
    if (const std::size_t name = code.callee(i); name < code.size()) names.push_back(name);
  return names;
}

bool is_within(const Code& code, std::size_t i, std::string_view range) {
  return std::ranges::any_of(callees_around(code, i), [&](std::size_t name) {
    return code.is_parallel(code[name]) && is_over(code, name, range);
  });
}

std::size_t launch_around(const Code& code, std::size_t i) {
  const auto is_launch = [&](std::size_t name) {
    return code.is_parallel(code[name]) && code.call(name) < code.size() && !code.in_kernel(name);
  };
  if (is_launch(i)) return i;
  const std::vector<std::size_t> names = callees_around(code, i);
  const auto launch = std::ranges::find_if(names, is_launch);
  return launch == names.end() ? code.size() : *launch;
}

std::string label_of(const Code& code, std::size_t launch) {
  const bool is_wrapper = !code.range_of_wrapper(code[launch]).empty();
  for (const Span& argument : code.arguments(code.call(launch))) {
    const bool is_label = argument.end - argument.begin == 1 && code.is_literal(argument.begin);
    if (is_label)
      return std::string(code[argument.begin].substr(1, code[argument.begin].size() - 2));
    if (!is_wrapper) break;  // one may have an argument before its label
  }
  return "";
}

Body body_of(const Code& code, std::size_t launch) {
  for (const Span& argument : code.arguments(code.call(launch))) {
    const Region* const kernel = code.around(RegionKind::kernel, argument.begin);
    if (kernel == nullptr || kernel->span.begin < argument.begin) continue;
    std::size_t head = argument.begin;
    if (code[head] == "[") head = code.partner(head);
    while (head < kernel->span.end && code[head] != "(") ++head;
    Body body;
    for (const Span& parameter : code.arguments(head)) body.parameters.push_back(parameter.end - 1);
    body.span = {code.partner(head), kernel->span.end};
    return body;
  }
  return {};
}

std::vector<Span> launch_policy(const Code& code, std::size_t launch) {
  std::vector<Span> all = unlabelled(code, code.call(launch));
  if (all.size() > 2) all.resize(2);  // a label may be a variable
  for (const Span& argument : all)
    for (const Span& span : {argument, origin(code, argument)})
      if (const std::size_t bracket = team_policy(code, span); bracket < code.size())
        return code.arguments(bracket);
  return {};
}

std::size_t vector_length(const Code& code, std::size_t i) {
  if (const std::size_t launch = launch_around(code, i); launch < code.size())
    return vector_length_of(code, launch_policy(code, launch));
  const Region* const functor = code.around(RegionKind::class_scope, i);
  if (functor == nullptr) return 0;
  std::size_t length = 0;
  for (const std::string_view name : {"parallel_for", "parallel_reduce", "parallel_scan"})
    for (const std::size_t launch : code.places(name, {0, code.size()})) {
      if (code.call(launch) >= code.size() || code.in_kernel(launch) ||
          !launches(code, launch, code[functor->span.begin]))
        continue;
      const std::size_t here = vector_length_of(code, launch_policy(code, launch));
      if (here == 0 || (length > 0 && length != here)) return 0;
      length = here;
    }
  return length;
}

bool is_host_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> spaces = {"Serial", "OpenMP", "Threads", "h_view"};
  const bool is_h = name.size() > 1 && name[0] == 'h' &&
                    std::isupper(static_cast<unsigned char>(name[1])) != 0;  // hCounts
  if (is_h || std::ranges::find(spaces, name) != spaces.end() || name.starts_with("h_") ||
      name.ends_with("_h") || name.ends_with("_h_"))
    return true;
  for (std::size_t i = 0; i + 4 <= name.size(); ++i) {
    const bool is_ghost = i > 0 && std::tolower(static_cast<unsigned char>(name[i - 1])) == 'g';
    if (!is_ghost && mentions_one(name.substr(i, 4), "host")) return true;
  }
  return false;
}

bool mentions_host(const Code& code, const Span& span) {
  for (std::size_t i = span.begin; i < span.end; ++i)
    if (code.is_name(i) && is_host_name(code[i])) return true;
  return false;
}

/// Whether Kokkos is given a lambda that no compiler would compile for a device: `[&](int i) {`,
/// without a mark.
bool has_host_lambda(const Code& code, std::size_t launch) {
  if (!code.range_of_wrapper(code[launch]).empty()) return false;
  return std::ranges::any_of(code.arguments(code.call(launch)), [&](const Span& argument) {
    const std::size_t head = code[argument.begin] == "[" ? code.partner(argument.begin) + 1 : 0;
    const bool is_lambda = code[argument.begin + 1] == "&" || code[argument.begin + 1] == "=";
    return head > 0 && is_lambda && code[head] == "(" && code[code.partner(head) + 1] == "{";
  });
}

bool runs_on_host(const Code& code, std::size_t i) {
  const std::size_t launch = launch_around(code, i);
  if (launch == code.size()) return false;
  if (has_host_lambda(code, launch)) return true;
  std::vector<Span> all = unlabelled(code, code.call(launch));
  // The policy or the space, which may follow a label that is a variable, or a tag of a wrapper.
  const std::size_t most = code.range_of_wrapper(code[launch]).empty() ? 2 : 3;
  if (all.size() > most) all.resize(most);
  if (const Span body = body_of(code, launch).span; body.end > 0)
    std::erase_if(all, [&](const Span& argument) { return argument.holds(body.begin); });
  return std::ranges::any_of(all, [&](const Span& argument) {
    const Span from = origin(code, argument);
    if (mentions_host(code, argument) || mentions_host(code, from)) return true;
    for (std::size_t j = from.begin; j < from.end; ++j) {  // using Exec = Kokkos::OpenMP;
      const std::size_t alias = code.assigned(code[j], {0, from.begin});
      if (alias < from.begin && alias > 0 && code[alias - 1] == "using" &&
          mentions_host(code, {alias, std::min(code.end_of_statement(alias), alias + 64)}))
        return true;
    }
    return false;
  });
}

bool is_integer(std::string_view type) {
  constexpr std::array<std::string_view, 9> integers = {"int",      "unsigned", "long",
                                                        "size_t",   "int64_t",  "int32_t",
                                                        "uint32_t", "uint64_t", "size_type"};
  return std::ranges::find(integers, type) != integers.end();
}

std::optional<ViewType> view_type(const Code& code, std::size_t variable) {
  const std::size_t declared = code.declaration(variable);
  if (declared >= code.size()) return std::nullopt;
  Span type = type_of(code, declared);
  while (type.begin < type.end && code[type.begin] != "View") ++type.begin;
  const std::size_t end = code.after_arguments(type.begin + 1);
  if (type.begin >= type.end || end == type.begin + 1 || end > type.end ||
      mentions_host(code, type) || mentions_layout(code, type, "scratch"))
    return std::nullopt;
  std::size_t data_end = type.begin + 2;
  ViewType view;
  view.words = 1;
  for (; data_end < end && code[data_end] != ","; ++data_end) {
    const bool is_static = code[data_end] == "[" && code.is_number(data_end + 1);
    if (code[data_end] == "*" || code[data_end] == "[") {
      ++view.rank;
      view.words *= is_static ? number_at(code, data_end + 1) : 0;
    }
    if (code[data_end] == "<") data_end = std::max(data_end, code.after_arguments(data_end) - 1);
  }
  const Span others = {data_end, end};
  if (mentions_layout(code, others, "layoutleft"))
    view.layout = ViewType::Layout::left;
  else if (mentions_layout(code, others, "layoutright"))
    view.layout = ViewType::Layout::right;
  else if (!mentions_layout(code, others, "layout") && !may_have_layout(code, others))
    view.layout = ViewType::Layout::left;
  return view;
}

}  // namespace tilebridge::sources
