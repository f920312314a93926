// SPDX-License-Identifier: Apache-2.0
#include "judge/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "judge/machines.hpp"
#include "sources/listing.hpp"

namespace tilebridge::judge {
namespace {

constexpr double shortest_witness = 20e-6;  // seconds
constexpr double known_to = 0.01;           // what the logarithm of a measured ratio is known to
constexpr double limited_by_blocks = 0.8;   // speed in the library's blocks ÷ in native code's
constexpr std::array ported_forms = {Form::loops, Form::indices, Form::rewritten};  // as shown

/// A value that counts by its weight, and the experiment that it is of.
struct Weighted {
  double value;
  double weight;
  std::string_view experiment;
  double likeness = 1;  // the part of the weight that says how like it a witness is
};

/// The number of blocks of a grid, or of threads of a block.
double count(const std::array<std::uint32_t, 3>& sides) {
  return 1.0 * sides[0] * sides[1] * sides[2];
}

double threads_of(const LaunchShapes& launches) {
  double threads = 0;
  for (const LaunchShape& shape : launches) threads += count(shape.grid) * count(shape.block);
  return threads;
}

/// The dimensions of what native code's threads go through, by its launch.
int dimensions_of(const LaunchShapes& launches) {
  if (launches.empty() || launches.front().block[1] == 1) return 1;
  return launches.front().grid[2] * launches.front().block[2] > 1 ? 3 : 2;
}

/// Whether a user writes the blocks of a loop of that pattern, also where a library may choose
/// them.
bool has_written_blocks(Pattern pattern) {
  constexpr std::array of_teams = {Pattern::team_loop, Pattern::tile, Pattern::exchange,
                                   Pattern::team_sum};
  return pattern == Pattern::grid || std::ranges::find(of_teams, pattern) != of_teams.end();
}

/// Whether a loop of that kind may be launched in blocks that the library chooses, in that way.
bool has_library_blocks(const KernelKind& kind, const PortedWay& way) {
  const bool is_loop = kind.pattern == Pattern::flat || kind.pattern == Pattern::grid;
  return is_loop && !way.is_launched_alike && way.kernel.form == Form::loops &&
         way.kernel.model.is(controlled);
}

/// The variant's native kernel, read as a user's is; none if its text was not understood.
std::optional<sources::CudaKernel> native_text(const Experiment& experiment,
                                               const Variant& variant) {
  const sources::Listing listing =
      sources::list_backend_sources(fmt::format("backends/cuda/{}/", name_of(experiment.family)),
                                    fmt::format("{}/{}", experiment.name, variant.listing()));
  std::string text;
  for (const sources::Fragment& fragment : listing.fragments)
    for (const std::string& line : fragment.lines) text += line + '\n';
  std::vector<sources::CudaKernel> kernels = sources::find_cuda_kernels(text);
  if (kernels.empty()) return std::nullopt;
  // A template argument may have the sum.
  kernels.front().has_shuffles |= text.find("__shfl") != std::string::npos;
  return std::move(kernels.front());
}

/// The texts of variants, of which each is read once.
class Texts {
 public:
  explicit Texts(const Catalogue& catalogue) : catalogue_(catalogue) {}

  void read(KernelKind& kind, const CaseResult& c) {
    const Experiment& experiment = catalogue_.experiment(c.experiment);
    const Variant& variant = experiment.variant(variant_of(c));
    const auto [known, is_new] = texts_.try_emplace(&variant);
    if (is_new) known->second = native_text(experiment, variant);
    if (known->second) kind.read(*known->second);
  }

