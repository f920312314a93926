// SPDX-License-Identifier: Apache-2.0
#include "results/summary.hpp"

#include <cmath>
#include <set>
#include <tuple>

namespace tilebridge {
namespace {

constexpr const char* transfers = "transfers";
/// Whether it measures devices and idioms, not what a program gains or loses.
constexpr std::array not_kernels = {"transfers", "hierarchy", "idioms"};

bool is_possible(double ratio) { return ratio > 1e-6 && ratio < 1e6; }

/// Accumulates a geometric mean.
struct Product {
  double logarithms = 0;
  int factors = 0;

  void add(double factor) {
    logarithms += std::log(factor);
    ++factors;
  }
  double mean() const { return std::exp(logarithms / factors); }
};

/// "" for an experiment that is not in the catalogue.
std::string family_of(const CaseResult& c, const Catalogue& catalogue) {
  const Experiment* found = catalogue.find(c.experiment);
  if (found == nullptr) return "";
  const bool crosses_link = c.work.to_device > 0 || c.work.to_host > 0;
  return crosses_link ? transfers : std::string(name_of(found->family));
}

bool is_of_kernels(const std::string& family) {
  return !family.empty() &&
         std::find(not_kernels.begin(), not_kernels.end(), family) == not_kernels.end();
}

/// A kernel without its build's release.
ModelForm in_any_build(const ModelForm& kernel) {
  return {Model(kernel.model.name()), kernel.form};
}

/// None for what is compared with neither.
std::optional<ComparedForm> compared_in(const CaseResult& c, const ComparisonResult& r) {
  if (!is_usable(r) || !is_first_build(c, r.kernel) || r.kernel.form == Form::step) return {};
  if (r.kernel.is(respelled_control)) return {};  // it has a place in attributions alone
  const ModelForm kernel = in_any_build(r.kernel);
  const ModelForm against = in_any_build(r.against);
  if (c.kernels.find(r.against) == reference_of(c)) return ComparedForm{kernel};
  if (against == control && kernel.model.is(controlled))
    return ComparedForm{kernel, Against::control};
  if (against == control_in_usual_block && kernel == control)
    return ComparedForm{kernel, Against::usual_block};
  return {};
}

/// Finds that of the case's variant; `none` if the catalogue lacks it.
Pattern pattern_of(const CaseResult& c, const Catalogue& catalogue) {
  const Experiment* experiment = catalogue.find(c.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(c.variant);
  return variant == nullptr ? Pattern::none : variant->pattern;
}

/// The cases of one variant.
struct OfVariant {
  Product performance;
  std::set<Verdict> verdicts;

  Verdict verdict() const {
    if (verdicts.size() == 1) return *verdicts.begin();
    const bool is_slower = verdicts.contains(Verdict::slower);
    const bool is_faster = verdicts.contains(Verdict::faster);
    if (is_slower == is_faster) return Verdict::inconclusive;
    return is_slower ? Verdict::slower : Verdict::faster;
  }
};

/// Means of cases, by variant.
class Collector {
 public:
  void add(const CaseResult& c, const ComparisonResult& comparison) {
    OfVariant& variant = of_variants_[{c.experiment, c.variant}];
    variant.performance.add(comparison.ratio.median);
    variant.verdicts.insert(comparison.verdict);
  }

  PatternMean mean() const {
    std::map<std::string, std::vector<double>> performances;
    for (const auto& [name, variant] : of_variants_)
      performances[name.first].push_back(variant.performance.mean());
    return {static_cast<int>(of_variants_.size()), static_cast<int>(performances.size()),
            mean_over_experiments(performances)};
  }

  void append_to(Distribution& distribution) const {
    for (const auto& [name, variant] : of_variants_)
      distribution.entries.push_back(
          {name.first + "/" + name.second, variant.performance.mean(), variant.verdict()});
  }

 private:
  std::map<std::pair<std::string, std::string>, OfVariant> of_variants_;
};

constexpr bool is_of_kernels(Pattern pattern) {
  return pattern != Pattern::launch && pattern != Pattern::transfer;
}

/// The distribution that a mean's variants belong to; null if there is none.
Distribution* distribution_of(const ComparedForm& compared, Distributions& distributions) {
  const auto& [kernel, against] = compared;
  if (against == Against::usual_block) return &distributions.launch;
  if (!kernel.is({Model::kokkos, Form::loops})) return nullptr;
  return against == Against::control ? &distributions.library : &distributions.whole;
}

/// The loops as the library launched them, against native code by indices.
Interval style_with_launch(const Attribution& attribution) {
  const Interval& style = attribution.style;
  const auto& launch = attribution.launch;
  if (!launch) return style;
  return {style.median * launch->median, style.low * launch->low, style.high * launch->high};
}

}  // namespace

bool is_usable(const ComparisonResult& comparison) {
  const Interval& ratio = comparison.ratio;
  return is_possible(ratio.median) && is_possible(ratio.low) && is_possible(ratio.high);
}

const ComparisonResult* kokkos_against_native(const CaseResult& c) {
  const ComparisonResult* found = nullptr;
  for (const ComparisonResult& r : c.comparisons) {
    if (!r.kernel.model.is(Model::kokkos) || !r.against.model.is_native() || !is_usable(r))
      continue;
    if (name_of(r.kernel.form) == c.form) return &r;
    if (found == nullptr) found = &r;
  }
  return found;
}

bool is_of_pair(const CaseResult& c, const Catalogue& catalogue) {
  return catalogue.find(c.experiment) == nullptr && c.variant == pair_variant;
}

std::vector<std::pair<std::string, const ComparisonResult*>> against_reference(
    const CaseResult& c, const Catalogue& catalogue) {
  if (!is_of_pair(c, catalogue)) {
    const ComparisonResult* found = kokkos_against_native(c);
    if (found == nullptr) return {};
    return {{c.form, found}};
  }
  std::vector<std::pair<std::string, const ComparisonResult*>> all;
  for (const ComparisonResult& r : c.comparisons)
    if (compared_in(c, r)) all.emplace_back(name_of(r.kernel.model), &r);
  return all;
}

std::optional<Attribution> attribution_of(const CaseResult& c, const Model& model) {
  if (reference_of(c) == nullptr) return std::nullopt;
  const auto ratio = [&](const ModelForm& kernel, const ModelForm& against) -> const Interval* {
    for (const ComparisonResult& r : c.comparisons)
      if (is_usable(r) && is_first_build(c, r.kernel) && in_any_build(r.kernel) == kernel &&
          in_any_build(r.against) == against)
        return &r.ratio;
    return nullptr;
  };
  const ModelForm native = in_any_build(c.kernels.begin()->first);  // the reference
  const ModelForm in_loops = {Model(model.name()), Form::loops};
  const ModelForm by_indices = {Model(model.name()), Form::indices};
  const bool has_control = model.is(controlled);
  const Interval* whole = ratio(in_loops, native);
  const Interval* style = has_control ? ratio(control, native) : ratio(in_loops, by_indices);
  const Interval* library = has_control ? ratio(in_loops, control) : ratio(by_indices, native);
  if (whole == nullptr || style == nullptr || library == nullptr) return std::nullopt;
  Attribution found = {*whole, *style, {}, *library, {}};
  if (const Interval* respelled = ratio(in_loops, respelled_control); has_control && respelled)
    found.library_respelled = *respelled;
  const Interval* in_usual_block = ratio(control_in_usual_block, native);
  const Interval* launch = ratio(control, control_in_usual_block);
  if (!has_control || in_usual_block == nullptr || launch == nullptr) return found;
  found.style = *in_usual_block;
  found.launch = *launch;
  return found;
}

std::optional<MovedFactor> moved(std::string_view name, const Interval& before,
                                 const Interval& now) {
  constexpr double least = 0.01;
  const Interval change = {now.median / before.median, now.low / before.high,
                           now.high / before.low};
  if (change.high >= 1 - least && change.low <= 1 + least) return std::nullopt;
  return MovedFactor{name, change};
}

std::vector<MovedFactor> moved_factors(const Attribution& before, const Attribution& now) {
  std::vector<MovedFactor> all;
  const auto add = [&](std::string_view name, const Interval& old, const Interval& current) {
    if (const auto factor = moved(name, old, current)) all.push_back(*factor);
  };
  if (before.launch.has_value() == now.launch.has_value()) {
    add("loop style", before.style, now.style);
    if (now.launch) add("launch", *before.launch, *now.launch);
  } else {
    add("loop style and launch", style_with_launch(before), style_with_launch(now));
  }
  add("library", before.library, now.library);
  return all;
}

std::optional<std::pair<double, double>> range_by_spelling(
    const Interval& library, const std::optional<Interval>& library_respelled) {
  constexpr double same = 1.02;
  if (!library_respelled) return std::nullopt;
  const auto [low, high] = std::minmax(library.median, library_respelled->median);
  if (high <= same * low) return std::nullopt;
  return std::pair(low, high);
}

bool has_launches(const std::vector<CaseResult>& cases) {
  return std::ranges::any_of(cases, [](const CaseResult& c) {
    return std::ranges::any_of(
        c.kernels, [](const auto& entry) { return entry.first.is(control_in_usual_block); });
  });
}

GeometricMean mean_over_experiments(
    const std::map<std::string, std::vector<double>>& performances) {
  std::vector<double> means;
  for (const auto& [experiment, of_variants] : performances)
    means.push_back(geometric_mean(of_variants).value);
  const GeometricMean mean = geometric_mean(means);
  return means.size() < fewest_experiments ? GeometricMean{mean.value} : mean;
}

int Distribution::count(Verdict verdict) const {
  return static_cast<int>(std::ranges::count(entries, verdict, &Entry::verdict));
}

double Distribution::median() const {
  std::vector<double> values;
  for (const Entry& entry : entries) values.push_back(entry.performance);
  return tilebridge::median(values);
}

bool is_kernel(const CaseResult& c, const Catalogue& catalogue) {
  return is_of_kernels(family_of(c, catalogue));
}

Summary summarise(const std::vector<CaseResult>& cases, const Catalogue& catalogue) {
  std::map<std::tuple<bool, Pattern>, std::map<ComparedForm, Collector>> collected;
  for (const CaseResult& c : cases) {
    if (real_bytes(c.parameters) < static_cast<int>(sizeof(float))) continue;  // has no rows
    for (const ComparisonResult& r : c.comparisons)
      if (const auto compared = compared_in(c, r))
        collected[{is_double(c.parameters), pattern_of(c, catalogue)}][*compared].add(c, r);
  }
  Summary summary;
  Distributions in_float = {"float", {}, {}, {}};
  Distributions in_double = {"double", {}, {}, {}};
  for (const auto& [key, collectors] : collected) {
    const auto& [is_in_double, pattern] = key;
    if (pattern == Pattern::none) continue;
    Distributions& distributions = is_in_double ? in_double : in_float;
    PatternRow& row = summary.rows.emplace_back(distributions.real, pattern);
    for (const auto& [compared, collector] : collectors) {
      row.means[compared] = collector.mean();
      Distribution* distribution = distribution_of(compared, distributions);
      if (is_of_kernels(pattern) && distribution != nullptr) collector.append_to(*distribution);
    }
  }
  for (Distributions* of_real : {&in_float, &in_double}) {
    for (Distribution* distribution : {&of_real->whole, &of_real->launch, &of_real->library})
      std::ranges::sort(distribution->entries, {}, &Distribution::Entry::performance);
    if (!of_real->whole.empty()) summary.distributions.push_back(std::move(*of_real));
  }
  return summary;
}

}  // namespace tilebridge
