// SPDX-License-Identifier: Apache-2.0
#include "measure/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/error.hpp"

namespace tilebridge::measure {
namespace {

template <class T>
bool contains(const std::vector<T>& list, const T& value) {
  return std::ranges::find(list, value) != list.end();
}

/// An experiment with its selected variants.
struct Selected {
  const Experiment* experiment;
  std::vector<const Variant*> variants;
};

void select(std::vector<Selected>& selected, const Experiment& experiment,
            const std::vector<const Variant*>& variants) {
  auto found = std::ranges::find(selected, &experiment, &Selected::experiment);
  if (found == selected.end()) found = selected.insert(selected.end(), {&experiment, {}});
  for (const Variant* variant : variants)
    if (!contains(found->variants, variant)) found->variants.push_back(variant);
}

std::vector<const Variant*> all_variants(const Experiment& experiment) {
  std::vector<const Variant*> variants;
  for (const Variant& variant : experiment.variants) variants.push_back(&variant);
  return variants;
}

/// Throws UsageError if nothing that a name chooses has code for hosts, and the run is on one.
void check_runs(const std::vector<Chosen>& chosen, const std::string& name, Platform platform) {
  const auto runs = [&](const Chosen& one) {
    return one.variant == nullptr ? !one.experiment->needs_gpu()
                                  : one.variant->exists_on(Platform::host);
  };
  if (platform != Platform::host || std::ranges::any_of(chosen, runs)) return;
  const Chosen& first = chosen.front();
  const Variant& shown =
      first.variant == nullptr ? first.experiment->variants.front() : *first.variant;
  throw UsageError(
      fmt::format("{} needs a GPU: it has no code for hosts; `tilebridge explain {}/{}` shows it",
                  name, first.experiment->name, shown.name));
}

std::vector<Selected> select_all(const Selection& selection, const Catalogue& catalogue) {
  std::vector<Selected> selected;
  if (selection.experiments.empty())
    for (const Experiment& experiment : catalogue)
      select(selected, experiment, all_variants(experiment));
  for (const std::string& name : selection.experiments) {
    const std::vector<Chosen> chosen = catalogue.named(name);
    check_runs(chosen, name, selection.platform);
    for (const auto& [experiment, variant] : chosen)
      select(selected, *experiment,
             variant == nullptr ? all_variants(*experiment) : std::vector{variant});
  }
  return selected;
}

void check_assignments(const std::vector<Selected>& selected,
                       const std::vector<Assignment>& assignments) {
  std::vector<std::string> known;
  for (const Selected& s : selected)
    for (const Parameter& parameter : s.experiment->parameters)
      if (!contains(known, parameter.name)) known.push_back(parameter.name);
  for (const auto& [name, text] : assignments)
    if (!contains(known, name)) throw unknown_name("parameter", name, known);
}

/// Throws UsageError, naming the experiment, for what are no values of its parameter.
std::vector<Value> values_of(const Experiment& experiment, const Parameter& parameter,
                             const std::string& text) {
  try {
    return parse_values(parameter, text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", experiment.name, error.what()));
  }
}

/// `base` with every combination of the values assigned to the experiment's parameters.
std::vector<Parameters> assigned(const Experiment& experiment, const Parameters& base,
                                 const std::vector<Assignment>& assignments) {
  std::vector<Parameters> results = {base};
  for (const Parameter& parameter : experiment.parameters) {
    std::vector<Parameters> next;
    for (const auto& [name, text] : assignments) {
      if (name != parameter.name || !base.has(name)) continue;
      for (const Value& value : values_of(experiment, parameter, text))
        for (const Parameters& p : results) next.emplace_back(p).set(name, value);
    }
    if (!next.empty()) results = std::move(next);
  }
  return results;
}

bool sensible(const Variant& variant, const Parameters& parameters) {
  const std::vector<std::string> reals = variant.problem->reals();
  if (!reals.empty() && !contains(reals, real_of(parameters))) return false;
  return !variant.only_at || parameters[variant.only_at->first] == variant.only_at->second;
}

bool has_kernel(const Variant& variant, const Selection& selection) {
  return std::ranges::any_of(variant.models, [&](const Support& support) {
    const auto is_of = [&](const Model& asked) {
      return asked.is(support.model) || support.model.is(asked);
    };
    return (selection.models.empty() || std::ranges::any_of(selection.models, is_of)) &&
           (selection.forms.empty() || contains(selection.forms, variant.form_of(support.model)));
  });
}

void add_cases(std::vector<PlannedCase>& cases, const Experiment& experiment,
               const Variant& variant, const Selection& selection) {
  std::vector<Parameters> seen;
  for (const Parameters& base : cases_of(variant, selection.preset, selection.platform)) {
    for (Parameters p : assigned(experiment, base, selection.assignments)) {
      if (variant.problem->reals().empty()) p = p.without(real_parameter);
      if (!sensible(variant, p) || contains(seen, p)) continue;
      seen.push_back(p);
      for (const Cache cache : selection.caches) cases.push_back({&experiment, &variant, p, cache});
    }
  }
}

std::vector<PlannedCase> by_arrays(const std::vector<PlannedCase>& cases) {
  std::vector<PlannedCase> sorted;
  std::vector<bool> taken(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (std::size_t j = i; !taken[i] && j < cases.size(); ++j) {
      const bool is_next = cases[i].parameters == cases[j].parameters;
      if (taken[j] || !is_next || !share_arrays(cases[i], cases[j])) continue;
      sorted.push_back(cases[j]);
      taken[j] = j > i;
    }
  return sorted;
}

}  // namespace

Parameters asked_of_arrays(const PlannedCase& planned) {
  Parameters asked = planned.parameters;
  for (const Parameter& parameter : planned.experiment->parameters)
    if (parameter.is_setting()) asked = asked.without(parameter.name);
  return asked;
}

bool share_arrays(const PlannedCase& a, const PlannedCase& b) {
  if (a.experiment != b.experiment || asked_of_arrays(a) != asked_of_arrays(b)) return false;
  const auto of_a = a.variant->problem->arrays(a.parameters);
  const auto of_b = b.variant->problem->arrays(b.parameters);
  return std::ranges::equal(of_a, of_b, [](const ArraySpec& x, const ArraySpec& y) {
    return std::tie(x.name, x.bytes, x.role, x.space, x.begins_as) ==
           std::tie(y.name, y.bytes, y.role, y.space, y.begins_as);
  });
}

std::string PlannedCase::label() const {
  return fmt::format("{}/{} {} {}", experiment->name, variant->name, to_string(parameters),
                     name_of(cache));
}

std::vector<PlannedCase> plan(const Selection& selection, const Catalogue& catalogue) {
  const std::vector<Selected> selected = select_all(selection, catalogue);
  check_assignments(selected, selection.assignments);
  std::vector<PlannedCase> cases;
  for (const Selected& s : selected)
    for (const Variant* variant : s.variants)
      if (has_kernel(*variant, selection) && variant->exists_on(selection.platform))
        add_cases(cases, *s.experiment, *variant, selection);
  if (cases.empty())
    throw UsageError(
        "nothing to run: no variant fits the experiments, models, forms, parameters and platform "
        "together; `tilebridge list` shows what there is");
  return by_arrays(cases);
}

std::vector<PlannedCase> plan_ceilings(Preset preset, Platform platform,
                                       const Catalogue& catalogue) {
  std::vector<PlannedCase> cases;
  for (const Experiment& experiment : catalogue) {
    for (const Variant& variant : experiment.variants) {
      if (!variant.ceiling_of || !variant.exists_on(platform)) continue;
      const Parameters last = cases_of(variant, preset, platform).back();
      cases.push_back({&experiment, &variant, last, Cache::cold});
    }
  }
  return cases;
}

std::pair<std::size_t, const PlannedCase*> largest(const std::vector<PlannedCase>& cases) {
  std::pair<std::size_t, const PlannedCase*> most = {0, nullptr};
  for (const PlannedCase& c : cases) {
    const std::size_t bytes = total_bytes(c.variant->problem->arrays(c.parameters));
    if (most.second == nullptr || bytes > most.first) most = {bytes, &c};
  }
  return most;
}

}  // namespace tilebridge::measure
