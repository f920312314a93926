// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/async_copy.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::async_copy_experiment {

constexpr int tile = TileSums<float>::tile;
constexpr int block_size = TileSums<float>::block_size;
constexpr int per_thread = TileSums<float>::per_thread;
constexpr int vector_bytes = 16;

/// Tiles of n elements. A block walks through several, one after another, and makes the same
/// requests for each: here each tile has a block.
struct Tiles {
  std::int64_t n;
  int bytes;  // of an element

  explicit Tiles(const Parameters& p) : n(p["n"]), bytes(real_bytes(p)) {}

  Kernel kernel(std::vector<Access> accesses) const {
    return {blocks_for(n, tile), block_size, std::move(accesses)};
  }
  /// A thread's element at `step`, from the first of all.
  static std::int64_t element(Thread thread, std::int64_t step) {
    return thread.block * tile + in_tile(thread, step);
  }
  static std::int64_t in_tile(Thread thread, std::int64_t step) {
    return thread.rank + step * block_size;
  }
  Address in_order() const {
    return [*this](Thread thread, std::int64_t step) {
      const std::int64_t i = element(thread, step);
      return i < n ? i * bytes : inactive;
    };
  }
};

/// The sums over a tile in shared memory. In Kokkos's loops elements beyond n have none.
void add_sums(std::vector<Access>& accesses, const Tiles& tiles, const ModelForm& form,
              const Parameters& p) {
  const bool all = !form.is_kokkos_in_loops();
  const Address used = [=](Thread thread, std::int64_t step) {
    const std::int64_t own = step % per_thread;
    if (!all && Tiles::element(thread, own) >= tiles.n) return inactive;
    return (Tiles::in_tile(thread, own) + step / per_thread) % tile * tiles.bytes;
  };
  accesses.push_back(in_shared(load("cache", tiles.bytes, used, p["uses"] * per_thread)));
  accesses.push_back(store("out", tiles.bytes, tiles.in_order(), per_thread));
}

/// A thread loads and stores its own elements.
std::vector<Kernel> by_elements(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const Tiles tiles(p);
  const Address staged = [=](Thread thread, std::int64_t step) {
    return Tiles::in_tile(thread, step) * tiles.bytes;
  };
  std::vector<Access> accesses = {load("in", tiles.bytes, tiles.in_order(), per_thread),
                                  in_shared(store("cache", tiles.bytes, staged, per_thread))};
  add_sums(accesses, tiles, form, p);
  return {tiles.kernel(std::move(accesses))};
}

/// Whole tiles are copied in vectors of 16 bytes, the rest is loaded element by element.
template <Filling filling>
std::vector<Kernel> by_vectors(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const Tiles tiles(p);
  const std::int64_t whole = tiles.n / tile * tile;  // elements
  const int width = vector_bytes / tiles.bytes;
  const auto vectors = [=](Thread thread, std::int64_t step) -> std::int64_t {
    return Tiles::in_tile(thread, step) * vector_bytes;
  };
  const Address read = [=](Thread thread, std::int64_t step) {
    const std::int64_t first = thread.block * tile;
    return first < whole ? first * tiles.bytes + vectors(thread, step) : inactive;
  };
  const Address staged = [=](Thread thread, std::int64_t step) {
    return thread.block * tile < whole ? vectors(thread, step) : inactive;
  };
  const Address rest = [=](Thread thread, std::int64_t step) {
    const std::int64_t i = Tiles::element(thread, step);
    return i >= whole && i < tiles.n ? i * tiles.bytes : inactive;
  };
  const Address staged_rest = [=](Thread thread, std::int64_t step) {
    return thread.block * tile < whole ? inactive : Tiles::in_tile(thread, step) * tiles.bytes;
  };
  Access copied = load("in", vector_bytes, read, per_thread / width);
  copied.by_copy = filling == Filling::by_engine;
  if (filling == Filling::by_copies) copied.into = staged;
  std::vector<Access> accesses = {
      copied, by_copy(in_shared(store("cache", vector_bytes, staged, per_thread / width))),
      load("in", tiles.bytes, rest, per_thread),
      in_shared(store("cache", tiles.bytes, staged_rest, per_thread))};
  add_sums(accesses, tiles, form, p);
  return {tiles.kernel(std::move(accesses))};
}

