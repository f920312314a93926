#include "catalogue/transpose.hpp"

#include "access/grid.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/real.hpp"

namespace tilebridge {
namespace {

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const Parameters document = {{"rows", 1024}, {"cols", 1024}};
  if (platform == Platform::host) {
    if (preset == Preset::quick) return {document};
    return {document, {{"rows", 4096}, {"cols", 4096}}, {{"rows", 3000}, {"cols", 5001}}};
  }
  if (preset == Preset::quick) return {document, {{"rows", 8192}, {"cols", 8192}}};
  return {document, {{"rows", 16384}, {"cols", 16384}}, {{"rows", 10007}, {"cols", 20011}}};
}

std::size_t elements(const Parameters& p) {
  return static_cast<std::size_t>(p["rows"]) * static_cast<std::size_t>(p["cols"]);
}

template <class T>
struct TransposeOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    return {uniform_input<T>("in", elements(p)), output<T>("out", elements(p))};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Transpose<T>{at.get<const T>("in"), at.get<T>("out"), static_cast<int>(p["rows"]),
                        static_cast<int>(p["cols"])};
  }

  static Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
    const auto rows = static_cast<std::size_t>(p["rows"]);
    const auto cols = static_cast<std::size_t>(p["cols"]);
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>("out"),
                            [&](std::size_t i) { return exactly(in[i % rows * cols + i / rows]); });
  }
};

/// A launch of tiles, one a block, 8 rows a pass: step s of a thread is row rank / 32 + 8 s, column
/// rank % 32 of its tile.
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

  /// The input read along its rows, the output written down its columns, or the other way round.
  Address in_by_rows() const {
    return on_tile(false, [cols = cols_](Place in) { return in.y * cols + in.x; });
  }
  Address in_by_columns() const {
    return on_tile(true, [cols = cols_](Place in) { return in.y * cols + in.x; });
  }
  Address out_by_rows() const {
    return on_tile(true, [rows = rows_](Place in) { return in.x * rows + in.y; });
  }
  Address out_by_columns() const {
    return on_tile(false, [rows = rows_](Place in) { return in.x * rows + in.y; });
  }
  /// The staged tile, element (r, c) at place(r, c): by rows when it is filled, by columns when it
  /// is read. From pass `whole` on also where the tile hangs over the matrix's edge.
  template <class Where>
  Address staged_by_rows(const Where& where, std::int64_t whole) const {
    return on_tile(
        false, [=](Place in) { return where(in.y % size, in.x % size); }, whole);
  }
  template <class Where>
  Address staged_by_columns(const Where& where, std::int64_t whole) const {
    return on_tile(
        true, [=](Place in) { return where(in.y % size, in.x % size); }, whole);
  }

 private:
  /// Of a place in the input. `turned`: neighbouring threads lie below one another.
  template <class IndexOf>
  Address on_tile(bool turned, const IndexOf& index_of, std::int64_t whole = passes) const {
    return [=, rows = rows_, cols = cols_, across = across_, bytes = bytes_](Thread thread,
                                                                             std::int64_t step) {
      const std::int64_t r = thread.rank / size + step * rows_per_pass;
      const std::int64_t c = thread.rank % size;
      const Place in{thread.block / across * size + (turned ? c : r),
                     thread.block % across * size + (turned ? r : c)};
      const bool inside = in.y < rows && in.x < cols;
      return inside || step >= whole ? index_of(in) * bytes : inactive;
    };
  }

  std::int64_t rows_, cols_, across_;
  int bytes_;
};

Kernel direct(const Tiles& tiles, const Address& in, const Address& out) {
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", tiles.bytes(), in, Tiles::passes),
           store("out", tiles.bytes(), out, Tiles::passes)}};
}

/// Element (r, c) of the staged tile at place(r, c). Over the matrix's edge the matched kernels
/// stage zeros, for the loads' sake, and read them; but for the first pass of the tile with
/// conflicts, whose load the compiler puts under the store's condition. The others leave them out.
template <class Where>
Kernel staged(const Parameters& p, std::int64_t stored, std::int64_t read, const Where& where) {
  const Tiles tiles(p);
  const int bytes = tiles.bytes();
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", bytes, tiles.in_by_rows(), Tiles::passes),
           in_shared(store("staged", bytes, tiles.staged_by_rows(where, stored), Tiles::passes)),
           in_shared(load("staged", bytes, tiles.staged_by_columns(where, read), Tiles::passes)),
           store("out", bytes, tiles.out_by_rows(), Tiles::passes)}};
}

