#include "catalogue/matmul.hpp"

#include <algorithm>
#include <cmath>

#include "access/grid.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t largest =
    std::int64_t{65535} * 16;  // a CUDA grid has 65535 blocks in y, of 16 rows here

struct Sizes {
  std::size_t m, n, k;

  explicit Sizes(const Parameters& p)
      : m(static_cast<std::size_t>(p["m"])),
        n(static_cast<std::size_t>(p["n"])),
        k(static_cast<std::size_t>(p["k"])) {}
};

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const Parameters document = {{"m", 2048}, {"n", 512}, {"k", 1024}};
  const bool quick = preset == Preset::quick;
  if (platform == Platform::host) {
    if (quick) return {{{"m", 192}, {"n", 192}, {"k", 192}}};
    return {document, {{"m", 499}, {"n", 701}, {"k", 601}}};
  }
  if (quick) return {document};
  const Parameters square = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
  if (preset == Preset::standard) return {document, square};
  return {document, square, {{"m", 3001}, {"n", 5003}, {"k", 2003}}};
}

/// A · B in double precision: a block of C stays in the L1 cache, and every row of B that is read
/// serves all of its rows.
std::vector<double> product(std::span<const float> a, std::span<const float> b, const Sizes& s) {
  constexpr std::size_t rows = 8;
  constexpr std::size_t columns = 256;
  std::vector<double> c(s.m * s.n);
#pragma omp parallel for collapse(2)
  for (std::size_t y0 = 0; y0 < s.m; y0 += rows)
    for (std::size_t x0 = 0; x0 < s.n; x0 += columns) {
      const std::size_t width = std::min(columns, s.n - x0);
      for (std::size_t i = 0; i < s.k; ++i)
        for (std::size_t y = y0; y < std::min(y0 + rows, s.m); ++y) {
          const double factor = a[y * s.k + i];
          const float* const b_row = b.data() + i * s.n + x0;
          double* const c_row = c.data() + y * s.n + x0;
          for (std::size_t x = 0; x < width; ++x) c_row[x] += factor * double{b_row[x]};
        }
    }
  return c;
}

/// Σ v² over every row.
std::vector<double> squares_of_rows(std::span<const float> matrix, std::size_t rows,
                                    std::size_t cols) {
  std::vector<double> squares(rows);
#pragma omp parallel for
  for (std::size_t y = 0; y < rows; ++y)
    for (const float v : matrix.subspan(y * cols, cols)) squares[y] += double{v} * double{v};
  return squares;
}

/// Σ v² over every column.
std::vector<double> squares_of_columns(std::span<const float> matrix, std::size_t rows,
                                       std::size_t cols) {
  std::vector<double> squares(cols);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < cols; ++x) {
      const double v = matrix[y * cols + x];
      squares[x] += v * v;
    }
  return squares;
}

/// Every element is a sum of k products, added up in turn. No factor is larger than 1, so Σ (ab)²
/// is at most Σ a², and at most Σ b²: three times what it is on average, and had without a second
/// product of matrices. λ = 8 is for all the elements of C: 3e-14 for each.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  constexpr double lambda = 8;
  const Sizes s(p);
  const auto a = host.get<float>("a");
  const auto b = host.get<float>("b");
  const std::vector<double> c = product(a, b, s);
  const std::vector<double> row = squares_of_rows(a, s.m, s.k);
  const std::vector<double> column = squares_of_columns(b, s.k, s.n);
  return compare_elements(host.get<float>("c"), [&](std::size_t i) {
    const Sum sum{c[i], std::min(row[i / s.n], column[i % s.n])};
    return expected_sum(sum, static_cast<double>(s.k), lambda);
  });
}

/// One element of C a thread; both rows of A and columns of B from global memory.
template <class Threads>
Kernel direct(const Threads& threads, const Parameters& p) {
  const std::int64_t n = p["n"];
  const std::int64_t k = p["k"];
  return {
      threads.blocks(),
      threads.block_size(),
      {load("a", 4, threads.each([=](Place c, std::int64_t i) { return (c.y * k + i) * 4; }), k),
       load("b", 4, threads.each([=](Place c, std::int64_t i) { return (i * n + c.x) * 4; }), k),
       store("c", 4, threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * 4; }))}};
}

