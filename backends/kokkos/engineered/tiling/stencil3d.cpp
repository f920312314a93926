// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil in teams whose threads are one element each, stage a box, or walk a column
// along z whose middle lies in registers.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

/// The grid in Views of one dimension: rows and planes of 32-bit length, as native.
template <class T, class Exec>
struct Volume {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int nx, ny, nz;

  explicit Volume(const HeatStep<T>& h)
      : in(h.in, elements(h)), out(h.out, elements(h)), nx(h.nx), ny(h.ny), nz(h.nz) {}

  static std::size_t elements(const HeatStep<T>& h) {
    return static_cast<std::size_t>(h.nx) * static_cast<std::size_t>(h.ny) *
           static_cast<std::size_t>(h.nz);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t row() const { return static_cast<std::size_t>(nx); }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t plane() const {
    return row() * static_cast<std::size_t>(ny);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::size_t at(int z, int y, int x) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) +
            static_cast<std::size_t>(y)) *
               row() +
           static_cast<std::size_t>(x);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool holds(int z, int y, int x) const {
    return z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_inside(int z, int y, int x) const {
    return z > 0 && z < nz - 1 && y > 0 && y < ny - 1 && x > 0 && x < nx - 1;
  }
};

template <class T>
KOKKOS_FORCEINLINE_FUNCTION T heated(T centre, T sum_of_neighbours) {
  return centre + HeatStep<T>::rate * (sum_of_neighbours - 6 * centre);
}

/// The league as boxes of columns × rows × planes elements.
template <int columns, int rows, int planes>
struct Boxes {
  Divisor across, down;

  template <class T>
  explicit Boxes(const HeatStep<T>& h)
      : across((h.nx + columns - 1) / columns), down((h.ny + rows - 1) / rows) {}

  template <class T>
  static std::size_t count(const HeatStep<T>& h) {
    return ceil_div(static_cast<std::size_t>(h.nx), columns) *
           ceil_div(static_cast<std::size_t>(h.ny), rows) *
           ceil_div(static_cast<std::size_t>(h.nz), planes);
  }

  struct Corner {
    int z, y, x;
  };
  KOKKOS_FORCEINLINE_FUNCTION Corner corner(int box) const {
    const int line = across.quotient(box);
    const int layer = down.quotient(line);
    return {layer * planes, down.remainder(line, layer) * rows,
            across.remainder(box, line) * columns};
  }
};

constexpr int columns = 32;

template <class T, class Exec>
struct Direct : Volume<T, Exec> {
  static constexpr int rows = 4;
  static constexpr int planes = 2;
  static constexpr int block_size = columns * rows * planes;
  using Box = Boxes<columns, rows, planes>;
  Box boxes;

  explicit Direct(const HeatStep<T>& h) : Volume<T, Exec>(h), boxes(h) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = boxes.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int x = corner.x + thread % columns;
      const int y = corner.y + thread / columns % rows;
      const int z = corner.z + thread / columns / rows;
      if (!this->holds(z, y, x)) return;
      const T* in = this->in.data() + this->at(z, y, x);
      const std::size_t row = this->row(), plane = this->plane();
      const T centre = *in;
      this->out(this->at(z, y, x)) =
          this->is_inside(z, y, x) ? heated<T>(centre, in[-1] + in[1] + *(in - row) + in[row] +
                                                           *(in - plane) + in[plane])
                                   : centre;
    });
  }
};

template <class T, class Exec>
struct TileHalo : Volume<T, Exec> {
  static constexpr int rows = 8;
  static constexpr int planes = 4;
  static constexpr int block_size = columns * rows;
  using Tile = Scratch<T[planes + 2][rows + 2][columns + 2], Exec>;
  static std::size_t scratch_size() { return Tile::shmem_size(); }
  using Box = Boxes<columns, rows, planes>;
  Box boxes;

