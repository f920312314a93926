#include "catalogue/reduce.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/block_sums.hpp"
#include "catalogue/real.hpp"
#include "catalogue/sums.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr int block_size = block_sums::block_size;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (platform == Platform::host)
    return preset == Preset::quick ? std::vector<Parameters>{{{"n", Mi}}}
                                   : std::vector<Parameters>{{{"n", Mi}}, {{"n", 64 * Mi}}};
  if (preset == Preset::quick) return {{{"n", Mi}}, {{"n", 64 * Mi}}};
  return {{{"n", Mi}}, {{"n", 100'000'007}}, {{"n", 256 * Mi}}};
}

bool is_tree(const Variant& variant) {
  return variant.name == "block_tree" || variant.name == "unrolled";
}

/// The additions that one element passes through: its block's, its block's sum in one thread's
/// share of all blocks' sums, the last block's. Kokkos may give all that a team sums to one thread
/// (Serial does); CUB does no worse than a block's sum at a time. Shuffles are fewer.
double longest_chain(const Variant& variant, double n, int bytes) {
  const double blocks = std::ceil(n / block_size);
  if (variant.name == "parallel_reduce") return n;
  if (variant.name == "vector_load") return vector_sums::longest_chain(n, bytes);
  if (!is_tree(variant)) return block_size + blocks;
  const double chain_of_block = std::log2(block_size);
  return chain_of_block + std::ceil(blocks / block_size) + chain_of_block;
}

template <class T>
struct ReduceOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    return {uniform_input<T>("in", static_cast<std::size_t>(p["n"])), output<T>("result", 1)};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Reduce<T>{at.get<const T>("in"), at.get<T>("result"), static_cast<std::size_t>(p["n"])};
  }

  static Validation validate(const Variant& variant, const HostArrays& host, const Parameters&) {
    const auto in = host.get<T>("in");
    const auto& sum = host.once<Sum>(
        "sum", [&] { return sum_of(in.size(), [&](std::size_t i) { return Wide<T>{in[i]}; }); });
    return compare_sum(host.get<T>("result"), sum,
                       longest_chain(variant, static_cast<double>(in.size()), sizeof(T)));
  }
};

Work work(const Variant&, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  return {n * real_bytes(p), 0, n};
}

std::vector<Access> sum_of_block(const Variant& variant, Model model, int bytes) {
  const std::string& name = variant.problem();
  if (name == "block_tree") return block_sums::tree(bytes);
  if (name == "unrolled") return block_sums::unrolled(bytes);
  return block_sums::by_shuffles(variant.level, model, bytes);
}

/// The blocks' sums, in a workspace of the implementation's own.
constexpr const char* partials = "partials";

/// The two kernels of a variant, in a model, of elements of `bytes`.
class Passes {
 public:
  Passes(const Variant& variant, Model model, int bytes)
      : bytes_(bytes), sum_of_block_(sum_of_block(variant, model, bytes)) {}

  /// One element a thread and a sum a block.
  Kernel blocks(std::int64_t n, std::int64_t blocks) const {
    Kernel kernel{blocks, block_size, {}, "blocks"};
    kernel.accesses = {
        load("in", bytes_, each(n, block_size, bytes_, [](std::int64_t i) { return i; }))};
    block_sums::append(kernel.accesses, sum_of_block_);
    kernel.accesses.push_back(store(partials, bytes_, block_sums::by_first_thread(bytes_)));
    return kernel;
  }

  /// One block for the blocks' sums.
  Kernel of_partials(std::int64_t blocks) const {
    const Address share = [blocks, bytes = bytes_](Thread thread,
                                                   std::int64_t step) -> std::int64_t {
      const std::int64_t i = step * block_size + thread.rank;
      return i < blocks ? i * bytes : inactive;
    };
    Kernel kernel{1, block_size, {}, "partials"};
    kernel.accesses = {load(partials, bytes_, share, blocks_for(blocks, block_size))};
    block_sums::append(kernel.accesses, sum_of_block_);
    kernel.accesses.push_back(store("result", bytes_, block_sums::by_first_thread()));
    return kernel;
  }

 private:
  int bytes_;
  std::vector<Access> sum_of_block_;
};

/// What single_pass does beside in its one kernel: draws a ticket in every block, and says to all
/// threads whether it was the last, or which one it was, in `said_bytes`.
void draw_tickets(Kernel& of_blocks, Kernel& of_last_block, int said_bytes) {
  block_sums::append(
      of_blocks.accesses,
      {atomic("ticket", 4, block_sums::by_first_thread()),
       in_shared(store("said", said_bytes, block_sums::by_first_thread())),
       in_shared(load("said", said_bytes, [](Thread, std::int64_t) { return std::int64_t{0}; }))});
  of_last_block.accesses.push_back(store("ticket", 4, block_sums::by_first_thread()));
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (model == Model::vendor) return {};
  const std::string& name = variant.problem();
  const bool plain = model == Model::kokkos && variant.level != Level::matched;
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  if (name == "parallel_reduce") return {block_sums::parallel_reduce(n, {"in"}, bytes)};
  if (name == "vector_load") return {vector_sums::kernel(model, n, {"in"}, bytes)};
  const std::int64_t blocks = std::max(blocks_for(n, block_size), std::int64_t{1});
  const Passes passes(variant, model, bytes);
  std::vector<Kernel> kernels = {passes.blocks(n, blocks), passes.of_partials(blocks)};
  if (name == "single_pass") draw_tickets(kernels[0], kernels[1], plain ? 4 : 1);
  return kernels;
}

}  // namespace

Experiment reduce() {
  const std::string two_steps =
      "a sum in two steps through scratch memory instead of shuffles, raw team ranks";
  Experiment e;
  e.name = "reduce";
  e.family = "tiling";
  e.question =
      "What does it cost to sum an array, and what do fewer barriers, shuffles and one pass save?";
  e.sources = {{"D5", "§3.1"}};
  e.parameters = {{"n", "elements", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"block_tree", Level::textbook,
       "256 elements in dynamic shared memory, summed as a tree; one block sums the blocks' sums",
       native_and_kokkos()},
      matched("block_tree",
              "raw team ranks, scratch memory by get_shmem, the rank asked for instead of single"),
      {"unrolled",
       Level::textbook,
       "the same, the last 32 sums by one warp that waits for nobody but itself",
       {{Model::native, {Platform::cuda}},
        {Model::kokkos,
         {},
         "a team's only barrier is team_barrier, for all its threads; there is none for a warp"}}},
      {"shuffle", Level::textbook,
       "32 elements summed by shuffles, 8 warps' sums in shared memory (Kokkos: a team's own "
       "reduction); one block sums the blocks' sums",
       native_and_kokkos()},
      matched("shuffle", two_steps),
      {"single_pass", Level::textbook,
       "the same, in one kernel: the block that draws the last ticket sums the blocks' sums",
       native_and_kokkos()},
      matched("single_pass", two_steps + ", 8 teams an SM"),
      {"vector_load", Level::tuned,
       "eight 16-byte loads in flight a thread, 512 threads' sums by shuffles (Kokkos: in scratch "
       "memory, in two steps), one atomic a block",
       native_and_kokkos()},
      {"parallel_reduce",
       Level::idiomatic,
       "parallel_reduce over a RangePolicy",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "vector_load"},
      {"cub",
       Level::vendor,
       "CUB DeviceReduce",
       {{Model::vendor, {Platform::cuda}}},
       "vector_load"},
  };
  e.work = work;
  e.accesses = accesses;
  ask_in_reals<ReduceOf>(e, cases);
  return e;
}

}  // namespace tilebridge
