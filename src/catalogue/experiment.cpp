// SPDX-License-Identifier: Apache-2.0
#include "catalogue/experiment.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace tilebridge {

namespace {

/// The product of all numbers: larger for larger problems.
double size(const Parameters& parameters) {
  double product = 1;
  for (const auto& [parameter, value] : parameters)
    if (const auto* number = std::get_if<std::int64_t>(&value))
      product *= static_cast<double>(*number);
  return product;
}

bool is_smaller(const Parameters& a, const Parameters& b) { return size(a) < size(b); }

Parameters largest(const std::vector<Parameters>& all) {
  return *std::ranges::max_element(all, is_smaller);
}

/// All with `name` = `value`, without duplicates.
std::vector<Parameters> all_at(const std::vector<Parameters>& all, const std::string& name,
                               std::int64_t value) {
  std::vector<Parameters> at;
  for (Parameters p : all) {
    p.set(name, value);
    if (std::ranges::find(at, p) == at.end()) at.push_back(std::move(p));
  }
  return at;
}

void complete(Variant& rewritten, const Variant& original) {
  rewritten.only_at = original.only_at;
  rewritten.pattern = original.pattern;
  rewritten.problem = original.problem;
  rewritten.races = original.races;
  if (rewritten.models.empty()) rewritten.models.push_back(*original.support(Model::kokkos));
}

void take_defaults(Variant& variant, const Experiment& e) {
  if (!variant.problem) variant.problem = e.problem;
  if (!variant.models.empty()) return;
  variant.models = e.models;
  if (variant.form == Form::builtin)
    std::erase_if(variant.models, [](const Support& s) { return s.model.is_native(); });
}

/// The pattern of a variant; for a built-in facility, the pattern of the variant that it stands
/// for.
Pattern pattern_of(const Variant& variant, const Experiment& e) {
  if (variant.pattern != Pattern::none) return variant.pattern;
  const Variant* original = variant.form == Form::builtin ? e.find(variant.stands_for) : nullptr;
  return original != nullptr && original->pattern != Pattern::none ? original->pattern : e.pattern;
}

}  // namespace

const Support* Variant::support(const Model& model) const {
  const auto found =
      std::ranges::find_if(models, [&](const Support& s) { return model.is(s.model); });
  return found == models.end() ? nullptr : &*found;
}

Form Variant::form_of(const Model& model) const {
  return model.is_native() && form == Form::loops ? Form::indices : form;
}

bool Support::runs_on(Platform platform) const {
  if (platform == Platform::hip) return runs_on(Platform::cuda);
  return std::ranges::find(platforms, platform) != platforms.end();
}

bool Variant::exists_on(Platform platform) const {
  return std::ranges::any_of(models, [&](const Support& s) { return s.runs_on(platform); });
}

bool Variant::runs(const Model& model, Platform platform) const {
  const Support* found = support(model);
  return found != nullptr && found->runs_on(platform);
}

std::vector<Support> native_and_kokkos() {
  return {{Model::native, {Platform::host, Platform::cuda}},
          {Model::kokkos, {Platform::host, Platform::cuda}}};
}

std::vector<Support> native_and_kokkos_on_gpu() {
  return {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}};
}

std::vector<Support> only_kokkos_on_gpu() { return {{Model::kokkos, {Platform::cuda}}}; }

std::vector<Support> only_native_on_gpu(std::string no_equivalent) {
  return {{Model::native, {Platform::cuda}}, {Model::kokkos, {}, std::move(no_equivalent)}};
}

std::string rewritten_name(std::string_view variant) { return std::string(variant) + "_rewritten"; }

Variant rewritten(const std::string& name, std::string beyond_loops,
                  std::vector<std::string> idioms) {
  Variant variant{
      .name = rewritten_name(name), .form = Form::rewritten, .technique = std::move(beyond_loops)};
  variant.stands_for = name;
  variant.idioms = std::move(idioms);
  return variant;
}