 private:
  const Catalogue& catalogue_;
  std::map<const Variant*, std::optional<sources::CudaKernel>> texts_;
};

bool is_ported(const Cell& cell) {
  return !cell.kernel.model.is_native() && cell.is_first_build && cell.is_valid() &&
         cell.against_native &&
         std::ranges::find(ported_forms, cell.kernel.form) != ported_forms.end();
}

/// How much a witness tells of the kind, from a tenth to 1.
double likeness(const KernelKind& kind, const KernelKind& witness) {
  constexpr double width = 0.3, least = 0.1;
  if (kind.has_shuffles && witness.has_shuffles && *kind.has_shuffles != *witness.has_shuffles)
    return least;
  if (!kind.seconds_per_thread || !witness.seconds_per_thread) return 1;
  const double apart = std::log(*kind.seconds_per_thread / *witness.seconds_per_thread) / width;
  return least + (1 - least) * std::exp(-apart * apart / 2);
}

/// None where either is not known.
std::optional<double> seconds_per_access(const KernelKind& kind) {
  if (!kind.seconds_per_thread || !kind.accesses || *kind.accesses <= 0) return std::nullopt;
  return *kind.seconds_per_thread / *kind.accesses;
}

/// The logarithm of the speed if the port adds as much time to an access as it does to those of the
/// witness; the witness's speed where its port takes less time than native code.
double with_added_time(double seconds_per_access, double of_witness, double speed) {
  const double added = of_witness * (1 / speed - 1);
  return added < 0 ? std::log(speed) : std::log(seconds_per_access / (seconds_per_access + added));
}

double weighted_median(std::vector<Weighted> values) {
  std::ranges::sort(values, {}, &Weighted::value);
  double half = 0;
  for (const Weighted& one : values) half += one.weight / 2;
  for (const Weighted& one : values)
    if ((half -= one.weight) <= 0) return one.value;
  return values.back().value;
}

double weighted_mean(const std::vector<Weighted>& values) {
  double sum = 0, weights = 0;
  for (const Weighted& one : values) {
    sum += one.weight * one.value;
    weights += one.weight;
  }
  return sum / weights;
}

/// The number of experiments of equal weight that would tell as much.
double experiments_in(const std::vector<Weighted>& values) {
  std::map<std::string_view, double> weights;
  for (const Weighted& one : values) weights[one.experiment] += one.weight;
  double sum = 0, squares = 0;
  for (const auto& [experiment, weight] : weights) {
    sum += weight;
    squares += weight * weight;
  }
  return std::max(2.0, sum * sum / squares);
}

/// Returns the interval, of speeds, in which 80 of 100 further experiments are.
Interval interval_of(const std::vector<Weighted>& logs) {
  constexpr double of_80_in_100 = 1.2816;  // standard deviations, of a normal distribution
  const double mean = weighted_mean(logs), n = experiments_in(logs);
  std::vector<Weighted> squares = logs;
  for (Weighted& one : squares) one.value = (one.value - mean) * (one.value - mean);
  const double deviation = std::sqrt(weighted_mean(squares) * n / (n - 1));
  const double half = of_80_in_100 * deviation * std::sqrt(1 + 1 / n) + known_to;
  const double middle = std::clamp(weighted_median(logs), mean - half, mean + half);
  return {std::exp(middle), std::exp(mean - half), std::exp(mean + half)};
}

/// How many cases each variant has in a way, by what `name` makes of a witness.
template <class Witnesses>
std::map<std::string, double> cases_by_variant(const Witnesses& witnesses) {
  std::map<std::string, double> cases;
  for (const Witness* witness : witnesses) ++cases[witness->name()];
  return cases;
}

/// Weighs these witnesses so that each variant counts once.
std::vector<Weighted> counted_once(const std::vector<const Witness*>& witnesses) {
  const auto cases = cases_by_variant(witnesses);
  std::vector<Weighted> values;
  for (const Witness* witness : witnesses)
    values.push_back(
        {std::log(witness->speed), 1 / cases.at(witness->name()), witness->experiment});
  return values;
}

/// The logarithms of the speeds that witnesses tell a kernel of that kind, by their times per
/// access.
std::vector<Weighted> told_by_access(const std::vector<const Witness*>& witnesses, double own) {
  std::vector<Weighted> values = counted_once(witnesses);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double other = *seconds_per_access(witnesses[i]->kind);
    values[i].value = with_added_time(own, other, witnesses[i]->speed);
    values[i].likeness = std::min(own / other, other / own);
    values[i].weight *= values[i].likeness;
  }
  return values;
}

/// The same by their speeds and times per thread.
std::vector<Weighted> told_by_speed(const std::vector<const Witness*>& witnesses,
                                    const KernelKind& kind) {
  std::vector<Weighted> values = counted_once(witnesses);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i].likeness = likeness(kind, witnesses[i]->kind);
    values[i].weight *= values[i].likeness;
  }
  return values;
}