template <class T>
struct TileSumsProblem {
  TileSums<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<T>("out"), p.as_size("n"), p.as_int("uses"),
            p.as_int("occupancy")};
  }
  /// Every element counts once, however often it is used.
  Work work(const Parameters& p) const { return copied<T>(p["n"], 2 * p.as_double("uses")); }

  /// A term passes through at most `uses` multiplications and as many additions, so γ of twice as
  /// many roundings times the sum of the terms' magnitudes. A product that underflows is off by
  /// half of the smallest number η; what is left of such errors, each ¾ of the one after it, sums
  /// to 2η.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t uses = p.as_size("uses");
    const double gamma = gamma_of<T>(2 * static_cast<double>(uses));
    return compare_from<T>(host, [=](auto in, std::size_t i) {
      const std::size_t own = i % tile;
      Wide<T> sum = 0, magnitude = 0;
      for (std::size_t k = 0; k < uses; ++k) {
        const std::size_t at = i - own + (own + k) % tile;
        const Wide<T> term = at < in.size() ? in[at] : 0;
        sum = TileSums<T>::factor * sum + term;
        magnitude = TileSums<T>::factor * magnitude + std::abs(term);
      }
      constexpr double smallest = std::numeric_limits<T>::denorm_min();
      return within(static_cast<double>(sum),
                    gamma * static_cast<double>(magnitude) + 2 * smallest);
    });
  }

  static std::vector<Parameters> used(std::int64_t n, std::vector<Value> uses,
                                      std::vector<Value> occupancy) {
    return every({{"n", {n}}, {"uses", std::move(uses)}, {"occupancy", std::move(occupancy)}});
  }
  Cases cases = {.quick = used(16 * Mi, {4}, {25}),
                 .standard = used(64 * Mi, {1, 4, 16, 64}, {25, 100}),
                 .full = used(64 * Mi, {1, 2, 4, 8, 16, 32, 64}, {25, 100}),
                 .host_quick = used(Mi / 8, {1, 16}, {100}),
                 .host = used(4 * Mi, {1, 16, 64}, {100})};
};

void describe(Experiment& e) {
  const std::string no_copies =
      "Kokkos has no asynchronous copy to scratch memory; `staged_double` overlaps by registers, "
      "and a functor for CUDA alone may hold CUDA's own instructions";
  e.problem = problem_in_reals<TileSumsProblem>();
  e.pattern = Pattern::tile;
  e.question =
      "What do asynchronous copies to shared memory and a second buffer save, and from how much "
      "arithmetic on?";
  e.parameters = {
      {"n", "elements of each array", 64 * Mi, 0, 16 * Gi},
      {"uses", "how often every element is used, a fused multiply-add each", 16, 1, tile},
      {"occupancy",
       "threads that are launched, in percent of those that the device can hold; each walks "
       "through many tiles",
       25, 1, 100},
  };
  Variant by_interop =
      rewritten("cp_async_double",
                "CUDA's own copies in a functor, by KOKKOS_IF_ON_DEVICE, to scratch memory of an "
                "aligned type; raw team ranks, 8 teams per SM; not portable");
  by_interop.models = only_kokkos_on_gpu();
  constexpr auto by_copies = by_vectors<Filling::by_copies>;
  constexpr auto by_engine = by_vectors<Filling::by_engine>;
  e.variants = {
      loops("staged",
            "a tile of 1024 elements through registers to shared memory, two barriers per tile",
            by_elements),
      rewritten(
          "staged",
          "raw team ranks, what a thread loads in registers, scratch memory by get_shmem, 8 teams "
          "per SM",
          {"team_control/team_range", "scratch_use/view"}),
      loops("staged_double",
            "two tiles: the next one's elements are loaded before this one is used and stored "
            "after; one barrier per tile",
            by_elements),
      rewritten(
          "staged_double",
          "raw team ranks, what a thread loads in registers, scratch memory by get_shmem, 8 teams "
          "per SM",
          {"team_control/team_range", "scratch_use/view"}),
      native_only("cp_async", "cp.async of 16 bytes per thread, one tile", no_copies, by_copies),
      native_only("cp_async_double", "cp.async, two tiles: one arrives while the other is used",
                  no_copies, by_copies),
      by_interop,
      native_only("cp_async_4", "cp.async, four tiles, of which three arrive", no_copies,
                  by_copies),
      native_only("tma", "cp.async.bulk: one thread has the copy engine fetch the tile (sm_90)",
                  no_copies, by_engine),
      native_only("tma_double", "cp.async.bulk, two tiles", no_copies, by_engine),
      native_only("tma_4", "cp.async.bulk, four tiles", no_copies, by_engine),
  };
  e.ragged = {{"n", 5003}};
  e.tested_at = {{.axes = {{"n", {0, 1, 3, 1024, 1025, 5003}},
                           {"uses", {1, 2, 31, 1024}},
                           {"occupancy", {1, 100}}}},
                 // Many tiles per block, as many of each turn, and an end in each turn.
                 {.axes = {{"n", {262144, 700003}}, {"uses", {3}}, {"occupancy", {1, 25}}}}};
}

}  // namespace tilebridge::async_copy_experiment
