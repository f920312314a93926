// SPDX-License-Identifier: Apache-2.0
#include "results/releases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace tilebridge {
namespace {

/// {5, 0, 2} of "5.0.02"; what is no number ends it.
std::vector<int> version_of(const Json& build) {
  const std::string text = text_at(build, "version");
  std::vector<int> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int number = 0; at < end; ++at) {
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    at = rest;
    if (at == end || *at != '.') break;
  }
  return numbers;
}

void take_release(CaseResult& c, const std::string& name) {
  std::erase_if(c.comparisons, [](const ComparisonResult& r) { return r.model == Model::kokkos; });
  c.models.erase(Model::kokkos);
  const auto release = c.releases.find(name);
  if (release != c.releases.end()) {
    c.models[Model::kokkos] = release->second.result;
    if (const auto& comparison = release->second.against_native)
      c.comparisons.push_back(
          {Model::kokkos, Model::native, comparison->ratio, comparison->verdict});
  }
  c.releases.clear();
}

}  // namespace

std::vector<std::string> release_names(const Results& results) {
  std::set<std::string> names;
  for (const CaseResult& c : results.cases)
    for (const auto& [name, release] : c.releases) names.insert(name);
  return {names.begin(), names.end()};
}

Json release_build(const Results& results, const std::string& name) {
  const Json releases = results.builds.value("releases", Json());
  const auto build = releases.find(name);
  return build != releases.end() && build->is_object() ? *build : Json::object();
}

std::vector<Release> releases_by_version(const Results& results) {
  const std::vector<int> own = version_of(results.builds.value("kokkos", Json::object()));
  std::vector<std::pair<std::vector<int>, std::string>> versions;
  for (const std::string& name : release_names(results))
    versions.emplace_back(version_of(release_build(results, name)), name);
  std::sort(versions.begin(), versions.end());
  std::vector<Release> releases;
  for (const auto& [version, name] : versions) releases.push_back({name, version < own});
  return releases;
}

Results with_release(Results results, const std::string& name) {
  const std::vector<std::string> names = release_names(results);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw UsageError(names.empty() ? fmt::format("it has no other Kokkos than its own; measure one "
                                                 "with: tilebridge run --kokkos {}",
                                                 name)
                                   : fmt::format("it has no Kokkos '{}'; it has {}", name,
                                                 fmt::join(names, ", ")));
  Json& kokkos = results.builds["kokkos"];
  if (!kokkos.is_object()) kokkos = Json::object();
  kokkos.update(release_build(results, name));
  for (CaseResult& c : results.cases) take_release(c, name);
  return results;
}

}  // namespace tilebridge
