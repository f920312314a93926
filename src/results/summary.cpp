// SPDX-License-Identifier: Apache-2.0
#include "results/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace tilebridge {
namespace {

constexpr std::array kokkos_forms = {Form::ranges, Form::construct, Form::matched, Form::tuned};
constexpr std::array platforms = {Platform::host, Platform::cuda, Platform::hip};
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

const KernelResult* kokkos_in(const CaseResult& c) { return c.kernels.find(Model::kokkos); }

/// In the catalogue's order.
std::vector<std::string> families_of(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const Experiment& experiment : catalogue) {
    const std::string family(name_of(experiment.family));
    if (std::find(names.begin(), names.end(), family) == names.end()) names.push_back(family);
  }
  return names;
}

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

/// Ratios by form and variant.
class Collector {
 public:
  void add(const CaseResult& c, const ComparisonResult& comparison) {
    const auto form = std::find_if(kokkos_forms.begin(), kokkos_forms.end(),
                                   [&](Form known) { return c.form == name_of(known); });
    if (form == kokkos_forms.end()) return;
    Ratios& ratios = forms_[*form];
    ratios.of_variants[{c.experiment, c.variant}].add(comparison.ratio.median);
    ++ratios.verdicts[comparison.verdict];
  }

  FormMeans means() const {
    FormMeans means;
    for (const auto& [form, ratios] : with_unbettered(forms_)) {
      std::vector<double> of_variants;
      for (const auto& [variant, product] : ratios.of_variants)
        of_variants.push_back(product.mean());
      means[form] = {static_cast<int>(of_variants.size()), geometric_mean(of_variants),
                     ratios.verdicts};
    }
    return means;
  }

 private:
  struct Ratios {
    std::map<std::pair<std::string, std::string>, Product> of_variants;
    std::map<Verdict, int> verdicts;
  };
  using Forms = std::map<Form, Ratios>;

  /// Most variants without a matched form would gain little by one. Their kernels in ranges
  /// count as matched too, so that both forms cover the same variants.
  static Forms with_unbettered(Forms forms) {
    const auto matched = forms.find(Form::matched);
    if (matched == forms.end()) return forms;
    for (const auto& [variant, product] : forms[Form::ranges].of_variants)
      if (!matched->second.of_variants.contains({variant.first, matched_name(variant.second)}))
        matched->second.of_variants.emplace(variant, product);
    if (forms[Form::ranges].of_variants.empty()) forms.erase(Form::ranges);
    return forms;
  }

  Forms forms_;
};

/// The results of one variant on one platform.
struct Record {
  Product efficiency;
  bool unsupported = false;

  std::optional<double> value() const {
    if (unsupported) return 0;
    if (efficiency.factors == 0) return std::nullopt;
    return efficiency.mean();
  }
};

void add(Record& record, const CaseResult& c) {
  const KernelResult& kokkos = *kokkos_in(c);
  if (kokkos.status == Status::no_equivalent || kokkos.status == Status::invalid)
    record.unsupported = true;
  else if (const ComparisonResult* r = kokkos_against_native(c))
    record.efficiency.add(std::min(1.0, r->ratio.median));
}

/// Whether the catalogue has the variant and says that Kokkos does not run it on `platform`.
bool is_unsupported(const Portability& p, std::string_view platform, const Catalogue& catalogue) {
  const Experiment* experiment = catalogue.find(p.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(p.variant);
  if (variant == nullptr) return false;
  return std::none_of(platforms.begin(), platforms.end(), [&](Platform known) {
    return name_of(known) == platform && variant->runs(Model::kokkos, known);
  });
}

/// Their harmonic mean.
std::optional<double> metric_of(const std::vector<std::optional<double>>& efficiencies) {
  double sum = 0;
  for (const auto& efficiency : efficiencies) {
    if (!efficiency) return std::nullopt;
    if (*efficiency == 0) return 0;
    sum += 1 / *efficiency;
  }
  return static_cast<double>(efficiencies.size()) / sum;
}

using Place = std::pair<std::string, std::string>;  // device, platform

/// The place of `key` among `all`, at whose end it is put if it is new.
template <class Key>
std::size_t index_in(std::vector<Key>& all, const Key& key) {
  const auto found = std::ranges::find(all, key);
  const auto index = static_cast<std::size_t>(found - all.begin());
  if (found == all.end()) all.push_back(key);
  return index;
}

}  // namespace

bool is_usable(const ComparisonResult& comparison) {
  const Interval& ratio = comparison.ratio;
  return is_possible(ratio.median) && is_possible(ratio.low) && is_possible(ratio.high);
}

const ComparisonResult* kokkos_against_native(const CaseResult& c) {
  const auto found =
      std::find_if(c.comparisons.begin(), c.comparisons.end(), [](const ComparisonResult& r) {
        return r.kernel.model.is(Model::kokkos) && r.against.model.is_native() && is_usable(r);
      });
  return found == c.comparisons.end() ? nullptr : &*found;
}

bool is_kernel(const CaseResult& c, const Catalogue& catalogue) {
  return is_of_kernels(family_of(c, catalogue));
}

Summary summarise(const std::vector<CaseResult>& cases, const Catalogue& catalogue) {
  std::map<std::string, Collector> by_family;
  Collector kernels;
  for (const CaseResult& c : cases) {
    const ComparisonResult* comparison = kokkos_against_native(c);
    if (comparison == nullptr) continue;
    const std::string family = family_of(c, catalogue);
    by_family[family].add(c, *comparison);
    if (is_of_kernels(family)) kernels.add(c, *comparison);
  }

  Summary summary{kernels.means(), {}, {}};
  for (const std::string& family : families_of(catalogue)) {
    const auto found = by_family.find(family);
    if (found == by_family.end()) continue;
    auto& list = is_of_kernels(family) ? summary.kernel_families : summary.other_families;
    list.push_back({family, found->second.means()});
  }
  return summary;
}

Portabilities portabilities(std::span<const Results* const> runs, const Catalogue& catalogue) {
  std::vector<Place> places;
  std::vector<std::pair<std::string, std::string>> variants;
  std::map<std::pair<std::size_t, std::size_t>, Record> records;
  for (const Results* results : runs)
    for (const CaseResult& c : results->cases) {
      const std::size_t place =
          index_in<Place>(places, {text_at(results->device, "name"), c.platform});
      if (kokkos_in(c) == nullptr) continue;
      add(records[{index_in(variants, {c.experiment, c.variant}), place}], c);
    }

  Portabilities found;
  for (const auto& [device, platform] : places)
    found.platforms.push_back(fmt::format("{}, {}", device, platform));
  for (std::size_t v = 0; v < variants.size(); ++v) {
    Portability p{variants[v].first, variants[v].second, {}, {}};
    for (std::size_t place = 0; place < places.size(); ++place) {
      const auto record = records.find({v, place});
      const bool unsupported =
          record == records.end() && is_unsupported(p, places[place].second, catalogue);
      p.efficiencies.push_back(unsupported               ? std::optional(0.0)
                               : record == records.end() ? std::nullopt
                                                         : record->second.value());
    }
    p.metric = metric_of(p.efficiencies);
    found.variants.push_back(std::move(p));
  }
  return found;
}

}  // namespace tilebridge
