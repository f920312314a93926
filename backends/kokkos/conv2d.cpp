// One pixel a thread, in teams of 32 × 8 threads: a warp is part of a row, and its reads of a
// tile's row meet 32 different banks.
#include "catalogue/conv2d.hpp"

#include <algorithm>

#include "backends/kokkos/divisor.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int width = Conv2d::width;
constexpr int radius = Conv2d::radius;
constexpr int columns = 32;  // of a team
constexpr int rows = 8;
constexpr int block_size = columns * rows;
constexpr int blocks_wanted = 2048 / block_size;  // as native: at most 32 registers a thread
constexpr int tile_columns = columns + 2 * radius;
constexpr int tile_rows = rows + 2 * radius;

template <class Exec>
struct Image {
  Matrix<const float, Exec> in;
  Matrix<float, Exec> out;
  int rows, cols;

  explicit Image(const Conv2d& p)
      : in(p.in, p.rows, p.cols), out(p.out, p.rows, p.cols), rows(p.rows), cols(p.cols) {}

  /// 0 beyond the border.
  KOKKOS_FUNCTION float pixel(int y, int x) const {
    const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
    return inside ? in(y, x) : 0;
  }
};

template <class Exec>
struct GlobalFilter {
  Unmanaged<const float[width][width], Kokkos::LayoutRight, Exec> taps;

  explicit GlobalFilter(const Conv2d& p) : taps(p.filter) {}

  KOKKOS_FUNCTION float operator()(int j, int i) const { return taps(j, i); }
};

/// Copied into the functor, whose members a kernel reads from the constant bank.
template <class Exec>
struct CapturedFilter {
  float taps[width][width];

  CapturedFilter(const Conv2d& p, const Exec& exec) {
    const Unmanaged<const float[width][width], Kokkos::LayoutRight, Exec> from(p.filter);
    const Unmanaged<float[width][width], Kokkos::LayoutRight, HostExecution> to(&taps[0][0]);
    Kokkos::deep_copy(exec, to, from);
    exec.fence();
  }

  KOKKOS_FUNCTION float operator()(int j, int i) const { return taps[j][i]; }
};

/// The pixel at row y, column x of the output.
template <class Exec>
struct Pixel {
  Image<Exec> image;
  GlobalFilter<Exec> filter;

  explicit Pixel(const Conv2d& p) : image(p), filter(p) {}

  KOKKOS_FUNCTION void operator()(int y, int x) const {
    float sum = 0;
    unrolled<width>([&](int j) {  // nvcc unrolls the native loop by itself, not this one
      for (int i = 0; i < width; ++i)
        sum += filter(j, i) * image.pixel(y + j - radius, x + i - radius);
    });
    image.out(y, x) = sum;
  }
};

/// The first row and column of the output that a team works on.
struct Corner {
  int y, x;
};

/// The teams that an image is divided into.
struct Teams {
  std::size_t count;
  Divisor across;  // a row of them; 1 where there are none

  explicit Teams(const Conv2d& p)
      : count(ceil_div(static_cast<std::size_t>(p.rows), rows) *
              ceil_div(static_cast<std::size_t>(p.cols), columns)),
        across(std::max(1, (p.cols + columns - 1) / columns)) {}

  KOKKOS_FUNCTION Corner corner(int league_rank) const {
    const int down = across.quotient(league_rank);
    return {down * rows, across.remainder(league_rank, down) * columns};
  }
};

template <class Exec>
struct Direct {
  Pixel<Exec> pixel;
  Teams teams;

  explicit Direct(const Conv2d& p) : pixel(p), teams(p) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto [y0, x0] = teams.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = y0 + thread / columns;
      const int x = x0 + thread % columns;
      if (y < pixel.image.rows && x < pixel.image.cols) pixel(y, x);
    });
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec, class Filter>
struct TileHalo {
  using Tile = Scratch<float[tile_rows][tile_columns], Exec>;

  Image<Exec> image;
  Filter filter;
  Teams teams;

  TileHalo(const Conv2d& p, const Filter& with) : image(p), filter(with), teams(p) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Tile tile(team.team_scratch(0));
    const auto [y0, x0] = teams.corner(team.league_rank());
    move_elements<Exec, tile_rows * tile_columns, block_size>(
        team,
        [&](int i) {
          return image.pixel(y0 + i / tile_columns - radius, x0 + i % tile_columns - radius);
        },
        [&](int i, float value) { tile(i / tile_columns, i % tile_columns) = value; });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int r = thread / columns;
      const int c = thread % columns;
      if (y0 + r >= image.rows || x0 + c >= image.cols) return;
      float sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i) sum += filter(j, i) * tile(r + j, c + i);
      image.out(y0 + r, x0 + c) = sum;
    });
  }

  static std::size_t scratch_bytes() { return Tile::shmem_size(); }
};

template <class Functor, class Exec>
void in_teams(const Functor& functor, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (functor.teams.count == 0) return;
  auto policy = team_policy<Policy>(exec, functor.teams.count, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("conv2d", policy, functor);
}

}  // namespace

template <class Exec>
void add_conv2d(Registrar<Exec>& kokkos) {
  kokkos.add("conv2d/direct",
             [](const Conv2d& p, const Exec& exec) { in_teams(Direct<Exec>(p), exec); });
  kokkos.add("conv2d/tile_halo", [](const Conv2d& p, const Exec& exec) {
    using Filter = GlobalFilter<Exec>;
    in_teams(TileHalo<Exec, Filter>(p, Filter(p)), exec);
  });
  kokkos.add_prepared("conv2d/constant_filter", [](const Conv2d& p, const Exec& exec) {
    using Filter = CapturedFilter<Exec>;
    return
        [exec, functor = TileHalo<Exec, Filter>(p, Filter(p, exec))] { in_teams(functor, exec); };
  });
  kokkos.add("conv2d/mdrange", [](const Conv2d& p, const Exec& exec) {
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    if (p.rows > 0 && p.cols > 0)
      Kokkos::parallel_for("conv2d/mdrange", Policy(exec, {0, 0}, {p.rows, p.cols}),
                           Pixel<Exec>(p));
  });
}

template void add_conv2d(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_conv2d(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
