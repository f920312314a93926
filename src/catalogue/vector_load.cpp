#include "catalogue/vector_load.hpp"

#include <algorithm>

#include "catalogue/compare.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  const bool host = platform == Platform::host;
  const std::int64_t n = host && preset == Preset::quick ? Mi : 32 * Mi;
  std::vector<std::int64_t> items = {1, 2, 4};
  if (variant.only_at) items = {variant.only_at->second};
  std::vector<Parameters> result;
  for (const std::int64_t count : items) {
    result.push_back({{"n", n}, {"items", count}});
    if (preset == Preset::full && !host) result.push_back({{"n", 256 * Mi}, {"items", count}});
  }
  return result;
}

Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"),
                          [&](std::size_t i) { return exactly(2.0 * in[i]); });
}

/// Vector `step` of a thread, of a range all its threads apart, else a block's; and by the first
/// threads the floats that are too few for a vector.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const bool in_range = model == Model::kokkos && variant.level == Level::textbook;
  const int block_size = variant.level == Level::tuned ? 128 : flat_block_size(variant, model);
  const int width = variant.listing().at(5) - '0';  // of float1, float2, float4
  const int bytes = width * static_cast<int>(sizeof(float));
  const std::int64_t n = p["n"];
  const std::int64_t items = p["items"];
  const std::int64_t vectors = n / width;
  const std::int64_t threads = std::max((vectors + items - 1) / items, n % width);  // of a range
  const Address whole = [=](Thread thread, std::int64_t step) {
    const std::int64_t i = thread.block * block_size + thread.rank;
    const std::int64_t v =
        in_range ? i + step * threads : i + (thread.block * (items - 1) + step) * block_size;
    const bool idle = in_range && i >= threads;
    return v < vectors && !idle ? v * bytes : inactive;
  };
  const Address rest =
      each(n % width, block_size, 4, [=](std::int64_t i) { return vectors * width + i; });
  const int block_floats = width * block_size * static_cast<int>(items);
  return {{in_range ? blocks_for(threads, block_size) : blocks_for(n, block_floats),
           block_size,
           {load("in", bytes, whole, items), store("out", bytes, whole, items), load("in", 4, rest),
            store("out", 4, rest)}}};
}

}  // namespace

Experiment vector_load() {
  Experiment e;
  e.name = "vector_load";
  e.family = "coalescing";
  e.question = "What do wider loads, and more of them a thread, save?";
  e.sources = {{"D2", "§6.2"}, {"D4", "efficiency of float4"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 32 * Mi, 0, std::int64_t{1} << 34},
      {"items",
       "vectors a thread: a block's threads apart and all loaded before one is stored; in plain "
       "Kokkos a launch's threads apart, one after another",
       1, 1, 4},
  };
  const std::string held =
      "teams of 256 threads by raw team rank, all loads of a thread before its first store";
  e.variants = {
      {"float1", Level::textbook, "out[i] = 2·in[i] by loads and stores of 4 bytes",
       native_and_kokkos()},
      matched("float1", held),
      {"float2", Level::textbook, "the same by loads and stores of 8 bytes", native_and_kokkos()},
      matched("float2", held),
      {"float4", Level::textbook, "the same by loads and stores of 16 bytes", native_and_kokkos()},
      matched("float4", held),
      {"float4_small_blocks",
       Level::tuned,
       "float4 in blocks of 128 threads",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}},
       {},
       {{"items", 1}}},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), output<float>("out", n)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    return Work{n * sizeof(float), n * sizeof(float), n};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return VectorScale{at.get<const float>("in"), at.get<float>("out"),
                       static_cast<std::size_t>(p["n"]), static_cast<int>(p["items"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
