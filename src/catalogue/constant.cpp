#include "catalogue/constant.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t terms = Polynomial::terms;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const bool quick = preset == Preset::quick;
  std::vector<std::int64_t> sizes = {quick ? Mi : 4 * Mi};
  if (platform == Platform::host) sizes = {quick ? Mi / 16 : Mi};
  if (preset == Preset::full && platform != Platform::host) sizes.push_back(32 * Mi);
  std::vector<Parameters> result;
  for (const std::int64_t n : sizes)
    for (const char* index : {"same", "per_lane"}) result.push_back({{"n", n}, {"index", index}});
  return result;
}

/// Horner's scheme: coefficient k passes through at most 2·terms roundings, so the error is at most
/// γ·Σ|terms| with γ = 2·terms·u / (1 - 2·terms·u) (Higham, Accuracy and Stability of Numerical
/// Algorithms, §5.1).
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  constexpr double roundings = 2 * terms * unit_roundoff;
  constexpr double gamma = roundings / (1 - roundings);
  const bool per_lane = p.word("index") == "per_lane";
  const auto in = host.get<float>("in");
  const auto coefficient = host.get<float>("coefficient");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    const std::size_t shift = per_lane ? i % Polynomial::lanes : 0;
    const double x = in[i];
    double power = 1;
    double sum = 0;
    double magnitudes = 0;
    for (std::size_t k = 0; k < terms; ++k) {
      const double term = coefficient[(k + shift) % terms] * power;
      sum += term;
      magnitudes += std::abs(term);
      power *= x;
    }
    return within(sum, gamma * magnitudes);
  });
}

}  // namespace

Experiment constant() {
  const Support on_gpu = {Model::native, {Platform::cuda}};
  const std::string folded =
      "teams of 256 threads, 8 an SM, one element each by raw team rank; loop unrolled by a fold";
  Experiment e;
  e.name = "constant";
  e.family = "memory";
  e.question = "What does it cost to read coefficients from constant memory, and from elsewhere?";
  e.sources = {{"D4", "constant memory"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes), a polynomial of 64 coefficients each", 4 * Mi, 0,
       std::int64_t{1} << 34},
      {"index",
       "which coefficient the lanes of a warp read at a time: the same, or each one of its own",
       "same",
       0,
       0,
       {"same", "per_lane"}},
  };
  e.variants = {
      {"constant", Level::textbook,
       "coefficients in constant memory; in Kokkos captured by value, and so in the constant bank "
       "of the kernel's parameters",
       native_and_kokkos()},
      matched("constant", folded),
      {"global", Level::textbook, "coefficients in global memory", native_and_kokkos()},
      matched("global", folded),
      {"read_only",
       Level::textbook,
       "coefficients through __ldg; in Kokkos a View with RandomAccess",
       {on_gpu, {Model::kokkos, {Platform::cuda}}}},
      matched("read_only", folded),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), uniform_input("coefficient", terms), output<float>("out", n)};
  };
  // The coefficients count for nothing: they stay in a cache.
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    return Work{n * sizeof(float), n * sizeof(float), 2 * n * terms};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Polynomial{at.get<const float>("in"), at.get<const float>("coefficient"),
                      at.get<float>("out"), static_cast<std::size_t>(p["n"]),
                      p.word("index") == "per_lane"};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
