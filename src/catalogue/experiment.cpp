#include "catalogue/experiment.hpp"

#include <algorithm>
#include <iterator>

#include "catalogue/error.hpp"

namespace tilebridge {

std::string_view name_of(Platform platform) {
  switch (platform) {
    case Platform::host:
      return "host";
    case Platform::cuda:
      return "cuda";
    case Platform::hip:
      return "hip";
  }
  return {};
}

std::string_view name_of(Model model) {
  switch (model) {
    case Model::native:
      return "native";
    case Model::kokkos:
      return "kokkos";
    case Model::vendor:
      return "vendor";
  }
  return {};
}

std::string_view name_of(Level level) {
  switch (level) {
    case Level::textbook:
      return "textbook";
    case Level::matched:
      return "matched";
    case Level::tuned:
      return "tuned";
    case Level::idiomatic:
      return "idiomatic";
    case Level::vendor:
      return "vendor";
  }
  return {};
}

std::string_view name_of(Preset preset) {
  switch (preset) {
    case Preset::quick:
      return "quick";
    case Preset::standard:
      return "standard";
    case Preset::full:
      return "full";
  }
  return {};
}

namespace {

/// The function, asked about what a variant is matched to instead of the variant.
template <class Result, class... Rest>
std::function<Result(const Variant&, Rest...)> of_problem(
    const std::vector<Variant>& variants, std::function<Result(const Variant&, Rest...)> function) {
  return [variants, function = std::move(function)](const Variant& variant, Rest... rest) {
    const auto problem = std::find_if(variants.begin(), variants.end(), [&](const Variant& other) {
      return other.name == variant.problem();
    });
    return function(problem == variants.end() ? variant : *problem, rest...);
  };
}

}  // namespace

const Support* Variant::support(Model model) const {
  const auto found = std::find_if(models.begin(), models.end(),
                                  [&](const Support& support) { return support.model == model; });
  return found == models.end() ? nullptr : &*found;
}

bool Support::runs_on(Platform platform) const {
  if (platform == Platform::hip) return model != Model::vendor && runs_on(Platform::cuda);
  return std::find(platforms.begin(), platforms.end(), platform) != platforms.end();
}

bool Variant::runs(Model model, Platform platform) const {
  const Support* found = support(model);
  return found != nullptr && found->runs_on(platform);
}

std::vector<Support> native_and_kokkos() {
  return {{Model::native, {Platform::host, Platform::cuda}},
          {Model::kokkos, {Platform::host, Platform::cuda}}};
}

std::string matched_name(std::string_view variant) { return std::string(variant) + "_matched"; }

Variant matched(const std::string& name, std::string beyond_plain) {
  Variant variant{matched_name(name), Level::matched, std::move(beyond_plain), {}};
  variant.stands_for = name;
  return variant;
}

Experiment with_matched(Experiment e) {
  for (Variant& variant : e.variants) {
    if (variant.level != Level::matched) continue;
    const Variant& plain = e.variant(variant.problem());
    variant.only_at = plain.only_at;
    if (variant.models.empty()) variant.models.push_back(*plain.support(Model::kokkos));
  }
  e.cases = of_problem(e.variants, e.cases);
  e.arrays = of_problem(e.variants, e.arrays);
  e.work = of_problem(e.variants, e.work);
  e.bind = of_problem(e.variants, e.bind);
  e.validate = of_problem(e.variants, e.validate);
  return e;
}

const Parameter* Experiment::parameter(std::string_view parameter_name) const {
  const auto found =
      std::find_if(parameters.begin(), parameters.end(),
                   [&](const Parameter& parameter) { return parameter.name == parameter_name; });
  return found == parameters.end() ? nullptr : &*found;
}

const Variant& Experiment::variant(std::string_view variant_name) const {
  for (const Variant& variant : variants)
    if (variant.name == variant_name) return variant;
  std::vector<std::string> known;
  std::transform(variants.begin(), variants.end(), std::back_inserter(known),
                 [](const Variant& variant) { return variant.name; });
  throw unknown_name("variant of " + name, variant_name, known, "tilebridge list " + name);
}

}  // namespace tilebridge
