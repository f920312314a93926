// SPDX-License-Identifier: Apache-2.0
#include "judge/machines.hpp"

#include <fmt/format.h>

#include <map>

namespace tilebridge::judge {
namespace {

std::string variant_name(const CaseResult& c) {
  return fmt::format("{}/{}", c.experiment, variant_of(c));
}

/// A variant in one type of numbers.
using TypedVariant = std::pair<std::string, std::string>;

TypedVariant typed_variant(const CaseResult& c) { return {variant_name(c), type_of_numbers(c)}; }

}  // namespace

const std::string& variant_of(const CaseResult& c) {
  return c.form == name_of(Form::rewritten) ? c.compared_with : c.variant;
}

std::string type_of_numbers(const CaseResult& c) {
  return c.parameters.has(real_parameter) ? c.parameters.text(real_parameter) : "";
}

std::string setting_key(const CaseResult& c) {
  std::string key = c.experiment;
  for (const auto& [name, value] : std::map(c.parameters.begin(), c.parameters.end()))
    key += fmt::format(" {}={}", name, to_string(value));
  return fmt::format("{} {}", key, c.cache);
}

std::string task_key(const CaseResult& c) {
  const Work& w = c.work;
  return fmt::format("{} {} {} {} {} {} {} {}", setting_key(c), w.bytes_read, w.bytes_written,
                     w.flops, w.to_device, w.to_host, w.steps, w.no_ceiling);
}

CommonCases::CommonCases(std::span<const Cells* const> files) {
  std::map<TypedVariant, std::map<std::string, int>> settings;  // the number of files with each
  std::map<TypedVariant, int> variants;
  for (const Cells* file : files) {
    std::map<TypedVariant, std::set<std::string>> of_file;
    for (const CaseResult& c : file->cases()) of_file[typed_variant(c)].insert(setting_key(c));
    for (const auto& [variant, keys] : of_file) {
      ++variants[variant];
      for (const std::string& key : keys) ++settings[variant][key];
    }
  }
  for (const auto& [variant, counts] : settings) {
    const std::size_t before = keys_.size();
    for (const auto& [setting, count] : counts)
      if (count == variants.at(variant)) keys_.emplace(variant.first, setting);
    if (keys_.size() == before) without_.insert(variant.first);
  }
}

bool CommonCases::has(const CaseResult& c) const {
  return keys_.contains({variant_name(c), setting_key(c)});
}

}  // namespace tilebridge::judge
