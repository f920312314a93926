// SPDX-License-Identifier: Apache-2.0
#include "export/entries.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/text.hpp"

namespace tilebridge::exports {
namespace {

std::string digits(const Value& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace

std::vector<view::ShownResult> timed_results(const Results& results) {
  std::vector<view::ShownResult> timed = view::shown_results(results.cases);
  std::erase_if(timed, [](const view::ShownResult& shown) { return !shown.result->timing; });
  return timed;
}

std::string benchmark_name(const CaseResult& c, Model model) {
  std::string name = fmt::format("{}/{}/{}", c.experiment, c.variant, name_of(model));
  for (const auto& [parameter, value] : c.parameters)
    name += fmt::format("/{}:{}", parameter, digits(value));
  return tame(name + "/cache:" + c.cache, std::numeric_limits<std::size_t>::max());
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tilebridge::exports
