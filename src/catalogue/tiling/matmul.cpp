// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/matmul.hpp"

#include <algorithm>
#include <type_traits>

#include "access/grid.hpp"
#include "catalogue/real.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::matmul_experiment {

namespace accesses {

/// One element of C per thread; both rows of A and columns of B from global memory.
template <class Threads>
Kernel one_per_thread(const Threads& threads, const Parameters& p) {
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

std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {one_per_thread(Grid({p["m"], p["n"]}, {16, 16}), p)};
}
/// A and B through square tiles in shared memory, one element of C per thread. Step s fills tile s,
/// or takes product s, counted over all tiles. A thread reads a vector of A's tile at once, since
/// its elements are contiguous: in native code the compiler does this. In Kokkos in ranges it reads
/// one element at a time, and the sums have a tile of their own.
class SharedTiles {
 public:
  SharedTiles(const ModelForm& form, const Parameters& p, int tile)
      : m_(p["m"]),
        n_(p["n"]),
        k_(p["k"]),
        tile_(tile),
        tiles_(blocks_for(k_, tile)),
        bytes_(real_bytes(p)),
        vector_(form.is_kokkos_in_ranges() ? 1 : 16 / bytes_),
        sums_in_shared_(form.is_kokkos_in_ranges()),
        threads_({m_, n_}, {tile, tile}) {}

  Kernel kernel() const {
    Kernel kernel{
        threads_.blocks(),
        threads_.block_size(),
        {load("a", bytes_, from_a(), tiles_), load("b", bytes_, from_b(), tiles_),
         in_shared(store("a_tile", bytes_, own_in_tile(), tiles_)),
         in_shared(store("b_tile", bytes_, own_in_tile(), tiles_)),
         in_shared(load("a_tile", vector_ * bytes_, row_of_a(), tiles_ * tile_ / vector_)),
         in_shared(load("b_tile", bytes_, column_of_b(), tiles_ * tile_)),
         store("c", bytes_, threads_.each([t = *this](Place c, std::int64_t) {
           return (c.y * t.n_ + c.x) * t.bytes_;
         }))}};
    if (sums_in_shared_) add_sums(kernel);
    return kernel;
  }

 private:
  Address from_a() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) -> std::int64_t {
      const std::int64_t column = s * t.tile_ + c.x % t.tile_;
      return c.y < t.m_ && column < t.k_ ? (c.y * t.k_ + column) * t.bytes_ : inactive;
    });
  }
  Address from_b() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) -> std::int64_t {
      const std::int64_t row = s * t.tile_ + c.y % t.tile_;
      return row < t.k_ && c.x < t.n_ ? (row * t.n_ + c.x) * t.bytes_ : inactive;
    });
  }

  /// The position in its tile of the element in row `y` and column `x` of a matrix.
  std::int64_t in_tile(std::int64_t y, std::int64_t x) const {
    return (y % tile_ * tile_ + x % tile_) * bytes_;
  }
  Address own_in_tile() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t) { return t.in_tile(c.y, c.x); });
  }
  Address row_of_a() const {
    return threads_.everywhere(
        [t = *this](Place c, std::int64_t s) { return t.in_tile(c.y, s * t.vector_); });
  }
  Address column_of_b() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) { return t.in_tile(s, c.x); });
  }

  /// A thread's sum is set to 0, read and written back at every tile, and read once more for C.
  void add_sums(Kernel& kernel) const {
    const Address to_c =
        threads_.each([t = *this](Place c, std::int64_t) { return t.in_tile(c.y, c.x); });
    kernel.accesses.push_back(in_shared(store("sums", bytes_, own_in_tile(), 1 + tiles_)));
    kernel.accesses.push_back(in_shared(load("sums", bytes_, own_in_tile(), tiles_)));
    kernel.accesses.push_back(in_shared(load("sums", bytes_, to_c)));
  }

  std::int64_t m_, n_, k_;
  std::int64_t tile_;   // rows and columns of a tile
  std::int64_t tiles_;  // of A, and of B, that a block processes
  int bytes_;           // per element
  int vector_;          // elements of A's tile read at once
  bool sums_in_shared_;
  Grid threads_;
};

template <int tile>
std::vector<Kernel> shared_tiles(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {SharedTiles(form, p, tile).kernel()};
}

}  // namespace accesses

