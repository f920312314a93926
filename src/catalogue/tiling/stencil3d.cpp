// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/stencil3d.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "catalogue/compare.hpp"
#include "catalogue/real.hpp"

namespace tilebridge::stencil3d_experiment {

namespace accesses {

struct Element {
  std::int64_t z = 0, y = 0, x = 0;
};

/// Blocks of bz × by × bx threads, each thread with a box of elements.
class Blocks {
 public:
  /// Threads and elements of a block; neighbouring threads of a block follow one another along x,
  /// or along z where a launch has its axes reversed.
  struct Shape {
    Element threads, elements;
    bool along_z = false;
  };

  /// `bytes` per element.
  Blocks(const Element& extent, int bytes, const Shape& shape)
      : extent_(extent),
        shape_(shape),
        across_(blocks_for(extent_.x, static_cast<int>(shape.elements.x))),
        down_(blocks_for(extent_.y, static_cast<int>(shape.elements.y))),
        bytes_(bytes) {}
  Blocks(const Parameters& p, const Shape& shape)
      : Blocks(Element{p["nz"], p["ny"], p["nx"]}, real_bytes(p), shape) {}

  Kernel kernel(std::vector<Access> accesses) const {
    const Element& t = shape_.threads;
    return {across_ * down_ * blocks_for(extent_.z, static_cast<int>(shape_.elements.z)),
            static_cast<int>(t.z * t.y * t.x), std::move(accesses)};
  }
  int bytes() const { return bytes_; }

  Element corner(std::int64_t block) const {
    return {block / across_ / down_ * shape_.elements.z,
            block / across_ % down_ * shape_.elements.y, block % across_ * shape_.elements.x};
  }
  /// A thread's place in its block.
  Element place(int rank) const {
    const Element& t = shape_.threads;
    if (shape_.along_z) return {rank % t.z, rank / t.z % t.y, rank / t.z / t.y};
    return {rank / t.x / t.y, rank / t.x % t.y, rank % t.x};
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
  /// The element itself, of all; a neighbour, of interior elements only.
  Address of_column(const Element& by) const {
    const bool is_neighbour = by.z != 0 || by.y != 0 || by.x != 0;
    return of_column(by, is_neighbour ? Of::interior : Of::all);
  }

 private:
  Element extent_;
  Shape shape_;
  std::int64_t across_, down_;
  int bytes_;
};

constexpr std::array<Element, 7> stencil = {
    {{0, 0, 0}, {0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}}};

/// One element per thread, all seven read from global memory. In Kokkos in ranges the element
/// itself is read in both branches, by interior and by boundary threads.
std::vector<Kernel> from_global_memory(const ModelForm& form, const Parameters& p,
                                       const Element& threads, bool along_z) {
  using Of = Blocks::Of;
  const Blocks blocks(p, {threads, threads, along_z});
  const int bytes = blocks.bytes();
  const Of first = form.is_kokkos_in_ranges() ? Of::interior : Of::all;
  std::vector<Access> accesses = {load("in", bytes, blocks.of_column({}, first))};
  if (form.is_kokkos_in_ranges())
    accesses.push_back(load("in", bytes, blocks.of_column({}, Of::boundary)));
  for (std::size_t i = 1; i < stencil.size(); ++i)
    accesses.push_back(load("in", bytes, blocks.of_column(stencil.at(i))));
  accesses.push_back(store("out", bytes, blocks.of_column({})));
  return {blocks.kernel(std::move(accesses))};
}

std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return from_global_memory(form, p, {2, 4, 32}, false);
}

/// A box of 4 × 8 × 32 elements and its halo, staged by 8 rows of 32 threads: 34 columns take two
/// passes along a row, 60 rows of the box take eight.
std::vector<Kernel> tile_halo(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr Element box = {6, 10, 34};
  constexpr std::int64_t column_passes = 2;
  constexpr std::int64_t row_passes = 8;
  const Blocks blocks(p, {{1, 8, 32}, {4, 8, 32}});
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
  for (const Element& by : stencil) {
    const Address on_chip = [=, column = blocks.of_column(by)](Thread thread, std::int64_t plane) {
      const Element own = blocks.place(thread.rank);
      if (column(thread, plane) == inactive) return inactive;
      return in_box({plane + 1 + by.z, own.y + 1 + by.y, own.x + 1 + by.x});
    };
    accesses.push_back(in_shared(load("tile", bytes, on_chip, 4)));
  }
  accesses.push_back(store("out", bytes, blocks.of_column({}), 4));
  return {blocks.kernel(std::move(accesses))};
}

}  // namespace accesses

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

Parameters cube(std::int64_t n) { return {{"nx", n}, {"ny", n}, {"nz", n}}; }

template <class T>
struct HeatProblem {
  HeatStep<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", elements(p)),
            .out = arrays.output<T>("out", elements(p)),
            .nx = static_cast<int>(p["nx"]),
            .ny = static_cast<int>(p["ny"]),
            .nz = static_cast<int>(p["nz"])};
  }

  /// Each element is read once from memory; its neighbours come from a cache or a tile.
  Work work(const Parameters& p) const { return copied<T>(elements(p), 9); }

  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const auto nx = p.as_size("nx");
    const auto ny = p.as_size("ny");
    const auto nz = p.as_size("nz");
    return compare_elements(host.get<T>("out"), [=](std::size_t i) {
      const std::size_t x = i % nx;
      const std::size_t y = i / nx % ny;
      const std::size_t z = i / nx / ny;
      const bool on_boundary =
          x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz;
      return on_boundary ? exactly(static_cast<double>(in[i])) : heated(in, i, nx, nx * ny);
    });
  }

  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const std::int64_t quick = platform == Platform::host ? 64 : 256;
    if (preset == Preset::quick) return {cube(quick)};
    const Parameters ragged = {{"nx", 301}, {"ny", 517}, {"nz", 203}};
    if (platform == Platform::host) return {cube(quick), ragged};
    return {cube(quick), cube(512), ragged};
  }

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

Experiment experiment() {
  Experiment e;
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
      {.name = "direct",
       .pattern = Pattern::grid,
       .technique = "one element per thread, blocks of 32 × 4 × 2, all seven from global memory",
       .accesses = accesses::direct},
      matched("direct",
              "raw team ranks, the league divided by multiplication, 8 teams per SM, rows "
              "of 32-bit length",
              {"indexing/matrix_view"}),
      {.name = "tile_halo",
       .technique = "a box of 32 × 8 × 4 with its halo in shared memory, 4 elements per thread",
       .accesses = accesses::tile_halo},
      matched("tile_halo",
              "raw team ranks, the league divided by multiplication, scratch memory "
              "by get_shmem, rows of 32-bit length",
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
  return e;
}

}  // namespace tilebridge::stencil3d_experiment
