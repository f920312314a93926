// SPDX-License-Identifier: Apache-2.0
// One pixel per thread; a tile of 32 × 8 per team of 8 × 32 threads, one of 16 × 16, or the whole
// image as a two-dimensional range. Rewritten: in teams of 256 threads, in which a warp covers
// part of a row, so its reads of a tile row hit 32 different banks; in the tuned variant each
// thread computes a strip of pixels.
#include "catalogue/tiling/conv2d.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::conv2d_experiment {
namespace {

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;
constexpr int tile_columns = Conv2d<float>::tile_columns;
constexpr int tile_rows = Conv2d<float>::tile_rows;

/// A filter in global memory is read as filter(j, i).
template <class T, class Exec>
using Filter = Unmanaged<const T[width][width], Kokkos::LayoutRight, Exec>;

/// The range is over (x, y), so that neighbouring threads have neighbouring x, or over (y, x), the
/// usual order.
template <bool x_first, class T, class Exec>
void convolve_range(const char* label, const Conv2d<T>& p, const Range2D<Exec>& range) {
  const Matrix<const T, Exec> in(p.in, p.rows, p.cols);
  const Matrix<T, Exec> out(p.out, p.rows, p.cols);
  const Filter<T, Exec> filter(p.filter);
  const int rows = p.rows, cols = p.cols;
  Kokkos::parallel_for(
      label, range, KOKKOS_LAMBDA(int first, int second) {
        const int x = x_first ? first : second, y = x_first ? second : first;
        T sum = 0;
        for (int j = 0; j < width; ++j)
          for (int i = 0; i < width; ++i) {
            const int v = y + j - radius, u = x + i - radius;
            const bool inside = v >= 0 && v < rows && u >= 0 && u < cols;
            sum += filter(j, i) * (inside ? in(v, u) : 0);
          }
        out(y, x) = sum;
      });
}

template <class T, class Exec>
void direct(const Conv2d<T>& p, const Exec& exec) {
  const Range2D<Exec> range(exec, {0, 0}, {p.cols, p.rows}, {tile_columns, tile_rows});
  convolve_range<true>("conv2d/direct", p, range);
}

/// Kokkos chooses the tile.
template <class T, class Exec>
void mdrange(const Conv2d<T>& p, const Exec& exec) {
  const Range2D<Exec> range(exec, {0, 0}, {p.rows, p.cols});
  convolve_range<false>("conv2d/by_rows", p, range);
}

template <class T, class Exec>
void mdrange_tile(const Conv2d<T>& p, const Exec& exec) {
  const Range2D<Exec> range(exec, {0, 0}, {p.rows, p.cols}, {tile_rows, tile_columns});
  convolve_range<false>("conv2d/by_rows", p, range);
}

template <int tile_columns, int tile_rows, class T, class AnyFilter, class Exec>
void convolve_tiles(const Conv2d<T>& p, const AnyFilter& filter, const Exec& exec) {
  constexpr int halo_rows = tile_rows + 2 * radius, halo_columns = tile_columns + 2 * radius;
  using Tile = Scratch<T[halo_rows][halo_columns], Exec>;  // __shared__
  const Matrix<const T, Exec> in(p.in, p.rows, p.cols);
  const Matrix<T, Exec> out(p.out, p.rows, p.cols);
  const int rows = p.rows, cols = p.cols;
  const int across = (cols + tile_columns - 1) / tile_columns;
  const int down = (rows + tile_rows - 1) / tile_rows;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, tile_rows>, tile_columns);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "conv2d/in_tiles", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile_columns;
        const int y0 = team.league_rank() / across * tile_rows;
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, halo_rows * halo_columns), [&](int e) {
          const int r = e / halo_columns, c = e % halo_columns;
          const int y = y0 + r - radius, x = x0 + c - radius;
          const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
          tile(r, c) = inside ? in(y, x) : 0;
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile_rows), [&](int r) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile_columns), [&](int c) {
            if (y0 + r >= rows || x0 + c >= cols) return;
            T sum = 0;
            for (int j = 0; j < width; ++j)
              for (int i = 0; i < width; ++i) sum += filter(j, i) * tile(r + j, c + i);
            out(y0 + r, x0 + c) = sum;
          });
        });
      });
}

template <int columns, int rows, class T, class Exec>
void tile_halo(const Conv2d<T>& p, const Exec& exec) {
  convolve_tiles<columns, rows>(p, Filter<T, Exec>(p.filter), exec);
}

template <class T, class Exec>
CapturedFilter<T> captured_filter(const Conv2d<T>& p, const Exec& exec) {
  CapturedFilter<T> filter;
  const Unmanaged<T[width][width], Kokkos::LayoutRight, HostExecution> taps(&filter.taps[0][0]);
  Kokkos::deep_copy(exec, taps, Filter<T, Exec>(p.filter));
  exec.fence();
  return filter;
}

