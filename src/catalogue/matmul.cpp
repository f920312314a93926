#include "catalogue/matmul.hpp"

#include <algorithm>
#include <cmath>

#include "access/grid.hpp"
#include "catalogue/real.hpp"
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

/// A · B in the wider type: a block of C stays in the L1 cache, and every row of B that is read
/// serves all of its rows.
template <class T>
std::vector<Wide<T>> product(std::span<const T> a, std::span<const T> b, const Sizes& s) {
  constexpr std::size_t rows = 8;
  constexpr std::size_t columns = 256;
  std::vector<Wide<T>> c(s.m * s.n);
#pragma omp parallel for collapse(2) if (s.m * s.n * s.k >= worth_threads)
  for (std::size_t y0 = 0; y0 < s.m; y0 += rows)
    for (std::size_t x0 = 0; x0 < s.n; x0 += columns) {
      const std::size_t width = std::min(columns, s.n - x0);
      for (std::size_t i = 0; i < s.k; ++i)
        for (std::size_t y = y0; y < std::min(y0 + rows, s.m); ++y) {
          const Wide<T> factor = a[y * s.k + i];
          const T* const b_row = b.data() + i * s.n + x0;
          Wide<T>* const c_row = c.data() + y * s.n + x0;
          for (std::size_t x = 0; x < width; ++x) c_row[x] += factor * Wide<T>{b_row[x]};
        }
    }
  return c;
}

/// Σ v² over every row.
template <class T>
std::vector<double> squares_of_rows(std::span<const T> matrix, std::size_t rows, std::size_t cols) {
  std::vector<double> squares(rows);
#pragma omp parallel for if (rows * cols >= worth_threads)
  for (std::size_t y = 0; y < rows; ++y)
    for (const T v : matrix.subspan(y * cols, cols)) squares[y] += double{v} * double{v};
  return squares;
}

/// Σ v² over every column.
template <class T>
std::vector<double> squares_of_columns(std::span<const T> matrix, std::size_t rows,
                                       std::size_t cols) {
  std::vector<double> squares(cols);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < cols; ++x) {
      const double v = matrix[y * cols + x];
      squares[x] += v * v;
    }
  return squares;
}

template <class T>
struct MatmulOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    const Sizes s(p);
    return {uniform_input<T>("a", s.m * s.k), uniform_input<T>("b", s.k * s.n),
            output<T>("c", s.m * s.n)};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Matmul<T>{at.get<const T>("a"),     at.get<const T>("b"),     at.get<T>("c"),
                     static_cast<int>(p["m"]), static_cast<int>(p["n"]), static_cast<int>(p["k"])};
  }

  /// Every element is a sum of k products, added up in turn. No factor is larger than 1, so Σ (ab)²
  /// is at most Σ a², and at most Σ b²: three times what it is on average, and had without a second
  /// product of matrices. λ = 8 is for all the elements of C: 3e-14 for each.
  static Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
    constexpr double lambda = 8;
    const Sizes s(p);
    const auto a = host.get<T>("a");
    const auto b = host.get<T>("b");
    const auto& c = host.once<std::vector<Wide<T>>>("product", [&] { return product<T>(a, b, s); });
    const auto& row =
        host.once<std::vector<double>>("rows", [&] { return squares_of_rows<T>(a, s.m, s.k); });
    const auto& column = host.once<std::vector<double>>(
        "columns", [&] { return squares_of_columns<T>(b, s.k, s.n); });
    return compare_elements(host.get<T>("c"), [&](std::size_t i) {
      const Sum sum{static_cast<double>(c[i]), std::min(row[i / s.n], column[i % s.n])};
      return expected_sum<T>(sum, static_cast<double>(s.k), lambda);
    });
  }
};

/// One element of C a thread; both rows of A and columns of B from global memory.
template <class Threads>
Kernel direct(const Threads& threads, const Parameters& p) {
  const std::int64_t n = p["n"];
  const std::int64_t k = p["k"];
  const int bytes = real_bytes(p);
  return {threads.blocks(),
          threads.block_size(),
          {load("a", bytes,
                threads.each([=](Place c, std::int64_t i) { return (c.y * k + i) * bytes; }), k),
           load("b", bytes,
                threads.each([=](Place c, std::int64_t i) { return (i * n + c.x) * bytes; }), k),
           store("c", bytes,
                 threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * bytes; }))}};
}

