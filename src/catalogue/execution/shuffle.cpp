// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/shuffle.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::shuffle_experiment {

constexpr std::size_t warp_size = WarpExchange::warp_size;
using Lanes = std::array<Word, warp_size>;

std::size_t threads(const Parameters& p) { return p.as_size("blocks") * WarpExchange::block_size; }

const Cases one_block_and_many = {
    .quick = every({{"repeats", {64}}, {"blocks", {1, 8 * 132}}}),
    .standard = every({{"repeats", {256}}, {"blocks", {1, 8 * 132}}})};

/// The effect of one repeat on a warp's values, where each lane begins with its own word of `in`.
using Repeat = void (*)(const Word* in, Lanes& values);

struct ExchangeProblem {
  Repeat repeat;
  int steps;  // per repeat, each dependent on the previous one

  WarpExchange make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in", threads(p)), arrays.output<Word>("out", threads(p)),
            p.as_int("blocks"), p.as_int("repeats")};
  }
  /// One block cannot fill an SM: it shows how long a step takes. Many blocks show how much is
  /// exchanged; a sum or a scan requests every value once.
  Work work(const Parameters& p) const {
    const double all_steps = p.as_double("repeats") * steps;
    return {.bytes_read = static_cast<double>(threads(p)) * all_steps * sizeof(Word),
            .on_chip = true,
            .steps = p["blocks"] == 1 ? all_steps : 0};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<Word>("in");
    std::vector<Lanes> expected(in.size() / warp_size);
#pragma omp parallel for
    for (std::size_t warp = 0; warp < expected.size(); ++warp) {
      const Word* own = in.data() + warp * warp_size;
      std::copy_n(own, warp_size, expected[warp].begin());
      for (std::int64_t r = 0; r < p["repeats"]; ++r) repeat(own, expected[warp]);
    }
    return compare_elements(host.get<Word>("out"), [&](std::size_t i) {
      return exactly(expected[i / warp_size][i % warp_size]);
    });
  }
  Cases cases = one_block_and_many;
};

/// The lane that a lane's value comes from.
using Source = std::size_t (*)(std::size_t lane, std::size_t distance);

std::size_t first_lane(std::size_t, std::size_t) { return 0; }
std::size_t fourth_of_16(std::size_t lane, std::size_t) { return lane / 16 * 16 + 3; }
std::size_t lane_below(std::size_t lane, std::size_t distance) {
  return lane < distance ? lane : lane - distance;
}
std::size_t lane_above(std::size_t lane, std::size_t distance) {
  return lane + distance < warp_size ? lane + distance : lane;
}
std::size_t opposite_lane(std::size_t lane, std::size_t distance) { return lane ^ distance; }

template <Source source>
void exchange(const Word* in, Lanes& values) {
  for (std::size_t distance = 1; distance < warp_size; distance *= 2) {
    const Lanes before = values;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
      values[lane] = before[source(lane, distance)] + in[lane];
  }
}

/// Each group of `width` lanes is summed by itself.
template <std::size_t width>
void sum_up(const Word* in, Lanes& values) {
  for (std::size_t group = 0; group < warp_size; group += width) {
    Word sum = 0;
    for (std::size_t lane = group; lane < group + width; ++lane) sum += values[lane];
    for (std::size_t lane = group; lane < group + width; ++lane) values[lane] = in[lane] ^ sum;
  }
}

void scan(const Word* in, Lanes& values) {
  Word sum = 0;
  for (std::size_t lane = 0; lane < warp_size; ++lane) {
    sum += values[lane];
    values[lane] = in[lane] ^ sum;
  }
}

template <Source source>
ProblemPointer exchange_problem() {
  return problem(ExchangeProblem{.repeat = exchange<source>, .steps = WarpExchange::distances});
}

template <std::size_t width>
ProblemPointer sum_problem() {
  return problem(ExchangeProblem{.repeat = sum_up<width>, .steps = 1});
}

template <int count>
struct FloatProblem {
  static constexpr std::size_t per_warp = warp_size * count;

  FloatExchange<count> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<float>("values", threads(p) * count),
            .out = arrays.output<float>("out", threads(p) * count),
            .blocks = p.as_int("blocks"),
            .repeats = p.as_int("repeats")};
  }
  Work work(const Parameters& p) const {
    const auto repeats = p.as_double("repeats");
    return {.bytes_read = static_cast<double>(threads(p) * count) * repeats * sizeof(float),
            .on_chip = true,
            .steps = p["blocks"] == 1 ? repeats : 0};
  }
  /// |in| ≤ 1, so |v| ≤ 2. A repeat halves the error e that it begins with. Whatever its order, a
  /// sum of 32 numbers adds γ₃₁ · 64, of which 1/64 counts, and the last addition 2 · u. So
  /// e ≤ e/2 + 33 · u, hence 66 · u, and two more for the terms with u².
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double bound = 68 * unit_roundoff;
    const auto in = host.get<float>("values");
    const std::vector<double> sums = last_sums(in, p["repeats"]);
    return compare_elements(host.get<float>("out"), [&](std::size_t i) {
      const double sum = sums[i / per_warp * count + i % count];
      return within(double{in[i]} + double{FloatExchange<count>::share} * sum, bound);
    });
  }
  Cases cases = one_block_and_many;

 private:
  /// Computes a warp's `count` sums of the last repeat: those of `in` and half those of the repeat
  /// before.
  static std::vector<double> last_sums(std::span<const float> in, std::int64_t repeats) {
    std::vector<double> of_in(in.size() / warp_size);
    for (std::size_t i = 0; i < in.size(); ++i)
      of_in[i / per_warp * count + i % count] += double{in[i]};
    std::vector<double> sums(of_in.size());
    for (std::size_t s = 0; s < sums.size(); ++s)
      for (std::int64_t r = 0; r < repeats; ++r) sums[s] = of_in[s] + sums[s] / 2;
    return sums;
  }
};

