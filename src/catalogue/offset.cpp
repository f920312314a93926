#include "catalogue/offset.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const bool host = platform == Platform::host;
  const std::int64_t n = host && preset == Preset::quick ? Mi : 32 * Mi;
  std::vector<std::int64_t> offsets = {0, 1, 2, 4, 8, 16, 31, 32};
  if (preset == Preset::quick) offsets = {0, 1, 8, 32};
  std::vector<Parameters> result;
  for (const std::int64_t offset : offsets) result.push_back({{"n", n}, {"offset", offset}});
  if (preset == Preset::full && !host)
    for (const std::int64_t offset : {0, 1})
      result.push_back({{"n", 256 * Mi}, {"offset", offset}});
  return result;
}

Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto offset = static_cast<std::size_t>(p["offset"]);
  const auto base = host.get<float>("base");
  return compare_elements(host.get<float>("out"),
                          [&](std::size_t i) { return exactly(base[offset + i]); });
}

/// One element a thread.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const int block_size = flat_block_size(variant, model);
  const std::int64_t n = p["n"];
  const std::int64_t offset = p["offset"];
  const auto at = [&](auto index_of) { return each(n, block_size, sizeof(float), index_of); };
  return {{blocks_for(n, block_size),
           block_size,
           {load("base", 4, at([=](std::int64_t i) { return offset + i; })),
            store("out", 4, at([](std::int64_t i) { return i; }))}}};
}

}  // namespace

Experiment offset() {
  Experiment e;
  e.name = "offset";
  e.family = "coalescing";
  e.question = "What does it cost to read off the boundary of a transaction?";
  e.sources = {{"D1", "§2.3"}, {"D2", "§4.1"}};
  e.parameters = {
      {"n", "elements copied (4 bytes)", 32 * Mi, 0, std::int64_t{1} << 34},
      {"offset", "first element read; 8 of them are a sector (32 bytes), 32 a line (128 bytes)", 1,
       0, 1 << 20},
  };
  e.variants = {
      {"copy", Level::textbook, "out[i] = base[offset + i], one element a thread",
       native_and_kokkos()},
      matched("copy", "teams of 256 threads, one element each by raw team rank"),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("base", static_cast<std::size_t>(p["offset"] + p["n"])),
            output<float>("out", static_cast<std::size_t>(p["n"]))};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(p["n"]) * sizeof(float);
    return Work{bytes, bytes, 0};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return OffsetCopy{at.get<const float>("base"), at.get<float>("out"),
                      static_cast<std::size_t>(p["n"]), static_cast<std::size_t>(p["offset"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
