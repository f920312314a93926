// SPDX-License-Identifier: Apache-2.0
#include "results/latency_levels.hpp"

#include <cmath>

namespace tilebridge {
namespace {

constexpr double same_level = 0.08;

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

LatencyPlateau plateau_of(const LatencyPoint* first, const LatencyPoint* last) {
  std::vector<double> seconds;
  std::vector<double> cycles;
  for (const LatencyPoint* point = first; point != last; ++point) {
    seconds.push_back(point->seconds);
    cycles.push_back(point->cycles);
  }
  return {first->bytes, (last - 1)->bytes, median_of(seconds), median_of(cycles)};
}

/// Null in a file that was written by other means.
const std::int64_t* working_set(const Parameters& parameters) {
  const auto found = std::ranges::find_if(
      parameters, [](const auto& parameter) { return parameter.first == "bytes"; });
  return found == parameters.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
}

}  // namespace

std::vector<LatencyPlateau> plateaus_of(const std::vector<LatencyPoint>& curve) {
  std::vector<LatencyPlateau> plateaus;
  const LatencyPoint* const end = curve.data() + curve.size();
  for (const LatencyPoint* first = curve.data(); first != end;) {
    const LatencyPoint* last = first + 1;
    while (last != end && std::abs(last->seconds - first->seconds) <= same_level * first->seconds)
      ++last;
    if ((last - 1)->bytes >= 2 * first->bytes) plateaus.push_back(plateau_of(first, last));
    first = last;
  }
  return plateaus;
}

std::vector<LatencyLevels> latency_levels(const std::vector<CaseResult>& cases) {
  std::map<std::pair<std::string, ModelForm>, std::vector<LatencyPoint>> curves;
  for (const CaseResult& c : cases) {
    const std::int64_t* bytes = working_set(c.parameters);
    if (c.experiment != "latency" || bytes == nullptr) continue;
    for (const auto& [kernel, result] : c.kernels) {
      if (!result.timing || c.work.steps == 0 || !is_first_build(c, kernel)) continue;
      const double seconds = result.timing->seconds.median / c.work.steps;
      curves[{c.variant, kernel}].push_back({*bytes, seconds, seconds * c.sampling.clock_hz});
    }
  }
  std::vector<LatencyLevels> found;
  for (auto& [key, curve] : curves) {
    std::ranges::sort(curve, {}, &LatencyPoint::bytes);
    if (auto plateaus = plateaus_of(curve); !plateaus.empty())
      found.push_back({key.first, key.second, std::move(plateaus)});
  }
  return found;
}

}  // namespace tilebridge
