// SPDX-License-Identifier: Apache-2.0
#include "write/entries.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/text.hpp"
#include "write/json.hpp"

namespace tilebridge::write {
namespace {

std::string digits(const Value& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace

std::vector<pages::ShownResult> all_results(const CaseResult& c) {
  std::vector<pages::ShownResult> all;
  for (const auto& [model, result] : c.models) all.push_back({&c, model, &result});
  for (const auto& release : c.releases)
    all.push_back({&c, Model::kokkos, &release.second.result, &release});
  return all;
}

std::string model_name(const pages::ShownResult& entry) {
  const std::string_view model = name_of(entry.model);
  return entry.release == nullptr ? std::string(model)
                                  : fmt::format("{}@{}", model, entry.release->first);
}

std::string benchmark_name(const pages::ShownResult& entry) {
  const CaseResult& c = *entry.of;
  std::string name = fmt::format("{}/{}/{}", c.experiment, c.variant, model_name(entry));
  for (const auto& [parameter, value] : c.parameters)
    name += fmt::format("/{}:{}", parameter, digits(value));
  return tame(name + "/cache:" + c.cache, std::numeric_limits<std::size_t>::max());
}

std::string json_text(const Json& json) {
  return printable(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace tilebridge::write