/// 64 × 64 tiles, blocks of 512 threads one below another in the input. A thread moves cells of
/// width × width elements, in packs of `width`: step s is pack s mod width of the thread's cell
/// s / width where it reads the input and stages it, and the s-th pack where it writes the output.
/// Over the matrix's edge all is staged, and Kokkos's variant reads it again.
class Cells {
 public:
  Cells(const Parameters& p, Model model)
      : rows_(p["rows"]),
        cols_(p["cols"]),
        width_(rows_ % 2 == 0 && cols_ % 2 == 0 ? 2 : 1),
        real_bytes_(real_bytes(p)),
        all_(model == Model::kokkos) {}

  Kernel kernel() const {
    const int bytes = static_cast<int>(width_ * real_bytes_);
    const std::int64_t steps = size * size / block_size / width_;
    return {
        down() * blocks_for(cols_, size),
        block_size,
        {load("in", bytes, read(), steps), in_shared(store("staged", bytes, stage(), steps)),
         in_shared(load("staged", bytes, unstage(), steps)), store("out", bytes, write(), steps)}};
  }

 private:
  static constexpr int size = 64;
  static constexpr int block_size = 512;

  struct Cell {
    std::int64_t r, c, k;  // a cell of the tile, and a row of it or a column
  };

  std::int64_t down() const { return blocks_for(rows_, size); }
  std::int64_t cells() const { return size / width_; }

  Cell loaded(Thread thread, std::int64_t step) const {
    const std::int64_t cell = thread.rank + step / width_ * block_size;
    return {cell / cells(), cell % cells(), step % width_};
  }
  Cell stored(Thread thread, std::int64_t step) const {
    const std::int64_t pack = thread.rank + step * block_size;
    const std::int64_t column = pack / cells();
    return {pack % cells(), column / width_, column % width_};
  }
  std::int64_t staged(const Cell& at) const {
    return ((at.c * width_ + at.k) * cells() + (at.r ^ at.c)) * width_ * real_bytes_;
  }
  /// The first row and column of a cell in the input.
  std::int64_t row(Thread thread, const Cell& at) const {
    return thread.block % down() * size + at.r * width_;
  }
  std::int64_t column(Thread thread, const Cell& at) const {
    return thread.block / down() * size + at.c * width_;
  }
  bool inside(Thread thread, const Cell& at) const {
    return row(thread, at) < rows_ && column(thread, at) < cols_;
  }

  Address read() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Cell at = t.loaded(thread, step);
      if (!t.inside(thread, at)) return inactive;
      return ((t.row(thread, at) + at.k) * t.cols_ + t.column(thread, at)) * t.real_bytes_;
    };
  }
  Address write() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Cell at = t.stored(thread, step);
      if (!t.inside(thread, at)) return inactive;
      return ((t.column(thread, at) + at.k) * t.rows_ + t.row(thread, at)) * t.real_bytes_;
    };
  }
  Address stage() const {
    return
        [t = *this](Thread thread, std::int64_t step) { return t.staged(t.loaded(thread, step)); };
  }
  /// Native code reads what it writes, Kokkos's all of it; they differ at the edge only.
  Address unstage() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Cell at = t.stored(thread, step);
      return t.all_ || t.inside(thread, at) ? t.staged(at) : inactive;
    };
  }

  std::int64_t rows_, cols_, width_, real_bytes_;
  bool all_;  // of the staged tile is read
};

/// One element a thread of a range over (y, x), or over (x, y), of the input.
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

