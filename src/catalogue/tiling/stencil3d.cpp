// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::stencil3d_experiment {

struct Element {
  std::int64_t z = 0, y = 0, x = 0;
};

/// Blocks of threads, each with a box of elements; neighbouring threads follow one another along x.
class Blocks {
 public:
  Blocks(const Parameters& p, const Element& threads, const Element& elements)
      : extent_{p["nz"], p["ny"], p["nx"]},
        threads_(threads),
        elements_(elements),
        across_(blocks_for(extent_.x, static_cast<int>(elements.x))),
        down_(blocks_for(extent_.y, static_cast<int>(elements.y))),
        bytes_(real_bytes(p)) {}

  std::vector<Kernel> kernel(std::vector<Access> accesses) const {
    return {{across_ * down_ * blocks_for(extent_.z, static_cast<int>(elements_.z)),
             static_cast<int>(threads_.z * threads_.y * threads_.x), std::move(accesses)}};
  }
  int bytes() const { return bytes_; }

  Element corner(std::int64_t block) const {
    return {block / across_ / down_ * elements_.z, block / across_ % down_ * elements_.y,
            block % across_ * elements_.x};
  }
  /// A thread's place in its block.
  Element place(int rank) const {
    return {rank / threads_.x / threads_.y, rank / threads_.x % threads_.y, rank % threads_.x};
  }
  bool holds(const Element& e) const {
    return e.z >= 0 && e.z < extent_.z && e.y >= 0 && e.y < extent_.y && e.x >= 0 &&
           e.x < extent_.x;
  }
  bool is_inside(const Element& e) const {
    return holds({e.z - 1, e.y - 1, e.x - 1}) && holds({e.z + 1, e.y + 1, e.x + 1});
  }
  std::int64_t address(const Element& e) const {
    return ((e.z * extent_.y + e.y) * extent_.x + e.x) * bytes_;
  }

  /// Which of a block's elements are accessed.
  enum class Of { all, interior, boundary };

  /// The thread's element of plane `step` of its block, shifted by `by`.
  Address of_column(const Element& by, Of which) const {
    return [=, *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Element first = corner(thread.block);
      const Element own = place(thread.rank);
      const Element e{first.z + own.z + step, first.y + own.y, first.x + own.x};
      const bool is_left_out = which != Of::all && is_inside(e) != (which == Of::interior);
      if (!holds(e) || is_left_out) return inactive;
      return address({e.z + by.z, e.y + by.y, e.x + by.x});
    };
  }

 private:
  Element extent_, threads_, elements_;
  std::int64_t across_, down_;
  int bytes_;
};

using Of = Blocks::Of;

/// An interior element needs these besides itself.
constexpr std::array<Element, 6> neighbours = {
    {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}}};

/// One element per thread, all seven read from global memory. In Kokkos in ranges the element
/// itself is read in both branches, by interior and by boundary threads.
std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const Blocks blocks(p, {2, 4, 32}, {2, 4, 32});
  const int bytes = blocks.bytes();
  std::vector<Access> accesses;
  if (form.is_kokkos_in_ranges())
    accesses = {load("in", bytes, blocks.of_column({}, Of::interior)),
                load("in", bytes, blocks.of_column({}, Of::boundary))};
  else
    accesses = {load("in", bytes, blocks.of_column({}, Of::all))};
  for (const Element& by : neighbours)
    accesses.push_back(load("in", bytes, blocks.of_column(by, Of::interior)));
  accesses.push_back(store("out", bytes, blocks.of_column({}, Of::all)));
  return blocks.kernel(std::move(accesses));
}

/// A box of 4 × 8 × 32 elements and its halo, staged by 8 rows of 32 threads: 34 columns take two
/// passes along a row, 60 rows of the box take eight.
std::vector<Kernel> tile_halo(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr Element box = {6, 10, 34};
  constexpr std::int64_t column_passes = 2;
  constexpr std::int64_t row_passes = 8;
  const Blocks blocks(p, {1, 8, 32}, {4, 8, 32});
  /// The element of the box that a thread stages in a pass, and its word of shared memory.
  const auto staged = [=](Thread thread, std::int64_t step) {
    const std::int64_t row = thread.rank / 32 + step / column_passes * 8;
    return Element{row / box.y, row % box.y, thread.rank % 32 + step % column_passes * 32};
  };
  const auto asked = [=](Thread thread, const Element& e) {
    const Element first = blocks.corner(thread.block);
    const Element global{first.z + e.z - 1, first.y + e.y - 1, first.x + e.x - 1};
    return e.z < box.z && e.x < box.x && blocks.holds(global) ? blocks.address(global) : inactive;
  };
  const int bytes = blocks.bytes();
  const auto in_box = [=](const Element& e) { return ((e.z * box.y + e.y) * box.x + e.x) * bytes; };
  const Address read = [=](Thread thread, std::int64_t step) {
    return asked(thread, staged(thread, step));
  };
  const Address stage = [=](Thread thread, std::int64_t step) {
    const Element e = staged(thread, step);
    return asked(thread, e) == inactive ? inactive : in_box(e);
  };
  std::vector<Access> accesses = {
      load("in", bytes, read, row_passes * column_passes),
      in_shared(store("tile", bytes, stage, row_passes * column_passes))};
  const auto take = [&](const Element& by, Of which) {
    const Address on_chip = [=, column = blocks.of_column(by, which)](Thread thread,
                                                                      std::int64_t plane) {
      const Element own = blocks.place(thread.rank);
      if (column(thread, plane) == inactive) return inactive;
      return in_box({plane + 1 + by.z, own.y + 1 + by.y, own.x + 1 + by.x});
    };
    accesses.push_back(in_shared(load("tile", bytes, on_chip, 4)));
  };
  take({}, Of::all);
  for (const Element& by : neighbours) take(by, Of::interior);
  accesses.push_back(store("out", bytes, blocks.of_column({}, Of::all), 4));
  return blocks.kernel(std::move(accesses));
}

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