  explicit TileHalo(const HeatStep<T>& h) : Volume<T, Exec>(h), boxes(h) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = boxes.corner(team.league_rank());
    const auto tile = scratch<Tile>(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) { stage(tile, corner, thread); });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) { heat(tile, corner, thread); });
  }

 private:
  using Corner = typename Box::Corner;

  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tile& tile, const Corner& corner, int thread) const {
    for (int r = thread / columns; r < (planes + 2) * (rows + 2); r += rows)
      for (int c = thread % columns; c < columns + 2; c += columns) {
        const int p = r / (rows + 2), q = r % (rows + 2);
        const int z = corner.z + p - 1, y = corner.y + q - 1, x = corner.x + c - 1;
        if (this->holds(z, y, x)) tile(p, q, c) = this->in(this->at(z, y, x));
      }
  }

  KOKKOS_FORCEINLINE_FUNCTION void heat(const Tile& tile, const Corner& corner, int thread) const {
    const int q = thread / columns + 1, c = thread % columns + 1;
    const int y = corner.y + q - 1, x = corner.x + c - 1;
    unrolled<planes>([&](int k) {
      const int p = k + 1, z = corner.z + k;
      if (!this->holds(z, y, x)) return;
      const T centre = tile(p, q, c);
      this->out(this->at(z, y, x)) =
          this->is_inside(z, y, x)
              ? heated<T>(centre, tile(p, q, c - 1) + tile(p, q, c + 1) + tile(p, q - 1, c) +
                                      tile(p, q + 1, c) + tile(p - 1, q, c) + tile(p + 1, q, c))
              : centre;
    });
  }
};

template <class T, class Exec>
struct RegisterColumn : Volume<T, Exec> {
  static constexpr int rows = 8;
  static constexpr int depth = 32;
  static constexpr int block_size = columns * rows;
  using Box = Boxes<columns, rows, depth>;
  Box boxes;

  explicit RegisterColumn(const HeatStep<T>& h) : Volume<T, Exec>(h), boxes(h) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = boxes.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int x = corner.x + thread % columns;
      const int y = corner.y + thread / columns;
      if (x < this->nx && y < this->ny) walk(corner.z, y, x);
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void walk(int first, int y, int x) const {
    const int nz = this->nz;
    const int last = first + depth < nz ? first + depth : nz;
    const std::size_t row = this->row(), plane = this->plane();
    const bool on_side = x == 0 || x == this->nx - 1 || y == 0 || y == this->ny - 1;
    const T* in = this->in.data() + this->at(first, y, x);
    T* out = this->out.data() + this->at(first, y, x);
    T below = first > 0 ? *(in - plane) : 0;
    T centre = *in;
#pragma unroll 4
    for (int z = first; z < last; ++z) {
      const T above = z + 1 < nz ? in[plane] : 0;
      const bool is_copied = on_side || z == 0 || z == nz - 1;
      *out = is_copied ? centre
                       : heated<T>(centre, in[-1] + in[1] + *(in - row) + in[row] + below + above);
      below = centre;
      centre = above;
      in += plane;
      out += plane;
    }
  }
};

template <class Kernel, class T, class Exec>
void in_boxes(const HeatStep<T>& h, const Exec& exec) {
  const std::size_t teams = Kernel::Box::count(h);
  if (teams == 0) return;
  using Policy = TeamPolicy<Exec, Kernel::block_size>;
  Policy policy = team_policy<Policy>(exec, teams, Kernel::block_size);
  if constexpr (requires { Kernel::scratch_size(); })
    policy.set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_size()));
  Kokkos::parallel_for("stencil3d", policy, Kernel(h));
}

template <class T, class Exec>
void add_of(Registrar<Exec>& kokkos) {
  kokkos.add("stencil3d/direct_matched", in_boxes<Direct<T, Exec>, T, Exec>);
  kokkos.add("stencil3d/tile_halo_matched", in_boxes<TileHalo<T, Exec>, T, Exec>);
  if constexpr (!is_host<Exec>)
    kokkos.add("stencil3d/register_column", in_boxes<RegisterColumn<T, Exec>, T, Exec>);
}

}  // namespace

template <class Exec>
void add_engineered_stencil3d(Registrar<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_engineered_stencil3d);

}  // namespace tilebridge::kokkos