/// What has no tile in shared memory.
Kernel direct(const std::string& name, bool plain, const Parameters& p) {
  const Place extent{p["rows"], p["cols"]};
  const Tiles tiles(p);
  if (name == "mdrange" || name == "layout_copy") return in_range(RowsFirst(extent), p);
  if (name == "mdrange_tile") return in_range(RowsFirst(extent, {8, 32}), p);
  if (name == "mdrange_default_layout") return in_range(Grid(extent, {2, 16}), p);
  if (name == "write_coalesced")
    return plain ? in_range(RowsFirst(extent, {32, 8}), p)
                 : direct(tiles, tiles.in_by_columns(), tiles.out_by_rows());
  return plain ? in_range(Grid(extent, {8, 32}), p)
               : direct(tiles, tiles.in_by_rows(), tiles.out_by_columns());
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const std::string& name = variant.problem();
  const bool is_matched = variant.level == Level::matched;
  const std::int64_t whole = is_matched ? 0 : Tiles::passes;
  const bool plain = model == Model::kokkos && !is_matched;
  if (model == Model::vendor) return {};
  if (name == "tile")
    return {staged(p, whole, is_matched ? 1 : Tiles::passes,
                   [](std::int64_t r, std::int64_t c) { return r * Tiles::size + c; })};
  if (name == "padded_tile")
    return {staged(p, whole, whole,
                   [](std::int64_t r, std::int64_t c) { return r * (Tiles::size + 1) + c; })};
  if (name == "swizzled_tile")
    return {staged(p, whole, whole,
                   [](std::int64_t r, std::int64_t c) { return r * Tiles::size + (c ^ r); })};
  if (name == "vector_tile") return {Cells(p, model).kernel()};
  return {direct(name, plain, p)};
}

}  // namespace

Experiment transpose() {
  constexpr std::int64_t largest =
      std::int64_t{65535} * 32;  // the listing's rows of tiles are gridDim.y
  const std::vector<Support> kokkos = {{Model::kokkos, {Platform::host, Platform::cuda}}};
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  const std::string ranks = "raw team ranks, the league divided by multiplication, 8 teams an SM";
  const std::string staged =
      ranks +
      ", scratch memory by get_shmem, all loads of a thread before its first "
      "store, pointers stepped down a column";
  Experiment e;
  e.name = "transpose";
  e.family = "tiling";
  e.question = "What does it cost to read rows and write columns, and what does a tile save?";
  e.sources = {{"D3", "§4"}, {"D4", "matrix transpose"}};
  e.parameters = {
      {"rows", "rows of the input", 1024, 0, largest},
      {"cols", "columns of the input", 1024, 0, largest},
  };
  e.variants = {
      {"read_coalesced", Level::textbook,
       "neighbouring threads read along a row, write down a column", native_and_kokkos()},
      {"write_coalesced", Level::textbook,
       "neighbouring threads read down a column, write along a row", native_and_kokkos()},
      matched("write_coalesced", ranks),
      {"tile", Level::textbook, "a 32×32 tile in shared memory, 8 rows a pass; columns conflict",
       native_and_kokkos()},
      matched("tile", staged),
      {"padded_tile", Level::textbook, "the same tile with one more column: no bank conflict",
       native_and_kokkos()},
      matched("padded_tile", staged),
      {"swizzled_tile", Level::textbook,
       "the same tile, column index xor row: no conflict, no padding", native_and_kokkos()},
      matched("swizzled_tile", staged),
      {"vector_tile", Level::tuned,
       "a 64×64 tile, 2×2 elements a thread turned in registers, so that all moves two elements "
       "wide "
       "(one where a side is odd); tiles in the order of the output's rows",
       on_gpu},
      {"mdrange", Level::idiomatic, "an MDRangePolicy over (row, column), all defaults", kokkos,
       "write_coalesced"},
      {"mdrange_tile", Level::idiomatic, "the same with a tile of 8 × 32", kokkos,
       "write_coalesced"},
      {"mdrange_default_layout",
       Level::idiomatic,
       "an MDRangePolicy with all defaults over Views of the default layout, a GPU's",
       {{Model::kokkos, {Platform::cuda}}},
       "read_coalesced"},
      {"layout_copy", Level::idiomatic, "deep_copy from a LayoutRight into a LayoutLeft View",
       kokkos, "padded_tile"},
      {"geam", Level::vendor, "cuBLAS geam", {{Model::vendor, {Platform::cuda}}}, "vector_tile"},
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(elements(p)) * real_bytes(p);
    return Work{bytes, bytes, 0};
  };
  e.accesses = accesses;
  ask_in_reals<TransposeOf>(e, cases);
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
