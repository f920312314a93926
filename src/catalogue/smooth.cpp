#include "catalogue/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/compare.hpp"
#include "catalogue/real.hpp"

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
  return {elements_read * real_bytes(p), averages * real_bytes(p), 3 * averages};
}

template <class T>
struct SmoothOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input<T>("in", n), output<T>("out", n)};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Smooth<T>{at.get<const T>("in"), at.get<T>("out"), static_cast<std::size_t>(p["n"])};
  }

  /// Two additions and a division, of one rounding each: with u the unit roundoff the error stays
  /// under (u·|a + b| + u·|a + b + c|) / 3 + u·|a + b + c| / 3, but for terms in u², which the last
  /// factor covers.
  static Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
    constexpr double u = roundoff<T>;
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>("out"), [&](std::size_t i) {
      if (i == 0 || i + 1 >= in.size()) return untouched();
      const Wide<T> first = Wide<T>{in[i - 1]} + Wide<T>{in[i]};
      const Wide<T> sum = first + Wide<T>{in[i + 1]};
      const auto bound = static_cast<double>(u * (std::abs(first) + 2 * std::abs(sum)) / 3);
      return within(static_cast<double>(sum / 3), bound * (1 + 4 * u));
    });
  }
};

constexpr int block_size = 256;

/// Thread t is to write element t + 1.
Kernel direct(std::int64_t n, int bytes, int block_size) {
  const std::int64_t averages = std::max(n - 2, std::int64_t{0});
  const Address three = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t t = thread.block * block_size + thread.rank;
    return t < averages ? (t + step) * bytes : inactive;
  };
  return {blocks_for(averages, block_size),
          block_size,
          {load("in", bytes, three, 3),
           store("out", bytes,
                 each(averages, block_size, bytes, [](std::int64_t t) { return t + 1; }))}};
}

/// In shared memory, where a block's tile begins with its left neighbour.
Access taken_from_tile(std::int64_t averages, int bytes) {
  const Address taken = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const bool writes = thread.block * block_size + thread.rank < averages;
    return writes ? (thread.rank + step) * bytes : inactive;
  };
  return in_shared(load("tile", bytes, taken, 3));
}

Access averages_of_tile(std::int64_t averages, int bytes) {
  return store("out", bytes,
               each(averages, block_size, bytes, [](std::int64_t t) { return t + 1; }));
}

/// Element t of the tile by thread t, the last two by the first two.
Kernel tile_halo(std::int64_t n, int bytes) {
  const std::int64_t averages = std::max(n - 2, std::int64_t{0});
  const auto at = [=](std::int64_t from_block) -> Address {
    return [=](Thread thread, std::int64_t pass) -> std::int64_t {
      const std::int64_t t = pass * block_size + thread.rank;
      const bool has = t < block_size + 2 && thread.block * block_size + t < n;
      return has ? (thread.block * from_block + t) * bytes : inactive;
    };
  };
  return {blocks_for(averages, block_size),
          block_size,
          {load("in", bytes, at(block_size), 2), in_shared(store("tile", bytes, at(0), 2)),
           taken_from_tile(averages, bytes), averages_of_tile(averages, bytes)}};
}

/// Each thread its own element, the first and the last one the halo. Kokkos's variant stages a zero
/// where the array has ended, native code nothing.
Kernel tile_and_halo(std::int64_t n, int bytes, Model model) {
  const std::int64_t averages = std::max(n - 2, std::int64_t{0});
  const Address own = each(n - 1, block_size, bytes, [](std::int64_t t) { return t + 1; });
  const Address left = [=](Thread thread, std::int64_t) {
    return thread.rank == 0 ? thread.block * block_size * bytes : inactive;
  };
  const Address right = [=](Thread thread, std::int64_t) {
    const std::int64_t i = (thread.block + 1) * block_size + 1;
    return thread.rank == block_size - 1 && i < n ? i * bytes : inactive;
  };
  // An element's place in the tile, which begins with the block's left neighbour.
  const auto staged = [=](const Address& in) -> Address {
    return [=](Thread thread, std::int64_t step) {
      const std::int64_t at = in(thread, step);
      return at == inactive ? inactive : at - thread.block * block_size * bytes;
    };
  };
  const Address own_staged = [=](Thread thread, std::int64_t) {
    return std::int64_t{thread.rank + 1} * bytes;
  };
  return {blocks_for(averages, block_size),
          block_size,
          {load("in", bytes, own), load("in", bytes, left), load("in", bytes, right),
           in_shared(store("tile", bytes, model == Model::kokkos ? own_staged : staged(own))),
           in_shared(store("tile", bytes, staged(left))),
           in_shared(store("tile", bytes, staged(right))), taken_from_tile(averages, bytes),
           averages_of_tile(averages, bytes)}};
}

/// Vectors that have both their neighbours, and the elements before and after them. The same in
/// both models.
Kernel vector_direct(std::int64_t n, int bytes) {
  constexpr int threads = 128;
  const int width = 16 / bytes;
  const std::int64_t last = n > 2 ? (n - 1) / width : 0;
  const auto vectors = [=](std::int64_t from, std::int64_t apart) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t v = thread.block * threads + thread.rank;
      return v > 0 && v < last ? (v * width + from + step * apart) * bytes : inactive;
    };
  };
  // By the launch's first three threads, each at its element and `from` after it.
  const auto rest = [=](std::int64_t first, std::int64_t from) -> Address {
    return [=](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t i = first + thread.rank;
      const bool writes = thread.block == 0 && thread.rank < width - 1 && i < n - 1;
      return writes ? (i + from + step) * bytes : inactive;
    };
  };
  Kernel kernel{n > 2 ? blocks_for(n, width * threads) : 0,
                threads,
                {load("in", 16, vectors(0, 0)), load("in", bytes, vectors(-1, width + 1), 2),
                 store("out", 16, vectors(0, 0)), load("in", bytes, rest(1, -1), 3),
                 store("out", bytes, rest(1, 0))}};
  if (last == 0) return kernel;
  kernel.accesses.push_back(load("in", bytes, rest(width * last, -1), 3));
  kernel.accesses.push_back(store("out", bytes, rest(width * last, 0)));
  return kernel;
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const std::string& name = variant.problem();
  const bool plain = model == Model::kokkos && variant.level != Level::matched;
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  if (name == "vector_direct") return {vector_direct(n, bytes)};
  if (name == "direct") return {direct(n, bytes, plain ? 128 : block_size)};
  return {plain ? tile_halo(n, bytes) : tile_and_halo(n, bytes, model)};
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
  e.parameters = {{"n", "elements of each array", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"direct", Level::textbook, "every thread reads its three elements from global memory",
       native_and_kokkos()},
      matched("direct", "teams of 256 threads, raw team ranks"),
      {"tile_halo", Level::textbook,
       "256 elements and one on either side in shared memory, each read once", native_and_kokkos()},
      matched("tile_halo",
              "raw team ranks, scratch memory by get_shmem, all loads of a thread before its first "
              "store"),
      {"vector_direct", Level::tuned,
       "a 16-byte vector a thread from global memory, and an element on either side of it", on_gpu},
  };
  e.work = work;
  e.accesses = accesses;
  ask_in_reals<SmoothOf>(e, cases);
  return e;
}

}  // namespace tilebridge
