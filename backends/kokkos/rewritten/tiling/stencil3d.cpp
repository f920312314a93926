// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: each thread of a team has one element, stages a box or a plane, or walks along
// z through columns whose middle is in registers.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::rewritten::stencil3d_experiment {
namespace {

using namespace techniques;

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;
constexpr int walked = HeatStep<float>::walked;

constexpr int block_size = columns * rows;

/// The grid in one-dimensional Views, with rows and planes of 32-bit length as in native code. Each
/// team has a box of width × rows × depth elements.
template <class T, class Exec, int width, int rows, int depth>
struct Boxes {
  /// Teams per SM. This bound gives a thread that stages a box 32 registers, the number that it
  /// takes in native code without launch bounds.
  static constexpr int blocks_wanted = 6;

  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int nx, ny, nz;
  Divisor across, down;

  explicit Boxes(const HeatStep<T>& h)
      : in(h.in, at(h, h.nz, 0, 0)),
        out(h.out, at(h, h.nz, 0, 0)),
        nx(h.nx),
        ny(h.ny),
        nz(h.nz),
        across((h.nx + width - 1) / width),
        down((h.ny + rows - 1) / rows) {}

  static std::size_t teams_of(const HeatStep<T>& h) {
    return ceil_div(static_cast<std::size_t>(h.nx), width) *
           ceil_div(static_cast<std::size_t>(h.ny), rows) *
           ceil_div(static_cast<std::size_t>(h.nz), depth);
  }

  struct Corner {
    int z, y, x;
  };
  KOKKOS_FORCEINLINE_FUNCTION Corner corner(const TeamMember<Exec>& team) const {
    const int box = team.league_rank();
    const int line = across.quotient(box);
    const int layer = down.quotient(line);
    return {layer * depth, down.remainder(line, layer) * rows, across.remainder(box, line) * width};
  }
  /// An element of the grid; 0 beyond it.
  KOKKOS_FORCEINLINE_FUNCTION T value(int z, int y, int x) const {
    return holds(*this, z, y, x) ? in(at(*this, z, y, x)) : 0;
  }
};

template <class T, class Exec>
struct Direct : Boxes<T, Exec, columns, 4, 2> {
  static constexpr int rows = 4, planes = 2;
  static_assert(columns * rows * planes == block_size);

  using Boxes<T, Exec, columns, rows, planes>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int x = corner.x + thread % columns;
      const int y = corner.y + thread / columns % rows;
      const int z = corner.z + thread / columns / rows;
      // No early return: what follows it would be a divergent region of the league's loop.
      const bool held = holds(*this, z, y, x);
      const bool inside = is_inside(*this, z, y, x);
      const std::size_t i = at(*this, z, y, x), row = this->nx, plane = row * this->ny;
      const T* in = this->in.data();
      const T centre = held ? in[i] : 0;
      const T sum = (inside ? in[i - 1] : 0) + (inside ? in[i + 1] : 0) +
                    (inside ? in[i - row] : 0) + (inside ? in[i + row] : 0) +
                    (inside ? in[i - plane] : 0) + (inside ? in[i + plane] : 0);
      if (held) this->out(i) = inside ? heated(centre, sum) : centre;
    });
  }
};

template <class T, class Exec>
struct TileHalo : Boxes<T, Exec, columns, rows, planes> {
  using Tile = Scratch<T[planes + 2][rows + 2][columns + 2], Exec>;
  static std::size_t scratch_size() { return Tile::shmem_size(); }

  using Boxes<T, Exec, columns, rows, planes>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    const auto tile = scratch<Tile>(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) { stage(tile, corner, thread); });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) { heat(tile, corner, thread); });
  }

 private:
  using Corner = typename Boxes<T, Exec, columns, rows, planes>::Corner;

  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tile& tile, const Corner& corner, int thread) const {
    for (int r = thread / columns; r < (planes + 2) * (rows + 2); r += rows)
      for (int c = thread % columns; c < columns + 2; c += columns) {
        const int p = r / (rows + 2), q = r % (rows + 2);
        const int z = corner.z + p - 1, y = corner.y + q - 1, x = corner.x + c - 1;
        if (holds(*this, z, y, x)) tile(p, q, c) = this->in(at(*this, z, y, x));
      }
  }

  KOKKOS_FORCEINLINE_FUNCTION void heat(const Tile& tile, const Corner& corner, int thread) const {
    const int q = thread / columns + 1, c = thread % columns + 1;
    const int y = corner.y + q - 1, x = corner.x + c - 1;
    unrolled<planes>([&](int k) {
      const int p = k + 1, z = corner.z + k;
      if (!holds(*this, z, y, x)) return;
      const T centre = tile(p, q, c);
      this->out(at(*this, z, y, x)) =
          is_inside(*this, z, y, x)
              ? heated(centre, tile(p, q, c - 1) + tile(p, q, c + 1) + tile(p, q - 1, c) +
                                   tile(p, q + 1, c) + tile(p - 1, q, c) + tile(p + 1, q, c))
              : centre;
    });
  }
};

