#include "catalogue/real.hpp"

#include <algorithm>

namespace tilebridge {
namespace {

constexpr const char* name = "real";

/// The product of all numbers: larger where more is asked.
double size(const Parameters& parameters) {
  double product = 1;
  for (const auto& [parameter, value] : parameters)
    if (const auto* number = std::get_if<std::int64_t>(&value))
      product *= static_cast<double>(*number);
  return product;
}

}  // namespace

bool is_double(const Parameters& parameters) {
  return parameters.has(name) && parameters.word(name) == "double";
}

int real_bytes(const Parameters& parameters) {
  return with_real(parameters, [](auto real) { return int{sizeof(real)}; });
}

namespace detail {

Parameter real_parameter() {
  return {name, "the type of the numbers, of 4 or 8 bytes", "float", 0, 0, {"float", "double"}};
}

Cases of_reals(Cases cases) {
  return [cases = std::move(cases)](const Variant& variant, Preset preset, Platform platform) {
    std::vector<Parameters> all = cases(variant, preset, platform);
    for (Parameters& p : all) p.set(name, "float");
    const bool at_the_limit = variant.level == Level::tuned || variant.level == Level::vendor;
    if (preset == Preset::full && at_the_limit && !all.empty()) {
      Parameters largest = *std::max_element(
          all.begin(), all.end(),
          [](const Parameters& a, const Parameters& b) { return size(a) < size(b); });
      largest.set(name, "double");
      all.push_back(std::move(largest));
    }
    return all;
  };
}

}  // namespace detail
}  // namespace tilebridge
