#include "catalogue/unified.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;

/// Small ones: a page that moves by a fault takes many times as long as a copy of it.
std::vector<Parameters> cases(const Variant&, Preset preset, Platform) {
  std::vector<std::int64_t> sizes = {256 * Ki};
  if (preset == Preset::standard) sizes = {4 * Mi};
  if (preset == Preset::full) sizes = {Ki, 256 * Ki, 4 * Mi, 16 * Mi};
  std::vector<Parameters> result;
  for (const std::int64_t n : sizes) result.push_back({{"n", n}});
  return result;
}

/// A square is exact in double precision; one rounding brings it back to single.
Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    const double square = double{in[i]} * double{in[i]};
    return within(square, unit_roundoff * square);
  });
}

}  // namespace

Experiment unified() {
  const Support native = {Model::native, {Platform::cuda}};
  const Support kokkos = {Model::kokkos, {Platform::cuda}};
  Experiment e;
  e.name = "unified";
  e.family = "transfers";
  e.question =
      "What does it cost to let pages move by themselves, and what does it save to move them "
      "ahead?";
  e.sources = {{"D3", "§7"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 4 * Mi, 0, 256 * Mi},
  };
  e.variants = {
      {"explicit",
       Level::textbook,
       "copied from page-locked memory, squared in place, copied back",
       {native, kokkos}},
      {"managed",
       Level::textbook,
       "managed memory: pages follow the host and the kernel that touch them, to and fro",
       {native, kokkos}},
      {"prefetch",
       Level::textbook,
       "managed memory, the same pages moved by prefetches in the stream",
       {native, {Model::kokkos, {}, "Kokkos has no prefetch of managed memory"}}},
  };
  e.cases = cases;
  e.arrays = [](const Variant& variant, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    const Space space = variant.name == "explicit" ? Space::pinned : Space::managed;
    return {in(space, uniform_input("in", n)), in(space, output<float>("out", n))};
  };
  // What has to cross the link. Managed memory moves twice that: it cannot know that the old
  // contents of a page are not needed where it goes.
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(p["n"]) * sizeof(float);
    Work work;
    work.flops = static_cast<double>(p["n"]);
    work.to_device = bytes;
    work.to_host = bytes;
    return work;
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Square{at.get<float>("in"), at.get<float>("out"), static_cast<std::size_t>(p["n"])};
  };
  e.validate = validate;
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
