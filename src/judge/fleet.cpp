// SPDX-License-Identifier: Apache-2.0
#include "judge/fleet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "catalogue/parameters.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {
namespace {

using Key = std::pair<std::string, std::string>;

constexpr double shortest = 20e-6;  // seconds: shorter ones vary with the launch
/// The standard deviation of a normal distribution ÷ its median deviation.
constexpr double of_deviation = 1.4826;
constexpr double normal_quantile = 1.959964;  // of 95 in 100, on both sides

/// The standard deviation of the logarithms of times between processes on one GPU.
constexpr double least_scatter = process_error / normal_quantile;

constexpr std::size_t index_of(FleetPart part) { return static_cast<std::size_t>(part); }

double robust_scatter(std::vector<double> values) {
  const double middle = median(values);
  for (double& value : values) value = std::abs(value - middle);
  return of_deviation * median(values);
}

/// The logarithms of a result's times over the files that have it.
struct Scatter {
  double middle = 0;
  double scatter = 0;
};

/// The results that more than half of the files have.
std::map<Key, Scatter> common_results(std::span<const FleetFile> files) {
  std::map<Key, std::vector<double>> times;
  for (const FleetFile& file : files)
    for (const auto& [key, result] : file.results) times[key].push_back(std::log(result.seconds));
  std::map<Key, Scatter> common;
  for (const auto& [key, logs] : times)
    if (2 * logs.size() > files.size()) common[key] = {median(logs), robust_scatter(logs)};
  return common;
}

/// The times ÷ their medians over the files, by experiment.
using Times = std::map<std::string, std::vector<double>>;

/// A file's deviations from the others.
struct Deviations {
  ByPart<Times> times;
  std::vector<std::pair<double, Deviation>> single;  // with how unusual they are
};

Deviations deviations_of(const FleetFile& file, const std::map<Key, Scatter>& common) {
  Deviations found;
  for (const auto& [key, result] : file.results) {
    const auto of_all = common.find(key);
    if (of_all == common.end()) continue;
    const auto& [middle, scatter] = of_all->second;
    const double deviation = std::log(result.seconds) - middle;
    for (const FleetPart part : {FleetPart::all, result.limited_by})
      found.times[index_of(part)][key.first].push_back(std::exp(deviation));
    found.single.emplace_back(std::abs(deviation) / std::max(scatter, least_scatter),
                              Deviation{key.first, key.second, std::exp(deviation)});
  }
  return found;
}

/// The mean over experiments, or over the results of fewer than three of these.
LogEstimate mean_of(const Times& times) {
  std::vector<double> means, all;
  for (const auto& [experiment, of_experiment] : times) {
    means.push_back(geometric_mean(of_experiment).value);
    all.insert(all.end(), of_experiment.begin(), of_experiment.end());
  }
  LogEstimate estimate = log_mean(means);
  if (means.size() < fewest_blocks) {
    const LogEstimate of_all = log_mean(all);
    estimate = {estimate.value, all.size() > 1 ? of_all.variance : 0, of_all.degrees};
  }
  return with_error(estimate, process_error);
}

std::vector<Deviation> largest(std::vector<std::pair<double, Deviation>> single) {
  constexpr std::size_t most = 3;
  std::ranges::stable_sort(single, std::greater(), &std::pair<double, Deviation>::first);
  std::vector<Deviation> found;
  for (auto& [size, deviation] : single)
    if (found.size() < most) found.push_back(std::move(deviation));
  return found;
}

FleetPart part_of(const LeastTime& least) {
  if (least.unit == Unit::memory) return FleetPart::memory;
  return least.unit == Unit::link ? FleetPart::link : FleetPart::chip;
}

/// A file's time in a part, before the fleet is known.
struct FileMean {
  RelativeTime* time;
  LogEstimate mean;
};

/// Judges one part by the files that have results of it.
PartScatter judge_part(std::vector<FileMean>& files, double least) {
  if (files.size() < fewest_files) return {};
  std::vector<double> values;
  for (const FileMean& file : files) values.push_back(file.mean.value);
  const double middle = median(values);
  const double scatter = robust_scatter(values);
  const double limit =
      std::max(fleet_quantile(values.size()) * std::max(scatter, least_scatter), std::log1p(least));
  for (auto& [time, mean] : files) {
    mean.value -= middle;
    time->time = geometric_mean(mean);
    if (std::abs(mean.value) > limit)
      time->standing = mean.value > 0 ? Standing::slow : Standing::fast;
  }
  return {scatter, std::expm1(limit)};
}

/// Its largest time for what parts allow: more than 1 if it is slow in one.
double slowness(const FleetRow& row, const ByPart<PartScatter>& scatter) {
  double most = std::numeric_limits<double>::lowest();
  for (const FleetPart part : fleet_parts)
    if (row.of(part).results > 0 && scatter[index_of(part)].limit > 0)
      most = std::max(
          most, std::log(row.of(part).time.value) / std::log1p(scatter[index_of(part)].limit));
  return most;
}

/// Simulates `fleets` fleets of `files` GPUs that are all alike. Returns the distance from the
/// median that a GPU exceeds in `share` of them.
double simulated_quantile(std::size_t files, std::size_t fleets, double share) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> furthest;
  std::vector<double> times(files);
  for (std::size_t fleet = 0; fleet < fleets; ++fleet) {
    for (double& time : times) time = normal(random);
    const double middle = median(times);
    const auto [least, most] = std::ranges::minmax(times);
    furthest.push_back(std::max(middle - least, most - middle) / robust_scatter(times));
  }
  const auto at =
      furthest.begin() + static_cast<std::ptrdiff_t>((1 - share) * static_cast<double>(fleets));
  std::ranges::nth_element(furthest, at);
  return *at;
}

}  // namespace

