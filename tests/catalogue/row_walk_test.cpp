// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>

#include "catalogue/row_walk_problem.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t rows = 37;
constexpr std::size_t steps = 100;  // more than once round
constexpr std::size_t width = RowWalk::width;

HostArrays table() {
  const std::array specs = {row_cycle("next", rows)};
  return {specs, 5};
}

/// The indices that a kernel writes, step by step.
std::vector<std::uint32_t> walked(const HostArrays& host, std::size_t threads) {
  const auto next = host.get<std::uint32_t>("next");
  std::vector<std::uint32_t> last(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    last[i] = static_cast<std::uint32_t>(i / width % rows);
    for (std::size_t step = 0; step < steps; ++step) last[i] = next[last[i] * width + i % width];
  }
  return last;
}

TEST(RandomCycle, GoesThroughAllNodesBeforeItReturns) {
  for (const std::size_t nodes : {1, 2, 3, 1009}) {
    const std::vector<std::uint32_t> successor = random_cycle(nodes, Random(5, 0));
    std::uint32_t node = 0;
    for (std::size_t step = 1; step < nodes; ++step) {
      node = successor[node];
      EXPECT_NE(node, 0U) << nodes;
    }
    EXPECT_EQ(successor[node], 0U) << nodes;
  }
}

TEST(RowWalk, AllWordsOfARowAreTheSame) {
  const HostArrays host = table();
  const auto next = host.get<std::uint32_t>("next");
  for (std::size_t word = 0; word < next.size(); ++word)
    EXPECT_EQ(next[word], next[word / width * width]);
}

TEST(RowWalk, IsComparedWithWhereItsStepsLead) {
  const HostArrays host = table();
  std::vector<std::uint32_t> last = walked(host, 3 * rows * width + 7);
  EXPECT_TRUE(compare_walks(host, last, steps).ok());
  EXPECT_FALSE(compare_walks(host, last, steps + 1).ok());
  last.back() = (last.back() + 1) % rows;
  EXPECT_EQ(compare_walks(host, last, steps).wrong, 1U);
}

}  // namespace
}  // namespace tilebridge
