// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/shuffle.hpp"

#include <algorithm>
#include <array>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t warp_size = WarpExchange::warp_size;
using Lanes = std::array<std::uint32_t, warp_size>;

std::size_t threads(const Parameters& p) { return p.as_size("blocks") * WarpExchange::block_size; }

/// The effect of one repeat on a warp's values, where each lane begins with its own word of `in`.
using Repeat = void (*)(const std::uint32_t* in, Lanes& values);

struct ExchangeProblem {
  Repeat repeat;
  int steps;  // per repeat, each dependent on the previous one

  WarpExchange make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.input<std::uint32_t>(random_words("in", threads(p))),
            .out = arrays.output<std::uint32_t>("out", threads(p)),
            .blocks = static_cast<int>(p["blocks"]),
            .repeats = static_cast<int>(p["repeats"])};
  }
  /// One block cannot fill an SM: it shows how long a step takes. Many blocks show how much is
  /// exchanged; a sum or a scan requests every value once.
  Work work(const Parameters& p) const {
    const double all_steps = static_cast<double>(p["repeats"]) * steps;
    return {.bytes_read = static_cast<double>(threads(p)) * all_steps * sizeof(std::uint32_t),
            .on_chip = true,
            .steps = p["blocks"] == 1 ? all_steps : 0};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<std::uint32_t>("in");
    std::vector<Lanes> expected(in.size() / warp_size);
#pragma omp parallel for
    for (std::size_t warp = 0; warp < expected.size(); ++warp) {
      const std::uint32_t* own = in.data() + warp * warp_size;
      std::copy_n(own, warp_size, expected[warp].begin());
      for (std::int64_t r = 0; r < p["repeats"]; ++r) repeat(own, expected[warp]);
    }
    return compare_elements(host.get<std::uint32_t>("out"), [&](std::size_t i) {
      return exactly(expected[i / warp_size][i % warp_size]);
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const std::int64_t repeats = preset == Preset::quick ? 64 : 256;
    return {{{"repeats", repeats}, {"blocks", 1}}, {{"repeats", repeats}, {"blocks", 8 * 132}}};
  }
};

/// The lane that a lane's value comes from.
using Source = std::size_t (*)(std::size_t lane, std::size_t distance);

std::size_t first_lane(std::size_t, std::size_t) { return 0; }
std::size_t lane_below(std::size_t lane, std::size_t distance) {
  return lane < distance ? lane : lane - distance;
}
std::size_t lane_above(std::size_t lane, std::size_t distance) {
  return lane + distance < warp_size ? lane + distance : lane;
}
std::size_t opposite_lane(std::size_t lane, std::size_t distance) { return lane ^ distance; }

template <Source source>
void exchange(const std::uint32_t* in, Lanes& values) {
  for (std::size_t distance = 1; distance < warp_size; distance *= 2) {
    const Lanes before = values;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
      values[lane] = before[source(lane, distance)] + in[lane];
  }
}

void sum_up(const std::uint32_t* in, Lanes& values) {
  std::uint32_t sum = 0;
  for (const std::uint32_t value : values) sum += value;
  for (std::size_t lane = 0; lane < warp_size; ++lane) values[lane] = in[lane] ^ sum;
}

void scan(const std::uint32_t* in, Lanes& values) {
  std::uint32_t sum = 0;
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    sum += values[lane];
    values[lane] = in[lane] ^ sum;
  }
}

template <Source source>
ProblemPointer exchange_problem() {
  return problem(ExchangeProblem{.repeat = exchange<source>, .steps = WarpExchange::distances});
}

}  // namespace

Experiment shuffle() {
  const ProblemPointer sum = problem(ExchangeProblem{.repeat = sum_up, .steps = 1});
  const std::vector<Support> not_shifted = only_native_on_gpu(
      "there is no portable shuffle: vector lanes can be summed, scanned and sent one "
      "lane's value, not shifted");
  Experiment e;
  e.name = "shuffle";
  e.family = Family::execution;
  e.question =
      "What does it cost to exchange values within a warp, and what does it save over shared "
      "memory?";
  e.sources = {{"D4", "the warp shuffle instruction"}};
  e.parameters = {
      {"repeats", "times 5 exchanges, or a sum or scan, in turn", 256, 1, 1 << 20},
      {"blocks", "blocks of 256 threads; with 1, the time of a step is measured", 8 * 132, 0,
       1 << 20},
  };
  e.variants = {
      {.name = "broadcast",
       .level = Level::textbook,
       .technique = "all lanes take lane 0's value (Kokkos: single over a thread's vector lanes)",
       .models = native_and_kokkos_on_gpu(),
       .problem = exchange_problem<first_lane>()},
      {.name = "up",
       .level = Level::textbook,
       .technique = "a lane takes the value of the lane 1, 2, 4, 8, 16 below",
       .models = not_shifted,
       .problem = exchange_problem<lane_below>()},
      {.name = "down",
       .level = Level::textbook,
       .technique = "a lane takes the value of the lane 1, 2, 4, 8, 16 above",
       .models = not_shifted,
       .problem = exchange_problem<lane_above>()},
      {.name = "xor_butterfly",
       .level = Level::textbook,
       .technique = "lanes whose numbers differ in bit 0, 1, 2, 3, 4 swap",
       .models = only_native_on_gpu(
           "there is no portable shuffle: vector lanes can be summed, scanned and "
           "sent one lane's value, not swapped"),
       .problem = exchange_problem<opposite_lane>()},
      {.name = "sum_shuffle",
       .level = Level::textbook,
       .technique =
           "a warp's sum, five shuffles down and a broadcast (Kokkos: parallel_reduce over "
           "ThreadVectorRange)",
       .models = native_and_kokkos_on_gpu(),
       .problem = sum},
      matched("sum_shuffle",
              "CUDA's shuffles inside a team's kernel, by KOKKOS_IF_ON_DEVICE; not portable"),
      {.name = "sum_shared",
       .level = Level::textbook,
       .technique = "the same sum as a tree in shared memory",
       .models = only_native_on_gpu(
           "a team's only barrier is team_barrier, for all its threads; there is "
           "none for a warp"),
       .problem = sum},
      {.name = "scan",
       .level = Level::textbook,
       .technique = "a warp's inclusive scan, five shuffles up",
       .models = only_native_on_gpu(
           "parallel_scan over ThreadVectorRange may call its functor for one lane's "
           "element on another, so what a lane holds in a register cannot be scanned"),
       .problem = problem(ExchangeProblem{.repeat = scan, .steps = 1})},
  };
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"repeats", {1, 2, 3, 31, 32, 33, 100}}}}};
  return e;
}

}  // namespace tilebridge
