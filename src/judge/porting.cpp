// SPDX-License-Identifier: Apache-2.0
#include "judge/porting.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "judge/machines.hpp"

namespace tilebridge::judge {
namespace {

bool is_at(const CaseResult& c, const std::optional<OnlyAt>& only_at) {
  return !only_at || (c.parameters.has(only_at->first) &&
                      c.parameters.text(only_at->first) == std::to_string(only_at->second));
}

using Cases = std::vector<const CaseResult*>;

/// The cases of one variant and of what is written in its place, with one type of numbers.
struct VariantCases {
  std::string experiment;
  std::string variant;
  std::string real;
  Cases cases;
};

/// In the order of the cases. Kernels that are steps, tuned or the vendor's are in no variant.
std::vector<VariantCases> variants_in(const std::vector<CaseResult>& all, const IsTaken& is_taken) {
  std::vector<VariantCases> variants;
  std::map<std::array<std::string, 3>, std::size_t> places;
  for (const CaseResult& c : all) {
    if (!is_taken(c)) continue;
    if (c.form != name_of(Form::rewritten) && c.form != name_of(Form::loops) &&
        c.form != name_of(Form::builtin))
      continue;
    const std::string& variant = variant_of(c);
    const auto [place, is_new] =
        places.try_emplace({c.experiment, variant, type_of_numbers(c)}, variants.size());
    if (is_new) variants.push_back({c.experiment, variant, type_of_numbers(c), {}});
    variants[place->second].cases.push_back(&c);
  }
  return variants;
}

/// The cases with a cold cache, where there are any, that move most.
void keep_large(Cases& cases) {
  constexpr double share = 0.9;
  const auto is_hot_case = [](const CaseResult* c) { return !is_cold(*c); };
  if (!std::ranges::all_of(cases, is_hot_case)) std::erase_if(cases, is_hot_case);
  double most = 0;
  for (const CaseResult* c : cases) most = std::max(most, c->work.bytes());
  std::erase_if(cases, [&](const CaseResult* c) { return c->work.bytes() < share * most; });
}

/// The times of the fastest kernels of each model that has tuned ones, by what they do: any variant
/// of the same experiment, with equal parameters, cache and bytes.
class Fastest {
 public:
  explicit Fastest(const Cells& cells) {
    for (const Cell& cell : cells.shown(Builds::first)) add(cell);
  }

  /// Null if no kernel of the model has a time, or none of them is tuned.
  const Interval* find(const CaseResult& c, const Model& model) const {
    const auto found = kernels_.find({task_key(c), std::string(model.name())});
    return found == kernels_.end() || !found->second.has_tuned ? nullptr : &found->second.seconds;
  }

 private:
  struct Kernels {
    Interval seconds;
    bool has_tuned = false;
  };

  void add(const Cell& cell) {
    if (cell.result->status != Status::ok || !cell.result->timing) return;
    if (cell.kernel.form == Form::vendor) return;
    const Interval& seconds = cell.result->timing->seconds;
    const auto [known, is_new] = kernels_.try_emplace(
        {task_key(*cell.of), std::string(cell.kernel.model.name())}, Kernels{seconds});
    Kernels& kernels = known->second;
    if (seconds.median < kernels.seconds.median) kernels.seconds = seconds;
    kernels.has_tuned = kernels.has_tuned || cell.kernel.form == Form::tuned;
  }

