// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/reduce.hpp"

#include <numeric>

#include "catalogue/block_sums.hpp"
#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::reduce_experiment {

using block_sums::block_size;

/// Kernels allocate workspaces for the blocks' sums and for the number of blocks that have stored
/// their sums.
constexpr const char* partials = "partials";
constexpr const char* ticket = "ticket";

struct Pass {
  const char *name, *from, *to;
  std::int64_t n, share, blocks;
};

/// Blocks that each sum a share of the n elements of `from` and store the sum to `to`.
Kernel kernel_of(const Pass& pass, int bytes, const std::vector<Access>& sum_of_block) {
  const Address in_share = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t i = thread.block * pass.share + step * block_size + thread.rank;
    return i < pass.n ? i * bytes : inactive;
  };
  Kernel kernel{pass.blocks,
                block_size,
                {load(pass.from, bytes, in_share, blocks_for(pass.share, block_size))},
                pass.name};
  block_sums::append(kernel.accesses, sum_of_block);
  kernel.accesses.push_back(store(pass.to, bytes, block_sums::by_first_thread(bytes)));
  return kernel;
}

/// The blocks' sums, and one block that adds them.
template <block_sums::SumOfBlock sum>
std::vector<Kernel> in_two_passes(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const int bytes = real_bytes(p);
  const ReduceShares shares(p.as_size("n"));
  const auto blocks = static_cast<std::int64_t>(shares.blocks);
  const Pass first = {"blocks", "in", partials, p["n"], static_cast<std::int64_t>(shares.share),
                      blocks};
  const Pass second = {"partials", partials, "result", blocks, blocks, 1};
  const std::vector<Access> sum_of_block = sum(form.model, bytes);
  return {kernel_of(first, bytes, sum_of_block), kernel_of(second, bytes, sum_of_block)};
}

/// Sums in one kernel, described here as its two parts. In addition, every block draws a ticket
/// and tells all its threads whether it was the last one or, in Kokkos in loops, its number.
std::vector<Kernel> single_pass(const ModelForm& form, const Parameters& p,
                                const HostArrays& host) {
  const int said_bytes = form.is_kokkos_in_loops() ? 4 : 1;
  const Address first_thread = block_sums::by_first_thread();
  const Address all_threads = [](Thread, std::int64_t) { return std::int64_t{0}; };
  std::vector<Kernel> parts = in_two_passes<block_sums::by_shuffles>(form, p, host);
  block_sums::append(parts.front().accesses, {atomic(ticket, 4, first_thread),
                                              in_shared(store("said", said_bytes, first_thread)),
                                              in_shared(load("said", said_bytes, all_threads))});
  parts.back().accesses.push_back(store(ticket, 4, first_thread));
  return parts;
}

static_assert(block_size == ReduceShares::block_size);

/// A term passes through the sum of a thread and the tree of its block, first in the block's share
/// and then among the blocks' sums.
double in_trees(double n, int) {
  const ReduceShares shares(static_cast<std::size_t>(n));
  const double chain_of_block = std::log2(block_size);
  return static_cast<double>(shares.share) / block_size + chain_of_block +
         std::ceil(static_cast<double>(shares.blocks) / block_size) + chain_of_block;
}

/// Kokkos may give everything a team sums to one thread (Serial does); CUB does no worse. Shuffles
/// take fewer additions.
double in_blocks(double n, int) {
  const ReduceShares shares(static_cast<std::size_t>(n));
  return static_cast<double>(shares.share + shares.blocks);
}

double in_vectors(double n, int bytes) { return vector_sums::longest_chain(n, bytes); }

template <class T>
struct ReduceProblem {
  static constexpr bool is_long_sum = true;

  LongestChain longest_chain;

  Reduce<T> make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform<T>("in"), arrays.output<T>("result", 1), p.as_size("n")};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.bytes_read = n * sizeof(T), .flops = n};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>("in");
    const auto& sum = host.once<Sum>(
        "sum", [&] { return sum_of(in.size(), [&](std::size_t i) { return Wide<T>{in[i]}; }); });
    return compare_sum(host.get<T>("result"), sum,
                       longest_chain(static_cast<double>(in.size()), sizeof(T)));
  }
  Cases cases = {.quick = every({{"n", {Mi, 64 * Mi}}}),
                 .standard = every({{"n", {Mi, 100'000'007, 256 * Mi}}}),
                 .host_quick = {{{"n", Mi}}},
                 .host = every({{"n", {Mi, 64 * Mi}}})};
};

