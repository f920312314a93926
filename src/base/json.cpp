// SPDX-License-Identifier: Apache-2.0
#include "base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge {
namespace {

/// How deep the values of a JSON text are nested.
std::size_t depth_of(std::string_view text) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') ++i;
    if (in_string) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return deepest;
}

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
  constexpr std::size_t deepest = 100;
  if (depth_of(text) > deepest)
    throw UsageError(fmt::format("it is nested more than {} deep", deepest));
  Json json = Json::parse(text);
  make_printable(json);
  return json;
}

}  // namespace tilebridge