std::size_t experiments_of(const std::vector<const Witness*>& witnesses) {
  std::set<std::string_view> experiments;
  for (const Witness* witness : witnesses) experiments.insert(witness->experiment);
  return experiments.size();
}

/// The trials of a way, and of one pattern unless it is none.
TestedWay tested(const std::vector<const ForecastTrial*>& trials, const PortedWay& way,
                 Pattern pattern) {
  std::vector<const Witness*> witnesses;
  for (const ForecastTrial* trial : trials) witnesses.push_back(trial->witness);
  const auto cases = cases_by_variant(witnesses);
  std::vector<Weighted> hits, errors, errors_of_mean;
  for (const ForecastTrial* trial : trials) {
    const double weight = 1 / cases.at(trial->witness->name());
    const auto error = [&](double said) {
      return std::abs(std::log(said / trial->witness->speed));
    };
    hits.push_back({trial->is_hit() ? 1.0 : 0.0, weight, ""});
    errors.push_back({error(trial->forecast.speed.median), weight, ""});
    errors_of_mean.push_back({error(trial->mean), weight, ""});
  }
  return {way,
          pattern,
          cases.size(),
          weighted_mean(hits),
          weighted_median(errors),
          weighted_median(errors_of_mean)};
}

}  // namespace

void KernelKind::read(const sources::CudaKernel& kernel) {
  text = kernel.pattern;
  if (pattern == Pattern::grid) accesses = static_cast<double>(kernel.accesses());
  if (pattern == Pattern::team_sum) has_shuffles = kernel.has_shuffles;
}