template <class T>
struct MaximumProblem {
  ReduceProblem<T> sum = {one_by_one};  // of the same array

  Reduce<T> make(ArrayList& arrays, const Parameters& p) const { return sum.make(arrays, p); }
  /// Comparisons count as additions do.
  Work work(const Parameters& p) const { return sum.work(p); }
  /// Nothing is rounded.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<T>("in");
    const T& largest = host.once<T>("largest", [&] {
      return std::accumulate(in.begin(), in.end(), std::numeric_limits<T>::lowest(),
                             [](T a, T b) { return std::max(a, b); });
    });
    return compare_all(host.get<T>("result"), exactly(static_cast<double>(largest)));
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    return {sum.cases(preset, platform).back()};
  }
};

void describe(Experiment& e) {
  const ProblemPointer by_trees = problem_in_reals<ReduceProblem>(in_trees);
  const ProblemPointer largest = problem_in_reals<MaximumProblem>();
  const ProblemPointer one_sum = problem_in_reals<ReduceProblem>(one_by_one);
  const std::string two_steps =
      "a sum in two steps through scratch memory instead of shuffles, raw team ranks, indices of "
      "32 bits within a team's share";
  e.problem = problem_in_reals<ReduceProblem>(in_blocks);
  e.pattern = Pattern::team_sum;
  e.known = KnownKernel{"shuffle", "sum"};
  e.question =
      "What does summing an array cost, and what do fewer barriers, shuffles and a single pass "
      "save?";
  e.parameters = {{"n", "elements", Mi, 0, 16 * Gi}};
  e.variants = {
      loops("block_tree",
            "at most 1024 blocks: their 256 threads' sums in dynamic shared memory, summed as a "
            "tree; one block sums the blocks' sums",
            by_trees, in_two_passes<block_sums::tree>),
      loops("maximum", "block_tree of the larger one instead of the sum", largest,
            in_two_passes<block_sums::tree>),
      builtin("parallel_max", "maximum",
              "parallel_reduce over a RangePolicy with the reducer Kokkos::Max", Pattern::array_sum,
              largest),
      native_only(
          "unrolled", "the same, the last 32 sums by one warp that synchronizes only with itself",
          "a team's only barrier is team_barrier, for all its threads; there is none for a warp",
          by_trees, in_two_passes<block_sums::unrolled>),
      loops("shuffle",
            "32 threads' sums by shuffles, 8 warps' sums in shared memory (Kokkos: a team's own "
            "reduction); one block sums the blocks' sums",
            in_two_passes<block_sums::by_shuffles>),
      rewritten("shuffle", two_steps, {"team_sums/nested_reduce", "indexing/index_64"}),
      loops("single_pass",
            "the same, in one kernel: the block that draws the last ticket sums the blocks' sums",
            single_pass),
      rewritten("single_pass", two_steps + ", 8 teams per SM",
                {"team_sums/nested_reduce", "team_control/single", "indexing/index_64"}),
      variant(Form::tuned, "vector_load",
              "eight 16-byte loads in flight per thread, 512 threads' sums by shuffles (Kokkos: in "
              "scratch memory, in two steps), one atomic per block",
              problem_in_reals<ReduceProblem>(in_vectors)),
      builtin("parallel_reduce", "vector_load", "parallel_reduce over a RangePolicy",
              Pattern::array_sum, one_sum),
      builtin("grid_reduce", "vector_load",
              "parallel_reduce over an MDRangePolicy of two dimensions, 1024 elements along the "
              "first, which is contiguous",
              Pattern::array_sum, one_sum),
      vendor("cub", "vector_load", "CUB DeviceReduce"),
  };
  add_rewritten(
      e, {"block_tree", "maximum"},
      "raw team ranks, scratch memory by get_shmem, indices of 32 bits within a team's share",
      {"team_control/team_range", "scratch_use/view", "indexing/index_64"});
  add_steps(e, "block_tree",
            {{"raw team ranks instead of TeamThreadRange", "team_control/team_range"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"indices of 32 bits within a team's share", "indexing/index_64"},
             {"LaunchBounds<256, 1>", "policies/launch_bounds"}});
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n",
                            {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009, 16383, 16386, 65535, 65536,
                             65537, 100003, 262144, 262145, 600011}}}}};
  e.workspaces = {partials, ticket};
}

}  // namespace tilebridge::reduce_experiment