template <class T, class Exec>
auto constant_filter(const Conv2d<T>& p, const Exec& exec) {
  return [=, filter = captured_filter(p, exec)] {
    convolve_tiles<tile_columns, tile_rows>(p, filter, exec);
  };
}

template <int tile_columns, int tile_rows, class T, class AnyFilter, class Exec>
void convolve_by_index(const Conv2d<T>& p, const AnyFilter& filter, const Exec& exec) {
  constexpr int block_size = tile_rows * tile_columns;
  constexpr int halo_rows = tile_rows + 2 * radius, halo_columns = tile_columns + 2 * radius;
  using Tile = Scratch<T[halo_rows][halo_columns], Exec>;  // __shared__
  const Matrix<const T, Exec> in(p.in, p.rows, p.cols);
  const Matrix<T, Exec> out(p.out, p.rows, p.cols);
  const int rows = p.rows, cols = p.cols;
  const int across = (cols + tile_columns - 1) / tile_columns;
  const int down = (rows + tile_rows - 1) / tile_rows;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "conv2d/in_tiles_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile_columns;
        const int y0 = team.league_rank() / across * tile_rows;
        for (int e = team.team_rank(); e < halo_rows * halo_columns; e += block_size) {
          const int r = e / halo_columns, c = e % halo_columns;
          const int y = y0 + r - radius, x = x0 + c - radius;
          const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
          tile(r, c) = inside ? in(y, x) : 0;
        }
        team.team_barrier();  // __syncthreads()
        const int r = team.team_rank() / tile_columns, c = team.team_rank() % tile_columns;
        if (y0 + r >= rows || x0 + c >= cols) return;
        T sum = 0;
        for (int j = 0; j < width; ++j)
          for (int i = 0; i < width; ++i) sum += filter(j, i) * tile(r + j, c + i);
        out(y0 + r, x0 + c) = sum;
      });
}

template <int columns, int rows, class T, class Exec>
void tile_halo_by_index(const Conv2d<T>& p, const Exec& exec) {
  convolve_by_index<columns, rows>(p, Filter<T, Exec>(p.filter), exec);
}

template <class T, class Exec>
auto constant_filter_by_index(const Conv2d<T>& p, const Exec& exec) {
  return [=, filter = captured_filter(p, exec)] {
    convolve_by_index<tile_columns, tile_rows>(p, filter, exec);
  };
}

using namespace techniques;

template <class Input, class Output>
struct ImageIn {
  using Real = typename Output::value_type;

  Input in;
  Output out;
  int rows, cols;

  explicit ImageIn(const Conv2d<Real>& p)
      : in(p.in, p.rows, p.cols), out(p.out, p.rows, p.cols), rows(p.rows), cols(p.cols) {}

  /// Returns 0 beyond the border.
  KOKKOS_FUNCTION Real pixel(int y, int x) const {
    const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
    return inside ? in(y, x) : 0;
  }
};

constexpr int block_size = tile_columns * tile_rows;
constexpr int blocks_wanted = 2048 / block_size;  // all 2048 threads of an SM

template <class Exec, class T>
using Image = ImageIn<Rows<const T, Exec>, Rows<T, Exec>>;

/// The first row and column of the output that a team works on.
struct Corner {
  int y, x;
};

template <int columns, int rows>
struct Teams {
  std::size_t count;
  Divisor across;  // per row of teams; 1 if there are none

  template <class T>
  explicit Teams(const Conv2d<T>& p)
      : count(ceil_div(static_cast<std::size_t>(p.rows), rows) *
              ceil_div(static_cast<std::size_t>(p.cols), columns)),
        across(std::max(1, (p.cols + columns - 1) / columns)) {}

  KOKKOS_FUNCTION Corner corner(int league_rank) const {
    const int down = across.quotient(league_rank);
    return {down * rows, across.remainder(league_rank, down) * columns};
  }
};

template <class Exec, class T>
struct Direct {
  Image<Exec, T> image;
  Filter<T, Exec> filter;
  Teams<tile_columns, tile_rows> teams;