  std::map<std::pair<std::string, std::string>, Kernels> kernels_;
};

/// A ratio and the case that it is of.
struct CaseRatio {
  Interval ratio;
  const CaseResult* of;
  const Cell* cell = nullptr;
};

/// Orders the ratios, at least one, and takes the middle one: of an even number, the lower.
const CaseRatio& middle_of(std::vector<CaseRatio>& ratios) {
  std::ranges::stable_sort(ratios, {}, [](const CaseRatio& r) { return r.ratio.median; });
  return ratios[(ratios.size() - 1) / 2];
}

std::optional<CaseRange> range_of(std::vector<CaseRatio>& ratios) {
  if (ratios.empty()) return std::nullopt;
  const Interval middle = middle_of(ratios).ratio;
  return CaseRange{middle, ratios.front().ratio.median, ratios.back().ratio.median, ratios.size()};
}

/// The ratios of a model's kernels in one form against the usual CUDA kernel.
std::vector<CaseRatio> ratios_in(const Cells& cells, const Cases& cases, const Model& model,
                                 Form form) {
  std::vector<CaseRatio> ratios;
  for (const CaseResult* c : cases)
    for (const Cell& cell : cells.shown(*c, Builds::first))
      if (cell.kernel.form == form && cell.kernel.model.name() == model.name() &&
          cell.against_native)
        ratios.push_back({cell.against_native->ratio, c, &cell});
  return ratios;
}

/// The fastest kernels' ratio in each case: of two times that were not taken in the same rounds.
std::vector<CaseRatio> best_ratios(const Cases& cases, const Model& model, const Fastest& fastest) {
  std::vector<CaseRatio> ratios;
  for (const CaseResult* c : cases) {
    if (c->form == name_of(Form::rewritten)) continue;  // the same task as the variant's own case
    const Interval* native = fastest.find(*c, Model::native);
    const Interval* own = fastest.find(*c, model);
    if (native == nullptr || own == nullptr) continue;
    ratios.push_back(
        {{native->median / own->median, native->low / own->high, native->high / own->low}, c});
  }
  return ratios;
}

PortedModel ported(const Cells& cells, const Cases& cases, const Model& model,
                   const Fastest& fastest) {
  PortedModel all{.model = model};
  std::vector<CaseRatio> loops = ratios_in(cells, cases, model, Form::loops);
  if (loops.empty()) loops = ratios_in(cells, cases, model, Form::builtin);
  std::vector<CaseRatio> indices = ratios_in(cells, cases, model, Form::indices);
  std::vector<CaseRatio> rewritten = ratios_in(cells, cases, model, Form::rewritten);
  std::vector<CaseRatio> best;
  // A model without loops is CUDA by another compiler, which compiles a part of CUDA's kernels: its
  // fastest one says nothing of the model.
  if (!model.is_native() && !loops.empty()) best = best_ratios(cases, model, fastest);
  all.loops = range_of(loops);
  all.indices = range_of(indices);
  all.rewritten = range_of(rewritten);
  all.best = range_of(best);
  if (!loops.empty()) all.median_loops = middle_of(loops).cell;
  return all;
}

void sort_as_shown(std::vector<Model>& models) {
  std::ranges::sort(models, {}, [](const Model& model) {
    return std::pair(place_of(model), std::string(model.name()));
  });
}

/// In the order in which they are shown.
std::vector<Model> models_in(const Cases& cases) {
  std::vector<Model> models;
  for (const CaseResult* c : cases)
    for (const auto& [kernel, result] : c->kernels)
      if (const Model model(kernel.model.name()); std::ranges::find(models, model) == models.end())
        models.push_back(model);
  sort_as_shown(models);
  return models;
}

/// Whether any of the model's kernels has a ratio.
bool has_any(const PortedModel& of_model) {
  return of_model.loops || of_model.indices || of_model.rewritten || of_model.best;
}

PortedKernel ported(const Cells& cells, const VariantCases& of, const Fastest& fastest) {
  PortedKernel kernel = {of.experiment, of.variant, of.variant, of.real, nullptr, 0, {}};
  for (const Model& model : models_in(of.cases)) {
    PortedModel of_model = ported(cells, of.cases, model, fastest);
    if (kernel.median == nullptr && !model.is_native()) kernel.median = of_model.median_loops;
    if (has_any(of_model)) kernel.models.push_back(std::move(of_model));
  }
  const KernelResult* native = kernel.median == nullptr ? nullptr : kernel.median->reference;
  if (native != nullptr && native->timing) kernel.native_seconds = native->timing->seconds.median;
  return kernel;
}

}  // namespace

bool is_cold(const CaseResult& c) { return c.cache == name_of(Cache::cold); }

bool is_known(const Experiment& experiment, const CaseResult& c) {
  return experiment.known && c.experiment == experiment.name &&
         variant_of(c) == experiment.known->variant && is_at(c, experiment.known->only_at);
}

std::vector<PortedKernel> ported_kernels(const Cells& cells, const Catalogue& catalogue,
                                         const IsTaken& is_taken) {
  std::vector<PortedKernel> kernels;
  const std::vector<VariantCases> variants = variants_in(cells.cases(), is_taken);
  const Fastest fastest(cells);
  for (const Experiment& experiment : catalogue) {
    for (VariantCases of : variants) {
      std::erase_if(of.cases, [&](const CaseResult* c) { return !is_known(experiment, *c); });
      if (of.cases.empty()) continue;
      keep_large(of.cases);
      PortedKernel kernel = ported(cells, of, fastest);
      kernel.name = experiment.known->name;
      std::erase_if(kernel.models, [](const PortedModel& m) { return m.model.is_native(); });
      if (kernel.median != nullptr) kernels.push_back(std::move(kernel));
    }
  }
  return kernels;
}

std::vector<PortedKernel> all_kernels(const Cells& cells) {
  std::vector<PortedKernel> kernels;
  const Fastest fastest(cells);
  for (VariantCases& of : variants_in(cells.cases(), [](const CaseResult&) { return true; })) {
    keep_large(of.cases);
    PortedKernel kernel = ported(cells, of, fastest);
    if (!kernel.models.empty()) kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::vector<Model> models_of(const std::vector<PortedKernel>& kernels) {
  std::vector<Model> models;
  for (const PortedKernel& kernel : kernels)
    for (const PortedModel& of_model : kernel.models)
      if (std::ranges::find(models, of_model.model) == models.end())
        models.push_back(of_model.model);
  sort_as_shown(models);
  return models;
}

CaseRange over_kernels(const std::vector<PortedKernel>& kernels, const Model& model,
                       std::string_view real, std::optional<CaseRange> PortedModel::*way) {
  std::vector<CaseRatio> middles;
  for (const PortedKernel& kernel : kernels)
    for (const PortedModel& of_model : kernel.models)
      if (kernel.real == real && of_model.model == model && of_model.*way)
        middles.push_back({(of_model.*way)->middle, kernel.median->of});
  return range_of(middles).value_or(CaseRange{});
}

}  // namespace tilebridge::judge
