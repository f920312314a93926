// SPDX-License-Identifier: Apache-2.0
#include "judge/summary.hpp"

#include <set>
#include <tuple>

namespace tilebridge::judge {
namespace {

/// Families that measure devices and idioms, not what a program gains or loses.
constexpr std::array not_kernels = {Family::transfers, Family::hierarchy, Family::idioms};

/// Calls `visit` with each comparison of the kernel that has a place in summaries, and its ratio. A
/// respelled control has a place in factors alone.
template <class Visit>
void for_each_comparison(const Cell& cell, const Visit& visit) {
  if (!cell.is_first_build || cell.kernel.form == Form::step || cell.kernel.is(respelled_control))
    return;
  const ModelForm kernel = {Model(cell.kernel.model.name()), cell.kernel.form};  // in any build
  if (cell.against_native) visit(ComparedForm{kernel}, *cell.against_native);
  const Factors* factors = cell.by_control();
  if (factors == nullptr) return;
  visit(ComparedForm{kernel, Against::control}, factors->library);
  if (factors->launch) visit(ComparedForm{control, Against::usual_block}, *factors->launch);
}

/// The pattern of the case's variant; `none` if the catalogue lacks it.
Pattern pattern_of(const CaseResult& c, const Catalogue& catalogue) {
  const Experiment* experiment = catalogue.find(c.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(c.variant);
  return variant == nullptr ? Pattern::none : variant->pattern;
}

/// The cases of one variant.
struct OfVariant {
  std::vector<double> performances;
  std::set<Verdict> verdicts;

  double performance() const { return geometric_mean(performances).value; }
  Verdict verdict() const {
    if (verdicts.size() == 1) return *verdicts.begin();
    const bool is_slower = verdicts.contains(Verdict::slower);
    const bool is_faster = verdicts.contains(Verdict::faster);
    if (is_slower == is_faster) return Verdict::undecided;
    return is_slower ? Verdict::slower : Verdict::faster;
  }
};

/// Means of cases, by variant.
class Collector {
 public:
  void add(const CaseResult& c, const JudgedRatio& judged) {
    OfVariant& variant = of_variants_[{c.experiment, c.variant}];
    variant.performances.push_back(judged.ratio.median);
    variant.verdicts.insert(judged.verdict);
  }

  PatternMean mean() const {
    std::map<std::string, std::vector<double>> performances;
    for (const auto& [name, variant] : of_variants_)
      performances[name.first].push_back(variant.performance());
    return {static_cast<int>(of_variants_.size()), static_cast<int>(performances.size()),
            mean_over_experiments(performances)};
  }

  void append_to(Distribution& distribution) const {
    for (const auto& [name, variant] : of_variants_)
      distribution.entries.push_back(
          {name.first + "/" + name.second, variant.performance(), variant.verdict()});
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
  if (!kernel.is({controlled, Form::loops})) return nullptr;
  return against == Against::control ? &distributions.library : &distributions.whole;
}

}  // namespace

bool is_of_pair(const CaseResult& c, const Catalogue& catalogue) {
  return catalogue.find(c.experiment) == nullptr && c.variant == pair_variant;
}

std::vector<std::pair<std::string, const Cell*>> against_reference(const CaseResult& c,
                                                                   const Cells& cells,
                                                                   const Catalogue& catalogue) {
  std::vector<std::pair<std::string, const Cell*>> all;
  if (!is_of_pair(c, catalogue)) {
    if (const Cell* cell = cells.of_kokkos(c)) all.emplace_back(c.form, cell);
    return all;
  }
  for (const Cell& cell : cells.of(c))
    if (cell.is_first_build && cell.against_native)
      all.emplace_back(name_of(cell.kernel.model), &cell);
  return all;
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
  const Experiment* found = catalogue.find(c.experiment);
  const bool crosses_link = c.work.to_device > 0 || c.work.to_host > 0;
  return found != nullptr && !crosses_link &&
         std::ranges::find(not_kernels, found->family) == not_kernels.end();
}

Summary summarise(const Cells& cells, const Catalogue& catalogue) {
  std::map<std::tuple<bool, Pattern>, std::map<ComparedForm, Collector>> collected;
  for (const Cell& cell : cells.all()) {
    const CaseResult& c = *cell.of;
    if (real_bytes(c.parameters) < static_cast<int>(sizeof(float))) continue;  // has no rows
    const std::tuple key = {is_double(c.parameters), pattern_of(c, catalogue)};
    for_each_comparison(cell, [&](const ComparedForm& compared, const JudgedRatio& judged) {
      collected[key][compared].add(c, judged);
    });
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

}  // namespace tilebridge::judge
