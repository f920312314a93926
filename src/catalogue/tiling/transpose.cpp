// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/transpose.hpp"

#include "access/grid.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::transpose_experiment {

Place extent(const Parameters& p) { return {p["rows"], p["cols"]}; }

/// The byte of an array at which the element is that the input has at this place.
using At = std::function<std::int64_t(Place in)>;

At in_input(const Parameters& p) {
  return
      [cols = p["cols"], bytes = real_bytes(p)](Place in) { return (in.y * cols + in.x) * bytes; };
}
At in_output(const Parameters& p) {
  return
      [rows = p["rows"], bytes = real_bytes(p)](Place in) { return (in.x * rows + in.y) * bytes; };
}

/// The direction that neighbouring threads follow in the input. In the output they follow the other
/// one.
enum class Along { row, column };

/// One element of the input per thread, of which neighbouring ones follow one another along a row,
/// or along a column: as in Kokkos's MDRangePolicy({0, 0}, {rows, columns}), where on CUDA
/// neighbouring threads, and blocks, are neighbours in the first index (Kokkos 4.7,
/// DeviceIterateTile).
std::vector<Kernel> in_range(const Parameters& p, Along along) {
  const int bytes = real_bytes(p);
  const Place size = extent(p);
  const bool turned = along == Along::column;
  const Grid threads(turned ? Place{size.x, size.y} : size, {8, 32});
  const auto each = [&](const At& at) {
    return threads.each([=](Place place, std::int64_t) {
      return at(turned ? Place{place.x, place.y} : place);
    });
  };
  return {threads.kernel(
      {load("in", bytes, each(in_input(p))), store("out", bytes, each(in_output(p)))})};
}

constexpr int tile_size = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;
constexpr int passes = tile_size / rows_per_pass;

/// Step s of a thread is row rank / 32 + 8 s, column rank % 32 of its tile, or the reverse.
Address on_tile(const Parameters& p, Along along, const At& at) {
  return [=, size = extent(p)](Thread thread, std::int64_t step) {
    const std::int64_t across = blocks_for(size.x, tile_size);
    const std::int64_t r = thread.rank / tile_size + step * rows_per_pass;
    const std::int64_t c = thread.rank % tile_size;
    const bool turned = along == Along::column;
    const Place in{thread.block / across * tile_size + (turned ? c : r),
                   thread.block % across * tile_size + (turned ? r : c)};
    return in.y < size.y && in.x < size.x ? at(in) : inactive;
  };
}

std::vector<Kernel> in_tiles(const Parameters& p, std::vector<Access> accesses) {
  const Place size = extent(p);
  return {{blocks_for(size.x, tile_size) * blocks_for(size.y, tile_size), tile_size * rows_per_pass,
           std::move(accesses)}};
}

/// Read and written by the same threads.
std::vector<Kernel> unstaged(const Parameters& p, Along along) {
  const int bytes = real_bytes(p);
  return in_tiles(p, {load("in", bytes, on_tile(p, along, in_input(p)), passes),
                      store("out", bytes, on_tile(p, along, in_output(p)), passes)});
}

/// Read and staged along the rows, taken from the staged tile and written along the columns, so
/// that all accesses to global memory are in order.
template <class Tile>
std::vector<Kernel> staged(const ModelForm&, const Parameters& p, const HostArrays&) {
  const int bytes = real_bytes(p);
  const At in_tile = [=](Place in) {
    const int r = static_cast<int>(in.y % tile_size), c = static_cast<int>(in.x % tile_size);
    return std::int64_t{r * Tile::columns + Tile::column(r, c)} * bytes;
  };
  return in_tiles(p, {load("in", bytes, on_tile(p, Along::row, in_input(p)), passes),
                      in_shared(store("staged", bytes, on_tile(p, Along::row, in_tile), passes)),
                      in_shared(load("staged", bytes, on_tile(p, Along::column, in_tile), passes)),
                      store("out", bytes, on_tile(p, Along::column, in_output(p)), passes)});
}

/// Kokkos in loops moves one element per index, the others four per thread.
template <Along along>
std::vector<Kernel> coalesced(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return form.is_kokkos_in_loops() ? in_range(p, along) : unstaged(p, along);
}

