// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/matmul.hpp"

#include "access/grid.hpp"
#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"
#include "catalogue/tiling/matmul_problem.hpp"

namespace tilebridge::matmul_experiment {

/// One element of C per thread; both rows of A and columns of B from global memory.
std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"], k = p["k"];
  const int bytes = real_bytes(p);
  const Grid threads({p["m"], n}, {16, 16});
  const Address row = threads.each([=](Place c, std::int64_t i) { return (c.y * k + i) * bytes; });
  const Address column =
      threads.each([=](Place c, std::int64_t i) { return (i * n + c.x) * bytes; });
  const Address own = threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * bytes; });
  return {threads.kernel(
      {load("a", bytes, row, k), load("b", bytes, column, k), store("c", bytes, own)})};
}

/// A and B through square tiles in shared memory, one element of C per thread. Step s fills tile s,
/// or takes product s, counted over all tiles. A thread reads a vector of A's tile at once, since
/// its elements are contiguous: in native code the compiler does this. In Kokkos in loops it reads
/// one element at a time, and the sums have a tile of their own: set to 0, read and written back at
/// every tile, and read once more for C.
template <int tile>
std::vector<Kernel> shared_tiles(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t m = p["m"], n = p["n"], k = p["k"];
  const int bytes = real_bytes(p);
  const std::int64_t tiles = blocks_for(k, tile);
  const int vector = form.is_kokkos_in_loops() ? 1 : 16 / bytes;
  const Grid threads({m, n}, {tile, tile});
  const auto in_tile = [=](std::int64_t y, std::int64_t x) {
    return (y % tile * tile + x % tile) * bytes;
  };
  const Address from_a = threads.everywhere([=](Place c, std::int64_t s) -> std::int64_t {
    const std::int64_t column = s * tile + c.x % tile;
    return c.y < m && column < k ? (c.y * k + column) * bytes : inactive;
  });
  const Address from_b = threads.everywhere([=](Place c, std::int64_t s) -> std::int64_t {
    const std::int64_t row = s * tile + c.y % tile;
    return row < k && c.x < n ? (row * n + c.x) * bytes : inactive;
  });
  const Address own = threads.everywhere([=](Place c, std::int64_t) { return in_tile(c.y, c.x); });
  std::vector<Access> accesses;
  const auto fill = [&](const std::string& array, const Address& from) {
    accesses.push_back(load(array, bytes, from, tiles));
    accesses.push_back(in_shared(store(array + "_tile", bytes, own, tiles)));
  };
  fill("a", from_a);
  fill("b", from_b);
  const Address row_of_a =
      threads.everywhere([=](Place c, std::int64_t s) { return in_tile(c.y, s * vector); });
  const Address column_of_b =
      threads.everywhere([=](Place c, std::int64_t s) { return in_tile(s, c.x); });
  const Address to_c = threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * bytes; });
  accesses.push_back(in_shared(load("a_tile", vector * bytes, row_of_a, tiles * tile / vector)));
  accesses.push_back(in_shared(load("b_tile", bytes, column_of_b, tiles * tile)));
  accesses.push_back(store("c", bytes, to_c));
  Kernel kernel = threads.kernel(std::move(accesses));
  if (form.is_kokkos_in_loops()) {
    const Address sum = threads.each([=](Place c, std::int64_t) { return in_tile(c.y, c.x); });
    kernel.accesses.push_back(in_shared(store("sums", bytes, own, 1 + tiles)));
    kernel.accesses.push_back(in_shared(load("sums", bytes, own, tiles)));
    kernel.accesses.push_back(in_shared(load("sums", bytes, sum)));
  }
  return {kernel};
}

/// A CUDA grid has 65535 blocks in y, of 16 rows here.
constexpr std::int64_t largest = std::int64_t{65535} * 16;

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
  constexpr std::size_t rows = 8, columns = 256, depth = 4;
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

