// Water on terrain: the lower of the highest points to the left and right, less the point's height.
#pragma once

#include <algorithm>
#include <vector>

// [native, yours, kokkos]
struct Arguments {
  const std::int32_t* height;  // points × sections elements; of a point all sections, then the next
  std::int32_t* water;         // points × sections, in the same order
  std::int32_t* left;          // memory for sections · points elements, in any order that you like
  std::int32_t* right;         // likewise
  int sections, points;        // points follow one another in each of many sections
};
// [/]

struct Layout {
  static constexpr const char* name = "layout";
  static constexpr const char* question = "Which index should follow one another in memory?";
  static constexpr const char* grade =
      "at-least 0.9\n"
      "at-most sectors 1.1\n"
      "row sections\n"
      "slow stride/copy stride=32\n"
      "good stride/copy stride=1\n"
      "unwritten Does every section have a thread?\n"
      "wrong Is the highest point of each side found anew in each section, and kept at a place of "
      "its own?\n"
      "slowness Which index do the threads of a warp differ in? Neighbours in it should be "
      "neighbours in memory: in both arrays.\n";

  static std::vector<tilebridge::PairParameter> parameters() {
    return {{"sections", "one per thread", tilebridge::on_gpu ? (1 << 19) + 8 : 1000, 0, 1 << 24},
            {"points", "of a section", tilebridge::on_gpu ? 64 : 24, 1, 1024}};
  }
  static std::vector<tilebridge::PairArray> arrays(const std::int64_t* p) {
    const auto elements = static_cast<std::size_t>(p[0] * p[1]);
    return {tilebridge::PairArray::input<std::int32_t>("height", elements, 1 << 20),
            tilebridge::PairArray::output<std::int32_t>("water", elements)};
  }
  /// What a kernel without these two arrays would move.
  static tilebridge_work work(const std::int64_t* p) {
    const double bytes = 4 * static_cast<double>(p[0] * p[1]);
    return {.bytes_read = bytes, .bytes_written = bytes, .flops = 0};
  }
  static std::size_t workspace_bytes(const std::int64_t* p) {
    return 2 * static_cast<std::size_t>(p[0] * p[1]) * sizeof(std::int32_t);
  }
  static Arguments arguments(const tilebridge::PairCase& c, void* workspace) {
    const auto left = static_cast<std::int32_t*>(workspace);
    return {c.array<const std::int32_t>(0),
            c.array<std::int32_t>(1),
            left,
            left == nullptr ? nullptr : left + c.parameters[0] * c.parameters[1],
            static_cast<int>(c.parameters[0]),
            static_cast<int>(c.parameters[1])};
  }
  static void expected(const Arguments& a, double* const* outputs) {
    const std::int64_t sections = a.sections;
    const auto highest = [&](std::int64_t section, int first, int last) {
      std::int32_t highest = 0;
      for (int p = first; p <= last; ++p)
        highest = std::max(highest, a.height[p * sections + section]);
      return highest;
    };
    for (int p = 0; p < a.points; ++p)
      for (std::int64_t s = 0; s < sections; ++s)
        outputs[1][p * sections + s] =
            std::min(highest(s, 0, p), highest(s, p, a.points - 1)) - a.height[p * sections + s];
  }
};
