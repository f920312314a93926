// SPDX-License-Identifier: Apache-2.0
#include "judge/totals.hpp"

#include <cmath>
#include <tuple>

namespace tilebridge::judge {
namespace {

constexpr std::pair<Form, Kind> kokkos_kinds[] = {
    {Form::indices, Kind::indices},     {Form::ranges, Kind::ranges},
    {Form::construct, Kind::construct}, {Form::matched, Kind::matched},
    {Form::tuned, Kind::tuned},         {Form::step, Kind::step}};

double size_of(double performance) { return std::abs(std::log(performance)); }

}  // namespace

Kind kind_of(const VariantChange& change, const Catalogue& catalogue) {
  const CaseResult& c = change.case_of();
  if (change.cases.front()->is_host_bound) return Kind::host_bound;
  const ModelForm& kernel = change.kernel();
  if (kernel.form == Form::library) return Kind::libraries;
  const bool is_own = catalogue.find(c.experiment) == nullptr;
  if (kernel.model.is_native() && !is_own)
    return kernel.form == Form::ranges ? Kind::controls : Kind::native;
  if (kernel.model.is_native()) return Kind::own_native;
  if (is_own) return Kind::own_others;
  for (const auto& [form, kind] : kokkos_kinds)
    if (kernel.is({Model::kokkos, form})) return kind;
  return kernel.model.is(Model::kokkos) ? Kind::unknown : Kind::others;
}

std::string_view name_of(Kind kind) {
  return word_of({"native code", "native code in ranges", "libraries", "Kokkos by indices",
                  "Kokkos in ranges", "Kokkos constructs", "matched Kokkos", "tuned Kokkos",
                  "steps to matched", "your native code", "your other models", "other models",
                  "host-bound, any model", "unknown variants"},
                 kind);
}

double VariantChange::performance() const {
  std::vector<double> medians;
  for (const Change* change : cases) medians.push_back(change->performance.median);
  return geometric_mean(medians).value;
}

std::size_t VariantChange::count(Judgement judgement) const {
  return static_cast<std::size_t>(std::ranges::count(cases, judgement, &Change::judgement));
}

const Change& VariantChange::largest() const {
  return **std::ranges::max_element(
      cases, {}, [](const Change* change) { return size_of(change->performance.median); });
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
    const CaseResult& c = *change->of.current;
    all[{c.experiment, c.variant, change->kernel}].cases.push_back(change);
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
    std::vector<double> performances;
    for (const VariantChange& variant : of_kind) {
      performances.push_back(variant.performance());
      total.slower += variant.count(Judgement::slower);
      total.faster += variant.count(Judgement::faster);
    }
    total.performance = geometric_mean(performances);
    found.push_back(total);
  }
  return found;
}

}  // namespace tilebridge::judge