template <class T, class Exec>
struct Stream : Boxes<T, Exec, columns, rows, walked> {
  using Tiles = Scratch<T[2][rows + 2][columns + 2], Exec>;
  static std::size_t scratch_size() { return Tiles::shmem_size(); }

  using Boxes<T, Exec, columns, rows, walked>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    const int last = corner.z + walked < this->nz ? corner.z + walked : this->nz;
    const auto tiles = scratch<Tiles>(team);
    PerThread<Exec, T, block_size> below, centre, above;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = corner.y + thread / columns, x = corner.x + thread % columns;
      below(thread) = this->value(corner.z - 1, y, x);
      centre(thread) = this->value(corner.z, y, x);
    });
    for (int z = corner.z; z < last; ++z) {
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int q = thread / columns, c = thread % columns;
        const int y = corner.y + q, x = corner.x + c;
        above(thread) = this->value(z + 1, y, x);
        stage(tiles, z, q, c, y, x, centre(thread));
      });
      team.team_barrier();
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int q = thread / columns, c = thread % columns;
        const T vertical = below(thread) + above(thread);
        heat(tiles, z, q, c, corner.y + q, corner.x + c, centre(thread), vertical);
        below(thread) = centre(thread);
        centre(thread) = above(thread);
      });
    }
  }

 private:
  /// Stages the thread's element and, on the team's edge, the element beside it.
  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tiles& tiles, int z, int q, int c, int y, int x,
                                         T own) const {
    const int turn = z & 1;
    const int dy = q == 0 ? -1 : q == rows - 1 ? 1 : 0;
    const int dx = c == 0 ? -1 : c == columns - 1 ? 1 : 0;
    tiles(turn, q + 1, c + 1) = own;
    if (dy != 0) tiles(turn, q + 1 + dy, c + 1) = this->value(z, y + dy, x);
    if (dx != 0) tiles(turn, q + 1, c + 1 + dx) = this->value(z, y, x + dx);
  }

  KOKKOS_FORCEINLINE_FUNCTION void heat(const Tiles& tiles, int z, int q, int c, int y, int x,
                                        T centre, T vertical) const {
    const int turn = z & 1;
    const T sum = tiles(turn, q + 1, c) + tiles(turn, q + 1, c + 2) + tiles(turn, q, c + 1) +
                  tiles(turn, q + 2, c + 1) + vertical;
    if (holds(*this, z, y, x))
      this->out(at(*this, z, y, x)) = is_inside(*this, z, y, x) ? heated(centre, sum) : centre;
  }
};

/// A pair of neighbouring columns along z per thread. A row is a whole number of pairs.
template <class T, class Exec>
struct PairsOfColumns : Boxes<T, Exec, columns * HeatStep<T>::pair, rows, HeatStep<T>::depth> {
  static constexpr int depth = HeatStep<T>::depth;
  static constexpr int width = HeatStep<T>::pair;
  static constexpr int blocks_wanted = HeatStep<T>::blocks_of_pairs;

