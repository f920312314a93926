// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per iteration or thread, or by index a box of 32 × 8 × 4 with its
// halo in shared memory per team of 256 threads.
#include "catalogue/tiling/stencil3d.hpp"

#include <ompx.h>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::stencil3d_experiment {
namespace {

template <class T>
void direct(const HeatStep<T>& step) {
  const T* in = step.in;
  T* out = step.out;
  const int nx = step.nx, ny = step.ny, nz = step.nz;
  const std::size_t row = nx, plane = row * ny;
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(in, out)
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const std::size_t i = z * plane + y * row + x;
        const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
        const T centre = in[i];
        out[i] = inside ? heated(centre, in[i - 1] + in[i + 1] + in[i - row] + in[i + row] +
                                             in[i - plane] + in[i + plane])
                        : centre;
      }
}

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;
constexpr int team_size = columns * rows;

template <class T>
void direct_by_index(const HeatStep<T>& step) {
  constexpr int columns = 32, rows = 4, planes = 2;
  constexpr int team_size = columns * rows * planes;
  const T* in = step.in;
  T* out = step.out;
  const int nx = step.nx, ny = step.ny, nz = step.nz;
  const int across = ceil_div(nx, columns), down = ceil_div(ny, rows);
  const int teams = across * down * ceil_div(nz, planes);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const HeatStep<T> h = {in, out, nx, ny, nz};
    const int box = omp_get_team_num(), thread = omp_get_thread_num();
    const int x = box % across * columns + thread % columns;
    const int y = box / across % down * rows + thread / columns % rows;
    const int z = box / across / down * planes + thread / columns / rows;
    if (holds(h, z, y, x)) {
      const T* own = in + at(h, z, y, x);
      const std::size_t row = nx, plane = row * ny;
      const T centre = *own;
      out[at(h, z, y, x)] = is_inside(h, z, y, x)
                                ? heated(centre, own[-1] + own[1] + *(own - row) + own[row] +
                                                     *(own - plane) + own[plane])
                                : centre;
    }
  }
}

template <class T>
void tile_halo_by_index(const HeatStep<T>& step) {
  const T* in = step.in;
  T* out = step.out;
  const int nx = step.nx, ny = step.ny, nz = step.nz;
  const int across = ceil_div(nx, columns), down = ceil_div(ny, rows);
  const int teams = across * down * ceil_div(nz, planes);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T tile[planes + 2][rows + 2][columns + 2];  // __shared__
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

    const HeatStep<T> h = {in, out, nx, ny, nz};
    const int box = omp_get_team_num();
    const int own_row = omp_get_thread_num() / columns;
    const int own_column = omp_get_thread_num() % columns;
    const int x0 = box % across * columns, y0 = box / across % down * rows;
    const int z0 = box / across / down * planes;
    for (int r = own_row; r < (planes + 2) * (rows + 2); r += rows)
      for (int c = own_column; c < columns + 2; c += columns) {
        const int p = r / (rows + 2), q = r % (rows + 2);
        const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
        if (holds(h, z, y, x)) tile[p][q][c] = in[at(h, z, y, x)];
      }
#pragma omp barrier
    const int q = own_row + 1, c = own_column + 1;
    const int y = y0 + own_row, x = x0 + own_column;
    for (int p = 1; p <= planes; ++p) {
      const int z = z0 + p - 1;
      if (!holds(h, z, y, x)) continue;
      const T centre = tile[p][q][c];
      out[at(h, z, y, x)] =
          is_inside(h, z, y, x)
              ? heated(centre, tile[p][q][c - 1] + tile[p][q][c + 1] + tile[p][q - 1][c] +
                                   tile[p][q + 1][c] + tile[p - 1][q][c] + tile[p + 1][q][c])
              : centre;
    }
  }
}

template <class T>
void direct_rewritten(const HeatStep<T>& step) {
  constexpr int columns = 32, rows = 4, planes = 2;
  constexpr int team_size = columns * rows * planes;
  const T* in = step.in;
  T* out = step.out;
  const int nx = step.nx, ny = step.ny, nz = step.nz;
  const int across = ceil_div(nx, columns), down = ceil_div(ny, rows);
  const int teams = across * down * ceil_div(nz, planes);
  if (teams == 0) return;
  const std::uint64_t by_across = reciprocal_of(across), by_down = reciprocal_of(down);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
  {
    const HeatStep<T> h = {in, out, nx, ny, nz};
    const int box = ompx_block_id_x(), thread = ompx_thread_id_x();
    const int box_row = quotient(box, by_across), box_plane = quotient(box_row, by_down);
    const int x = (box - box_row * across) * columns + thread % columns;
    const int y = (box_row - box_plane * down) * rows + thread / columns % rows;
    const int z = box_plane * planes + thread / columns / rows;
    if (holds(h, z, y, x)) {
      const T* own = in + at(h, z, y, x);
      const std::size_t row = nx, plane = row * ny;
      const T centre = *own;
      out[at(h, z, y, x)] = is_inside(h, z, y, x)
                                ? heated(centre, own[-1] + own[1] + *(own - row) + own[row] +
                                                     *(own - plane) + own[plane])
                                : centre;
    }
  }
}

template <class T>
void tile_halo_rewritten(const HeatStep<T>& step) {
  const T* in = step.in;
  T* out = step.out;
  const int nx = step.nx, ny = step.ny, nz = step.nz;
  const int across = ceil_div(nx, columns), down = ceil_div(ny, rows);
  const int teams = across * down * ceil_div(nz, planes);
  if (teams == 0) return;
  const std::uint64_t by_across = reciprocal_of(across), by_down = reciprocal_of(down);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
  {
    [[clang::loader_uninitialized]] static T tile[planes + 2][rows + 2][columns + 2];  // __shared__
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

    const HeatStep<T> h = {in, out, nx, ny, nz};
    const int box = ompx_block_id_x();
    const int own_row = ompx_thread_id_x() / columns;
    const int own_column = ompx_thread_id_x() % columns;
    const int box_row = quotient(box, by_across), box_plane = quotient(box_row, by_down);
    const int x0 = (box - box_row * across) * columns, y0 = (box_row - box_plane * down) * rows;
    const int z0 = box_plane * planes;
    for (int r = own_row; r < (planes + 2) * (rows + 2); r += rows)
      for (int c = own_column; c < columns + 2; c += columns) {
        const int p = r / (rows + 2), q = r % (rows + 2);
        const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
        if (holds(h, z, y, x)) tile[p][q][c] = in[at(h, z, y, x)];
      }
    ompx_sync_block_acq_rel();
    const int q = own_row + 1, c = own_column + 1;
    const int y = y0 + own_row, x = x0 + own_column;
    for (int p = 1; p <= planes; ++p) {
      const int z = z0 + p - 1;
      if (!holds(h, z, y, x)) continue;
      const T centre = tile[p][q][c];
      out[at(h, z, y, x)] =
          is_inside(h, z, y, x)
              ? heated(centre, tile[p][q][c - 1] + tile[p][q][c + 1] + tile[p][q - 1][c] +
                                   tile[p][q + 1][c] + tile[p - 1][q][c] + tile[p + 1][q][c])
              : centre;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("stencil3d/direct", direct<T>);
    if (openmp.on_host()) return;
    by_index.add("stencil3d/direct", direct_by_index<T>);
    by_index.add("stencil3d/tile_halo", tile_halo_by_index<T>);
    rewritten.add("stencil3d/direct", direct_rewritten<T>);
    rewritten.add("stencil3d/tile_halo", tile_halo_rewritten<T>);
  });
}

}  // namespace tilebridge::openmp::stencil3d_experiment