bool FleetRow::is(Standing standing) const {
  return std::ranges::count(times, standing, &RelativeTime::standing) > 0;
}

double median_clock(const Results& results) {
  std::vector<double> clocks;
  for (const CaseResult& c : results.cases)
    if (c.sampling.clock_hz > 0) clocks.push_back(c.sampling.clock_hz);
  return clocks.empty() ? 0 : median(clocks);
}

FleetFile fleet_file(const std::string& name, const Results& results) {
  FleetFile file = {name, text_at(results.device, "name"), results.ceilings, median_clock(results),
                    count_invalid(results)};
  file.run.program = results.program;
  file.run.device = results.device;
  file.run.builds = results.builds;
  const Cells cells = results;
  for (const Cell& cell : cells.shown(Builds::all)) {
    if (!cell.is_valid() || cell.result->timing->waits_for_host) continue;
    const double seconds = cell.seconds().median;
    const CaseResult& c = *cell.of;
    if (seconds >= shortest)
      file.results[{c.experiment, fmt::format("{}  {}, {}  {}", c.variant, to_string(c.parameters),
                                              c.cache, text_of(cell.kernel))}] = {
          seconds, part_of(results.ceilings.least_time(c.work))};
  }
  return file;
}

double fleet_quantile(std::size_t files) {
  constexpr std::size_t values = 4'000'000;
  static std::map<std::size_t, double> known;
  const auto [found, is_new] = known.try_emplace(files);
  if (is_new)
    found->second = simulated_quantile(files, std::clamp<std::size_t>(values / files, 4000, 20000),
                                       false_alarms / static_cast<double>(fleet_parts.size()));
  return found->second;
}

Fleet judge_fleet(std::span<const FleetFile> files, double least) {
  const std::map<Key, Scatter> common = common_results(files);
  Fleet fleet;
  std::vector<ByPart<Times>> times;
  for (const FleetFile& file : files) {
    Deviations deviations = deviations_of(file, common);
    if (deviations.single.empty()) {
      fleet.left_out.push_back(&file);
      continue;
    }
    fleet.rows.push_back({.file = &file, .most = largest(std::move(deviations.single))});
    times.push_back(std::move(deviations.times));
  }
  for (const FleetPart part : fleet_parts) {
    std::vector<FileMean> means;
    for (std::size_t i = 0; i < fleet.rows.size(); ++i) {
      const Times& of_part = times[i][index_of(part)];
      RelativeTime& time = fleet.rows[i].times[index_of(part)];
      for (const auto& [experiment, results] : of_part) time.results += results.size();
      if (time.results > 0) means.push_back({&time, mean_of(of_part)});
    }
    fleet.scatter[index_of(part)] = judge_part(means, least);
  }
  std::ranges::stable_sort(fleet.rows, std::greater(),
                           [&](const FleetRow& row) { return slowness(row, fleet.scatter); });
  return fleet;
}

}  // namespace tilebridge::judge