constexpr std::int64_t largest =
    std::int64_t{65535} * 16;  // a CUDA grid has 65535 blocks in y, of 16 rows here

struct Sizes {
  std::size_t m, n, k;

  explicit Sizes(const Parameters& p) : m(p.as_size("m")), n(p.as_size("n")), k(p.as_size("k")) {}
};

/// Adds `depth` products to every element of `c`, per load and store of it: of elements of a row of
/// A with rows of B, which are `stride` elements apart.
template <std::size_t depth, class T>
void add_products(std::span<Wide<T>> c, const T* a, const T* b, std::size_t stride) {
  for (std::size_t x = 0; x < c.size(); ++x) {
    Wide<T> sum = c[x];
    for (std::size_t i = 0; i < depth; ++i) sum += Wide<T>{a[i]} * Wide<T>{b[i * stride + x]};
    c[x] = sum;
  }
}

/// A · B in the wider type: a block of C stays in the L1 cache, and every row of B that is read is
/// used for all of the block's rows.
template <class T>
std::vector<Wide<T>> product(std::span<const T> a, std::span<const T> b, const Sizes& s) {
  constexpr std::size_t rows = 8;
  constexpr std::size_t columns = 256;
  constexpr std::size_t depth = 4;
  std::vector<Wide<T>> c(s.m * s.n);
#pragma omp parallel for collapse(2) if (s.m * s.n * s.k >= worth_threads)
  for (std::size_t y0 = 0; y0 < s.m; y0 += rows)
    for (std::size_t x0 = 0; x0 < s.n; x0 += columns) {
      const auto add = [&](auto products, std::size_t i) {
        for (std::size_t y = y0; y < std::min(y0 + rows, s.m); ++y)
          add_products<products, T>({c.data() + y * s.n + x0, std::min(columns, s.n - x0)},
                                    a.data() + y * s.k + i, b.data() + i * s.n + x0, s.n);
      };
      std::size_t i = 0;
      for (; i + depth <= s.k; i += depth) add(std::integral_constant<std::size_t, depth>(), i);
      for (; i < s.k; ++i) add(std::integral_constant<std::size_t, 1>(), i);
    }
  return c;
}

/// Σ v² for every row.
template <class T>
std::vector<double> squares_of_rows(std::span<const T> matrix, std::size_t rows, std::size_t cols) {
  std::vector<double> squares(rows);
#pragma omp parallel for if (rows * cols >= worth_threads)
  for (std::size_t y = 0; y < rows; ++y)
    for (const T v : matrix.subspan(y * cols, cols)) squares[y] += double{v} * double{v};
  return squares;
}

/// Σ v² for every column.
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
struct MatmulProblem {
  Matmul<T> make(ArrayList& arrays, const Parameters& p) const {
    const Sizes s(p);
    return {.a = arrays.uniform<T>("a", s.m * s.k),
            .b = arrays.uniform<T>("b", s.k * s.n),
            .c = arrays.output<T>("c", s.m * s.n),
            .m = static_cast<int>(s.m),
            .n = static_cast<int>(s.n),
            .k = static_cast<int>(s.k)};
  }
  Work work(const Parameters& p) const {
    const auto m = static_cast<double>(p["m"]);
    const auto n = static_cast<double>(p["n"]);
    const auto k = static_cast<double>(p["k"]);
    return {.bytes_read = (m * k + k * n) * sizeof(T),
            .bytes_written = m * n * sizeof(T),
            .flops = 2 * m * n * k};
  }
  /// Every element is a sum of k products, added in order. No factor is larger than 1, so Σ (ab)²
  /// is at most Σ a², and at most Σ b²: three times the average, but available without a second
  /// matrix product. λ = 8 is for all the elements of C: 3e-14 for each.
  Validation validate(const HostArrays& host, const Parameters& p) const {
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
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const Parameters document = {{"m", 2048}, {"n", 512}, {"k", 1024}};
    const bool quick = preset == Preset::quick;
    if (platform == Platform::host) {
      if (quick) return {{{"m", 128}, {"n", 128}, {"k", 128}}};
      return {document, {{"m", 499}, {"n", 701}, {"k", 601}}};
    }
    if (quick) return {document};
    const Parameters square = {{"m", 4096}, {"n", 4096}, {"k", 4096}};
    if (preset == Preset::standard) return {document, square};
    return {document, square, {{"m", 3001}, {"n", 5003}, {"k", 2003}}};
  }
};

