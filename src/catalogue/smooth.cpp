#include "catalogue/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (preset == Preset::quick && platform == Platform::host) return {{{"n", Mi}}};
  if (preset == Preset::quick || platform == Platform::host) return {{{"n", Mi}}, {{"n", 64 * Mi}}};
  return {{{"n", Mi}}, {{"n", 256 * Mi}}};
}

Work work(const Variant&, const Parameters& p) {
  const auto averages = static_cast<double>(std::max(p["n"] - 2, std::int64_t{0}));
  const double elements_read = averages > 0 ? averages + 2 : 0;
  return {elements_read * sizeof(float), averages * sizeof(float), 3 * averages};
}

/// Two additions and a division, of one rounding each: with u the unit roundoff the error stays
/// under (u·|a + b| + u·|a + b + c|) / 3 + u·|a + b + c| / 3, but for terms in u², which the last
/// factor covers.
Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    if (i == 0 || i + 1 >= in.size()) return untouched();
    const double first = double{in[i - 1]} + double{in[i]};
    const double sum = first + double{in[i + 1]};
    const double bound = unit_roundoff * (std::abs(first) + 2 * std::abs(sum)) / 3;
    return within(sum / 3, bound * (1 + 4 * unit_roundoff));
  });
}

constexpr int block_size = 256;

/// Thread t is to write element t + 1.
Kernel direct(std::int64_t n) {
  const std::int64_t averages = std::max(n - 2, std::int64_t{0});
  const Address three = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t t = thread.block * block_size + thread.rank;
    return t < averages ? (t + step) * 4 : inactive;
  };
  return {blocks_for(averages, block_size),
          block_size,
          {load("in", 4, three, 3),
           store("out", 4, each(averages, block_size, 4, [](std::int64_t t) { return t + 1; }))}};
}

/// Kokkos's variant stages a zero where the array has ended, native code nothing.
Kernel tile_halo(std::int64_t n, Model model) {
  const std::int64_t averages = std::max(n - 2, std::int64_t{0});
  const Address own = each(n - 1, block_size, 4, [](std::int64_t t) { return t + 1; });
  const Address left = [](Thread thread, std::int64_t) {
    return thread.rank == 0 ? thread.block * block_size * 4 : inactive;
  };
  const Address right = [=](Thread thread, std::int64_t) {
    const std::int64_t i = (thread.block + 1) * block_size + 1;
    return thread.rank == block_size - 1 && i < n ? i * 4 : inactive;
  };
  // An element's place in the tile, which begins with the block's left neighbour.
  const auto staged = [](const Address& in) -> Address {
    return [=](Thread thread, std::int64_t step) {
      const std::int64_t at = in(thread, step);
      return at == inactive ? inactive : at - thread.block * block_size * 4;
    };
  };
  const Address own_staged = [](Thread thread, std::int64_t) {
    return std::int64_t{thread.rank + 1} * 4;
  };
  const Address taken = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const bool writes = thread.block * block_size + thread.rank < averages;
    return writes ? (thread.rank + step) * 4 : inactive;
  };
  return {blocks_for(averages, block_size),
          block_size,
          {load("in", 4, own), load("in", 4, left), load("in", 4, right),
           in_shared(store("tile", 4, model == Model::kokkos ? own_staged : staged(own))),
           in_shared(store("tile", 4, staged(left))), in_shared(store("tile", 4, staged(right))),
           in_shared(load("tile", 4, taken, 3)),
           store("out", 4, each(averages, block_size, 4, [](std::int64_t t) { return t + 1; }))}};
}

/// Vectors that have both their neighbours, and the elements before and after them. The same in
/// both models.
Kernel vector_direct(std::int64_t n) {
  constexpr int threads = 128;
  constexpr int floats = 4;  // of a vector
  const std::int64_t last = n > 2 ? (n - 1) / floats : 0;
  const auto vectors = [=](std::int64_t from, std::int64_t apart) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t v = thread.block * threads + thread.rank;
      return v > 0 && v < last ? (v * floats + from + step * apart) * 4 : inactive;
    };
  };
  // By the launch's first three threads, each at its element and `from` after it.
  const auto rest = [=](std::int64_t first, std::int64_t from) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t i = first + thread.rank;
      const bool writes = thread.block == 0 && thread.rank < floats - 1 && i < n - 1;
      return writes ? (i + from + step) * 4 : inactive;
    };
  };
  Kernel kernel{n > 2 ? blocks_for(n, floats * threads) : 0,
                threads,
                {load("in", 4 * floats, vectors(0, 0)), load("in", 4, vectors(-1, floats + 1), 2),
                 store("out", 4 * floats, vectors(0, 0)), load("in", 4, rest(1, -1), 3),
                 store("out", 4, rest(1, 0))}};
  if (last == 0) return kernel;
  kernel.accesses.push_back(load("in", 4, rest(floats * last, -1), 3));
  kernel.accesses.push_back(store("out", 4, rest(floats * last, 0)));
  return kernel;
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (variant.name == "vector_direct") return {vector_direct(p["n"])};
  return {variant.listing() == "direct" ? direct(p["n"]) : tile_halo(p["n"], model)};
}

}  // namespace

Experiment smooth() {
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "smooth";
  e.family = "tiling";
  e.question = "What does a tile save where neighbouring threads read the same elements?";
  e.sources = {{"D1", "§4.2"}};
  e.parameters = {{"n", "elements of each array (4 bytes)", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"direct", Level::textbook, "every thread reads its three elements from global memory",
       native_and_kokkos()},
      {"tile_halo", Level::textbook,
       "256 elements and one on either side in shared memory, each read once", native_and_kokkos()},
      {"vector_direct", Level::tuned,
       "a 16-byte vector a thread from global memory, and an element on either side of it", on_gpu},
      {"direct_range",
       Level::idiomatic,
       "direct through a RangePolicy, whose block size Kokkos chooses",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "direct"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), output<float>("out", n)};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Smooth{at.get<const float>("in"), at.get<float>("out"),
                  static_cast<std::size_t>(p["n"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