  using Boxes<T, Exec, columns * width, rows, depth>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      walk(corner.z, corner.y + thread / columns, corner.x / width + thread % columns);
    });
  }

 private:
  using Elements = Pack<T, width>;

  /// A column beyond the grid loads and stores nothing: an early return would make what follows it
  /// a divergent region of the league's loop.
  KOKKOS_FORCEINLINE_FUNCTION void walk(int first, int y, int v) const {
    const int nz = this->nz, row = this->nx / width;
    const int last = first + depth < nz ? first + depth : nz;
    const bool held = v < row && y < this->ny;
    const bool on_side = y == 0 || y >= this->ny - 1;
    const std::size_t plane = static_cast<std::size_t>(row) * static_cast<std::size_t>(this->ny);
    const std::size_t start = at(*this, first, y, 0) / width + static_cast<std::size_t>(v);
    const auto* in = reinterpret_cast<const Elements*>(this->in.data()) + start;
    auto* out = reinterpret_cast<Elements*>(this->out.data()) + start;

    Elements below = held && first > 0 ? *(in - plane) : Elements{};
    Elements centre = held ? *in : Elements{};
    for (int z = first; z < last; ++z, in += plane, out += plane) {
      const Elements above = held && z + 1 < nz ? in[plane] : Elements{};
      const bool inside = held && !on_side && z > 0 && z < nz - 1;
      const Elements result = inside ? heated_elements(in, row, v, below, centre, above) : centre;
      if (held) *out = result;
      below = centre;
      centre = above;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static Elements heated_elements(const Elements* in, int row, int v,
                                                              const Elements& below,
                                                              const Elements& centre,
                                                              const Elements& above) {
    const Elements front = *(in - row), back = in[row];
    const T* element = reinterpret_cast<const T*>(in);
    const T west = v > 0 ? *(element - 1) : 0;
    const T east = v < row - 1 ? element[width] : 0;
    Elements result = centre;
    unrolled<width>([&](int j) {
      const bool on_edge = (j == 0 && v == 0) || (j == width - 1 && v == row - 1);
      const T left = j == 0 ? west : centre.values[j - 1];
      const T right = j == width - 1 ? east : centre.values[j + 1];
      const T sum =
          left + right + front.values[j] + back.values[j] + below.values[j] + above.values[j];
      if (!on_edge) result.values[j] = heated(centre.values[j], sum);
    });
    return result;
  }
};

/// Several single columns along z per thread, a warp's width apart.
template <class T, class Exec>
struct ColumnsApart : Boxes<T, Exec, columns * HeatStep<T>::apart, rows, HeatStep<T>::depth> {
  static constexpr int depth = HeatStep<T>::depth;
  static constexpr int count = HeatStep<T>::apart;
  static constexpr int blocks_wanted = HeatStep<T>::blocks_of_apart;

  using Boxes<T, Exec, columns * count, rows, depth>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      walk(corner.z, corner.y + thread / columns, corner.x + thread % columns);
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void walk(int first, int y, int x0) const {
    const int last = first + depth < this->nz ? first + depth : this->nz;
    const std::size_t row = this->nx, plane = row * this->ny;
    const std::size_t start = at(*this, first, y, x0);
    const T* in = this->in.data() + start;
    T* out = this->out.data() + start;
    T below[count], centre[count], above[count], sums[count];
    unrolled<count>([&](int k) {
      const bool held = holds(*this, first, y, x0 + k * columns);
      below[k] = held && first > 0 ? *(in + k * columns - plane) : 0;
      centre[k] = held ? in[k * columns] : 0;
    });
    for (int z = first; z < last; ++z, in += plane, out += plane) {
      unrolled<count>([&](int k) {
        const T* const own = in + k * columns;
        const int x = x0 + k * columns;
        above[k] = holds(*this, z + 1, y, x) ? own[plane] : 0;
        sums[k] = is_inside(*this, z, y, x) ? *(own - 1) + own[1] + *(own - row) + own[row] : 0;
      });
      unrolled<count>([&](int k) {
        const int x = x0 + k * columns;
        const T result = is_inside(*this, z, y, x)
                             ? heated(centre[k], sums[k] + below[k] + above[k])
                             : centre[k];
        if (holds(*this, z, y, x)) out[k * columns] = result;
        below[k] = centre[k];
        centre[k] = above[k];
      });
    }
  }
};

template <class Kernel, class T, class Exec>
void launch_in_boxes(const HeatStep<T>& h, const Exec& exec) {
  const std::size_t teams = Kernel::teams_of(h);
  if (teams == 0) return;
  using Policy = TeamPolicy<Exec, block_size, Kernel::blocks_wanted>;
  Policy policy = team_policy<Policy>(exec, teams, block_size);
  if constexpr (requires { Kernel::scratch_size(); })
    policy.set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_size()));
  Kokkos::parallel_for("stencil3d", policy, Kernel(h));
}

template <class T, class Exec>
void launch_columns(const HeatStep<T>& h, const Exec& exec) {
  if (h.nx % HeatStep<T>::pair == 0) return launch_in_boxes<PairsOfColumns<T, Exec>>(h, exec);
  launch_in_boxes<ColumnsApart<T, Exec>>(h, exec);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("stencil3d/direct_rewritten", launch_in_boxes<Direct<T, Exec>, T, Exec>);
    kokkos.add("stencil3d/tile_halo_rewritten", launch_in_boxes<TileHalo<T, Exec>, T, Exec>);
    kokkos.add("stencil3d/stream_rewritten", launch_in_boxes<Stream<T, Exec>, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("stencil3d/register_column", launch_columns<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::rewritten::stencil3d_experiment