  explicit Direct(const Conv2d<T>& p) : image(p), filter(p.filter), teams(p) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Corner origin = teams.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = origin.y + thread / tile_columns;
      const int x = origin.x + thread % tile_columns;
      if (y < image.rows && x < image.cols) image.out(y, x) = sum_around(y, x);
    });
  }

  KOKKOS_FUNCTION T sum_around(int y, int x) const {
    T sum = 0;
    unrolled<width>([&](int j) {  // nvcc unrolls the native loop on its own, but not this one
      for (int i = 0; i < width; ++i)
        sum += filter(j, i) * image.pixel(y + j - radius, x + i - radius);
    });
    return sum;
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <int columns, int rows, class T, class AnyFilter, class Exec>
struct TileHalo {
  static constexpr int halo_columns = columns + 2 * radius;
  static constexpr int halo_rows = rows + 2 * radius;
  using Tile = Scratch<T[halo_rows][halo_columns], Exec>;

  Image<Exec, T> image;
  AnyFilter filter;
  Teams<columns, rows> teams;

  TileHalo(const Conv2d<T>& p, const AnyFilter& f) : image(p), filter(f), teams(p) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto tile = scratch<Tile>(team);
    const Corner origin = teams.corner(team.league_rank());
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (int i = thread; i < halo_rows * halo_columns; i += block_size) {
        const int r = i / halo_columns;
        const int c = i % halo_columns;
        tile(r, c) = image.pixel(origin.y + r - radius, origin.x + c - radius);
      }
    });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int r = thread / columns;
      const int c = thread % columns;
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i) sum += filter(j, i) * tile(r + j, c + i);
      if (origin.y + r < image.rows && origin.x + c < image.cols)
        image.out(origin.y + r, origin.x + c) = sum;
    });
  }

  static std::size_t scratch_bytes() { return Tile::shmem_size(); }
};

