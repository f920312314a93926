// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace tilebridge {
namespace {

bool has_printable_names(const Json& object) {
  const auto members = object.items();
  return std::all_of(members.begin(), members.end(),
                     [](const auto& member) { return printable(member.key()) == member.key(); });
}

void make_printable(Json& json) {
  if (json.is_string()) json = printable(json.get_ref<const std::string&>());
  if (!json.is_structured()) return;
  for (Json& value : json) make_printable(value);
  if (!json.is_object() || has_printable_names(json)) return;
  Json renamed = Json::object();
  for (auto& [name, value] : json.items()) renamed[printable(name)] = std::move(value);
  json = std::move(renamed);
}

}  // namespace

Json parse_json(std::string_view text) {
  constexpr int deepest = 100;
  Json json = Json::parse(text, [=](int depth, Json::parse_event_t event, const Json&) {
    using Event = Json::parse_event_t;
    const bool is_nested = event == Event::array_start || event == Event::object_start;
    if (is_nested && depth >= deepest)
      throw UsageError(fmt::format("it is nested more than {} deep", deepest));
    return true;
  });
  make_printable(json);
  return json;
}

std::string problem_of(const nlohmann::json::exception& error) {
  constexpr int no_such_member = 403;
  const std::string_view what = error.what();
  if (error.id == no_such_member)  // key 'median' not found
    return fmt::format(
        "it has no {}",
        one_printable_line(what.substr(what.find('\''), what.rfind('\'') + 1 - what.find('\'')),
                           60));
  return one_printable_line(what.substr(what.find("] ") + 2), 200);
}

void rethrow_in(const std::string& name) {
  const std::string here = one_printable_line(name, 60);
  try {
    throw;
  } catch (const MemberError& error) {
    const bool is_element = error.place().starts_with('[');
    throw MemberError(here + (is_element ? "" : ".") + error.place(), error.problem());
  } catch (const Error& error) {
    throw MemberError(here, error.what());
  } catch (const nlohmann::json::exception& error) {
    throw MemberError(here, problem_of(error));
  }
}

}  // namespace tilebridge
