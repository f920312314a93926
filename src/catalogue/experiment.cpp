#include "catalogue/experiment.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "catalogue/error.hpp"

namespace tilebridge {
namespace {

constexpr std::array<std::string_view, 3> platform_names = {"host", "cuda", "hip"};
constexpr std::array<std::string_view, 3> model_names = {"native", "kokkos", "vendor"};
constexpr std::array<std::string_view, 4> level_names = {"textbook", "tuned", "idiomatic",
                                                         "vendor"};
constexpr std::array<std::string_view, 3> preset_names = {"quick", "standard", "full"};

}  // namespace

std::string_view name_of(Platform platform) {
  return platform_names.at(static_cast<std::size_t>(platform));
}
std::string_view name_of(Model model) { return model_names.at(static_cast<std::size_t>(model)); }
std::string_view name_of(Level level) { return level_names.at(static_cast<std::size_t>(level)); }
std::string_view name_of(Preset preset) {
  return preset_names.at(static_cast<std::size_t>(preset));
}

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
