// SPDX-License-Identifier: Apache-2.0
#include "results/portable_ways.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "results/summary.hpp"
#include "results/ways.hpp"

namespace tilebridge {
namespace {

constexpr std::array all_ways = {WayOfWriting::native, WayOfWriting::plain, WayOfWriting::matched};

/// By way: performance against native code.
using Performances = std::array<double, all_ways.size()>;
using Key = std::pair<std::string, std::string>;
using ByPlace = std::map<std::size_t, std::vector<Performances>>;

Performances performances_in(const CaseResult& c, double plain,
                             const std::vector<CaseResult>& cases) {
  const Interval* matched = performance_of(matched_name(c.variant), c, cases);
  return {1, plain, matched == nullptr ? plain : matched->median};
}

std::size_t index_of(const PortableWays::Place& place, std::vector<PortableWays::Place>& places) {
  const auto found = std::find(places.begin(), places.end(), place);
  if (found != places.end()) return static_cast<std::size_t>(found - places.begin());
  places.push_back(place);
  return places.size() - 1;
}

/// Whether a case is of a textbook kernel that the catalogue has.
bool is_portable_kernel(const CaseResult& c, const Catalogue& catalogue) {
  return c.form == name_of(Form::ranges) && is_kernel(c, catalogue) &&
         catalogue.experiment(c.experiment).find(c.variant) != nullptr;
}

/// Mean over the cases of the logarithm of the efficiency.
double log_efficiency(const std::vector<Performances>& cases, std::size_t way) {
  double sum = 0;
  for (const Performances& performances : cases)
    sum +=
        std::log(performances[way] / *std::max_element(performances.begin(), performances.end()));
  return sum / static_cast<double>(cases.size());
}

double efficiency(const std::map<Key, ByPlace>& variants, std::size_t place, std::size_t way) {
  double sum = 0;
  for (const auto& [key, by_place] : variants) sum += log_efficiency(by_place.at(place), way);
  return std::exp(sum / static_cast<double>(variants.size()));
}

}  // namespace

std::string_view name_of(WayOfWriting way) {
  switch (way) {
    case WayOfWriting::native:
      return "native code";
    case WayOfWriting::plain:
      return "Kokkos in ranges";
    case WayOfWriting::matched:
      return "matched Kokkos";
  }
  return "";
}

PortableWays portable_ways(std::span<const Results* const> runs, const Catalogue& catalogue) {
  PortableWays found;
  std::map<Key, ByPlace> variants;
  for (const Results* results : runs)
    for (const CaseResult& c : results->cases) {
      const std::size_t place =
          index_of({text_at(results->device, "name"), c.platform}, found.places);
      const ComparisonResult* plain = kokkos_against_native(c);
      if (plain == nullptr || !is_portable_kernel(c, catalogue)) continue;
      variants[{c.experiment, c.variant}][place].push_back(
          performances_in(c, plain->ratio.median, results->cases));
    }
  std::erase_if(variants,
                [&](const auto& entry) { return entry.second.size() < found.places.size(); });
  if (found.places.size() < 2 || variants.empty()) return found;
  for (const auto& [key, by_place] : variants) found.variants.insert(key);
  for (std::size_t way = 0; way < all_ways.size(); ++way) {
    std::vector<double> efficiencies;
    for (std::size_t place = 0; place < found.places.size(); ++place)
      efficiencies.push_back(efficiency(variants, place, way));
    const double metric = harmonic_mean(efficiencies);
    found.ways.push_back({all_ways[way], std::move(efficiencies), metric});
  }
  return found;
}

}  // namespace tilebridge
