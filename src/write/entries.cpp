// SPDX-License-Identifier: Apache-2.0
#include "write/entries.hpp"

#include "base/text.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

std::string digits(const Value& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace

std::vector<pages::ShownResult> all_results(const CaseResult& c) {
  std::vector<pages::ShownResult> all;
  for (const auto& [kernel, result] : c.kernels) all.push_back({&c, kernel, &result});
  return all;
}

std::string model_name(const pages::ShownResult& entry) {
  const auto& [c, kernel, result] = entry;
  const bool is_first = is_first_build(*c, kernel);
  std::string name(is_first ? kernel.model.name() : kernel.model.key());
  const bool is_named = kernel.model.is_native() || name_of(kernel.form) != c->form;
  if (kernel.form == Form::library || (is_named && result != reference_of(*c)))
    name.append("-").append(name_of(kernel.form));
  return name;
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
