// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/batched_gemm.hpp"

#include <cmath>

#include "catalogue/experiment.hpp"

namespace tilebridge::batched_gemm_experiment {

int size_of(const Parameters& p) { return std::stoi(p.word("size")); }

/// Returns how many elements an operand has, or the result.
std::int64_t elements(const Parameters& p) {
  return p["batch"] * std::int64_t{size_of(p)} * size_of(p);
}

/// A thread computes a product by rows of C: it multiplies each element of A's row by a row of B,
/// so that it reads B again for each row.
std::vector<Kernel> thread(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int block_size = BatchedGemm<float>::block_size;
  const std::int64_t size = size_of(p), square = size * size;
  const FlatLoop loop(block_size, p["batch"], real_bytes(p));
  const auto in_order = [=](std::int64_t i, std::int64_t step) { return i * square + step; };
  const auto row_of_b = [=](std::int64_t i, std::int64_t step) {
    return i * square + step % square;
  };
  return {loop.kernel({loop.load("a", in_order, square), loop.load("b", row_of_b, square * size),
                       loop.store("c", in_order, square)})};
}

/// Returns how many elements of A, which are contiguous in shared memory, a thread reads at once.
/// In native code the compiler reads vectors. It does not know how scratch memory is aligned, so
/// Kokkos reads one element at a time.
int vector_of(const ModelForm& form, const Parameters& p) {
  return form.model.is(Model::native) ? 16 / real_bytes(p) : 1;
}

/// The `threads` threads of a block stage and multiply `elements_each` elements of whole matrices.
std::vector<Kernel> staged(const ModelForm& form, const Parameters& p, int threads,
                           std::int64_t elements_each) {
  const std::int64_t size = size_of(p), square = size * size, all = elements(p);
  const int bytes = real_bytes(p), vector = vector_of(form, p);
  const std::int64_t passes = elements_each / threads;
  // Returns which of its block's elements a thread has in a pass; -1 beyond the last matrix.
  const auto own = [=](Thread thread, std::int64_t pass) {
    const std::int64_t e = thread.rank + pass * threads;
    return thread.block * elements_each + e < all ? e : -1;
  };
  const Address global = [=](Thread thread, std::int64_t pass) -> std::int64_t {
    const std::int64_t e = own(thread, pass);
    return e < 0 ? inactive : (thread.block * elements_each + e) * bytes;
  };
  const Address stage = [=](Thread thread, std::int64_t pass) -> std::int64_t {
    const std::int64_t e = own(thread, pass);
    return e < 0 ? inactive : e * bytes;
  };
  const Address row_of_a = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t reads = size / vector;
    const std::int64_t e = own(thread, step / reads);
    return e < 0 ? inactive : (e / size * size + step % reads * vector) * bytes;
  };
  const Address column_of_b = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t e = own(thread, step / size);
    return e < 0 ? inactive : (e / square * square + step % size * size + e % size) * bytes;
  };
  return {{blocks_for(all, static_cast<int>(elements_each)),
           threads,
           {load("a", bytes, global, passes), load("b", bytes, global, passes),
            in_shared(store("a_tile", bytes, stage, passes)),
            in_shared(store("b_tile", bytes, stage, passes)),
            in_shared(load("a_tile", vector * bytes, row_of_a, passes * size / vector)),
            in_shared(load("b_tile", bytes, column_of_b, passes * size)),
            store("c", bytes, global, passes)}}};
}

std::vector<Kernel> team(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const int square = size_of(p) * size_of(p);
  return staged(form, p, square, square);
}

std::vector<Kernel> packed(const ModelForm& form, const Parameters& p, const HostArrays&) {
  std::vector<Kernel> kernels;
  with_matrix_size(size_of(p), [&](auto size) {
    using Block = PackedMatrices<decltype(size)::value>;
    kernels = staged(form, p, Block::threads, Block::elements);
  });
  return kernels;
}