std::size_t elements(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

Parameters matrix(std::int64_t rows, std::int64_t cols) { return {{"rows", rows}, {"cols", cols}}; }

template <class T>
struct TransposeProblem {
  Transpose<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in", elements(p)), arrays.output<T>("out", elements(p)),
            p.as_int("rows"), p.as_int("cols")};
  }
  Work work(const Parameters& p) const { return copied<T>(elements(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t rows = p.as_size("rows");
    const std::size_t cols = p.as_size("cols");
    return compare_from<T>(host, [&](auto in, std::size_t i) {
      return exactly(static_cast<double>(in[i % rows * cols + i / rows]));
    });
  }
  Cases cases = {.quick = {matrix(1024, 1024), matrix(8192, 8192)},
                 .standard = {matrix(1024, 1024), matrix(16384, 16384), matrix(10007, 20011)},
                 .host_quick = {matrix(1024, 1024)},
                 .host = {matrix(1024, 1024), matrix(4096, 4096), matrix(3000, 5001)}};
};

/// Takes fewer quick cases, and no half precision: asynchronous copies have 4 bytes at least.
template <class T>
struct WalkedTransposeProblem : TransposeProblem<T> {
  WalkedTransposeProblem() { this->cases.quick = {matrix(8192, 8192)}; }
};

void describe(Experiment& e) {
  const std::string no_copies = "Kokkos has no asynchronous copy to scratch memory";
  // A grid has 65535 blocks in y, of 8 rows where a range has as many.
  constexpr std::int64_t largest = std::int64_t{65535} * 8;
  const std::string ranks = "raw team ranks, the league divided by multiplication, 8 teams per SM";
  // A bfloat16 moves as a half does.
  e.problem = problem_in<TransposeProblem, float, double, Half>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"padded_tile", "transpose"};
  e.question = "What does reading rows and writing columns cost, and what does a tile save?";
  e.parameters = {
      {"rows", "rows of the input", 1024, 0, largest},
      {"cols", "columns of the input", 1024, 0, largest},
  };
  e.variants = {
      loops("read_coalesced",
            "neighbouring threads read along a row, write down a column; natively a thread moves "
            "four elements, in a Kokkos range an index moves one",
            Pattern::grid, coalesced<Along::row>),
      loops("write_coalesced",
            "neighbouring threads read down a column, write along a row; natively a thread moves "
            "four elements, in a Kokkos range an index moves one",
            Pattern::grid, coalesced<Along::column>),
      rewritten("write_coalesced", ranks, {"indexing/matrix_view"}),
      loops("tile", "a 32×32 tile in shared memory, 8 rows per pass; columns conflict",
            staged<PlainTile>),
      loops("padded_tile", "the same tile with one more column: no bank conflict",
            staged<PaddedTile>),
      loops("swizzled_tile", "the same tile, column index xor row: no conflict, no padding",
            staged<SwizzledTile>),
      native_only("cp_async",
                  "as many blocks as the device holds walk through tiles; cp.async of 16 bytes per "
                  "thread (of single elements where rows are no multiple of it) to rows of an odd "
                  "number of vectors; a tile is read in vectors along rows, then the next one is "
                  "copied to its place while it is written out",
                  no_copies, problem_in_reals<WalkedTransposeProblem>()),
      native_only("cp_async_double", "the same with two tiles: one arrives while the other is used",
                  no_copies, problem_in_reals<WalkedTransposeProblem>()),
      native_only("tma",
                  "as `cp_async`, the tiles by the copy engine (sm_90): one thread asks for boxes "
                  "of rows of 128 bytes, which arrive swizzled; rows are a multiple of 16 bytes",
                  no_copies, problem_in_reals<WalkedTransposeProblem>()),
      native_only("tma_double", "the same with two tiles: one arrives while the other is used",
                  no_copies, problem_in_reals<WalkedTransposeProblem>()),
      tuned_on_gpu(
          "vector_tile",
          "a 64×64 tile, 2×2 elements per thread transposed in registers, so accesses are two "
          "elements wide (in half precision four and a 128×128 tile, where both sides allow it); "
          "where a side is odd single elements, and each row of the output is written from the "
          "beginning of a sector on, for which a tile stages a few more rows; tiles in the order "
          "of "
          "the output's rows"),
      builtin("mdrange", "write_coalesced", "an MDRangePolicy over (row, column), all defaults"),
      builtin("mdrange_tile", "write_coalesced", "the same with a tile of 8 × 32"),
      builtin("mdrange_default_layout", "read_coalesced",
              "an MDRangePolicy with all defaults over Views of the default layout for GPUs",
              only_kokkos_on_gpu()),
      builtin("padded_tile_flat", "padded_tile",
              "the tile's elements in one TeamVectorRange, row and column by a division"),
      builtin("padded_tile_team_mdrange", "padded_tile",
              "the tile in a TeamVectorMDRange of two dimensions, the second contiguous",
              only_kokkos_on_gpu()),
      builtin("layout_copy", "padded_tile", "deep_copy from a LayoutRight into a LayoutLeft View"),
      vendor("geam", "vector_tile", "cuBLAS geam, which has no half precision",
             problem_in_reals<TransposeProblem>()),
      vendor("matrix_transform", "vector_tile",
             "cuBLASLt's transform of a matrix, of floats or halves",
             problem_in<TransposeProblem, float, Half>()),
  };
  add_rewritten(e, {"tile", "padded_tile", "swizzled_tile"},
                ranks +
                    ", scratch memory by get_shmem, all loads of a thread before its "
                    "first store, pointers advanced down a column",
                {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
                 "scratch_use/load_store"});
  add_steps(e, "padded_tile",
            {{"a team of 256 and its raw ranks instead of TeamThreadRange and ThreadVectorRange",
              "team_control/vector_range"},
             {"the league rank divided by a Divisor", "team_control/league_division"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"all loads of a thread before its first store", "scratch_use/load_store"},
             {"pointers advanced down a column", "indexing/row_by_row"},
             {"bounds tests joined by & instead of &&", "team_control/conditions"},
             {"LaunchBounds<256, 8>", "policies/launch_bounds"}});
  e.ragged = {{"rows", 37}, {"cols", 67}};
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 7, 31, 32, 33, 57, 58, 65, 66, 100, 257}},
                {"cols", {0, 1, 8, 31, 32, 33, 63, 64, 65, 130, 131}}}},
      // Several tiles per block that walks, also on large GPUs.
      {.axes = {{"rows", {2049}}, {"cols", {2052, 2053}}}, .platforms = {Platform::cuda}}};
}

}  // namespace tilebridge::transpose_experiment
