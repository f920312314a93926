// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/dot.hpp"

#include "catalogue/block_sums.hpp"
#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::dot_experiment {

// The descriptions leave out how the result is cleared.

/// Each thread loads the factors of one product.
Kernel products(const FlatLoop& loop) {
  return loop.kernel({loop.load("a", in_order), loop.load("b", in_order)});
}

std::vector<Kernel> atomic(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const FlatLoop loop(form, p["n"], real_bytes(p));
  Kernel kernel = products(loop);
  const Address one_word = loop.at([](std::int64_t) { return 0; });
  kernel.accesses.push_back(tilebridge::atomic("result", real_bytes(p), one_word));
  return {kernel};
}

/// Thread 0 adds the sum of its block to the result.
template <block_sums::SumOfBlock sum>
std::vector<Kernel> summed_per_block(const ModelForm& form, const Parameters& p,
                                     const HostArrays&) {
  const int bytes = real_bytes(p);
  Kernel kernel = products({block_sums::block_size, p["n"], bytes});
  block_sums::append(kernel.accesses, sum(form.model, bytes));
  kernel.accesses.push_back(tilebridge::atomic("result", bytes, block_sums::by_first_thread()));
  return {kernel};
}

/// A block's tree, then one block's sum at a time; CUB and cuBLAS do no worse.
double in_trees(double n, int) {
  return std::ceil(n / block_sums::block_size) + std::log2(block_sums::block_size);
}

/// Kokkos may give all of a team's terms to one thread (Serial does). Shuffles take fewer
/// additions.
double in_blocks(double n, int) {
  return std::ceil(n / block_sums::block_size) + block_sums::block_size;
}

double in_vectors(double n, int bytes) { return vector_sums::longest_chain(n, bytes, 2); }

template <class T>
struct DotProblem {
  static constexpr bool is_long_sum = true;

  LongestChain longest_chain;
  Cases cases = {.quick = every({{"n", {Mi, 64 * Mi}}}),
                 .standard = every({{"n", {Mi, 256 * Mi}}}),
                 .host_quick = {{{"n", Mi}}},
                 .host = every({{"n", {Mi, 64 * Mi}}})};

  Dot<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("a"), arrays.uniform<T>("b"), arrays.output<T>("result", 1),
            p.as_size("n")};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.bytes_read = 2 * n * sizeof(T), .flops = 2 * n};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto a = host.get<T>("a");
    const auto b = host.get<T>("b");
    const auto& sum = host.once<Sum>("sum", [&] {
      return sum_of(a.size(), [&](std::size_t i) { return Wide<T>{a[i]} * Wide<T>{b[i]}; });
    });
    return compare_sum(host.get<T>("result"), sum,
                       longest_chain(static_cast<double>(a.size()), sizeof(T)));
  }
};

void describe(Experiment& e) {
  const ProblemPointer by_blocks = problem_in_reals<DotProblem>(in_blocks);
  // One atomic per element takes longer than everything else together at the larger size.
  const Cases small_on_gpu = {
      .quick = {{{"n", Mi}}}, .host_quick = {{{"n", Mi}}}, .host = every({{"n", {Mi, 64 * Mi}}})};
  e.problem = problem_in_reals<DotProblem>(in_trees);
  e.pattern = Pattern::team_sum;
  e.known = KnownKernel{"warp_shuffle", "dot product"};
  e.question = "What does a sum over all threads cost, and what does summing on chip save?";
  e.parameters = {{"n", "elements of each vector", Mi, 0, 16 * Gi}};
  e.variants = {
      loops("atomic", "every thread adds its product to one word", Pattern::atomic,
            problem_in_reals<DotProblem>(one_by_one, small_on_gpu), atomic),
      loops("block_tree", "256 products in shared memory, summed as a tree, one atomic per block",
            summed_per_block<block_sums::tree>),
      rewritten("block_tree", "raw team ranks, scratch memory by get_shmem",
                {"team_control/team_range", "scratch_use/view"}),
      loops("warp_shuffle",
            "sums of 32 by shuffles, 8 warps' sums in shared memory (Kokkos: a team's own "
            "reduction), one atomic per block",
            by_blocks, summed_per_block<block_sums::by_shuffles>),
      rewritten("warp_shuffle",
                "a sum in two steps through scratch memory instead of shuffles, raw team ranks",
                {"team_sums/nested_reduce"}),
      variant(Form::tuned, "vector_load",
              "eight 16-byte loads in flight per thread, 512 threads' sums by shuffles (Kokkos: in "
              "scratch memory, in two steps), one atomic per block",
              problem_in_reals<DotProblem>(in_vectors)),
      builtin("parallel_reduce", "vector_load", "parallel_reduce over a RangePolicy",
              Pattern::array_sum, problem_in_reals<DotProblem>(one_by_one)),
      vendor("cub", "vector_load", "CUB DeviceReduce over the products"),
      vendor("cublas", "vector_load", "cuBLAS sdot, ddot"),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009, 8191, 8193, 65536, 100003}}}}};
}

}  // namespace tilebridge::dot_experiment