Variant idiom(std::string name, std::string technique, std::string matters, ProblemPointer problem,
              std::string holds_if) {
  return {.name = std::move(name),
          .technique = std::move(technique),
          .models = native_and_kokkos_on_gpu(),
          .problem = std::move(problem),
          .idiom = Idiom{std::move(matters), std::move(holds_if)}};
}

void add_rewritten(Experiment& experiment, const std::vector<std::string>& names,
                   const std::string& beyond_loops, const std::vector<std::string>& idioms) {
  for (const std::string& name : names) {
    const auto original = std::ranges::find(experiment.variants, name, &Variant::name);
    experiment.variants.insert(std::next(original), rewritten(name, beyond_loops, idioms));
  }
}

std::string step_name(std::string_view variant, std::size_t step) {
  return std::string(variant) + "_step" + std::to_string(step);
}

void add_steps(Experiment& experiment, const std::string& name, const std::vector<Step>& steps) {
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    Variant variant{
        .name = step_name(name, i + 1), .form = Form::step, .technique = steps[i].change};
    variant.stands_for = name;
    variant.step = steps[i];
    experiment.variants.push_back(std::move(variant));
  }
  std::ranges::find(experiment.variants, rewritten_name(name), &Variant::name)->step = steps.back();
}

std::vector<Parameters> cases_of(const Variant& variant, Preset preset, Platform platform) {
  std::vector<Parameters> all = variant.problem->cases(preset, platform);
  if (variant.only_at) all = all_at(all, variant.only_at->first, variant.only_at->second);
  if (variant.form == Form::step && !all.empty())
    return {*std::max_element(all.rbegin(), all.rend(), is_smaller)};
  if (preset != Preset::full || all.empty()) return all;
  const Parameters most = largest(all);
  for (const std::string& real : variant.problem->reals()) {
    if (real == real_of(most)) continue;
    all.push_back(most);
    all.back().set(real_parameter, real);
  }
  return all;
}

Experiment completed(Experiment e) {
  for (Variant& variant : e.variants)
    if (!variant.is_rewrite()) take_defaults(variant, e);
  for (Variant& variant : e.variants) variant.pattern = pattern_of(variant, e);
  for (Variant& variant : e.variants)
    if (variant.is_rewrite()) complete(variant, e.variant(variant.original()));
  for (Variant& variant : e.variants)
    if (const Variant* rewritten = e.find(rewritten_name(variant.name)); rewritten != nullptr)
      variant.idioms = rewritten->idioms;
  std::vector<std::string> reals;
  for (const Variant& variant : e.variants)
    for (const std::string& real : variant.problem->reals())
      if (std::ranges::find(reals, real) == reals.end()) reals.push_back(real);
  if (!reals.empty())
    e.parameters.push_back(one_of(real_parameter, reals, reals.front(),
                                  "the type of the numbers: of 2, 4 or 8 bytes"));
  return e;
}

bool TestSizes::are_for(Platform platform) const {
  return platforms.empty() || std::ranges::find(platforms, platform) != platforms.end();
}

bool Experiment::needs_gpu() const {
  return std::ranges::none_of(variants,
                              [](const Variant& v) { return v.exists_on(Platform::host); });
}

const Parameter* Experiment::parameter(std::string_view parameter_name) const {
  const auto found = std::ranges::find(parameters, parameter_name, &Parameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

const Variant* Experiment::find(std::string_view variant_name) const {
  const auto found = std::ranges::find(variants, variant_name, &Variant::name);
  return found == variants.end() ? nullptr : &*found;
}

ModelForm Experiment::reference_of(const Variant& of) const {
  return {Model::native, variant(of.listing()).form_of(Model::native)};
}

ModelForm Experiment::described_as(const ModelForm& kernel) const {
  const bool is_control = kernel.is(control) || kernel.is(respelled_control);
  if (!is_control || control_differs) return kernel;
  return {controlled, Form::loops};
}

const Variant& Experiment::variant(std::string_view variant_name) const {
  if (const Variant* found = find(variant_name)) return *found;
  std::vector<std::string> known;
  for (const Variant& v : variants) known.push_back(v.name);
  throw unknown_name("variant of " + name, variant_name, known, "tilebridge list " + name);
}

}  // namespace tilebridge
