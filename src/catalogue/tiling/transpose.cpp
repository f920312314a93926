// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/transpose.hpp"

#include "access/grid.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/real.hpp"

namespace tilebridge::transpose_experiment {

namespace accesses {

Place extent(const Parameters& p) { return {p["rows"], p["cols"]}; }

/// One element of the input per thread; `threads` says how the threads map onto it.
template <class Threads>
Kernel in_range(const Threads& threads, const Parameters& p) {
  const std::int64_t rows = p["rows"];
  const std::int64_t cols = p["cols"];
  const int bytes = real_bytes(p);
  return {threads.blocks(),
          threads.block_size(),
          {load("in", bytes,
                threads.each([=](Place in, std::int64_t) { return (in.y * cols + in.x) * bytes; })),
           store("out", bytes, threads.each([=](Place in, std::int64_t) {
             return (in.x * rows + in.y) * bytes;
           }))}};
}

/// The direction that neighbouring threads follow in the input. In the output they follow the other
/// one.
enum class Along { row, column };

/// A launch of 32 × 32 tiles, one per thread block, 8 rows or columns per pass: step s of a thread
/// is row rank / 32 + 8 s, column rank % 32 of its tile, or the reverse.
class Tiles {
 public:
  static constexpr int size = 32;
  static constexpr int rows_per_pass = 8;
  static constexpr int passes = size / rows_per_pass;
  static constexpr int block_size = size * rows_per_pass;

  explicit Tiles(const Parameters& p)
      : rows_(p["rows"]),
        cols_(p["cols"]),
        across_(blocks_for(cols_, size)),
        bytes_(real_bytes(p)) {}

  std::int64_t blocks() const { return across_ * blocks_for(rows_, size); }
  int bytes() const { return bytes_; }  // of an element

  Address in(Along along) const {
    return on_tile(along, [cols = cols_](Place in) { return in.y * cols + in.x; });
  }
  Address out(Along along) const {
    return on_tile(along, [rows = rows_](Place in) { return in.x * rows + in.y; });
  }
  /// The staged tile, element (r, c) at place(r, c).
  template <class PlaceOf>
  Address staged(Along along, const PlaceOf& place) const {
    const auto place_of = [=](Place in) { return place(in.y % size, in.x % size); };
    return on_tile(along, place_of);
  }

 private:
  /// Element index_of(place in the input) of an array.
  template <class IndexOf>
  Address on_tile(Along along, const IndexOf& index_of) const {
    const bool turned = along == Along::column;
    return [=, rows = rows_, cols = cols_, across = across_, bytes = bytes_](Thread thread,
                                                                             std::int64_t step) {
      const std::int64_t r = thread.rank / size + step * rows_per_pass;
      const std::int64_t c = thread.rank % size;
      const Place in{thread.block / across * size + (turned ? c : r),
                     thread.block % across * size + (turned ? r : c)};
      const bool inside = in.y < rows && in.x < cols;
      return inside ? index_of(in) * bytes : inactive;
    };
  }

  std::int64_t rows_, cols_, across_;
  int bytes_;
};

/// Read and written by the same threads.
Kernel unstaged(const Parameters& p, Along along) {
  const Tiles tiles(p);
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", tiles.bytes(), tiles.in(along), Tiles::passes),
           store("out", tiles.bytes(), tiles.out(along), Tiles::passes)}};
}

/// Read and staged along the rows, taken from the staged tile and written along the columns, so
/// that all accesses to global memory are in order. Element (r, c) of the tile is staged at
/// place(r, c).
template <class PlaceOf>
Kernel staged(const Parameters& p, const PlaceOf& place) {
  const Tiles tiles(p);
  const int bytes = tiles.bytes();
  const Address stage = tiles.staged(Along::row, place);
  const Address unstage = tiles.staged(Along::column, place);
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", bytes, tiles.in(Along::row), Tiles::passes),
           in_shared(store("staged", bytes, stage, Tiles::passes)),
           in_shared(load("staged", bytes, unstage, Tiles::passes)),
           store("out", bytes, tiles.out(Along::column), Tiles::passes)}};
}

// The variants.

std::vector<Kernel> read_coalesced(const ModelForm& form, const Parameters& p, const HostArrays&) {
  if (form.is_kokkos_in_ranges()) return {in_range(Grid(extent(p), {8, 32}), p)};
  return {unstaged(p, Along::row)};
}

std::vector<Kernel> write_coalesced(const ModelForm& form, const Parameters& p, const HostArrays&) {
  if (form.is_kokkos_in_ranges()) return {in_range(RowsFirst(extent(p), {32, 8}), p)};
  return {unstaged(p, Along::column)};
}

std::vector<Kernel> tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {staged(p, [](std::int64_t r, std::int64_t c) { return r * Tiles::size + c; })};
}

std::vector<Kernel> padded_tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {staged(p, [](std::int64_t r, std::int64_t c) { return r * (Tiles::size + 1) + c; })};
}

