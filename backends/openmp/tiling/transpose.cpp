// SPDX-License-Identifier: Apache-2.0
// Rows and columns as two loops that teams and their threads share. By index: each of 256 threads
// moves four elements of a tile of 32 × 32, 8 rows apart. Rewritten: the same in bare kernels,
// which begin without the runtime (ompx_bare, an extension of LLVM).
#include "catalogue/tiling/transpose.hpp"

#include <ompx.h>

#include "backends/openmp/openmp.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::openmp::transpose_experiment {
namespace {

constexpr int tile = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;
constexpr int team_size = tile * rows_per_pass;

/// Index of the element in row y, column x of a matrix; 64 bits, because a matrix may hold more
/// than 2³¹ elements.
constexpr std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

template <class T>
void read_coalesced(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(in, out)
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x) out[at(x, y, rows)] = in[at(y, x, cols)];
}

template <class T>
void write_coalesced(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(in, out)
  for (int x = 0; x < cols; ++x)
    for (int y = 0; y < rows; ++y) out[at(x, y, rows)] = in[at(y, x, cols)];
}

template <class T>
void read_coalesced_by_index(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
  const int across = ceil_div(cols, tile), teams = across * ceil_div(rows, tile);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const int x = omp_get_team_num() % across * tile + omp_get_thread_num() % tile;
    const int y = omp_get_team_num() / across * tile + omp_get_thread_num() / tile;
    for (int j = 0; j < tile; j += rows_per_pass)
      if (x < cols && y + j < rows) out[at(x, y + j, rows)] = in[at(y + j, x, cols)];
  }
}

template <class T>
void write_coalesced_by_index(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
  const int across = ceil_div(cols, tile), teams = across * ceil_div(rows, tile);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const int y = omp_get_team_num() % across * tile + omp_get_thread_num() / tile;
    const int x = omp_get_team_num() / across * tile + omp_get_thread_num() % tile;
    for (int j = 0; j < tile; j += rows_per_pass)
      if (x < rows && y + j < cols) out[at(y + j, x, rows)] = in[at(x, y + j, cols)];
  }
}

template <class T, class Tile>
void staged_tile_by_index(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
  const int across = ceil_div(cols, tile), teams = across * ceil_div(rows, tile);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T staged[tile][Tile::columns];  // __shared__
#pragma omp allocate(staged) allocator(omp_pteam_mem_alloc)

    const int x0 = omp_get_team_num() % across * tile;
    const int y0 = omp_get_team_num() / across * tile;
    const int x = omp_get_thread_num() % tile, y = omp_get_thread_num() / tile;
    for (int j = 0; j < tile; j += rows_per_pass)
      if (x0 + x < cols && y0 + y + j < rows)
        staged[y + j][Tile::column(y + j, x)] = in[at(y0 + y + j, x0 + x, cols)];
#pragma omp barrier
    for (int j = 0; j < tile; j += rows_per_pass)
      if (x0 + y + j < cols && y0 + x < rows)
        out[at(x0 + y + j, y0 + x, rows)] = staged[x][Tile::column(x, y + j)];
  }
}

template <class T, class Tile>
void staged_tile_rewritten(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
  const int across = ceil_div(cols, tile), teams = across * ceil_div(rows, tile);
  if (teams == 0) return;
  const std::uint64_t reciprocal = reciprocal_of(across);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
  {
    T staged[tile][Tile::columns];  // __shared__
#pragma omp allocate(staged) allocator(omp_pteam_mem_alloc)
    const int tile_row = quotient(ompx_block_id_x(), reciprocal);
    const int x0 = (ompx_block_id_x() - tile_row * across) * tile, y0 = tile_row * tile;
    const int x = ompx_thread_id_x() % tile, y = ompx_thread_id_x() / tile;
    for (int j = 0; j < tile; j += rows_per_pass)
      if (x0 + x < cols && y0 + y + j < rows)
        staged[y + j][Tile::column(y + j, x)] = in[at(y0 + y + j, x0 + x, cols)];
    ompx_sync_block_acq_rel();
    for (int j = 0; j < tile; j += rows_per_pass)
      if (x0 + y + j < cols && y0 + x < rows)
        out[at(x0 + y + j, y0 + x, rows)] = staged[x][Tile::column(x, y + j)];
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  kernels::for_types<float, double, Half>([&]<class T>() {
    openmp.add("transpose/read_coalesced", read_coalesced<T>);
    openmp.add("transpose/write_coalesced", write_coalesced<T>);
    if (openmp.on_host()) return;
    by_index.add("transpose/read_coalesced", read_coalesced_by_index<T>);
    by_index.add("transpose/write_coalesced", write_coalesced_by_index<T>);
    by_index.add("transpose/tile", staged_tile_by_index<T, PlainTile>);
    by_index.add("transpose/padded_tile", staged_tile_by_index<T, PaddedTile>);
    by_index.add("transpose/swizzled_tile", staged_tile_by_index<T, SwizzledTile>);
    rewritten.add("transpose/tile", staged_tile_rewritten<T, PlainTile>);
    rewritten.add("transpose/padded_tile", staged_tile_rewritten<T, PaddedTile>);
    rewritten.add("transpose/swizzled_tile", staged_tile_rewritten<T, SwizzledTile>);
  });
}

}  // namespace tilebridge::openmp::transpose_experiment
