// SPDX-License-Identifier: Apache-2.0
#include "judge/portability.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "judge/machines.hpp"
#include "judge/porting.hpp"

namespace tilebridge::judge {
namespace {

/// Half the width of an interval of a logarithm.
double log_half(const Interval& interval) {
  return std::abs(std::log(interval.high / interval.low)) / 2;
}

Interval around(double value, double half) {
  return {value, value * std::exp(-half), value * std::exp(half)};
}

/// If the ratio of the two kernels was measured in the same rounds, this is its half width.
double log_half_of_quotient(const Cell& best, const Cell& own) {
  if (&best == &own) return 0;
  if (own.reference == best.result && own.against_native)
    return log_half(own.against_native->ratio);
  if (best.reference == own.result && best.against_native)
    return log_half(best.against_native->ratio);
  return std::hypot(log_half(best.seconds()), log_half(own.seconds()));
}

Interval efficiency(const Cell& best, const Cell& own) {
  return around(best.seconds().median / own.seconds().median, log_half_of_quotient(best, own));
}

std::optional<Interval> share_of_ceiling(const Cell& cell) {
  const double share = cell.result->share_of_ceiling;
  if (share <= 0) return std::nullopt;
  return around(share, log_half(cell.seconds()));
}

/// A rewritten kernel, a step to it, or a facility of a model takes the place of another variant.
std::string place_of_variant(const CaseResult& c) {
  constexpr std::array in_place = {Form::rewritten, Form::builtin, Form::step};
  const bool is_in_place =
      std::ranges::any_of(in_place, [&](Form form) { return c.form == name_of(form); });
  return is_in_place ? c.compared_with : c.variant;
}

std::string model_key(const Cell& cell) {
  const Model& model = cell.kernel.model;
  return model.is_native() ? cell.of->platform : std::string(model.name());
}

bool takes_less(const Cell* a, const Cell* b) { return a->seconds().median < b->seconds().median; }

/// The fastest kernels of one machine: of each task, and of each variant in it.
class FastestKernels {
 public:
  explicit FastestKernels(const Cells& cells) {
    for (const Cell& cell : cells.shown(Builds::first)) {
      if (!cell.is_valid()) continue;
      const std::string task = task_key(*cell.of);
      put(of_task_, task, cell);
      put(of_variant_, {task, place_of_variant(*cell.of)}, cell);
    }
  }

  /// The kernel must be valid.
  Efficiency of(const Cell& cell) const {
    const std::string task = task_key(*cell.of);
    return {&cell, efficiency(*of_task_.at(task), cell),
            efficiency(*of_variant_.at({task, place_of_variant(*cell.of)}), cell),
            share_of_ceiling(cell)};
  }

 private:
  template <class Key>
  static void put(std::map<Key, const Cell*>& fastest, const Key& key, const Cell& cell) {
    const Cell*& known = fastest.emplace(key, &cell).first->second;
    if (takes_less(&cell, known)) known = &cell;
  }

  std::map<std::string, const Cell*> of_task_;
  std::map<std::pair<std::string, std::string>, const Cell*> of_variant_;
};

/// Puts the kernels of a case beside the kernels of other machines; the case is of the last one.
void add_kernels(PortableVariant& variant, const Cells& file, const CaseResult& c,
                 const FastestKernels& fastest) {
  for (const Cell& cell : file.shown(c, Builds::first)) {
    if (!cell.is_valid()) continue;
    const std::string model = model_key(cell);
    auto kernel = std::ranges::find_if(variant.kernels, [&](const PortableKernel& k) {
      return k.model == model && k.form == cell.kernel.form;
    });
    if (kernel == variant.kernels.end())
      kernel = variant.kernels.insert(kernel, {model, cell.kernel.form, {}});
    kernel->on.resize(variant.machines.size());
    kernel->on.back() = fastest.of(cell);
  }
}

/// Collects variants in the order of the cases.
class Variants {
 public:
  void add(std::size_t machine, const Cells& file) {
    const FastestKernels fastest(file);
    for (const CaseResult& c : file.cases()) {
      PortableVariant& variant = place_for(c);
      if (variant.machines.empty() || variant.machines.back() != machine)
        variant.machines.push_back(machine);
      add_kernels(variant, file, c, fastest);
    }
  }

  /// Returns all variants; the variants of a task are one after the other.
  std::vector<PortableVariant> take() {
    std::erase_if(variants_,
                  [](const PortableVariant& variant) { return variant.kernels.empty(); });
    for (PortableVariant& variant : variants_)
      for (PortableKernel& kernel : variant.kernels) kernel.on.resize(variant.machines.size());
    std::ranges::stable_sort(variants_, {},
                             [&](const PortableVariant& v) { return tasks_.at(v.task); });
    return std::move(variants_);
  }

 private:
  PortableVariant& place_for(const CaseResult& c) {
    const std::string task = task_key(c), variant = judge::variant_of(c);
    tasks_.emplace(task, tasks_.size());
    const auto [place, is_new] = places_.emplace(std::pair(task, variant), variants_.size());
    if (is_new) variants_.push_back({task, variant, {}, {}});
    return variants_[place->second];
  }