std::optional<KernelKind> kind_of(const Cell& cell, const Catalogue& catalogue) {
  const CaseResult& c = *cell.of;
  const Experiment* experiment = catalogue.find(c.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(variant_of(c));
  const std::set no_kernels = {Pattern::none, Pattern::launch, Pattern::transfer};
  if (variant == nullptr || no_kernels.contains(variant->pattern)) return std::nullopt;
  const KernelResult* native = cell.reference;
  if (native == nullptr || !native->timing || native->timing->seconds.median < shortest_witness)
    return std::nullopt;
  const std::string real = type_of_numbers(c);
  KernelKind kind = {variant->pattern, real.empty() ? "float" : real};
  if (const double threads = threads_of(native->launches); threads > 0)
    kind.seconds_per_thread = native->timing->seconds.median / threads;
  kind.dimensions = std::max(2, dimensions_of(native->launches));
  return kind;
}

Forecaster::Forecaster(std::span<const Cells> files, const Catalogue& catalogue)
    : widest_(widest_of_port) {
  for (const Cells& cells : files) add(cells, catalogue);
}

void Forecaster::add(const Cells& cells, const Catalogue& catalogue) {
  const auto what = [](const std::string& experiment, const KernelKind& kind,
                       const ModelForm& kernel) {
    return std::tuple(experiment, kind.real, kernel);
  };
  Texts texts(catalogue);
  std::set<std::tuple<std::string, std::string, ModelForm>> known;
  for (const Witness& witness : witnesses_)
    known.insert(what(witness.experiment, witness.kind, witness.way.kernel));
  for (const Cell& cell : cells.shown(Builds::first)) {
    if (!is_ported(cell)) continue;
    std::optional<KernelKind> kind = kind_of(cell, catalogue);
    add_library_blocks(cell, kind ? kind->pattern : Pattern::none);
    const ModelForm kernel = {Model(cell.kernel.model.name()), cell.kernel.form};
    if (!kind || known.contains(what(cell.of->experiment, *kind, kernel))) continue;
    texts.read(*kind, *cell.of);
    add_witnesses(cell, *kind);
  }
}

void Forecaster::add_witnesses(const Cell& cell, const KernelKind& kind) {
  Witness witness = {cell.of->experiment,
                     variant_of(*cell.of),
                     kind,
                     {{Model(cell.kernel.model.name()), cell.kernel.form}},
                     cell.against_native->ratio.median};
  const Factors* const factors = cell.by_control();
  const bool has_chosen = factors != nullptr && factors->launch;
  const bool has_written = factors != nullptr && !has_chosen && has_written_blocks(kind.pattern);
  if (!has_written || kind.pattern != Pattern::grid) witnesses_.push_back(witness);
  if (!has_chosen && !has_written) return;
  witness.way.is_launched_alike = true;
  if (has_chosen) witness.speed /= factors->launch->ratio.median;
  witnesses_.push_back(std::move(witness));
}

void Forecaster::add_library_blocks(const Cell& cell, Pattern pattern) {
  const Factors* const factors = cell.by_control();
  const LaunchShapes& launches = cell.result->launches;
  if (factors == nullptr || !factors->launch || launches.size() != 1) return;
  if (factors->launch->ratio.median > limited_by_blocks) return;
  const int dimensions = dimensions_of(cell.reference->launches);
  if (dimensions == 1 && pattern != Pattern::flat) return;
  LibraryBlocks& blocks = library_blocks_[std::string(cell.kernel.model.name())];
  const double seconds = cell.seconds().median / count(launches.front().grid);
  blocks.threads[dimensions] = count(launches.front().block);
  blocks.least = std::min(blocks.least, seconds);
  blocks.most = std::max(blocks.most, seconds);
}

std::vector<PortedWay> Forecaster::ways() const {
  std::vector<PortedWay> all;
  for (const Witness& witness : witnesses_)
    if (std::ranges::find(all, witness.way) == all.end()) all.push_back(witness.way);
  std::ranges::stable_sort(all, {}, [](const PortedWay& way) {
    const auto form = std::ranges::find(ported_forms, way.kernel.form) - ported_forms.begin();
    return std::tuple(place_of(way.kernel.model), std::string(way.kernel.model.name()), form,
                      way.is_launched_alike);
  });
  return all;
}

std::vector<const Witness*> Forecaster::witnesses_like(const KernelKind& kind, const PortedWay& way,
                                                       std::string_view left_out) const {
  std::vector<const Witness*> like;
  for (const Witness& witness : witnesses_)
    if (witness.way == way && witness.kind.pattern == kind.pattern &&
        witness.kind.real == kind.real && witness.experiment != left_out)
      like.push_back(&witness);
  return like;
}

std::optional<Forecast> Forecaster::in_library_blocks(Forecast chosen, const KernelKind& kind,
                                                      const Model& model) const {
  const auto blocks = library_blocks_.find(std::string(model.name()));
  if (blocks == library_blocks_.end() || !kind.seconds_per_thread) return std::nullopt;
  const auto& [threads, least, most] = blocks->second;
  const auto threads_per_block = threads.find(kind.pattern == Pattern::flat ? 1 : kind.dimensions);
  if (threads_per_block == threads.end()) return std::nullopt;
  const double speed = *kind.seconds_per_thread * threads_per_block->second / least;
  const double agreement = std::min(least / most, std::exp(-known_to));
  chosen.speed = {std::min(chosen.speed.median, speed),
                  std::min(chosen.speed.low, speed * agreement),
                  std::min(chosen.speed.high, speed / agreement)};
  return chosen;
}

std::optional<Forecast> Forecaster::forecast(const KernelKind& kind, const PortedWay& way,
                                             std::string_view left_out) const {
  if (!has_library_blocks(kind, way)) return from_witnesses(kind, way, left_out);
  std::optional<Forecast> chosen = from_witnesses(kind, {way.kernel, true}, left_out), measured;
  if (kind.pattern == Pattern::flat) measured = from_witnesses(kind, way, left_out);
  if (!chosen) chosen = measured;
  if (!chosen) return std::nullopt;
  const auto in_blocks = in_library_blocks(*chosen, kind, way.kernel.model);
  return in_blocks ? in_blocks : measured;
}

std::optional<Forecast> Forecaster::from_witnesses(const KernelKind& kind, const PortedWay& way,
                                                   std::string_view left_out) const {
  std::vector<const Witness*> like = witnesses_like(kind, way, left_out), counted = like;
  std::erase_if(counted, [](const Witness* one) { return !seconds_per_access(one->kind); });
  const bool is_by_access = seconds_per_access(kind) && experiments_of(counted) >= fewest_like_it;
  if (is_by_access) like = std::move(counted);
  const std::size_t experiments = experiments_of(like);
  if (experiments < fewest_like_it) return std::nullopt;
  const std::vector<Weighted> logs =
      is_by_access ? told_by_access(like, *seconds_per_access(kind)) : told_by_speed(like, kind);
  const Interval speed = interval_of(logs);
  if (speed.high > widest_ * speed.low) return std::nullopt;
  const auto nearness = [&](std::size_t i) {
    return std::tuple(kind.text && like[i]->kind.text == kind.text, logs[i].likeness,
                      -std::abs(logs[i].value - std::log(speed.median)));
  };
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < like.size(); ++i)
    if (nearness(i) > nearness(nearest)) nearest = i;
  return Forecast{speed, experiments, cases_by_variant(like).size(), like[nearest]->name()};
}