std::vector<Kernel> swizzled_tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {staged(p, [](std::int64_t r, std::int64_t c) { return r * Tiles::size + (c ^ r); })};
}

}  // namespace accesses

std::size_t elements(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

template <class T>
struct TransposeProblem {
  Transpose<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", elements(p)),
            .out = arrays.output<T>("out", elements(p)),
            .rows = static_cast<int>(p["rows"]),
            .cols = static_cast<int>(p["cols"])};
  }
  Work work(const Parameters& p) const { return copied<T>(elements(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t rows = p.as_size("rows");
    const std::size_t cols = p.as_size("cols");
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>("out"),
                            [&](std::size_t i) { return exactly(in[i % rows * cols + i / rows]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const Parameters document = {{"rows", 1024}, {"cols", 1024}};
    if (platform == Platform::host) {
      if (preset == Preset::quick) return {document};
      return {document, {{"rows", 4096}, {"cols", 4096}}, {{"rows", 3000}, {"cols", 5001}}};
    }
    if (preset == Preset::quick) return {document, {{"rows", 8192}, {"cols", 8192}}};
    return {document, {{"rows", 16384}, {"cols", 16384}}, {{"rows", 10007}, {"cols", 20011}}};
  }
};

Experiment experiment() {
  // A grid has 65535 blocks in y, of 8 rows where a range has as many.
  constexpr std::int64_t largest = std::int64_t{65535} * 8;
  const std::string ranks = "raw team ranks, the league divided by multiplication, 8 teams per SM";
  const std::string staged =
      ranks +
      ", scratch memory by get_shmem, all loads of a thread before its first store, pointers "
      "advanced down a column";
  const std::vector<std::string> tile_idioms = {"team_control/vector_range",
                                                "team_control/league_division", "scratch_use/view",
                                                "scratch_use/load_store"};
  Experiment e;
  e.problem = problem_in_reals<TransposeProblem>();
  e.pattern = Pattern::tile;
  e.question = "What does reading rows and writing columns cost, and what does a tile save?";
  e.parameters = {
      {"rows", "rows of the input", 1024, 0, largest},
      {"cols", "columns of the input", 1024, 0, largest},
  };
  e.variants = {
      {.name = "read_coalesced",
       .pattern = Pattern::grid,
       .technique = "neighbouring threads read along a row, write down a column; natively a thread "
                    "moves four elements, in a Kokkos range an index moves one",
       .accesses = accesses::read_coalesced},
      {.name = "write_coalesced",
       .pattern = Pattern::grid,
       .technique = "neighbouring threads read down a column, write along a row; natively a thread "
                    "moves four elements, in a Kokkos range an index moves one",
       .accesses = accesses::write_coalesced},
      matched("write_coalesced", ranks, {"indexing/matrix_view"}),
      {.name = "tile",
       .technique = "a 32×32 tile in shared memory, 8 rows per pass; columns conflict",
       .accesses = accesses::tile},
      matched("tile", staged, tile_idioms),
      {.name = "padded_tile",
       .technique = "the same tile with one more column: no bank conflict",
       .accesses = accesses::padded_tile},
      matched("padded_tile", staged, tile_idioms),
      {.name = "swizzled_tile",
       .technique = "the same tile, column index xor row: no conflict, no padding",
       .accesses = accesses::swizzled_tile},
      matched("swizzled_tile", staged, tile_idioms),
      tuned_on_gpu(
          "vector_tile",
          "a 64×64 tile, 2×2 elements per thread transposed in registers, so accesses are two "
          "elements wide (one where a side is odd); tiles in the order of the output's rows"),
      construct("mdrange", "write_coalesced", "an MDRangePolicy over (row, column), all defaults"),
      construct("mdrange_tile", "write_coalesced", "the same with a tile of 8 × 32"),
      {.name = "mdrange_default_layout",
       .pattern = Pattern::grid,
       .form = Form::construct,
       .technique = "an MDRangePolicy with all defaults over Views of the default layout for GPUs",
       .models = only_kokkos_on_gpu(),
       .stands_for = "read_coalesced"},
      construct("padded_tile_flat", "padded_tile",
                "the tile's elements in one TeamVectorRange, row and column by a division"),
      {.name = "padded_tile_team_mdrange",
       .form = Form::construct,
       .technique = "the tile in a TeamVectorMDRange of two dimensions, the second contiguous",
       .models = only_kokkos_on_gpu(),
       .stands_for = "padded_tile"},
      construct("layout_copy", "padded_tile",
                "deep_copy from a LayoutRight into a LayoutLeft View"),
      library("geam", "vector_tile", "cuBLAS geam"),
  };
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
  e.tested_at = {{.axes = {{"rows", {0, 1, 7, 31, 32, 33, 66, 100, 257}},
                           {"cols", {0, 1, 8, 31, 32, 33, 64, 130, 131}}}}};
  return e;
}

}  // namespace tilebridge::transpose_experiment