/// Step s fills tile s, or takes product s of all tiles'. A thread reads four elements of A's tile
/// at once, since they lie side by side: in native code that is the compiler's doing.
Kernel tiled(const Grid& threads, const Parameters& p, std::int64_t tile) {
  constexpr std::int64_t quad = 4;
  const std::int64_t m = p["m"];
  const std::int64_t n = p["n"];
  const std::int64_t k = p["k"];
  const std::int64_t tiles = blocks_for(k, static_cast<int>(tile));
  const Address a = threads.everywhere([=](Place c, std::int64_t s) -> std::int64_t {
    const std::int64_t column = s * tile + c.x % tile;
    return c.y < m && column < k ? (c.y * k + column) * 4 : inactive;
  });
  const Address b = threads.everywhere([=](Place c, std::int64_t s) -> std::int64_t {
    const std::int64_t row = s * tile + c.y % tile;
    return row < k && c.x < n ? (row * n + c.x) * 4 : inactive;
  });
  const Address fill = threads.everywhere(
      [=](Place c, std::int64_t) { return (c.y % tile * tile + c.x % tile) * 4; });
  const Address row_of_a = threads.everywhere(
      [=](Place c, std::int64_t s) { return (c.y % tile * tile + s % (tile / quad) * quad) * 4; });
  const Address column_of_b = threads.everywhere(
      [=](Place c, std::int64_t s) { return (s % tile * tile + c.x % tile) * 4; });
  return {
      threads.blocks(),
      threads.block_size(),
      {load("a", 4, a, tiles), load("b", 4, b, tiles), in_shared(store("a_tile", 4, fill, tiles)),
       in_shared(store("b_tile", 4, fill, tiles)),
       in_shared(load("a_tile", 4 * quad, row_of_a, tiles * tile / quad)),
       in_shared(load("b_tile", 4, column_of_b, tiles * tile)),
       store("c", 4, threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * 4; }))}};
}

/// C in registers. Both models ask for the same, but for where their two stages of A and B lie in
/// shared memory. Step s of an instruction is in stage s / (how often a stage comes by it). What
/// the compiler spills is left out.
template <class Tile>
class RegisterTiles {
 public:
  RegisterTiles(Model model, const Parameters& p)
      : m_(p["m"]),
        n_(p["n"]),
        k_(p["k"]),
        width_(n_ % quad == 0 && k_ % quad == 0 ? quad : 1),
        left_over_(k_ > 0 ? (k_ - 1) % Tile::depth + 1 : 0),
        layout_(model == Model::kokkos ? by_matrix : by_stage) {}

  Kernel kernel() const {
    const int bytes = static_cast<int>(width_) * float_bytes;
    // The first stage is there also where k is 0.
    const std::int64_t stages = std::max<std::int64_t>(blocks_for(k_, Tile::depth), 1);
    return {across() * blocks_for(m_, Tile::rows),
            Tile::threads,
            {load("a", bytes, from_a(), stages * a_packs()),
             load("b", bytes, from_b(), stages * b_packs()),
             in_shared(store("stages", float_bytes, stage_a(), stages * a_packs() * width_)),
             in_shared(store("stages", bytes, stage_b(), stages * b_packs())),
             in_shared(load("stages", quad * float_bytes, take_a(), stages * takes_of_a)),
             in_shared(load("stages", quad * float_bytes, take_b(), stages * takes_of_b)),
             store("c", bytes, to_c(), Tile::thread_rows * thread_packs())}};
  }

 private:
  static constexpr int quad = Tile::quad;
  static constexpr int float_bytes = sizeof(float);
  static constexpr int a_quads = Tile::thread_rows / quad;
  static constexpr int b_quads = Tile::thread_columns / quad;
  static constexpr std::int64_t takes_of_a = std::int64_t{Tile::depth} * a_quads;
  static constexpr std::int64_t takes_of_b = std::int64_t{Tile::depth} * b_quads;

