// 32 × 32 tiles by teams of 256 threads: each thread moves four floats, 8 rows apart.
#include "catalogue/transpose.hpp"

#include "backends/kokkos/divisor.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int tile = 32;
constexpr int rows_per_pass = 8;
constexpr int block_size = tile * rows_per_pass;
constexpr int blocks_wanted = 8;  // all 2048 threads of a multiprocessor: at most 32 registers each

/// What every variant has: the matrices, and which tile a team works on.
template <class Exec>
struct Tiles {
  Matrix<const float, Exec> in;  // rows × cols
  Matrix<float, Exec> out;       // cols × rows
  int rows, cols;
  Divisor tiles_across;  // in a row of tiles of the input

  explicit Tiles(const Transpose& t)
      : in(t.in, t.rows, t.cols),
        out(t.out, t.cols, t.rows),
        rows(t.rows),
        cols(t.cols),
        tiles_across((t.cols + tile - 1) / tile) {}

  /// The first column and row of a team's tile in the input.
  struct Corner {
    int x, y;
  };
  KOKKOS_FUNCTION Corner corner(const TeamMember<Exec>& team) const {
    const int down = tiles_across.quotient(team.league_rank());
    return {tiles_across.remainder(team.league_rank(), down) * tile, down * tile};
  }
};

template <class Exec>
struct ReadCoalesced : Tiles<Exec> {
  using Tiles<Exec>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto [x0, y0] = this->corner(team);
    for_each_in_tile<Exec, tile, rows_per_pass>(team, [&](int r, int c) {
      const int x = x0 + c;
      const int y = y0 + r;
      if (x < this->cols && y < this->rows) this->out(x, y) = this->in(y, x);
    });
  }
};

template <class Exec>
struct WriteCoalesced : Tiles<Exec> {
  using Tiles<Exec>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto [y0, x0] = this->corner(team);  // x and y of the output
    for_each_in_tile<Exec, tile, rows_per_pass>(team, [&](int r, int c) {
      const int x = x0 + c;
      const int y = y0 + r;
      if (x < this->rows && y < this->cols) this->out(y, x) = this->in(x, y);
    });
  }
};

/// The tile in scratch memory, element (r, c) at Place::column(r, c) of a row of Place::columns.
template <class Exec, class Place>
struct StagedTile : Tiles<Exec> {
  using Staged = Scratch<float[tile][Place::columns], Exec>;

  using Tiles<Exec>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Staged staged(team.team_scratch(0));
    const auto [x0, y0] = this->corner(team);
    move_tile<Exec, tile, rows_per_pass>(
        team,
        [&](int r, int c) {
          const bool inside = (x0 + c < this->cols) & (y0 + r < this->rows);
          return inside ? this->in(y0 + r, x0 + c) : 0;
        },
        [&](int r, int c, float value) { staged(r, Place::column(r, c)) = value; });
    team.team_barrier();
    // A column of the tile is a row of the output.
    const auto read = [&](int c, int r) { return staged(r, Place::column(r, c)); };
    const auto write = [&](int c, int r, float value) {
      const bool inside = (x0 + c < this->cols) & (y0 + r < this->rows);
      if (inside) this->out(x0 + c, y0 + r) = value;
    };
    if constexpr (Place::conflicts)  // reads that take 32 turns only queue up behind one another
      for_each_in_tile<Exec, tile, rows_per_pass>(team,
                                                  [&](int c, int r) { write(c, r, read(c, r)); });
    else
      move_tile<Exec, tile, rows_per_pass>(team, read, write);
  }

  static std::size_t scratch_bytes() { return Staged::shmem_size(); }
};

struct Plain {
  static constexpr int columns = tile;
  static constexpr bool conflicts = true;  // reading a column
  KOKKOS_FUNCTION static int column(int, int c) { return c; }
};
struct Padded {
  static constexpr int columns = tile + 1;
  static constexpr bool conflicts = false;  // reading a column
  KOKKOS_FUNCTION static int column(int, int c) { return c; }
};
struct Swizzled {
  static constexpr int columns = tile;
  static constexpr bool conflicts = false;  // reading a column
  KOKKOS_FUNCTION static int column(int r, int c) { return c ^ r; }
};

std::size_t tiles(const Transpose& t) {
  return ceil_div(static_cast<std::size_t>(t.rows), tile) *
         ceil_div(static_cast<std::size_t>(t.cols), tile);
}

template <class Functor, class Exec>
void in_teams(const Transpose& t, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (t.rows == 0 || t.cols == 0) return;
  Kokkos::parallel_for("transpose", team_policy<Policy>(exec, tiles(t), block_size), Functor(t));
}

template <class Functor, class Exec>
void in_teams_with_scratch(const Transpose& t, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (t.rows == 0 || t.cols == 0) return;
  auto policy = team_policy<Policy>(exec, tiles(t), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("transpose", policy, Functor(t));
}

/// Kokkos's own tile and order of iteration.
template <class Exec>
struct Element {
  Matrix<const float, Exec> in;
  Matrix<float, Exec> out;

  explicit Element(const Transpose& t) : in(t.in, t.rows, t.cols), out(t.out, t.cols, t.rows) {}

  KOKKOS_FUNCTION void operator()(int y, int x) const { out(x, y) = in(y, x); }
};

}  // namespace

template <class Exec>
void add_transpose(Registrar<Exec>& kokkos) {
  kokkos.add("transpose/read_coalesced", in_teams<ReadCoalesced<Exec>, Exec>);
  kokkos.add("transpose/write_coalesced", in_teams<WriteCoalesced<Exec>, Exec>);
  kokkos.add("transpose/tile", in_teams_with_scratch<StagedTile<Exec, Plain>, Exec>);
  kokkos.add("transpose/padded_tile", in_teams_with_scratch<StagedTile<Exec, Padded>, Exec>);
  kokkos.add("transpose/swizzled_tile", in_teams_with_scratch<StagedTile<Exec, Swizzled>, Exec>);
  kokkos.add("transpose/mdrange", [](const Transpose& t, const Exec& exec) {
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    if (t.rows > 0 && t.cols > 0)
      Kokkos::parallel_for("transpose/mdrange", Policy(exec, {0, 0}, {t.rows, t.cols}),
                           Element<Exec>(t));
  });
  // The output's cols × rows in row-major order is a rows × cols matrix in column-major order.
  kokkos.add("transpose/layout_copy", [](const Transpose& t, const Exec& exec) {
    const Matrix<const float, Exec> right(t.in, t.rows, t.cols);
    const Unmanaged<float**, Kokkos::LayoutLeft, Exec> left(t.out, t.rows, t.cols);
    if (t.rows > 0 && t.cols > 0) Kokkos::deep_copy(exec, left, right);
  });
}

template void add_transpose(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_transpose(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
