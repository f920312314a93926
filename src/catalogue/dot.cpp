#include "catalogue/dot.hpp"

#include <algorithm>

#include "catalogue/block_sums.hpp"
#include "catalogue/real.hpp"
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
/// sum, to one accumulator in turn. Kokkos may give all terms to one thread (Serial does), or all
/// of a team's; CUB and cuBLAS do no worse than a block's sum at a time. Shuffles are fewer.
double longest_chain(const Variant& variant, double n, int bytes) {
  if (variant.name == "atomic" || variant.name == "parallel_reduce") return n;
  if (variant.name == "vector_load") return vector_sums::longest_chain(n, bytes, 2);
  const double blocks = std::ceil(n / block_sums::block_size);
  if (variant.name == "warp_shuffle") return blocks + block_sums::block_size;
  return blocks + std::log2(block_sums::block_size);
}

template <class T>
struct DotOf {
  static std::vector<ArraySpec> arrays(const Variant&, const Parameters& p) {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input<T>("a", n), uniform_input<T>("b", n), output<T>("result", 1)};
  }

  static std::any bind(const Variant&, const ArrayPointers& at, const Parameters& p) {
    return Dot<T>{at.get<const T>("a"), at.get<const T>("b"), at.get<T>("result"),
                  static_cast<std::size_t>(p["n"])};
  }

  static Validation validate(const Variant& variant, const HostArrays& host, const Parameters&) {
    const auto a = host.get<T>("a");
    const auto b = host.get<T>("b");
    const auto& sum = host.once<Sum>("sum", [&] {
      return sum_of(a.size(), [&](std::size_t i) { return Wide<T>{a[i]} * Wide<T>{b[i]}; });
    });
    return compare_sum(host.get<T>("result"), sum,
                       longest_chain(variant, static_cast<double>(a.size()), sizeof(T)));
  }
};

Work work(const Variant&, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  return {2 * n * real_bytes(p), 0, 2 * n};
}

/// Clearing the result is left out.
std::vector<Kernel> accesses(const Variant& variant, Model model, const Parameters& p,
                             const HostArrays&) {
  const std::string& name = variant.problem();
  const bool plain = model == Model::kokkos && variant.level != Level::matched;
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  if (model == Model::vendor) return {};
  if (name == "parallel_reduce") return {block_sums::parallel_reduce(n, {"a", "b"}, bytes)};
  if (name == "vector_load") return {vector_sums::kernel(model, n, {"a", "b"}, bytes)};
  const int block_size = name == "atomic" && plain ? 128 : block_sums::block_size;
  const Address element = each(n, block_size, bytes, [](std::int64_t i) { return i; });
  Kernel kernel{blocks_for(n, block_size),
                block_size,
                {load("a", bytes, element), load("b", bytes, element)}};
  if (name == "atomic") {
    kernel.accesses.push_back(
        atomic("result", bytes, each(n, block_size, bytes, [](std::int64_t) { return 0; })));
    return {kernel};
  }
  block_sums::append(kernel.accesses, name == "block_tree"
                                          ? block_sums::tree(bytes)
                                          : block_sums::by_shuffles(variant.level, model, bytes));
  kernel.accesses.push_back(atomic("result", bytes, block_sums::by_first_thread()));
  return {kernel};
}

}  // namespace

Experiment dot() {
  Experiment e;
  e.name = "dot";
  e.family = "tiling";
  e.question = "What does it cost to sum over all threads, and what does summing on chip save?";
  e.sources = {{"D1", "§4.1"}};
  e.parameters = {{"n", "elements of each vector", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"atomic", Level::textbook, "every thread adds its product to one word", native_and_kokkos()},
      matched("atomic", "teams of 256 threads, raw team ranks"),
      {"block_tree", Level::textbook,
       "256 products in shared memory, summed as a tree, one atomic a block", native_and_kokkos()},
      matched("block_tree",
              "raw team ranks, scratch memory by get_shmem, the rank asked for instead of single"),
      {"warp_shuffle", Level::textbook,
       "sums of 32 by shuffles, 8 warps' sums in shared memory (Kokkos: a team's own reduction), "
       "one atomic a block",
       native_and_kokkos()},
      matched("warp_shuffle",
              "a sum in two steps through scratch memory instead of shuffles, raw team ranks"),
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
       "CUB DeviceReduce over the products",
       {{Model::vendor, {Platform::cuda}}},
       "vector_load"},
      {"cublas",
       Level::vendor,
       "cuBLAS sdot, ddot",
       {{Model::vendor, {Platform::cuda}}},
       "vector_load"},
  };
  e.work = work;
  e.accesses = accesses;
  ask_in_reals<DotOf>(e, cases);
  return e;
}

}  // namespace tilebridge