std::vector<ForecastTrial> Forecaster::trials() const {
  std::vector<ForecastTrial> all;
  for (const Witness& witness : witnesses_) {
    const auto forecast_of_it = forecast(witness.kind, witness.way, witness.experiment);
    if (!forecast_of_it) continue;
    std::vector<const Witness*> others;
    for (const Witness& other : witnesses_)
      if (other.way == witness.way && other.kind.real == witness.kind.real &&
          other.experiment != witness.experiment)
        others.push_back(&other);
    all.push_back({&witness, *forecast_of_it, std::exp(weighted_mean(counted_once(others)))});
  }
  return all;
}

std::optional<ApplicationForecast> application_forecast(
    const Forecaster& forecaster, const PortedWay& way,
    std::span<const ApplicationKernel> kernels) {
  ApplicationForecast all;
  double weights = 0, covered = 0, ported = 0;
  std::map<Pattern, double> errors;  // of the ported time
  for (const ApplicationKernel& kernel : kernels) {
    weights += kernel.weight;
    all.kernels.push_back(kernel.kind ? forecaster.forecast(*kernel.kind, way) : std::nullopt);
    all.added.push_back(0);
    if (!all.kernels.back()) continue;
    const Interval& speed = all.kernels.back()->speed;
    const double time = kernel.weight / speed.median;
    covered += kernel.weight;
    ported += time;
    errors[kernel.kind->pattern] += time * std::log(speed.high / speed.low) / 2;
    all.added.back() = time - kernel.weight;
  }
  if (covered <= 0) return std::nullopt;
  double squares = 0;
  for (const auto& [pattern, error] : errors) squares += error * error;
  const double half = std::sqrt(squares) / ported, speed = covered / ported;
  all.speed = {speed, speed * std::exp(-half), speed * std::exp(half)};
  all.covered = covered / weights;
  return all;
}

std::vector<TestedWay> tested_ways(const std::vector<ForecastTrial>& trials,
                                   std::size_t least_kernels) {
  std::map<PortedWay, std::map<Pattern, std::vector<const ForecastTrial*>>> by_way;
  for (const ForecastTrial& trial : trials) {
    auto& of_way = by_way[trial.witness->way];
    of_way[Pattern::none].push_back(&trial);
    of_way[trial.witness->kind.pattern].push_back(&trial);
  }
  std::vector<TestedWay> rows;
  for (const auto& [way, patterns] : by_way)
    for (const auto& [pattern, of_pattern] : patterns)
      if (TestedWay row = tested(of_pattern, way, pattern);
          pattern == Pattern::none || row.kernels >= least_kernels)
        rows.push_back(row);
  return rows;
}

}  // namespace tilebridge::judge