  /// In shared memory, in floats.
  struct Layout {
    std::int64_t a_stage, b_stage;  // from a stage to the other
    std::int64_t b_first;
  };
  static constexpr std::int64_t stage_of_a = std::int64_t{Tile::depth} * Tile::pitch;
  static constexpr std::int64_t stage_of_b = std::int64_t{Tile::depth} * Tile::columns;
  static constexpr Layout by_stage = {stage_of_a + stage_of_b, stage_of_a + stage_of_b, stage_of_a};
  static constexpr Layout by_matrix = {stage_of_a, stage_of_b, 2 * stage_of_a};

  std::int64_t across() const { return blocks_for(n_, Tile::columns); }
  std::int64_t a_packs() const { return Tile::rows * Tile::depth / width_ / Tile::threads; }
  std::int64_t b_packs() const { return Tile::columns * Tile::depth / width_ / Tile::threads; }
  std::int64_t thread_packs() const { return Tile::thread_columns / width_; }

  Place corner(std::int64_t block) const {
    return {block / across() * Tile::rows, block % across() * Tile::columns};
  }
  /// Of a thread's pack i in the tiles of A, which goes slab by slab, and of B.
  Place in_a(int rank, std::int64_t i) const {
    const std::int64_t pack = rank + i * Tile::threads;
    const std::int64_t of_row = Tile::slab / width_;
    return {pack / of_row % Tile::rows,
            pack / (of_row * Tile::rows) * Tile::slab + pack % of_row * width_};
  }
  Place in_b(int rank, std::int64_t i) const {
    const std::int64_t pack = rank + i * Tile::threads;
    const std::int64_t of_row = Tile::columns / width_;
    return {pack / of_row, pack % of_row * width_};
  }
  /// Of a thread's sum (y, x) in the tile of C: lanes lie in pairs, 8 pairs down and then 2 across.
  static Place in_c(int rank, std::int64_t y, std::int64_t x) {
    const int lane = rank % Tile::lanes;
    const int warp = rank / Tile::lanes;
    const int down = lane / 2 % Tile::lanes_down;
    const int right = lane / (2 * Tile::lanes_down) * 2 + lane % 2;
    return {warp % Tile::warps_down * Tile::warp_rows +
                (y / quad * Tile::lanes_down + down) * quad + y % quad,
            warp / Tile::warps_down * Tile::warp_columns +
                (x / quad * Tile::lanes_across + right) * quad + x % quad};
  }

  /// The first stage has what is left over from whole ones: `i` of k is in it or is not loaded.
  bool in_stage(std::int64_t stage, std::int64_t i) const { return stage > 0 || i < left_over_; }
  std::int64_t first_of(std::int64_t stage) const {
    return stage > 0 ? left_over_ + (stage - 1) * Tile::depth : 0;
  }

  /// Rows and columns beyond C's edges repeat the last.
  Address from_a() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t stage = step / t.a_packs();
      const Place at = t.in_a(thread.rank, step % t.a_packs());
      const std::int64_t row = std::min(t.corner(thread.block).y + at.y, t.m_ - 1);
      if (!t.in_stage(stage, at.x)) return inactive;
      return (row * t.k_ + t.first_of(stage) + at.x) * float_bytes;
    };
  }
  Address from_b() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t stage = step / t.b_packs();
      const Place at = t.in_b(thread.rank, step % t.b_packs());
      const std::int64_t column = std::min(t.corner(thread.block).x + at.x, t.n_ - t.width_);
      if (!t.in_stage(stage, at.y)) return inactive;
      return ((t.first_of(stage) + at.y) * t.n_ + column) * float_bytes;
    };
  }
  /// Row `row` of column i of A, and column `column` of row i of B, in the stages.
  std::int64_t staged_a(std::int64_t stage, std::int64_t i, std::int64_t row) const {
    return (stage % 2 * layout_.a_stage + i * Tile::pitch + row) * float_bytes;
  }
  std::int64_t staged_b(std::int64_t stage, std::int64_t i, std::int64_t column) const {
    return (layout_.b_first + stage % 2 * layout_.b_stage + i * Tile::columns + column) *
           float_bytes;
  }
  /// A is transposed: the floats of a pack go one by one.
  Address stage_a() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const std::int64_t pack = step / t.width_;
      const Place at = t.in_a(thread.rank, pack % t.a_packs());
      return t.staged_a(pack / t.a_packs(), at.x + step % t.width_, at.y);
    };
  }
  Address stage_b() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place at = t.in_b(thread.rank, step % t.b_packs());
      return t.staged_b(step / t.b_packs(), at.y, at.x);
    };
  }
  Address take_a() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place sums = in_c(thread.rank, step % a_quads * quad, 0);
      return t.staged_a(step / takes_of_a, step / a_quads % Tile::depth, sums.y);
    };
  }
  Address take_b() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place sums = in_c(thread.rank, 0, step % b_quads * quad);
      return t.staged_b(step / takes_of_b, step / b_quads % Tile::depth, sums.x);
    };
  }
  Address to_c() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Place first = t.corner(thread.block);
      const Place sums =
          in_c(thread.rank, step / t.thread_packs(), step % t.thread_packs() * t.width_);
      const Place c = {first.y + sums.y, first.x + sums.x};
      return c.y < t.m_ && c.x < t.n_ ? (c.y * t.n_ + c.x) * float_bytes : inactive;
    };
  }

  std::int64_t m_, n_, k_;
  std::int64_t width_;      // floats of a pack
  std::int64_t left_over_;  // columns of A and rows of B in the first stage
  Layout layout_;
};

