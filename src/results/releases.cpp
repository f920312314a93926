// SPDX-License-Identifier: Apache-2.0
#include "results/releases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"

namespace tilebridge {
namespace {

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

Results with_release(Results results, const std::string& name) {
  const std::vector<std::string> names = release_names(results);
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw UsageError(names.empty() ? fmt::format("it has no other Kokkos than its own; measure one "
                                                 "with: tilebridge run --kokkos {}",
                                                 name)
                                   : fmt::format("it has no Kokkos '{}'; it has {}", name,
                                                 fmt::join(names, ", ")));
  const Json releases = results.builds.value("releases", Json::object());
  if (const auto build = releases.find(name); build != releases.end())
    results.builds["kokkos"].update(*build);
  for (CaseResult& c : results.cases) take_release(c, name);
  return results;
}

}  // namespace tilebridge