/// Step s fills tile s, or takes product s of all tiles'. A thread reads a vector of A's tile at
/// once, since its elements lie side by side: in native code that is the compiler's doing. In plain
/// Kokkos it reads one element at a time, and the sums lie in a tile of their own.
Kernel tiled(const Grid& threads, const Parameters& p, std::int64_t tile, bool plain) {
  const std::int64_t m = p["m"];
  const std::int64_t n = p["n"];
  const std::int64_t k = p["k"];
  const int bytes = real_bytes(p);
  const std::int64_t vector = plain ? 1 : 16 / bytes;
  const std::int64_t tiles = blocks_for(k, static_cast<int>(tile));
  const Address a = threads.everywhere([=](Place c, std::int64_t s) -> std::int64_t {
    const std::int64_t column = s * tile + c.x % tile;
    return c.y < m && column < k ? (c.y * k + column) * bytes : inactive;
  });
  const Address b = threads.everywhere([=](Place c, std::int64_t s) -> std::int64_t {
    const std::int64_t row = s * tile + c.y % tile;
    return row < k && c.x < n ? (row * n + c.x) * bytes : inactive;
  });
  const auto own = [=](Place c, std::int64_t) { return (c.y % tile * tile + c.x % tile) * bytes; };
  const Address row_of_a = threads.everywhere([=](Place c, std::int64_t s) {
    return (c.y % tile * tile + s % (tile / vector) * vector) * bytes;
  });
  const Address column_of_b = threads.everywhere(
      [=](Place c, std::int64_t s) { return (s % tile * tile + c.x % tile) * bytes; });
  Kernel kernel{
      threads.blocks(),
      threads.block_size(),
      {load("a", bytes, a, tiles), load("b", bytes, b, tiles),
       in_shared(store("a_tile", bytes, threads.everywhere(own), tiles)),
       in_shared(store("b_tile", bytes, threads.everywhere(own), tiles)),
       in_shared(load("a_tile", static_cast<int>(vector) * bytes, row_of_a, tiles * tile / vector)),
       in_shared(load("b_tile", bytes, column_of_b, tiles * tile)),
       store("c", bytes,
             threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * bytes; }))}};
  if (!plain) return kernel;
  kernel.accesses.push_back(in_shared(store("sums", bytes, threads.everywhere(own), 1 + tiles)));
  kernel.accesses.push_back(in_shared(load("sums", bytes, threads.everywhere(own), tiles)));
  kernel.accesses.push_back(in_shared(load("sums", bytes, threads.each(own))));
  return kernel;
}

/// C in registers. Both models ask for the same, but for where their two stages of A and B lie in
/// shared memory. Step s of an instruction is in stage s / (how often a stage comes by it). What
/// the compiler spills is left out.
template <class T, class Tile>
class RegisterTiles {
 public:
  RegisterTiles(Model model, const Parameters& p)
      : m_(p["m"]),
        n_(p["n"]),
        k_(p["k"]),
        width_(n_ % vector == 0 && k_ % vector == 0 ? vector : 1),
        left_over_(k_ > 0 ? (k_ - 1) % Tile::depth + 1 : 0),
        layout_(model == Model::kokkos ? by_matrix : by_stage) {}

  Kernel kernel() const {
    const int bytes = static_cast<int>(width_) * real_bytes;
    // The first stage is there also where k is 0.
    const std::int64_t stages = std::max<std::int64_t>(blocks_for(k_, Tile::depth), 1);
    return {across() * blocks_for(m_, Tile::rows),
            Tile::threads,
            {load("a", bytes, from_a(), stages * a_packs()),
             load("b", bytes, from_b(), stages * b_packs()),
             in_shared(store("stages", real_bytes, stage_a(), stages * a_packs() * width_)),
             in_shared(store("stages", bytes, stage_b(), stages * b_packs())),
             in_shared(load("stages", vector * real_bytes, take_a(), stages * takes_of_a)),
             in_shared(load("stages", vector * real_bytes, take_b(), stages * takes_of_b)),
             store("c", bytes, to_c(), Tile::thread_rows * thread_packs())}};
  }

 private:
  static constexpr int vector = Tile::vector;
  static constexpr int real_bytes = sizeof(T);
  static constexpr int a_vectors = Tile::thread_rows / vector;
  static constexpr int b_vectors = Tile::thread_columns / vector;
  static constexpr std::int64_t takes_of_a = std::int64_t{Tile::depth} * a_vectors;
  static constexpr std::int64_t takes_of_b = std::int64_t{Tile::depth} * b_vectors;

