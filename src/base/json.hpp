// SPDX-License-Identifier: Apache-2.0
// JSON that this program did not just write itself.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace tilebridge {

using Json = nlohmann::ordered_json;

/// Parses a file's text; names and texts in it become printable(). Throws nlohmann::json::exception
/// if it is not JSON, and UsageError if it is nested deeper than any file of this program: copying
/// it would overflow the stack.
Json parse_json(std::string_view text);

/// Says what is wrong with a member of a document, and where it is: "cases[3].median: type must be
/// number, but is null".
class MemberError : public UsageError {
 public:
  MemberError(const std::string& place, const std::string& problem)
      : UsageError(place + ": " + problem), place_(place), problem_(problem) {}
  const std::string& place() const { return place_; }
  const std::string& problem() const { return problem_; }

 private:
  std::string place_, problem_;
};

/// Throws MemberError for the exception that is being handled, in a member or an element called
/// `name`: "median", "[3]". Rethrows what is neither an Error nor one of the library's.
[[noreturn]] void rethrow_in(const std::string& name);

/// Calls body(), which reads the member `name` of an object. Throws MemberError where it fails.
template <class Body>
decltype(auto) in_member(std::string_view name, const Body& body) try {
  return body();
} catch (...) {
  rethrow_in(std::string(name));
}

/// Calls body(), which reads an element of a list, likewise.
template <class Body>
decltype(auto) in_element(std::size_t index, const Body& body) try {
  return body();
} catch (...) {
  rethrow_in("[" + std::to_string(index) + "]");
}

/// Calls body(element) for all elements, likewise.
template <class Body>
void for_each_element(const Json& list, const Body& body) {
  std::size_t index = 0;
  for (const Json& element : list) {
    in_element(index, [&] { body(element); });
    ++index;
  }
}

/// The message of an error of the JSON library, without the error's number.
std::string problem_of(const nlohmann::json::exception& error);

}  // namespace tilebridge
