// SPDX-License-Identifier: Apache-2.0
#include "judge/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include "base/text.hpp"

namespace tilebridge::judge {
namespace {

using CaseKey =
    std::tuple<std::string, std::string, std::string, std::string, std::map<std::string, Value>>;

CaseKey key_of(const CaseResult& c) {
  return {c.experiment, c.variant, c.platform, c.cache, {c.parameters.begin(), c.parameters.end()}};
}

/// A build's text without the devices that Kokkos saw when it ran, the chosen and others: a line
/// "Kokkos::Cuda[ 0 ] …" and the indented ones below.
std::string without_devices(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  bool is_device = false;
  for (std::string line; std::getline(lines, line);) {
    is_device = line.starts_with("Kokkos::") || (is_device && line.starts_with(' '));
    if (!is_device) kept += (kept.empty() ? "" : "\n") + line;
  }
  return kept;
}

/// The text of a string member without devices, or any other value as JSON; "" if there is none.
std::string value_at(const Json& object, const std::string& name) {
  if (!object.is_object() || !object.contains(name)) return "";
  return object[name].is_string() ? without_devices(object[name].get<std::string>())
                                  : object[name].dump();
}

bool ran_on_host(const Results& results) {
  return std::ranges::find(results.cases, "host", &CaseResult::platform) != results.cases.end();
}

/// The names of those that both have, without native code, whose compilers are the platforms'.
std::set<Model> models_in(const Results& base, const Results& current) {
  std::set<Model> models;
  for (const Model& build : builds_of(base))
    if (!build.is_native() && !builds_of(current, Model(build.name())).empty())
      models.emplace(build.name());
  return models;
}

constexpr std::size_t long_text = 60;  // longer texts are compared part by part
constexpr std::size_t most_parts = 4;  // shown per text
constexpr std::size_t part_width = 80;

std::string shown(const std::string& value) {
  return value.empty() ? "none" : one_printable_line(value, long_text);
}

/// The lines of a text without what they are indented by, or the words of a single line.
std::vector<std::string> parts_of(const std::string& text) {
  const bool has_lines = text.find('\n') != std::string::npos;
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, has_lines ? '\n' : ' ');) {
    part.erase(0, part.find_first_not_of(' '));
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

/// Those of `parts` that `others` lacks, each after `where`.
std::vector<std::string> only_in(const char* where, std::vector<std::string> parts,
                                 const std::vector<std::string>& others) {
  std::erase_if(parts, [&](const std::string& part) {
    return std::ranges::find(others, part) != others.end();
  });
  for (std::string& part : parts) part.insert(0, where);
  return parts;
}

std::vector<std::string> differing_parts(const Difference& difference) {
  const std::vector<std::string> base = parts_of(difference.base);
  const std::vector<std::string> current = parts_of(difference.current);
  std::vector<std::string> parts = only_in("only in base: ", base, current);
  for (std::string& part : only_in("only in new: ", current, base)) parts.push_back(part);
  return parts;
}

bool is_long(const std::string& text) {
  return text.size() > long_text || text.find('\n') != std::string::npos;
}

std::vector<std::string> describe(const Difference& d) {
  if (!is_long(d.base) && !is_long(d.current))
    return {fmt::format("{}: {} -> {}", d.what, shown(d.base), shown(d.current))};
  std::vector<std::string> lines;
  const std::vector<std::string> parts = differing_parts(d);
  for (std::size_t i = 0; i < std::min(parts.size(), most_parts); ++i)
    lines.push_back(fmt::format("{}: {}", d.what, one_printable_line(parts[i], part_width)));
  if (parts.size() > most_parts)
    lines.push_back(fmt::format("{}: {} more differ", d.what, parts.size() - most_parts));
  if (parts.empty()) lines.push_back(d.what + ": in a different order");
  return lines;
}

}  // namespace

bool is_whole(const KernelResult& result) {
  if (result.status != Status::ok) return !result.timing;
  if (!result.timing) return false;
  const auto& [seconds, samples] = std::tie(result.timing->seconds, result.timing->samples);
  const std::vector<double>& medians = result.timing->block_medians;
  const auto is_positive = [](double value) { return value > 0; };
  return std::max(samples.size(), medians.size()) > 0 && seconds.median > 0 && seconds.low > 0 &&
         seconds.high > 0 && std::ranges::all_of(samples, is_positive) &&
         std::ranges::all_of(medians, is_positive);
}

Matching match(const Results& base, const Results& current) {
  std::multimap<CaseKey, const CaseResult*> left;
  for (const CaseResult& c : base.cases) left.emplace(key_of(c), &c);
  Matching matching;
  for (const CaseResult& c : current.cases) {
    const auto found = left.find(key_of(c));
    if (found == left.end()) {
      matching.only_in_current.push_back(&c);
      continue;
    }
    matching.both.push_back({found->second, &c});
    left.erase(found);
  }
  for (const auto& [key, c] : left) matching.only_in_base.push_back(c);
  return matching;
}

Matching united(const std::vector<Matching>& matchings) {
  std::map<const CaseResult*, CasePair> both;
  std::map<CaseKey, std::vector<const CaseResult*>> only_in_base;
  for (const Matching& matching : matchings) {
    for (const CasePair& pair : matching.both) both.try_emplace(pair.current, pair);
    std::map<CaseKey, std::vector<const CaseResult*>> alone;
    for (const CaseResult* c : matching.only_in_base) alone[key_of(*c)].push_back(c);
    for (auto& [key, cases] : alone)
      if (cases.size() > only_in_base[key].size()) only_in_base[key] = std::move(cases);
  }
  Matching all;
  for (const auto& [current, pair] : both) all.both.push_back(pair);
  for (const auto& [key, cases] : only_in_base)
    all.only_in_base.insert(all.only_in_base.end(), cases.begin(), cases.end());
  for (const CaseResult* c : matchings.front().only_in_current)
    if (!both.contains(c)) all.only_in_current.push_back(c);
  return all;
}

std::vector<Difference> differences(const Results& base, const Results& current) {
  std::vector<Difference> found;
  const auto compare = [&](const Json& before, const Json& now, const std::string& of,
                           std::initializer_list<const char*> names) {
    for (const char* name : names)
      if (Difference difference = {of + name, value_at(before, name), value_at(now, name)};
          difference.base != difference.current)
        found.push_back(std::move(difference));
  };
  compare(base.device, current.device, "device ", {"name", "architecture", "memory_bytes"});
  if (ran_on_host(base)) compare(base.host, current.host, "device ", {"processors"});
  compare(base.device, current.device, "", {"driver", "runtime"});
  compare(base.builds, current.builds, "", {"build_type"});
  for (const std::string build : {"host", "cuda"})
    compare(base.builds.value(build, Json()), current.builds.value(build, Json()), build + " ",
            {"compiler", "flags"});
  for (const Model& model : models_in(base, current))
    compare(build_of(base, model), build_of(current, model), std::string(model.key()) + " ",
            {"compiler", "flags", "release", "spaces", "configuration"});
  compare(base.program, current.program, "", {"seed"});
  return found;
}

std::string subject_of(const Difference& difference) {
  return difference.what.substr(0, difference.what.find(' '));
}

std::optional<Difference> other_gpu(const Results& base, const Results& current) {
  const Difference uuids = {"uuid", value_at(base.device, "uuid"),
                            value_at(current.device, "uuid")};
  const bool are_known = !uuids.base.empty() && !uuids.current.empty();
  const bool are_alike = value_at(base.device, "name") == value_at(current.device, "name");
  if (!are_known || !are_alike || uuids.base == uuids.current) return std::nullopt;
  return uuids;
}

std::vector<std::string> describe(const std::vector<Difference>& differences) {
  std::vector<std::string> lines;
  for (const Difference& difference : differences)
    for (std::string& line : describe(difference)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace tilebridge::judge