/// Sums of squares of every row, or of every column.
template <class T>
std::vector<double> sums_of_squares(std::span<const T> matrix, std::size_t rows, std::size_t cols,
                                    bool of_rows) {
  std::vector<double> squares(of_rows ? rows : cols);
  for (std::size_t y = 0; y < rows; ++y)
    for (std::size_t x = 0; x < cols; ++x) {
      const double v = matrix[y * cols + x];
      squares[of_rows ? y : x] += v * v;
    }
  return squares;
}

Parameters matrices(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {{"m", m}, {"n", n}, {"k", k}};
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
    const double m = p.as_double("m"), n = p.as_double("n"), k = p.as_double("k");
    return {.bytes_read = (m * k + k * n) * sizeof(T),
            .bytes_written = m * n * sizeof(T),
            .flops = 2 * m * n * k};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare(host, p, [](const Expected& rounded, const Sum&) { return rounded; });
  }
  /// Compares C with expected(rounded, sum) for each element: with what FMA units may return, and
  /// with the exact sum. Every element is a sum of k products, added in order. No factor is larger
  /// than 1, so Σ (ab)² is at most Σ a², and at most Σ b²: three times the average, but available
  /// without a second matrix product. λ = 8 is for all the elements of C: 3e-14 for each.
  template <class ExpectedOf>
  static Validation compare(const HostArrays& host, const Parameters& p,
                            const ExpectedOf& expected) {
    constexpr double lambda = 8;
    const Sizes s(p);
    const auto a = host.get<T>("a");
    const auto b = host.get<T>("b");
    const auto& c = host.once<std::vector<Wide<T>>>("product", [&] { return product<T>(a, b, s); });
    const auto& row =
        host.once<std::vector<double>>("rows", [&] { return sums_of_squares(a, s.m, s.k, true); });
    const auto& column = host.once<std::vector<double>>(
        "columns", [&] { return sums_of_squares(b, s.k, s.n, false); });
    return compare_elements(host.get<T>("c"), [&](std::size_t i) {
      const Sum sum{static_cast<double>(c[i]), std::min(row[i / s.n], column[i % s.n])};
      return expected(expected_sum<T>(sum, static_cast<double>(s.k), lambda), sum);
    });
  }
  Cases cases = {.quick = {matrices(2048, 512, 1024)},
                 .standard = {matrices(2048, 512, 1024), matrices(4096, 4096, 4096)},
                 .more_in_full = {matrices(3001, 5003, 2003)},
                 .host_quick = {matrices(128, 128, 128)},
                 .host = {matrices(2048, 512, 1024), matrices(499, 701, 601)}};
};

/// Describes the same product on tensor cores.
template <class T>
struct TensorProblem : MatmulProblem<T> {
  static constexpr bool is_long_sum = true;

  /// Floats have no ceiling here: that of arithmetic is of the FMA units.
  Work work(const Parameters& p) const {
    Work work = MatmulProblem<T>::work(p);
    work.no_ceiling = true;
    return work;
  }
  /// TF32 keeps 11 bits: each factor of a product is off by at most 2⁻¹⁰ of itself, cut off, and
  /// the product by 2⁻⁹ and a little. Inputs have random signs, so these errors are independent
  /// with a mean of zero: their sum stays below λ · 2⁻⁹ · √Σ (ab)², as in expected_sum(). Inputs of
  /// -1 and 1 are exact in TF32, and so are their sums.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    if constexpr (std::is_same_v<T, double>) return MatmulProblem<T>::validate(host, p);
    const auto is_one = [](T value) { return std::abs(value) == 1; };
    const bool is_whole = std::ranges::all_of(host.get<T>("a"), is_one) &&
                          std::ranges::all_of(host.get<T>("b"), is_one);
    return MatmulProblem<T>::compare(host, p, [&](const Expected& rounded, const Sum& sum) {
      if (is_whole) return exactly(sum.value);
      return within(sum.value, rounded.bound + 8 * (0x1p-9 + 0x1p-20) * std::sqrt(sum.squares));
    });
  }
};