Parameters box(std::int64_t nx, std::int64_t ny, std::int64_t nz) {
  return {{"nx", nx}, {"ny", ny}, {"nz", nz}};
}

template <class T>
struct HeatProblem {
  HeatStep<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", elements(p)),
            .out = arrays.output<T>("out", elements(p)),
            .nx = p.as_int("nx"),
            .ny = p.as_int("ny"),
            .nz = p.as_int("nz")};
  }

  /// Each element is read once from memory; its neighbours come from a cache or a tile.
  Work work(const Parameters& p) const { return copied<T>(elements(p), 9); }

  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto nx = p.as_size("nx");
    const auto ny = p.as_size("ny");
    const auto nz = p.as_size("nz");
    return compare_from<T>(host, [=](auto in, std::size_t i) {
      const std::size_t x = i % nx;
      const std::size_t y = i / nx % ny;
      const std::size_t z = i / nx / ny;
      const bool on_boundary =
          x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz;
      return on_boundary ? exactly(static_cast<double>(in[i])) : heated(in, i, nx, nx * ny);
    });
  }

  Cases cases = {.quick = {box(256, 256, 256)},
                 .standard = {box(256, 256, 256), box(512, 512, 512), box(301, 517, 203)},
                 .host_quick = {box(64, 64, 64)},
                 .host = {box(64, 64, 64), box(301, 517, 203)}};

 private:
  /// Five additions of neighbours, then 6 · in, the difference, its product and the last sum: at
  /// most nine roundings on the path of any term, so γ₉ times the sum of all terms' magnitudes.
  static Expected heated(std::span<const T> in, std::size_t i, std::size_t row, std::size_t plane) {
    constexpr double gamma = gamma_of<T>(9);
    const Wide<T> rate = HeatStep<T>::rate;
    const Wide<T> centre = in[i];
    Wide<T> sum = 0;
    Wide<T> magnitude = 6 * std::abs(centre);
    for (const std::size_t neighbour : {i - 1, i + 1, i - row, i + row, i - plane, i + plane}) {
      sum += in[neighbour];
      magnitude += std::abs(Wide<T>{in[neighbour]});
    }
    return within(static_cast<double>(centre + rate * (sum - 6 * centre)),
                  gamma * static_cast<double>(std::abs(centre) + rate * magnitude));
  }
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<HeatProblem>();
  e.pattern = Pattern::tile;
  e.question =
      "What does a 7-point stencil in 3-D cost, and what does keeping data in a tile or in "
      "registers save?";
  e.parameters = {
      {"nx", "elements along x, the contiguous axis", 512, 0, 1 << 20},
      {"ny", "elements along y", 512, 0, 65535 * 4},
      {"nz", "elements along z", 512, 0, 65535 * 2},
  };
  e.variants = {
      ranges("direct", "one element per thread, blocks of 32 × 4 × 2, all seven from global memory",
             Pattern::grid, direct),
      matched("direct",
              "raw team ranks, the league divided by multiplication, 8 teams per SM, rows of "
              "32-bit length",
              {"indexing/matrix_view"}),
      ranges("tile_halo",
             "a box of 32 × 8 × 4 with its halo in shared memory, 4 elements per thread",
             tile_halo),
      matched("tile_halo",
              "raw team ranks, the league divided by multiplication, scratch memory by get_shmem, "
              "rows of 32-bit length",
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "indexing/matrix_view"}),
      tuned_on_gpu("register_column",
                   "vectors of 16 bytes, 32 along z per thread, below and above kept in registers"),
      construct("mdrange", "direct", "an MDRangePolicy over (z, y, x), all defaults"),
      construct("mdrange_tile", "direct", "the same with a tile of 2 × 4 × 32"),
  };
  e.ragged = {{"nx", 67}, {"ny", 37}, {"nz", 11}};
  e.tested_at = {{.axes = {{"nx", {0, 1, 2, 3, 31, 32, 33, 67}},
                           {"ny", {0, 1, 2, 3, 8, 9, 13}},
                           {"nz", {0, 1, 2, 3, 5, 33}}}}};
}

}  // namespace tilebridge::stencil3d_experiment
