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

/// The same in both models.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (model == Model::vendor) return {};
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
