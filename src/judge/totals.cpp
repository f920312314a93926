// SPDX-License-Identifier: Apache-2.0
#include "judge/totals.hpp"

#include <cmath>
#include <numeric>
#include <tuple>

namespace tilebridge::judge {
namespace {

constexpr std::size_t fewest_clusters = 3;  // with a variance

constexpr std::pair<Form, Kind> kokkos_kinds[] = {
    {Form::indices, Kind::indices},     {Form::loops, Kind::loops}, {Form::builtin, Kind::builtin},
    {Form::rewritten, Kind::rewritten}, {Form::tuned, Kind::tuned}, {Form::step, Kind::step}};

/// What a process adds to every sample or takes from it, in seconds, and the share that it changes
/// in every time: standard deviations. No number of experiments averages them away. Each is
/// estimated from two pairs of runs, and has so few degrees of freedom: docs/method.md, "What an
/// aggregate covers".
constexpr double process_offset = 4e-8;
constexpr double process_scale = 1.6e-4;
constexpr double process_degrees = 2;

/// Adds what two processes differ in. `change_per_second` is that of the logarithm. The degrees of
/// freedom are those of Welch and Satterthwaite.
LogEstimate with_processes(const LogEstimate& of, double change_per_second) {
  const double of_process =
      std::pow(process_offset * change_per_second, 2) + std::pow(process_scale, 2);
  const double of_both = 2 * of_process;
  const double variance = of.variance + of_both;
  const double squares =
      of.variance * of.variance / of.degrees + of_both * of_both / process_degrees;
  return {of.value, variance, variance * variance / squares};
}

double size_of(double performance) { return std::abs(std::log(performance)); }

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Samples per second, of the case's number of launches each.
double per_second(const CaseResult& c, const KernelResult& result) {
  return 1 / (result.timing->seconds.median * std::max(c.sampling.repeats, 1));
}

/// Means over the variants of an experiment.
struct OfExperiment {
  std::vector<double> performances;
  std::vector<double> changes_per_second;
};

/// The error of the variants of fewer experiments than have a variance of their own. The degrees of
/// freedom are those of the scatter: if that is small by chance, the measured error, which is the
/// better known of the two, must not make it certain.
LogEstimate of_few(const std::vector<VariantChange>& variants, double value) {
  std::vector<double> performances;
  std::vector<double> errors;
  for (const VariantChange& variant : variants) {
    performances.push_back(variant.performance());
    errors.push_back(variant.error());
  }
  LogEstimate found = {value, 0, 0};
  if (performances.size() >= fewest_clusters) found = log_mean(performances);
  const double degrees = found.degrees;
  found.value = value;
  found = with_error(found, mean(errors));
  if (degrees > 0) found.degrees = degrees;
  return found;
}

}  // namespace

Kind kind_of(const VariantChange& change, const Catalogue& catalogue) {
  const CaseResult& c = change.case_of();
  if (change.cases.front()->is_host_bound) return Kind::host_bound;
  const ModelForm& kernel = change.kernel();
  if (kernel.form == Form::vendor) return Kind::libraries;
  const bool is_own = catalogue.find(c.experiment) == nullptr;
  const bool is_control =
      kernel.is(control) || kernel.is(control_in_usual_block) || kernel.is(respelled_control);
  if (kernel.model.is_native() && !is_own) return is_control ? Kind::controls : Kind::native;
  if (kernel.model.is_native()) return Kind::own_native;
  if (is_own) return Kind::own_others;
  for (const auto& [form, kind] : kokkos_kinds)
    if (kernel.is({controlled, form})) return kind;
  return kernel.model.is(controlled) ? Kind::unknown : Kind::others;
}

std::string_view name_of(Kind kind) {
  return word_of({"native code", "native code in loops", "libraries", "Kokkos by indices",
                  "Kokkos in loops", "Kokkos built in", "rewritten Kokkos", "tuned Kokkos",
                  "steps to rewritten", "your native code", "your other models", "other models",
                  "host-bound, any model", "unknown variants"},
                 kind);
}

double VariantChange::performance() const {
  std::vector<double> medians;
  for (const Change* change : cases) medians.push_back(change->performance.median);
  return geometric_mean(medians).value;
}

double VariantChange::error() const {
  std::vector<double> errors;
  for (const Change* change : cases)
    errors.push_back(std::log(change->performance.high / change->performance.low) / 2);
  return mean(errors);
}

double VariantChange::change_per_second() const {
  std::vector<double> changes;
  for (const Change* change : cases) {
    const Cell& now = change->now;
    double change_of_case = per_second(*now.of, *now.result);
    if (change->metric == Metric::ratio) change_of_case -= per_second(*now.of, *now.reference);
    changes.push_back(change_of_case);
  }
  return mean(changes);
}

std::size_t VariantChange::count(Judgement judgement) const {
  return static_cast<std::size_t>(std::ranges::count(cases, judgement, &Change::judgement));
}

const Change& VariantChange::largest() const {
  return **std::ranges::max_element(
      cases, {}, [](const Change* change) { return size_of(change->performance.median); });
}

LogEstimate mean_change(const std::vector<VariantChange>& variants) {
  std::map<std::string, OfExperiment> experiments;
  for (const VariantChange& variant : variants) {
    OfExperiment& experiment = experiments[variant.case_of().experiment];
    experiment.performances.push_back(variant.performance());
    experiment.changes_per_second.push_back(variant.change_per_second());
  }
  std::vector<double> means;
  std::vector<double> changes_per_second;
  for (const auto& [name, experiment] : experiments) {
    means.push_back(geometric_mean(experiment.performances).value);
    changes_per_second.push_back(mean(experiment.changes_per_second));
  }
  LogEstimate found = log_mean(means);
  if (means.size() < fewest_clusters) found = of_few(variants, found.value);
  if (variants.size() == 1) return found;  // whose own error has that of the processes
  return with_processes(found, mean(changes_per_second));
}

std::vector<VariantChange> by_size(std::vector<VariantChange> variants) {
  std::ranges::stable_sort(variants, std::greater(), [](const VariantChange& variant) {
    return size_of(variant.performance());
  });
  return variants;
}

std::vector<VariantChange> by_variant(const GateReport& report) {
  std::vector<const Change*> changes;
  for (const Change& change : report.changes)
    if (change.judgement != Judgement::invalid) changes.push_back(&change);
  return by_variant(changes);
}

std::vector<VariantChange> by_variant(const std::vector<const Change*>& changes) {
  std::map<std::tuple<std::string, std::string, ModelForm>, VariantChange> all;
  for (const Change* change : changes) {
    const CaseResult& c = *change->now.of;
    all[{c.experiment, c.variant, change->now.kernel}].cases.push_back(change);
  }
  std::vector<VariantChange> variants;
  for (auto& [key, variant] : all) variants.push_back(std::move(variant));
  return variants;
}

std::vector<Total> totals(const std::vector<VariantChange>& variants, const Catalogue& catalogue) {
  std::map<Kind, std::vector<VariantChange>> by_kind;
  for (const VariantChange& variant : variants)
    by_kind[kind_of(variant, catalogue)].push_back(variant);
  std::vector<Total> found;
  for (const auto& [kind, of_kind] : by_kind) {
    Total total = {kind, {}, of_kind.size(), 0, 0};
    for (const VariantChange& variant : of_kind) {
      total.slower += variant.count(Judgement::slower);
      total.faster += variant.count(Judgement::faster);
    }
    total.performance = geometric_mean(mean_change(of_kind));
    found.push_back(total);
  }
  return found;
}

}  // namespace tilebridge::judge
