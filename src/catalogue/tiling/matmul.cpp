// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/matmul.hpp"

#include <algorithm>
#include <type_traits>

#include "catalogue/sums.hpp"
#include "catalogue/tiling/matmul_accesses.hpp"

namespace tilebridge::matmul_experiment {

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
      if (quick) return {{{"m", 192}, {"n", 192}, {"k", 192}}};
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
  Experiment e;
  e.problem = matrix_product();
  e.question = "What does a tile on chip save when every element is used many times?";
  e.parameters = {
      {"m", "rows of A and of C", 2048, 0, largest},
      {"n", "columns of B and of C", 512, 0, largest},
      {"k", "columns of A, rows of B", 1024, 0, largest},
  };
  e.variants = {
      {.name = "direct",
       .technique = "one element of C per thread, from global memory; 16×16 blocks",
       .accesses = matmul_accesses::direct},
      {.name = "tile16",
       .technique =
           "the same through 16×16 tiles of A and B in shared memory (Kokkos in ranges: also "
           "of the sums)",
       .accesses = matmul_accesses::shared_tiles<16>},
      matched("tile16", tiles,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "scratch_use/kept_in_scratch", "scratch_use/word_by_word"}),
      {.name = "tile32",
       .technique = "the same through 32×32 tiles, 1024 threads per block",
       .accesses = matmul_accesses::shared_tiles<32>},
      matched("tile32", tiles,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "scratch_use/kept_in_scratch", "scratch_use/word_by_word"}),
      {.name = "register_tile64",
       .form = Form::tuned,
       .technique =
           "64×64 of C per block, 8×4 per thread in registers; tiles of A and B staged ahead",
       .models = native_and_kokkos_on_gpu()},
      {.name = "register_tile128",
       .form = Form::tuned,
       .technique = "the same with 128×128 per block, 8×8 per thread",
       .models = native_and_kokkos_on_gpu()},
      {.name = "mdrange",
       .form = Form::construct,
       .technique = "an MDRangePolicy over (row, column), all defaults",
       .stands_for = "direct"},
      {.name = "mdrange_tile",
       .form = Form::construct,
       .technique = "the same with a tile of 8 × 32",
       .stands_for = "direct"},
      {.name = "sgemm",
       .form = Form::library,
       .technique = "cuBLAS gemm in the full precision of the type",
       .models = only_library(),
       .stands_for = "register_tile128"},
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