Experiment experiment() {
  const std::string tiles =
      "raw team ranks, the league divided by multiplication, as many teams per SM as it holds, "
      "scratch memory by get_shmem, sums in registers, 32-bit row lengths; 16-byte reads of "
      "A's tile, which nvcc generates from the native code by itself";
  const std::vector<std::string> tile_idioms = {
      "team_control/vector_range", "team_control/league_division", "scratch_use/view",
      "scratch_use/kept_in_scratch", "scratch_use/word_by_word"};
  Experiment e;
  e.problem = matrix_product();
  e.pattern = Pattern::tile;
  e.question = "What does a tile on chip save when every element is used many times?";
  e.parameters = {
      {"m", "rows of A and of C", 2048, 0, largest},
      {"n", "columns of B and of C", 512, 0, largest},
      {"k", "columns of A, rows of B", 1024, 0, largest},
  };
  e.variants = {
      {.name = "direct",
       .pattern = Pattern::grid,
       .technique = "one element of C per thread, from global memory; 16×16 blocks",
       .accesses = accesses::direct},
      {.name = "tile16",
       .technique =
           "the same through 16×16 tiles of A and B in shared memory (Kokkos in ranges: also "
           "of the sums)",
       .accesses = accesses::shared_tiles<16>},
      matched("tile16", tiles, tile_idioms),
      {.name = "tile32",
       .technique = "the same through 32×32 tiles, 1024 threads per block",
       .accesses = accesses::shared_tiles<32>},
      matched("tile32", tiles, tile_idioms),
      tuned_on_gpu(
          "register_tile64",
          "64×64 of C per block, 8×4 per thread in registers; tiles of A and B staged ahead"),
      tuned_on_gpu("register_tile128", "the same with 128×128 per block, 8×8 per thread"),
      construct("mdrange", "direct", "an MDRangePolicy over (row, column), all defaults"),
      construct("mdrange_tile", "direct", "the same with a tile of 8 × 32"),
      construct("tile16_flat", "tile16",
                "the tile's elements in one TeamVectorRange, row and column by a division"),
      {.name = "tile16_team_mdrange",
       .form = Form::construct,
       .technique = "the tile in a TeamVectorMDRange of two dimensions, the second contiguous",
       .models = only_kokkos_on_gpu(),
       .stands_for = "tile16"},
      library("sgemm", "register_tile128", "cuBLAS gemm in the full precision of the type"),
  };
  add_steps(e, "tile16",
            {{"a team of 256 and its raw ranks instead of TeamThreadRange and ThreadVectorRange",
              "team_control/vector_range"},
             {"a thread's sum in a register", "scratch_use/kept_in_scratch"},
             {"the league rank divided by a Divisor", "team_control/league_division"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"A and B in one-dimensional Views, row lengths of 32 bits", "indexing/matrix_view"},
             {"bounds tests joined by & instead of &&", "team_control/conditions"},
             {"LaunchBounds<256, 8>", "policies/launch_bounds"},
             {"A's tile in packs of 16 bytes", "scratch_use/word_by_word"}});
  e.ragged = {{"m", 37}, {"n", 1003}, {"k", 45}};
  e.tested_at = {
      {.axes = {{"m", {0, 1, 7, 16, 33, 101}},
                {"n", {0, 1, 15, 32, 67}},
                {"k", {0, 1, 17, 31, 64, 129}}}},
      // Rows that are multiples of four elements.
      {.axes = {{"m", {1, 127, 129, 200}},
                {"n", {4, 60, 132, 256}},
                {"k", {4, 8, 12, 16, 52, 128}}}},
      // Several tiles.
      {.axes = {{"m", {255}}, {"n", {255}}, {"k", {255}}}},
      {.axes = {{"m", {257}}, {"n", {257}}, {"k", {257}}}},
  };
  return e;
}

ProblemPointer matrix_product() { return problem_in_reals<MatmulProblem>(); }

}  // namespace tilebridge::matmul_experiment
