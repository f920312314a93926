// SPDX-License-Identifier: Apache-2.0
// Uses the parts of C++20 that the sources need and older compilers lack; cmake/CheckCompiler.cmake
// compiles it.
#include <algorithm>
#include <ranges>
#include <string_view>
#include <variant>
#include <vector>

namespace {

struct Point {
  int x;
  double y;
};

struct Tree;
using Node = std::variant<Point, Tree>;
struct Tree {
  std::vector<Node> nodes;
};

}  // namespace

int main() {
  std::vector<Point> points;
  points.emplace_back(1, 2.0);
  const auto& [x, y] = points.front();
  const auto sum = [&] { return x + y; };
  std::size_t length = 0;
  for (const auto part : std::views::split(std::string_view("a,b"), ','))
    length += std::string_view(part.begin(), part.end()).size();
  std::vector<int> numbers = {1, 1, 2};
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
  return sum() > 0 && length == numbers.size() && Tree{}.nodes.empty() ? 0 : 1;
}