void describe(Experiment& e) {
  const std::string not_shifted =
      "there is no portable shuffle: vector lanes can be summed, scanned and sent one lane's "
      "value, not shifted";
  e.models = native_and_kokkos_on_gpu();
  e.problem = sum_problem<warp_size>();
  // All but sum_shared are in no mean: Kokkos's guide forbids what their kernels in loops do, see
  // the backend's file.
  e.question = "What do warp shuffles cost, and what do they save over shared memory?";
  e.parameters = {
      {"repeats", "times 5 exchanges, or a sum or scan, in turn", 256, 1, 1 << 20},
      {"blocks", "blocks of 256 threads; with 1, the time of a step is measured", 8 * 132, 0,
       1 << 20},
  };
  e.variants = {
      loops("broadcast",
            "all lanes take lane 0's value (Kokkos: single over a thread's vector lanes, whose "
            "values are kept between ranges as long as the team)",
            exchange_problem<first_lane>()),
      native_only(
          "broadcast_16", "shfl(x, 3, 16): all lanes of a half warp take the value of its lane 3",
          "single over a thread's vector lanes sends the value of its first lane, not of any other",
          exchange_problem<fourth_of_16>()),
      native_only("up", "a lane takes the value of the lane 1, 2, 4, 8, 16 below", not_shifted,
                  exchange_problem<lane_below>()),
      native_only("down", "a lane takes the value of the lane 1, 2, 4, 8, 16 above", not_shifted,
                  exchange_problem<lane_above>()),
      native_only("xor_butterfly", "lanes whose numbers differ in bit 0, 1, 2, 3, 4 swap",
                  "there is no portable shuffle: vector lanes can be summed, scanned and sent one "
                  "lane's value, not swapped",
                  exchange_problem<opposite_lane>()),
      loops("sum_shuffle",
            "a warp's sum, five shuffles down and a broadcast (Kokkos: parallel_reduce over a "
            "ThreadVectorRange, values kept between ranges as long as the team)"),
      loops("sum_shared",
            "the same sum as a tree in shared memory (Kokkos: a warp is a team of 32 threads, "
            "since team_barrier is a team's only barrier; in loops its values are in scratch "
            "memory)",
            Pattern::team_sum),
      loops("sum_8",
            "sums within groups of 8 lanes, three shuffles down and a broadcast of width 8 "
            "(Kokkos: parallel_reduce over 8 vector lanes)",
            sum_problem<8>()),
      loops("sum_16",
            "sums within groups of 16 lanes, four shuffles down and a broadcast of width 16 "
            "(Kokkos: parallel_reduce over 16 vector lanes)",
            sum_problem<16>()),
      native_only(
          "listing_butterfly",
          "the usual loop: value += shfl_xor(value, mask, 8) for mask = 1, 2, 4",
          "there is no portable shuffle: vector lanes cannot be swapped, only summed, as in sum_8",
          sum_problem<8>()),
      loops("sum_float",
            "sum_shuffle with a float per thread, of which half the mean is added to its own",
            problem(FloatProblem<1>{})),
      loops("sum_float4",
            "the same with four floats of a vector, one shuffle for each (Kokkos: parallel_reduce "
            "of a struct)",
            problem(FloatProblem<4>{})),
      loops("sum_array", "the same with an array of eight floats in registers",
            problem(FloatProblem<8>{})),
      native_only("scan", "a warp's inclusive scan, five shuffles up",
                  "parallel_scan over ThreadVectorRange may call its functor for one lane's "
                  "element on another, so what a lane holds in a register cannot be scanned",
                  problem(ExchangeProblem{.repeat = scan, .steps = 1})),
  };
  add_rewritten(e, {"sum_shuffle", "sum_8", "sum_16", "sum_float", "sum_float4", "sum_array"},
                "CUDA's shuffles inside a team's kernel, by KOKKOS_IF_ON_DEVICE; not portable",
                {"team_sums/vector_reduce"});
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"repeats", {1, 2, 3, 31, 32, 33, 100}}}}};
}

}  // namespace tilebridge::shuffle_experiment
