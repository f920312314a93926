// SPDX-License-Identifier: Apache-2.0
#include "results/summary.hpp"

#include <cmath>
#include <tuple>

namespace tilebridge {
namespace {

constexpr const char* transfers = "transfers";
/// Whether it measures devices and ways of writing, not what a program gains or loses.
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
  const bool with_reference = c.kernels.find(r.against) == reference_of(c);
  const bool with_control = in_any_build(r.against) == control && r.kernel.model.is(controlled);
  if (!with_reference && !with_control) return {};
  return ComparedForm{in_any_build(r.kernel), !with_reference};
}

/// Finds that of the case's variant; `none` if the catalogue lacks it.
Pattern pattern_of(const CaseResult& c, const Catalogue& catalogue) {
  const Experiment* experiment = catalogue.find(c.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(c.variant);
  return variant == nullptr ? Pattern::none : variant->pattern;
}

/// Means of cases, by variant.
class Collector {
 public:
  void add(const CaseResult& c, double performance) {
    of_variants_[{c.experiment, c.variant}].add(performance);
  }

  PatternMean mean() const {
    std::map<std::string, Product> of_experiments;
    for (const auto& [variant, product] : of_variants_)
      of_experiments[variant.first].add(product.mean());
    std::vector<double> means;
    for (const auto& [experiment, product] : of_experiments) means.push_back(product.mean());
    return {static_cast<int>(of_variants_.size()), static_cast<int>(means.size()),
            geometric_mean(means)};
  }

  void append_to(Distribution& distribution, const std::string& suffix) const {
    for (const auto& [variant, product] : of_variants_)
      distribution.entries.push_back(
          {variant.first + "/" + variant.second + suffix, product.mean()});
  }

 private:
  std::map<std::pair<std::string, std::string>, Product> of_variants_;
};

constexpr bool is_of_kernels(Pattern pattern) {
  return pattern != Pattern::launch && pattern != Pattern::transfer;
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
  const ModelForm in_ranges = {Model(model.name()), Form::ranges};
  const ModelForm by_indices = {Model(model.name()), Form::indices};
  const bool has_control = model.is(controlled);
  const Interval* whole = ratio(in_ranges, native);
  const Interval* writing = has_control ? ratio(control, native) : ratio(in_ranges, by_indices);
  const Interval* library = has_control ? ratio(in_ranges, control) : ratio(by_indices, native);
  if (whole == nullptr || writing == nullptr || library == nullptr) return std::nullopt;
  return Attribution{*whole, *writing, *library};
}

int Distribution::at_parity() const {
  return static_cast<int>(
      std::ranges::count_if(entries, [](const Entry& entry) { return entry.performance >= 0.95; }));
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
        collected[{is_double(c.parameters), pattern_of(c, catalogue)}][*compared].add(
            c, r.ratio.median);
  }
  Summary summary;
  for (const auto& [key, collectors] : collected) {
    const auto& [in_double, pattern] = key;
    if (pattern == Pattern::none) continue;
    PatternRow& row = summary.rows.emplace_back(in_double ? "double" : "float", pattern);
    for (const auto& [compared, collector] : collectors) {
      row.means[compared] = collector.mean();
      if (!is_of_kernels(pattern) || !compared.kernel.is({Model::kokkos, Form::ranges})) continue;
      collector.append_to(compared.with_control ? summary.library : summary.whole,
                          in_double ? " double" : "");
    }
  }
  for (Distribution* distribution : {&summary.whole, &summary.library})
    std::ranges::sort(distribution->entries, {}, &Distribution::Entry::performance);
  return summary;
}

}  // namespace tilebridge
