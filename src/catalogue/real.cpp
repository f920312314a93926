#include "catalogue/real.hpp"

namespace tilebridge {
namespace {

constexpr const char* name = "real";

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
      Parameters last = all.back();
      last.set(name, "double");
      all.push_back(std::move(last));
    }
    return all;
  };
}

}  // namespace detail
}  // namespace tilebridge
