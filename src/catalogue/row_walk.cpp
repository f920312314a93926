// SPDX-License-Identifier: Apache-2.0
#include "catalogue/row_walk.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t width = RowWalk::width;

/// The rows in the order in which a walk from row 0 meets them, and each row's place in it.
struct Order {
  std::vector<std::uint32_t> row_at, place_of;

  explicit Order(std::span<const std::uint32_t> next)
      : row_at(next.size() / width), place_of(next.size() / width) {
    std::uint32_t row = 0;
    for (std::uint32_t place = 0; place < row_at.size(); ++place) {
      row_at[place] = row;
      place_of[row] = place;
      row = next[row * width];
    }
  }
};

}  // namespace

std::vector<std::uint32_t> random_cycle(std::size_t nodes, const Random& random) {
  std::vector<std::uint32_t> successor(nodes);
  std::iota(successor.begin(), successor.end(), 0U);
  for (std::size_t i = nodes; i-- > 1;) std::swap(successor[i], successor[random.bits(i) % i]);
  return successor;
}

ArraySpec row_cycle(std::string name, std::size_t rows) {
  return {std::move(name), rows * width * sizeof(std::uint32_t), Role::input,
          [rows](std::span<std::byte> bytes, const Random& random) {
            const std::vector<std::uint32_t> successor = random_cycle(rows, random);
            auto* words = reinterpret_cast<std::uint32_t*>(bytes.data());
            for (std::size_t row = 0; row < rows; ++row)
              std::fill_n(words + row * width, width, successor[row]);
          }};
}

Validation compare_walks(const HostArrays& host, const std::string& name,
                         std::span<const std::uint32_t> last, std::size_t steps) {
  const auto& order =
      host.once<Order>("order of " + name, [&] { return Order(host.get<std::uint32_t>(name)); });
  const std::size_t rows = order.row_at.size();
  return compare_elements(last, [&](std::size_t i) {
    const std::size_t begin = order.place_of[i / width % rows];
    return exactly(order.row_at[(begin + steps) % rows]);
  });
}

}  // namespace tilebridge