/// Of the textbook and idiomatic variants the same in both models.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (model == Model::vendor) return {};
  if (variant.name == "register_tile64") return {RegisterTiles<RegisterTile64>(model, p).kernel()};
  if (variant.name == "register_tile128")
    return {RegisterTiles<RegisterTile128>(model, p).kernel()};
  const Place extent = {p["m"], p["n"]};
  if (variant.name == "mdrange") return {direct(DefaultTiles(extent), p)};
  const std::int64_t tile = variant.name == "tile32" ? 32 : 16;
  const Grid threads(extent, {tile, tile});
  return {variant.name == "direct" ? direct(threads, p) : tiled(threads, p, tile)};
}

}  // namespace

Experiment matmul() {
  const std::vector<Support> gpu = {{Model::native, {Platform::cuda}},
                                    {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "matmul";
  e.family = "tiling";
  e.question = "What does a tile on chip save where every element is used many times?";
  e.sources = {{"D5", "§2"}};
  e.parameters = {
      {"m", "rows of A and of C", 2048, 0, largest},
      {"n", "columns of B and of C", 512, 0, largest},
      {"k", "columns of A, rows of B", 1024, 0, largest},
  };
  e.variants = {
      {"direct", Level::textbook, "one element of C a thread, from global memory; 16×16 blocks",
       native_and_kokkos()},
      {"tile16", Level::textbook, "the same through 16×16 tiles of A and B in shared memory",
       native_and_kokkos()},
      {"tile32", Level::textbook, "the same through 32×32 tiles, 1024 threads a block",
       native_and_kokkos()},
      {"register_tile64", Level::tuned,
       "64×64 of C a block, 8×4 a thread in registers; tiles of A and B staged ahead", gpu},
      {"register_tile128", Level::tuned, "the same with 128×128 a block, 8×8 a thread", gpu},
      {"mdrange",
       Level::idiomatic,
       "an MDRangePolicy with its default tile, one element of C an index",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "direct"},
      {"sgemm",
       Level::vendor,
       "cuBLAS sgemm in full single precision",
       {{Model::vendor, {Platform::cuda}}},
       "register_tile128"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const Sizes s(p);
    return {uniform_input("a", s.m * s.k), uniform_input("b", s.k * s.n),
            output<float>("c", s.m * s.n)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto m = static_cast<double>(p["m"]);
    const auto n = static_cast<double>(p["n"]);
    const auto k = static_cast<double>(p["k"]);
    return Work{(m * k + k * n) * sizeof(float), m * n * sizeof(float), 2 * m * n * k};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Matmul{at.get<const float>("a"), at.get<const float>("b"), at.get<float>("c"),
                  static_cast<int>(p["m"]), static_cast<int>(p["n"]), static_cast<int>(p["k"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
