// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <utility>

#include "catalogue/row_walk_problem.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t width = RowWalk::width;

/// The rows in the order in which a walk from row 0 meets them: all of them, as it is a cycle.
std::vector<Word> cycle_of(std::span<const Word> next) {
  std::vector<Word> rows(next.size() / width);
  for (std::size_t place = 1; place < rows.size(); ++place)
    rows[place] = next[rows[place - 1] * width];
  return rows;
}

}  // namespace

std::vector<Word> random_cycle(std::size_t nodes, const Random& random) {
  std::vector<Word> successor(nodes);
  std::iota(successor.begin(), successor.end(), 0U);
  for (std::size_t i = nodes; i-- > 1;) std::swap(successor[i], successor[random.bits(i) % i]);
  return successor;
}

ArraySpec row_cycle(std::string name, std::size_t rows) {
  return {std::move(name), rows * width * sizeof(Word), Role::input,
          [rows](std::span<std::byte> bytes, const Random& random) {
            const std::vector<Word> successor = random_cycle(rows, random);
            auto* words = reinterpret_cast<Word*>(bytes.data());
            for (std::size_t row = 0; row < rows; ++row)
              std::fill_n(words + row * width, width, successor[row]);
          }};
}

RowWalk row_walk(ArrayList& arrays, std::size_t rows, int steps) {
  return {arrays.input<Word>(row_cycle("next", rows)), static_cast<int>(rows), steps};
}

const std::vector<Word>& rows_reached(const HostArrays& host, std::size_t steps) {
  using Rows = std::vector<Word>;
  return host.once<Rows>("rows after " + std::to_string(steps), [&] {
    const Rows cycle = cycle_of(host.get<Word>("next"));
    Rows reached(cycle.size());
    for (std::size_t place = 0; place < cycle.size(); ++place)
      reached[cycle[place]] = cycle[(place + steps) % cycle.size()];
    return reached;
  });
}

Validation compare_walks(const HostArrays& host, std::span<const Word> last, std::size_t steps) {
  const auto& reached = rows_reached(host, steps);
  return compare_elements(
      last, [&](std::size_t i) { return exactly(reached[i / width % reached.size()]); });
}

}  // namespace tilebridge