/// Returns a case for every size; its matrices have `elements` elements together.
std::vector<Parameters> in_every_size(std::int64_t elements) {
  std::vector<Parameters> cases;
  for (const std::int64_t size : {4, 8, 16, 32})
    cases.push_back({{"batch", elements / (size * size)}, {"size", std::to_string(size)}});
  return cases;
}

template <class T>
struct BatchedGemmProblem {
  BatchedGemm<T> make(ArrayList& arrays, const Parameters& p) const {
    const auto n = static_cast<std::size_t>(elements(p));
    return {.a = arrays.uniform<T>("a", n),
            .b = arrays.uniform<T>("b", n),
            .c = arrays.output<T>("c", n),
            .batch = p.as_int("batch"),
            .size = size_of(p)};
  }
  Work work(const Parameters& p) const {
    const auto n = static_cast<double>(elements(p));
    return {.bytes_read = 2 * n * sizeof(T),
            .bytes_written = n * sizeof(T),
            .flops = 2 * n * size_of(p)};
  }
  /// `size` products, each rounded once and added, in any order: every term passes through at most
  /// `size` roundings. This holds for every one of many million elements; a statistical bound would
  /// not.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto size = static_cast<std::size_t>(size_of(p));
    const double gamma = gamma_of<T>(static_cast<double>(size));
    const auto a = host.get<T>("a");
    const auto b = host.get<T>("b");
    return compare_elements(host.get<T>("c"), [&](std::size_t i) {
      const std::size_t row = i - i % size;
      const std::size_t column = i - i % (size * size) + i % size;
      Wide<T> sum = 0, magnitudes = 0;
      for (std::size_t k = 0; k < size; ++k) {
        const Wide<T> product = Wide<T>{a[row + k]} * Wide<T>{b[column + k * size]};
        sum += product;
        magnitudes += std::abs(product);
      }
      return within(static_cast<double>(sum), gamma * static_cast<double>(magnitudes));
    });
  }
  Cases cases = {
      .quick = {{{"batch", 32 * Ki}, {"size", "8"}}},
      .standard = in_every_size(8 * Mi),
      .more_in_full = {{{"batch", 100003}, {"size", "8"}}, {{"batch", 50021}, {"size", "16"}}},
      .host_quick = in_every_size(16 * Ki),
      .host = in_every_size(512 * Ki)};
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<BatchedGemmProblem>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"team", "small matrix products"};
  e.question =
      "Who should compute a small matrix product: a thread, a team, or a block that takes several?";
  e.parameters = {
      {"batch", "matrix products", 128 * Ki, 0, Gi},
      one_of("size", {"4", "8", "16", "32"}, "8", "rows and columns of each matrix"),
  };
  e.variants = {
      loops("thread", "a product per thread, from global memory, a row of C in registers",
            Pattern::flat, thread),
      loops("team",
            "a product per block, an element of C per thread; A and B staged in shared memory",
            team),
      rewritten("team",
                "raw team ranks, scratch memory by get_shmem, A's rows in packs of 16 bytes",
                {"team_control/vector_range", "scratch_use/view", "scratch_use/word_by_word"}),
      loops("packed", "the same with as many products as a block of 256 threads has elements for",
            packed),
      rewritten("packed",
                "raw team ranks, a constant number of elements per thread, scratch memory by "
                "get_shmem, A's rows in packs of 16 bytes",
                {"team_control/team_range", "scratch_use/view", "scratch_use/word_by_word"}),
      tuned_on_gpu("register_tile",
                   "up to 4 × 4 elements of C per thread in registers; all loads and stores of 16 "
                   "bytes, several products per block of 128"),
      vendor("cublas", "register_tile", "cuBLAS gemmStridedBatched in the type's full precision"),
  };
  e.ragged = {{"batch", 37}};
  e.control_differs = true;
  e.tested_at = {
      {.axes = {{"batch", {0, 1, 2, 7, 15, 16, 17, 31, 33, 257}}, {"size", {4, 8, 16, 32}}}}};
}

}  // namespace tilebridge::batched_gemm_experiment