void describe(Experiment& e) {
  const std::string no_copies = "Kokkos has no asynchronous copy to scratch memory";
  const ProblemPointer of_doubles = problem(TensorProblem<double>{});
  const ProblemPointer on_tensor_cores = problem_of_reals({{"double", of_doubles}});
  e.problem = matrix_product();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"tile16", "matrix product"};
  e.question = "What does a tile on chip save when every element is used many times?";
  e.parameters = {
      {"m", "rows of A and of C", 2048, 0, largest},
      {"n", "columns of B and of C", 512, 0, largest},
      {"k", "columns of A, rows of B", 1024, 0, largest},
  };
  e.variants = {
      loops("direct", "one element of C per thread, from global memory; 16×16 blocks",
            Pattern::grid, direct),
      loops("tile16",
            "the same through 16×16 tiles of A and B in shared memory (Kokkos in loops: also of "
            "the sums)",
            shared_tiles<16>),
      loops("tile32", "the same through 32×32 tiles, 1024 threads per block", shared_tiles<32>),
      native_only(
          "cp_async_double",
          "tile32 with two tiles of A and of B: cp.async of single elements fills one while "
          "the other is used; one barrier per tile",
          no_copies),
      native_only(
          "tma_double",
          "the same by the copy engine (sm_90): one thread asks for the tiles, zeros arrive "
          "beyond the edges; rows are a multiple of 16 bytes",
          no_copies),
      tuned_on_gpu(
          "register_tile64",
          "64×64 of C per block, 8×4 per thread in registers; tiles of A and B staged ahead; where "
          "C "
          "has fewer tiles than the GPU holds blocks, parts of k have blocks of their own, and "
          "their results are added at the end"),
      tuned_on_gpu("register_tile128", "the same with 128×128 per block, 8×8 per thread"),
      tuned_on_gpu("tensor_tile64",
                   "doubles on tensor cores (mma.sync of 16 × 8 × 4): 64×64 of C per block, four "
                   "stages of A and B by cp.async. Kokkos: the same instructions in a functor, in "
                   "the 48 KiB of scratch memory that it lets a team have: stages half as deep",
                   on_tensor_cores),
      variant(Form::tuned, "tensor_tile128",
              "the same with 128×128 per block, in 146 KiB of shared memory",
              only_native_on_gpu("before 5.2 Kokkos lets a team have 48 KiB of scratch memory of "
                                 "level 0, whatever the device allows"),
              on_tensor_cores),
      builtin("mdrange", "direct", "an MDRangePolicy over (row, column), all defaults"),
      builtin("mdrange_tile", "direct", "the same with a tile of 8 × 32"),
      builtin("tile16_flat", "tile16",
              "the tile's elements in one TeamVectorRange, row and column by a division"),
      builtin("tile16_team_mdrange", "tile16",
              "the tile in a TeamVectorMDRange of two dimensions, the second contiguous",
              only_kokkos_on_gpu()),
      builtin("tile16_one_range", "tile16",
              "all of a tile's work in one pair of nested ranges, exactly as long as the team: a "
              "thread's sum is in a register, and the barriers are inside the ranges",
              only_kokkos_on_gpu()),
      vendor("sgemm", "register_tile128",
             "cuBLAS gemm in the full precision of the type; of doubles the pedantic one"),
      vendor(
          "tensor_gemm", "register_tile128",
          "cuBLAS gemm on tensor cores: floats are rounded to TF32, doubles are not",
          problem_of_reals({{"float", problem(TensorProblem<float>{})}, {"double", of_doubles}})),
  };
  add_rewritten(
      e, {"tile16", "tile32"},
      "raw team ranks, the league divided by multiplication, as many teams per SM as it holds, "
      "scratch memory by get_shmem, sums in registers, 32-bit row lengths; 16-byte reads of A's "
      "tile, which nvcc generates from the native code by itself",
      {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
       "scratch_use/kept_in_scratch", "scratch_use/word_by_word"});
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
      // Parts of k.
      {.axes = {{"m", {33, 129}}, {"n", {67, 132}}, {"k", {511, 768, 1003}}}},
  };
}

ProblemPointer matrix_product() { return problem_in_reals<MatmulProblem>(); }

}  // namespace tilebridge::matmul_experiment