  std::vector<PortableVariant> variants_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
  std::map<std::string, std::size_t> tasks_;
};

/// The value of each that is there, with the half width of its logarithm.
std::vector<std::pair<double, double>> known(const Efficiencies& efficiencies) {
  std::vector<std::pair<double, double>> values;
  for (const std::optional<Interval>& efficiency : efficiencies)
    if (efficiency) values.emplace_back(efficiency->median, log_half(*efficiency));
  return values;
}

/// The error of each logarithm counts by its term's share of the sum.
double log_half_of_sum(const std::vector<std::pair<double, double>>& terms) {
  double sum = 0, squares = 0;
  for (const auto& [value, half] : terms) {
    sum += value;
    squares += value * half * value * half;
  }
  return std::sqrt(squares) / sum;
}

double sum_of(const std::vector<std::pair<double, double>>& terms) {
  double sum = 0;
  for (const auto& [value, half] : terms) sum += value;
  return sum;
}

Efficiencies efficiencies_of(const PortableKernel& kernel, Interval Efficiency::*which) {
  Efficiencies all;
  for (const std::optional<Efficiency>& efficiency : kernel.on)
    all.push_back(efficiency ? std::optional((*efficiency).*which) : std::nullopt);
  return all;
}

/// The controlled model's, by which the cases of a kernel are ordered.
double usual_portability(const PortableVariant* variant) {
  const PortableKernel* kernel = usual_kernel(*variant, std::string(controlled.name()));
  return kernel == nullptr ? 0 : harmonic_mean(model_efficiencies(*kernel)).median;
}

const PortableVariant* median_case(std::vector<const PortableVariant*> cases) {
  constexpr double share = 0.9;
  const auto is_hot = [](const PortableVariant* variant) { return !is_cold(variant->of()); };
  if (!std::ranges::all_of(cases, is_hot)) std::erase_if(cases, is_hot);
  double most = 0;
  for (const PortableVariant* variant : cases) most = std::max(most, variant->of().work.bytes());
  std::erase_if(cases, [&](const PortableVariant* variant) {
    return variant->of().work.bytes() < share * most;
  });
  std::ranges::stable_sort(cases, {}, usual_portability);
  return cases[(cases.size() - 1) / 2];
}

/// The known kernel of an experiment, in numbers of that type.
std::vector<const PortableVariant*> cases_of(const Experiment& experiment, std::string_view real,
                                             const std::vector<PortableVariant>& variants) {
  std::vector<const PortableVariant*> cases;
  for (const PortableVariant& variant : variants)
    if (const CaseResult& c = variant.of(); is_known(experiment, c) && type_of_numbers(c) == real)
      cases.push_back(&variant);
  return cases;
}

}  // namespace

const Cell& PortableKernel::cell() const {
  return *(*std::ranges::find_if(on, [](const auto& one) { return one.has_value(); }))->cell;
}

std::vector<PortableVariant> portable_variants(std::span<const Cells> files) {
  Variants variants;
  for (std::size_t machine = 0; machine < files.size(); ++machine)
    if (has_times(files[machine].results())) variants.add(machine, files[machine]);
  return variants.take();
}

Efficiencies application_efficiencies(const PortableKernel& kernel) {
  return efficiencies_of(kernel, &Efficiency::application);
}

Efficiencies model_efficiencies(const PortableKernel& kernel) {
  return efficiencies_of(kernel, &Efficiency::model);
}

Efficiencies architectural_efficiencies(const PortableKernel& kernel) {
  Efficiencies all;
  for (const std::optional<Efficiency>& efficiency : kernel.on) {
    if (efficiency && !efficiency->architectural) return {};
    all.push_back(efficiency ? efficiency->architectural : std::nullopt);
  }
  return all;
}

Interval harmonic_mean(const Efficiencies& efficiencies) {
  std::vector<std::pair<double, double>> inverses = known(efficiencies);
  if (inverses.empty() || inverses.size() < efficiencies.size()) return {};
  for (auto& [value, half] : inverses) value = 1 / value;
  return around(static_cast<double>(inverses.size()) / sum_of(inverses), log_half_of_sum(inverses));
}

Interval arithmetic_mean(const Efficiencies& efficiencies) {
  const std::vector<std::pair<double, double>> values = known(efficiencies);
  if (values.empty()) return {};
  return around(sum_of(values) / static_cast<double>(values.size()), log_half_of_sum(values));
}

std::vector<KnownVariant> known_variants(const std::vector<PortableVariant>& variants,
                                         const Catalogue& catalogue) {
  std::vector<KnownVariant> known;
  for (const std::string_view real : {"float", "double", ""})
    for (const Experiment& experiment : catalogue)
      if (auto cases = cases_of(experiment, real, variants); !cases.empty())
        known.push_back({experiment.known->name + (real == "double" ? ", double" : ""),
                         median_case(std::move(cases))});
  return known;
}

const PortableKernel* usual_kernel(const PortableVariant& variant, const std::string& model) {
  const auto found = std::ranges::find_if(variant.kernels, [&](const PortableKernel& kernel) {
    const bool is_native = kernel.cell().kernel.model.is_native();
    return kernel.model == model && kernel.form == (is_native ? Form::indices : Form::loops);
  });
  return found == variant.kernels.end() ? nullptr : &*found;
}

std::optional<PortableKernel> native_of_each_platform(const PortableVariant& variant) {
  std::optional<PortableKernel> all;
  bool are_several = false;
  for (const PortableKernel& kernel : variant.kernels) {
    if (!kernel.cell().kernel.model.is_native() || kernel.form != Form::indices) continue;
    are_several = all.has_value();
    if (!all) all = kernel;
    all->model = Model::native.name();
    for (std::size_t i = 0; i < kernel.on.size(); ++i)
      if (kernel.on[i]) all->on[i] = kernel.on[i];
  }
  return are_several ? all : std::nullopt;
}

}  // namespace tilebridge::judge