  /// In shared memory, in elements.
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
                (y / vector * Tile::lanes_down + down) * vector + y % vector,
            warp / Tile::warps_down * Tile::warp_columns +
                (x / vector * Tile::lanes_across + right) * vector + x % vector};
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
      return (row * t.k_ + t.first_of(stage) + at.x) * real_bytes;
    };
  }
  Address from_b() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t stage = step / t.b_packs();
      const Place at = t.in_b(thread.rank, step % t.b_packs());
      const std::int64_t column = std::min(t.corner(thread.block).x + at.x, t.n_ - t.width_);
      if (!t.in_stage(stage, at.y)) return inactive;
      return ((t.first_of(stage) + at.y) * t.n_ + column) * real_bytes;
    };
  }
  /// Row `row` of column i of A, and column `column` of row i of B, in the stages.
  std::int64_t staged_a(std::int64_t stage, std::int64_t i, std::int64_t row) const {
    return (stage % 2 * layout_.a_stage + i * Tile::pitch + row) * real_bytes;
  }
  std::int64_t staged_b(std::int64_t stage, std::int64_t i, std::int64_t column) const {
    return (layout_.b_first + stage % 2 * layout_.b_stage + i * Tile::columns + column) *
           real_bytes;
  }
  /// A is transposed: the elements of a pack go one by one.
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
      const Place sums = in_c(thread.rank, step % a_vectors * vector, 0);
      return t.staged_a(step / takes_of_a, step / a_vectors % Tile::depth, sums.y);
    };
  }
  Address take_b() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place sums = in_c(thread.rank, 0, step % b_vectors * vector);
      return t.staged_b(step / takes_of_b, step / b_vectors % Tile::depth, sums.x);
    };
  }
  Address to_c() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Place first = t.corner(thread.block);
      const Place sums =
          in_c(thread.rank, step / t.thread_packs(), step % t.thread_packs() * t.width_);
      const Place c = {first.y + sums.y, first.x + sums.x};
      return c.y < t.m_ && c.x < t.n_ ? (c.y * t.n_ + c.x) * real_bytes : inactive;
    };
  }

  std::int64_t m_, n_, k_;
  std::int64_t width_;      // elements of a pack
  std::int64_t left_over_;  // columns of A and rows of B in the first stage
  Layout layout_;
};

template <template <class> class Tile>
Kernel register_tiles(Model model, const Parameters& p) {
  return with_real(p, [&](auto real) {
    using T = decltype(real);
    return RegisterTiles<T, Tile<T>>(model, p).kernel();
  });
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const std::string& name = variant.problem();
  const bool plain = model == Model::kokkos && variant.level != Level::matched;
  const Place extent = {p["m"], p["n"]};
  if (model == Model::vendor) return {};
  if (name == "register_tile64") return {register_tiles<RegisterTile64>(model, p)};
  if (name == "register_tile128") return {register_tiles<RegisterTile128>(model, p)};
  if (name == "mdrange") return {direct(RowsFirst(extent), p)};
  if (name == "mdrange_tile") return {direct(RowsFirst(extent, {8, 32}), p)};
  const std::int64_t tile = name == "tile32" ? 32 : 16;
  const Grid threads(extent, {tile, tile});
  return {name == "direct" ? direct(threads, p) : tiled(threads, p, tile, plain)};
}

}  // namespace

Experiment matmul() {
  const std::vector<Support> gpu = {{Model::native, {Platform::cuda}},
                                    {Model::kokkos, {Platform::cuda}}};
  const std::vector<Support> kokkos = {{Model::kokkos, {Platform::host, Platform::cuda}}};
  const std::string ranks =
      "raw team ranks, the league divided by multiplication, as many teams an SM as it holds";
  const std::string tiles =
      ranks +
      ", scratch memory by get_shmem, sums in registers, matrices of 32-bit rows; 16-byte reads of "
      "A's tile, which nvcc makes of native code's by itself";
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
      matched("direct", ranks),
      {"tile16", Level::textbook,
       "the same through 16×16 tiles of A and B in shared memory (plain Kokkos: and of the sums)",
       native_and_kokkos()},
      matched("tile16", tiles),
      {"tile32", Level::textbook, "the same through 32×32 tiles, 1024 threads a block",
       native_and_kokkos()},
      matched("tile32", tiles),
      {"register_tile64", Level::tuned,
       "64×64 of C a block, 8×4 a thread in registers; tiles of A and B staged ahead", gpu},
      {"register_tile128", Level::tuned, "the same with 128×128 a block, 8×8 a thread", gpu},
      {"mdrange", Level::idiomatic, "an MDRangePolicy over (row, column), all defaults", kokkos,
       "direct"},
      {"mdrange_tile", Level::idiomatic, "the same with a tile of 8 × 32", kokkos, "direct"},
      {"sgemm",
       Level::vendor,
       "cuBLAS gemm in the full precision of the type",
       {{Model::vendor, {Platform::cuda}}},
       "register_tile128"},
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto m = static_cast<double>(p["m"]);
    const auto n = static_cast<double>(p["n"]);
    const auto k = static_cast<double>(p["k"]);
    const double bytes = real_bytes(p);
    return Work{(m * k + k * n) * bytes, m * n * bytes, 2 * m * n * k};
  };
  e.accesses = accesses;
  ask_in_reals<MatmulOf>(e, cases);
  return e;
}

}  // namespace tilebridge
