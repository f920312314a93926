// SPDX-License-Identifier: Apache-2.0
#include "catalogue/vector_sums.hpp"

#include <cmath>

#include "catalogue/block_sums.hpp"

namespace tilebridge::vector_sums {
namespace {

constexpr int vector_bytes = 16;

}  // namespace

double longest_chain(double n, int bytes, int arrays) {
  const int width = vector_bytes / bytes;
  const double vectors = static_cast<double>(loads) / arrays;
  const double blocks = std::ceil(n / (vectors * width * block_size));
  const double of_block = block_sums::two_steps_chain(block_size);  // shuffles take fewer additions
  return std::log2(width) + vectors + 1 + of_block + blocks;
}

Kernel kernel(Model model, std::int64_t n, const std::vector<std::string>& arrays, int bytes) {
  const int width = vector_bytes / bytes;
  const std::int64_t vectors = n / width;
  const std::int64_t a_thread = loads / static_cast<std::int64_t>(arrays.size());
  const Address vector = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t v = (thread.block * a_thread + step) * block_size + thread.rank;
    return v < vectors ? v * vector_bytes : inactive;
  };
  const Address rest = [=](Thread thread, std::int64_t) -> std::int64_t {
    const std::int64_t i = vectors * width + thread.rank;
    return thread.block == 0 && i < n ? i * bytes : inactive;
  };
  Kernel kernel{blocks_for(n, static_cast<int>(a_thread * width * block_size)), block_size, {}};
  for (const std::string& array : arrays)
    block_sums::append(kernel.accesses,
                       {load(array, vector_bytes, vector, a_thread), load(array, bytes, rest)});
  block_sums::append(kernel.accesses, model == Model::kokkos
                                          ? block_sums::two_steps(bytes, block_size)
                                          : block_sums::shuffle(bytes, block_size));
  kernel.accesses.push_back(atomic("result", bytes, block_sums::by_first_thread()));
  return kernel;
}

}  // namespace tilebridge::vector_sums
