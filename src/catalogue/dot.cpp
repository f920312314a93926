#include "catalogue/dot.hpp"

#include <algorithm>

#include "catalogue/block_sums.hpp"
#include "catalogue/sums.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  if (platform == Platform::host)
    return preset == Preset::quick ? std::vector<Parameters>{{{"n", Mi}}}
                                   : std::vector<Parameters>{{{"n", Mi}}, {{"n", 64 * Mi}}};
  // One atomic an element takes longer than everything else together at the larger size.
  if (variant.name == "atomic") return {{{"n", Mi}}};
  return {{{"n", Mi}}, {{"n", preset == Preset::quick ? 64 * Mi : 256 * Mi}}};
}

/// The additions that one product passes through: D1's listing adds every product, or every block's
/// sum, to one accumulator in turn. Kokkos may give all terms to one thread (Serial does); CUB and
/// cuBLAS do no worse than a block's sum at a time.
double longest_chain(const Variant& variant, double n) {
  if (variant.name == "atomic" || variant.name == "parallel_reduce") return n;
  if (variant.name == "vector_load") return vector_sums::longest_chain(n, 2);
  return std::ceil(n / block_sums::block_size) + std::log2(block_sums::block_size);
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters&) {
  const auto a = host.get<float>("a");
  const auto b = host.get<float>("b");
  const Sum sum = sum_of(a.size(), [&](std::size_t i) { return double{a[i]} * double{b[i]}; });
  return compare_sum(host.get<float>("result"), sum,
                     longest_chain(variant, static_cast<double>(a.size())));
}

/// Clearing the result is left out.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  constexpr int block_size = block_sums::block_size;
  if (model == Model::vendor) return {};
  const std::int64_t n = p["n"];
  if (variant.name == "parallel_reduce") return {block_sums::parallel_reduce(n, {"a", "b"})};
  if (variant.name == "vector_load") return {vector_sums::kernel(model, n, {"a", "b"})};
  const Address element = each(n, block_size, 4, [](std::int64_t i) { return i; });
  Kernel kernel{
      blocks_for(n, block_size), block_size, {load("a", 4, element), load("b", 4, element)}};
  if (variant.name == "atomic") {
    kernel.accesses.push_back(
        atomic("result", 4, each(n, block_size, 4, [](std::int64_t) { return 0; })));
    return {kernel};
  }
  block_sums::append(kernel.accesses, variant.name == "block_tree" ? block_sums::tree()
                                                                   : block_sums::shuffle(model));
  kernel.accesses.push_back(atomic("result", 4, block_sums::by_first_thread()));
  return {kernel};
}

}  // namespace

Experiment dot() {
  Experiment e;
  e.name = "dot";
  e.family = "tiling";
  e.question = "What does it cost to sum over all threads, and what does summing on chip save?";
  e.sources = {{"D1", "§4.1"}};
  e.parameters = {{"n", "elements of each vector (4 bytes)", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"atomic", Level::textbook, "every thread adds its product to one word", native_and_kokkos()},
      {"block_tree", Level::textbook,
       "256 products in shared memory, summed as a tree, one atomic a block", native_and_kokkos()},
      {"warp_shuffle", Level::textbook,
       "sums of 32 by shuffles, 8 warps' sums in shared memory, one atomic a block",
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
       "warp_shuffle"},
      {"cub",
       Level::vendor,
       "CUB DeviceReduce over the products",
       {{Model::vendor, {Platform::cuda}}},
       "vector_load"},
      {"cublas", Level::vendor, "cuBLAS sdot", {{Model::vendor, {Platform::cuda}}}, "vector_load"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("a", n), uniform_input("b", n), output<float>("result", 1)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    return Work{2 * n * sizeof(float), 0, 2 * n};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Dot{at.get<const float>("a"), at.get<const float>("b"), at.get<float>("result"),
               static_cast<std::size_t>(p["n"])};
  };
  e.accesses = accesses;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
