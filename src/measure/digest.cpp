// SPDX-License-Identifier: Apache-2.0
#include "measure/digest.hpp"

#include <algorithm>
#include <cstring>

#include "catalogue/arrays.hpp"

namespace tilebridge::measure {
namespace {

/// The finaliser of MurmurHash3: every bit of the result depends on every bit of `word`.
std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 33U)) * 0xff51afd7ed558ccdU;
  word = (word ^ (word >> 33U)) * 0xc4ceb9fe1a85ec53U;
  return word ^ (word >> 33U);
}

}  // namespace

std::uint64_t digest_of(std::span<const std::byte> bytes) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
  const std::size_t words = (bytes.size() + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  std::uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) if (words >= worth_threads)
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t first = i * sizeof(std::uint64_t);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + first, std::min(sizeof(word), bytes.size() - first));
    sum += mixed(word ^ (i + 1) * odd);
  }
  return sum;
}

}  // namespace tilebridge::measure
