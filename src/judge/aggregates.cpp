// SPDX-License-Identifier: Apache-2.0
#include "judge/aggregates.hpp"

#include <cmath>
#include <set>
#include <tuple>

#include "judge/totals.hpp"

namespace tilebridge::judge {
namespace {

constexpr std::size_t fewest = 3;    // variants with an interval
constexpr double resolved = 0.05;    // a case counts if least_change is no more of its performance
constexpr double one_sided = 0.025;  // p-value of an interval of 95% that ends at the limit

struct Group {
  std::set<std::tuple<std::string, std::string, ModelForm>> variants;
  std::vector<LogEstimate> by_base;
};

using GroupKey = std::pair<Scope, std::string>;
using Groups = std::map<GroupKey, Group>;

std::vector<GroupKey> keys_of(const CaseResult& c, const Catalogue& catalogue) {
  const Experiment* experiment = catalogue.find(c.experiment);
  if (experiment == nullptr) return {{Scope::run, ""}};
  return {{Scope::run, ""},
          {Scope::experiment, c.experiment},
          {Scope::family, std::string(name_of(experiment->family))}};
}

/// Whether its steps are launches and waits alone: what they read, write and compute would take
/// less than a thousandth of their time. What a launch costs differs from process to process.
bool is_all_launch(const Change& change) {
  constexpr double least = 1e-3;
  const double share = change.was.result->share_of_ceiling;
  return change.was.of->work.steps > 0 && share > 0 && share < least;
}

std::vector<const Change*> of_kernels(const std::vector<Change>& changes) {
  std::vector<const Change*> kernels;
  for (const Change& change : changes)
    if (change.judgement != Judgement::invalid && change.unresolved <= resolved &&
        !is_all_launch(change) && !change.is_host_bound)
      kernels.push_back(&change);
  return kernels;
}

void add_base(Groups& groups, const std::vector<VariantChange>& variants,
              const Catalogue& catalogue) {
  std::map<GroupKey, std::vector<VariantChange>> of_base;
  for (const VariantChange& variant : variants) {
    const CaseResult& c = variant.case_of();
    for (const GroupKey& key : keys_of(c, catalogue)) {
      of_base[key].push_back(variant);
      groups[key].variants.emplace(c.experiment, c.variant, variant.kernel());
    }
  }
  for (const auto& [key, of_key] : of_base)
    if (of_key.size() >= fewest) groups[key].by_base.push_back(mean_change(of_key));
}

Groups groups_of(const GateReport& report, const Catalogue& catalogue) {
  Groups groups;
  for (const std::vector<Change>& changes : report.by_base)
    add_base(groups, by_variant(of_kernels(changes)), catalogue);
  std::set<decltype(Group::variants)> seen;
  std::erase_if(groups, [&](const auto& entry) {
    return entry.second.by_base.empty() || !seen.insert(entry.second.variants).second;
  });
  return groups;
}

Aggregate aggregate_of(const GroupKey& key, const Group& group) {
  const LogEstimate& nearest = *std::ranges::min_element(
      group.by_base, {}, [](const LogEstimate& mean) { return std::abs(mean.value); });
  return {key.first, key.second, geometric_mean(nearest), group.variants.size()};
}

/// Tests that performance is `limit` or more, or for a limit above 1 that it is that or less.
double p_value_beyond(const LogEstimate& of, double limit) {
  if (limit < 1) return p_value(of, limit);
  return p_value({-of.value, of.variance, of.degrees}, 1 / limit);
}

/// Gives the trend beyond `limit` to the aggregates that have it and none yet. `found` has those of
/// `groups`.
void mark(std::vector<Aggregate>& found, const Groups& groups, Trend trend, double limit) {
  std::vector<double> p_values;
  for (const auto& [key, group] : groups) {
    double largest = 0;  // it must hold against every run of the base
    for (const LogEstimate& mean : group.by_base)
      largest = std::max(largest, p_value_beyond(mean, limit));
    p_values.push_back(largest);
  }
  const double threshold = std::min(discovery_threshold(p_values), one_sided);
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i].trend == Trend::none && p_values[i] <= threshold) found[i].trend = trend;
}

}  // namespace

std::string_view name_of(Scope scope) { return word_of({"run", "experiment", "family"}, scope); }

std::string_view name_of(Trend trend) {
  return word_of({"slower", "faster", "slightly slower", "slightly faster", "none"}, trend);
}

std::vector<Aggregate> aggregates(const GateReport& report, const Catalogue& catalogue) {
  const Groups groups = groups_of(report, catalogue);
  std::vector<Aggregate> found;
  for (const auto& [key, group] : groups) found.push_back(aggregate_of(key, group));
  const double bound = report.options.max_total_slowdown;
  mark(found, groups, Trend::slower, 1 - bound);
  mark(found, groups, Trend::faster, 1 + bound);
  mark(found, groups, Trend::lower, 1 - bound / 2);
  mark(found, groups, Trend::higher, 1 + bound / 2);
  return found;
}

}  // namespace tilebridge::judge
