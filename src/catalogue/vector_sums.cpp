#include "catalogue/vector_sums.hpp"

#include <cmath>

#include "catalogue/block_sums.hpp"

namespace tilebridge::vector_sums {
namespace {

constexpr int floats = 4;  // of a vector
constexpr int warps = block_size / 32;
constexpr const char* sums = "sums";

/// Place `place(thread, step)` of the block's sums, by the first `threads`.
template <class Place>
Address by_first(int threads, const Place& place) {
  return [=](Thread thread, std::int64_t step) -> std::int64_t {
    return thread.rank < threads ? place(thread.rank, step) * 4 : inactive;
  };
}

std::vector<Access> by_shuffles() {
  const auto own = [](std::int64_t rank, std::int64_t) { return rank; };
  const Address warp = [](Thread thread, std::int64_t) -> std::int64_t {
    return thread.rank % 32 == 0 ? std::int64_t{thread.rank / 32} * 4 : inactive;
  };
  return {in_shared(store(sums, 4, warp)), in_shared(load(sums, 4, by_first(warps, own)))};
}

/// All threads' sums to 16, and those to one.
std::vector<Access> in_two_steps() {
  constexpr int shares = 16;
  const auto own = [](std::int64_t rank, std::int64_t) { return rank; };
  const auto strided = [](std::int64_t rank, std::int64_t step) { return rank + step * shares; };
  const auto all = [](std::int64_t, std::int64_t step) { return step; };
  return {in_shared(store(sums, 4, by_first(block_size, own))),
          in_shared(load(sums, 4, by_first(shares, strided), block_size / shares)),
          in_shared(store(sums, 4, by_first(shares, own))),
          in_shared(load(sums, 4, by_first(1, all), shares))};
}

}  // namespace

double longest_chain(double n, int arrays) {
  const double vectors = static_cast<double>(loads) / arrays;
  const double blocks = std::ceil(n / (vectors * floats * block_size));
  constexpr int in_two_steps = block_size / 16 + 16;  // shuffles are fewer
  return std::log2(floats) + vectors + 1 + in_two_steps + blocks;
}

Kernel kernel(Model model, std::int64_t n, const std::vector<std::string>& arrays) {
  const std::int64_t vectors = n / floats;
  const std::int64_t a_thread = loads / static_cast<std::int64_t>(arrays.size());
  const Address vector = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t v = (thread.block * a_thread + step) * block_size + thread.rank;
    return v < vectors ? v * 16 : inactive;
  };
  const Address rest = [=](Thread thread, std::int64_t) -> std::int64_t {
    const std::int64_t i = vectors * floats + thread.rank;
    return thread.block == 0 && i < n ? i * 4 : inactive;
  };
  Kernel kernel{blocks_for(n, static_cast<int>(a_thread * floats * block_size)), block_size, {}};
  for (const std::string& array : arrays)
    block_sums::append(kernel.accesses, {load(array, 16, vector, a_thread), load(array, 4, rest)});
  block_sums::append(kernel.accesses, model == Model::kokkos ? in_two_steps() : by_shuffles());
  kernel.accesses.push_back(atomic("result", 4, block_sums::by_first_thread()));
  return kernel;
}

}  // namespace tilebridge::vector_sums
