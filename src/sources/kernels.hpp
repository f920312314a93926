// SPDX-License-Identifier: Apache-2.0
// Questions about Kokkos code that finders of several families ask: what a loop runs over, where a
// kernel runs, what a View's type says.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sources/code.hpp"

namespace tilebridge::sources {

/// Whether one of the words, in small letters, is in the text.
bool mentions(std::string_view text, std::initializer_list<std::string_view> words);
/// Whether the name has that word between underscores and capitals: "init" in initAtoms.
bool has_word(std::string_view name, std::string_view word);
bool has_one_of(std::string_view name, std::initializer_list<std::string_view> words);

/// Whether that name, of a function or a kernel, says that it prepares or prints something.
bool says_done_once(std::string_view name);
/// Whether the function around token i prepares or prints something, by its name or its class, or
/// is a constructor or a test: what it does is done once, or does not count.
bool is_done_once(const Code& code, std::size_t i);
/// Whether token i is in a branch that a flag for reports or for debugging opens.
bool is_report(const Code& code, std::size_t i);
/// The regions of that kind around token i, from the innermost.
std::vector<Span> regions_around(const Code& code, RegionKind kind, std::size_t i);

/// The tokens between the bracket and its partner.
Span inside(const Code& code, std::size_t bracket);
bool is_call(const Code& code, std::size_t i, std::string_view name);
/// The number that a token is, up to a million; 0 if it is none.
std::size_t number_at(const Code& code, std::size_t i);
/// The arguments behind a label.
std::vector<Span> unlabelled(const Code& code, std::size_t bracket);
/// The tokens that the argument is, or the tokens of the statement that declares the variable it
/// is.
Span origin(const Code& code, const Span& argument);
/// Whether parallel_…() of that name, or a wrapper of it, runs over a range of that kind.
bool is_loop(const Code& code, std::size_t i, std::string_view name, std::string_view range);
bool is_over(const Code& code, std::size_t launch, std::string_view range);
bool has_loop(const Code& code, const Span& body);
/// Whether the tokens of the two spans are the same.
bool are_same(const Code& code, const Span& a, const Span& b);
/// The number that the tokens are, or the value of the constant they name; nothing if they are
/// none.
std::optional<std::size_t> constant_number(const Code& code, const Span& span);
/// Whether all names in the span are constants when compiling, as far as the file says.
bool is_fixed(const Code& code, const Span& span);
/// Whether the body has a loop as long as a variable of its own, or an array, says.
bool has_run_time_loop(const Code& code, const Span& body);
/// Whether token i is in the body of a loop over that kind of range.
bool is_within(const Code& code, std::size_t i, std::string_view range);
/// The functions in whose arguments token i is, from the innermost.
std::vector<std::size_t> callees_around(const Code& code, std::size_t i);

/// The parallel_…() of the host that token i names, or whose arguments it is in; size() if there is
/// none.
std::size_t launch_around(const Code& code, std::size_t i);
/// The label that a parallel_…() begins with, without its quotes; "" without one.
std::string label_of(const Code& code, std::size_t launch);

/// A lambda that a parallel_…() runs.
struct Body {
  std::vector<std::size_t> parameters;  // their names
  Span span = {};                       // empty if no lambda is there
};
Body body_of(const Code& code, std::size_t launch);

/// The arguments that construct the launch's policy of teams; none if they are not known.
std::vector<Span> launch_policy(const Code& code, std::size_t launch);
/// The vector length of the team kernel around token i, if all the policies in the file that launch
/// it, or its functor, say the same number; 0 if it is not known.
std::size_t vector_length(const Code& code, std::size_t i);

/// Whether the name says that it belongs to the host: HostSpace, h_counts, Serial, but not ghost.
bool is_host_name(std::string_view name);
bool mentions_host(const Code& code, const Span& span);
/// Whether the kernel around token i, if there is one, runs on the host.
bool runs_on_host(const Code& code, std::size_t i);

/// Whether numbers of that type may be indices: int, std::size_t.
bool is_integer(std::string_view type);

/// Describes the View that a variable is, as far as its declaration in the file says it.
struct ViewType {
  enum class Layout { left, right, unknown };

  Layout layout = Layout::unknown;  // on a GPU
  std::size_t rank = 0;
  std::size_t words = 0;  // elements, if its type says all extents; else 0
};
std::optional<ViewType> view_type(const Code& code, std::size_t variable);

}  // namespace tilebridge::sources
