#include "catalogue/reduce.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/block_sums.hpp"
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

/// The additions that one element passes through: the tree over its block, its block's sum in one
/// thread's share of all blocks' sums, the tree over the shares. Kokkos may give all elements to
/// one thread (Serial does); CUB does no worse than a block's sum at a time.
double longest_chain(const Variant& variant, double n) {
  const double tree = std::log2(block_size);
  const double blocks = std::ceil(n / block_size);
  if (variant.name == "parallel_reduce") return n;
  if (variant.name == "vector_load") return vector_sums::longest_chain(n);
  if (variant.name == "cub") return blocks + tree;
  return tree + std::ceil(blocks / block_size) + tree;
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  const Sum sum = sum_of(in.size(), [&](std::size_t i) { return double{in[i]}; });
  return compare_sum(host.get<float>("result"), sum,
                     longest_chain(variant, static_cast<double>(in.size())));
}

std::vector<Access> sum_of_block(const Variant& variant, Model model) {
  if (variant.name == "block_tree") return block_sums::tree();
  if (variant.name == "unrolled") return block_sums::unrolled();
  return block_sums::shuffle(model);
}

/// The blocks' sums, in a workspace of the implementation's own.
constexpr const char* partials = "partials";

/// One element a thread and a sum a block.
Kernel sum_blocks(const Variant& variant, Model model, std::int64_t n, std::int64_t blocks) {
  Kernel kernel{blocks, block_size, {}, "blocks"};
  kernel.accesses = {load("in", 4, each(n, block_size, 4, [](std::int64_t i) { return i; }))};
  block_sums::append(kernel.accesses, sum_of_block(variant, model));
  kernel.accesses.push_back(store(partials, 4, block_sums::by_first_thread(4)));
  return kernel;
}

/// One block for the blocks' sums.
Kernel sum_partials(const Variant& variant, Model model, std::int64_t blocks) {
  const Address share = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t i = step * block_size + thread.rank;
    return i < blocks ? i * 4 : inactive;
  };
  Kernel kernel{1, block_size, {}, "partials"};
  kernel.accesses = {load(partials, 4, share, blocks_for(blocks, block_size))};
  block_sums::append(kernel.accesses, sum_of_block(variant, model));
  kernel.accesses.push_back(store("result", 4, block_sums::by_first_thread()));
  return kernel;
}

/// What single_pass does beside in its one kernel: draws a ticket in every block, and says to all
/// threads whether it was the last.
void draw_tickets(Kernel& of_blocks, Kernel& of_last_block) {
  block_sums::append(
      of_blocks.accesses,
      {atomic("ticket", 4, block_sums::by_first_thread()),
       in_shared(store("is_last", 1, block_sums::by_first_thread())),
       in_shared(load("is_last", 1, [](Thread, std::int64_t) { return std::int64_t{0}; }))});
  of_last_block.accesses.push_back(store("ticket", 4, block_sums::by_first_thread()));
}

std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  if (model == Model::vendor) return {};
  const std::int64_t n = p["n"];
  if (variant.name == "parallel_reduce") return {block_sums::parallel_reduce(n, {"in"})};
  if (variant.name == "vector_load") return {vector_sums::kernel(model, n, {"in"})};
  const std::int64_t blocks = std::max(blocks_for(n, block_size), std::int64_t{1});
  std::vector<Kernel> kernels = {sum_blocks(variant, model, n, blocks),
                                 sum_partials(variant, model, blocks)};
  if (variant.name == "single_pass") draw_tickets(kernels[0], kernels[1]);
  return kernels;
}

}  // namespace

Experiment reduce() {
  Experiment e;
  e.name = "reduce";
  e.family = "tiling";
  e.question =
      "What does it cost to sum an array, and what do fewer barriers, shuffles and one pass save?";
  e.sources = {{"D5", "§3.1"}};
  e.parameters = {{"n", "elements (4 bytes)", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"block_tree", Level::textbook,
       "256 elements in dynamic shared memory, summed as a tree; one block sums the blocks' sums",
       native_and_kokkos()},
      {"unrolled",
       Level::textbook,
       "the same, the last 32 sums by one warp that waits for nobody but itself",
       {{Model::native, {Platform::cuda}},
        {Model::kokkos,
         {},
         "a team's only barrier is team_barrier, for all its threads; there is none for a warp"}}},
      {"shuffle", Level::textbook,
       "32 elements summed by shuffles, 8 warps' sums in shared memory; one block sums the blocks' "
       "sums",
       native_and_kokkos()},
      {"single_pass", Level::textbook,
       "the same, in one kernel: the block that draws the last ticket sums the blocks' sums",
       native_and_kokkos()},
      {"vector_load",
       Level::tuned,
       "eight 16-byte loads in flight a thread, 512 threads' sums by shuffles (Kokkos: in scratch "
       "memory, in two steps), one atomic a block",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
      {"parallel_reduce",
       Level::idiomatic,
       "parallel_reduce over a RangePolicy",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "single_pass"},
      {"cub",
       Level::vendor,
       "CUB DeviceReduce",
       {{Model::vendor, {Platform::cuda}}},
       "vector_load"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", static_cast<std::size_t>(p["n"])), output<float>("result", 1)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    return Work{n * sizeof(float), 0, n};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Reduce{at.get<const float>("in"), at.get<float>("result"),
                  static_cast<std::size_t>(p["n"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