template <class Functor, class Exec>
void launch_in_teams(const Functor& functor, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (functor.teams.count == 0) return;
  auto policy = team_policy<Policy>(exec, functor.teams.count, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("conv2d", policy, functor);
}

template <class T, class Exec>
void direct_rewritten(const Conv2d<T>& p, const Exec& exec) {
  launch_in_teams(Direct<Exec, T>(p), exec);
}

template <int columns, int rows, class T, class Exec>
void tile_halo_rewritten(const Conv2d<T>& p, const Exec& exec) {
  const Filter<T, Exec> filter(p.filter);
  launch_in_teams(TileHalo<columns, rows, T, Filter<T, Exec>, Exec>(p, filter), exec);
}

template <class T, class Exec>
auto constant_filter_rewritten(const Conv2d<T>& p, const Exec& exec) {
  using Functor = TileHalo<tile_columns, tile_rows, T, CapturedFilter<T>, Exec>;
  return [exec, functor = Functor(p, captured_filter(p, exec))] { launch_in_teams(functor, exec); };
}

template <class Exec, class T>
using MatrixImage = ImageIn<Matrix<const T, Exec>, Matrix<T, Exec>>;

template <class T>
constexpr int strip_columns = pack_width<T>;  // per thread: one Pack
constexpr int strip_rows = 8;
constexpr int strip_block_rows = 4;  // in threads
constexpr int strip_block = tile_columns * strip_block_rows;
constexpr int rows_ahead = 2;  // loaded before they are used; native code is faster with more
/// Leaves 64 registers per thread, 80 for double, and 96 where each pixel is loaded separately.
template <class T, bool aligned>
constexpr int strip_blocks_wanted = aligned ? (sizeof(T) == sizeof(float) ? 8 : 6) : 5;

/// Every row of pixels is loaded once and added to the five rows of sums that need it. If
/// `aligned`, rows consist of whole Packs. No thread returns early: after a divergent branch the
/// filter no longer fits into the registers that a warp shares.
template <class Exec, class T, bool aligned>
struct RegisterStrip {
  static constexpr int window = strip_columns<T> + 2 * radius;
  struct Window {
    T pixels[window];
  };

  MatrixImage<Exec, T> image;
  CapturedFilter<T> filter;
  Divisor across;

  RegisterStrip(const Conv2d<T>& p, const CapturedFilter<T>& f)
      : image(p), filter(f), across(blocks_across(p)) {}

  static int blocks_across(const Conv2d<T>& p) {
    constexpr int block_columns = tile_columns * strip_columns<T>;
    return std::max(1, (p.cols + block_columns - 1) / block_columns);
  }
  static std::size_t blocks(const Conv2d<T>& p) {
    return static_cast<std::size_t>(blocks_across(p)) *
           ceil_div(static_cast<std::size_t>(p.rows), std::size_t{strip_block_rows} * strip_rows);
  }

  /// Loads the pixels of row y starting at x - radius; `here` points to pixel x.
  KOKKOS_FUNCTION Window load_window(const T* here, int y, int x) const {
    Window w;
    const bool inside = (y >= 0) & (y < image.rows) & (x < image.cols);
    if constexpr (aligned) {
      using Side = Pack<T, radius>;
      Side left = {};
      Pack<T> middle = {};
      Side right = {};
      if (inside & (x > 0)) left = *reinterpret_cast<const Side*>(here - radius);
      if (inside) middle = *reinterpret_cast<const Pack<T>*>(here);
      if (inside & (x + strip_columns<T> < image.cols))
        right = *reinterpret_cast<const Side*>(here + strip_columns<T>);
      for (int i = 0; i < radius; ++i) w.pixels[i] = left.values[i];
      for (int i = 0; i < strip_columns<T>; ++i) w.pixels[radius + i] = middle.values[i];
      for (int i = 0; i < radius; ++i) w.pixels[radius + strip_columns<T> + i] = right.values[i];
    } else {
      for (int i = 0; i < window; ++i) {
        const int column = x + i - radius;
        const bool pixel_inside = inside & (column >= 0) & (column < image.cols);
        w.pixels[i] = pixel_inside ? here[i - radius] : 0;
      }
    }
    return w;
  }

  KOKKOS_FUNCTION void store_row(T* here, int x, const T (&sums)[strip_columns<T>]) const {
    if constexpr (aligned) {
      Pack<T> row;
      for (int c = 0; c < strip_columns<T>; ++c) row.values[c] = sums[c];
      if (x < image.cols) *reinterpret_cast<Pack<T>*>(here) = row;
    } else {
      for (int c = 0; c < strip_columns<T>; ++c)
        if (x + c < image.cols) here[c] = sums[c];
    }
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    constexpr int input_rows = strip_rows + 2 * radius;
    const int down = across.quotient(team.league_rank());
    const int right = across.remainder(team.league_rank(), down);
    const int thread = thread_rank(team);
    const int x = (right * tile_columns + thread % tile_columns) * strip_columns<T>;
    const int y0 = (down * strip_block_rows + thread / tile_columns) * strip_rows;
    ColumnWalk<const T> from(image.in, y0 - radius, x);
    ColumnWalk<T> to(image.out, y0, x);
    Window in[input_rows];  // at most rows_ahead of these are live at a time
    T sums[strip_rows][strip_columns<T>] = {};
    const auto load = [&](int r) { in[r] = load_window(from.next(), y0 + r - radius, x); };
    unrolled<rows_ahead>(load);
    unrolled<input_rows>([&](int r) {
      if (r + rows_ahead < input_rows) load(r + rows_ahead);
      for (int j = 0; j < width; ++j) {
        const int row = r - j;
        if (row < 0 || row >= strip_rows) continue;
        for (int i = 0; i < width; ++i)
          for (int c = 0; c < strip_columns<T>; ++c)
            sums[row][c] += filter(j, i) * in[r].pixels[c + i];
      }
      const int done = r - 2 * radius;
      if (done < 0) return;
      T* here = to.next();
      if (y0 + done < image.rows) store_row(here, x, sums[done]);
    });
  }
};

template <bool aligned, class T, class Exec>
auto strips(const Conv2d<T>& p, const Exec& exec) {
  using Functor = RegisterStrip<Exec, T, aligned>;
  using Policy = TeamPolicy<Exec, strip_block, strip_blocks_wanted<T, aligned>>;
  return [exec, league = Functor::blocks(p), functor = Functor(p, captured_filter(p, exec))] {
    if (league > 0)
      Kokkos::parallel_for("conv2d/register_strip", team_policy<Policy>(exec, league, strip_block),
                           functor);
  };
}

template <class T, class Exec>
kernels::PreparedLaunch register_strip(const Conv2d<T>& p, const Exec& exec) {
  if (p.cols % strip_columns<T> == 0) return strips<true>(p, exec);
  return strips<false>(p, exec);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("conv2d/direct", direct<T, Exec>);
    kokkos.add("conv2d/tile_halo", tile_halo<tile_columns, tile_rows, T, Exec>);
    kokkos.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T, Exec>);
    kokkos.add_prepared("conv2d/constant_filter", constant_filter<T, Exec>);
    kokkos.add("conv2d/mdrange", mdrange<T, Exec>);
    kokkos.add("conv2d/mdrange_tile", mdrange_tile<T, Exec>);
    kokkos.add("conv2d/direct_rewritten", direct_rewritten<T, Exec>);
    kokkos.add("conv2d/tile_halo_rewritten", tile_halo_rewritten<tile_columns, tile_rows, T, Exec>);
    kokkos.add("conv2d/tile_halo_16x16_rewritten", tile_halo_rewritten<16, 16, T, Exec>);
    kokkos.add_prepared("conv2d/constant_filter_rewritten", constant_filter_rewritten<T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add_prepared("conv2d/register_strip", register_strip<T, Exec>);
      by_index.add("conv2d/tile_halo", tile_halo_by_index<tile_columns, tile_rows, T, Exec>);
      by_index.add("conv2d/tile_halo_16x16", tile_halo_by_index<16, 16, T, Exec>);
      by_index.add_prepared("conv2d/constant_filter", constant_filter_by_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::conv2d_experiment
