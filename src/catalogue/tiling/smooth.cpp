// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/smooth.hpp"

#include <cmath>

#include "catalogue/binary_sizes.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/tiling/smooth_accesses.hpp"

namespace tilebridge::smooth_experiment {

template <class T>
struct SmoothProblem {
  Smooth<T> make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.uniform<T>("in", n), .out = arrays.output<T>("out", n), .n = n};
  }
  Work work(const Parameters& p) const {
    const auto averages = static_cast<double>(smooth_accesses::averages(p));
    const double elements_read = averages > 0 ? averages + 2 : 0;
    return {.bytes_read = elements_read * sizeof(T),
            .bytes_written = averages * sizeof(T),
            .flops = 3 * averages};
  }
  /// Two additions and a division, with one rounding each: with u the unit roundoff, the error
  /// stays below (u·|a + b| + u·|a + b + c|) / 3 + u·|a + b + c| / 3, except for terms in u², which
  /// the last factor covers.
  Validation validate(const HostArrays& host, const Parameters&) const {
    constexpr double u = roundoff<T>;
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>("out"), [&](std::size_t i) {
      if (i == 0 || i + 1 >= in.size()) return untouched();
      const Wide<T> first = Wide<T>{in[i - 1]} + Wide<T>{in[i]};
      const Wide<T> sum = first + Wide<T>{in[i + 1]};
      const auto bound = static_cast<double>(u * (std::abs(first) + 2 * std::abs(sum)) / 3);
      return within(static_cast<double>(sum / 3), bound * (1 + 4 * u));
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    const bool on_host = platform == Platform::host;
    if (quick && on_host) return {{{"n", Mi}}};
    return {{{"n", Mi}}, {{"n", quick || on_host ? 64 * Mi : 256 * Mi}}};
  }
};

Experiment experiment() {
  Experiment e;
  e.problem = problem_in_reals<SmoothProblem>();
  e.question = "What does a tile save when neighbouring threads read the same elements?";
  e.parameters = {{"n", "elements of each array", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {.name = "direct",
       .technique = "every thread reads its three elements from global memory",
       .accesses = smooth_accesses::direct},
      matched("direct", "teams of 256 threads, raw team ranks", {"policies/range"}),
      {.name = "tile_halo",
       .technique = "256 elements and one on either side in shared memory, each read once",
       .accesses = smooth_accesses::tile_halo,
       .sketch = TileWithHalo{.title = "the elements that a block of 256 threads stages",
                              .rows = 1,
                              .cols = smooth_accesses::tile_size,
                              .halo_rows = 0,
                              .halo_cols = 1}},
      matched("tile_halo",
              "raw team ranks, scratch memory by get_shmem, all loads of a thread before its first "
              "store",
              {"team_control/team_range", "scratch_use/view", "scratch_use/load_store"}),
      {.name = "vector_direct",
       .form = Form::tuned,
       .technique =
           "a 16-byte vector per thread from global memory, and an element on either side of it",
       .models = native_and_kokkos_on_gpu()},
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0,    1,    2,    3,    4,    5,    6,    7,   8,   9,
                                  10,   255,  256,  257,  258,  259,  260,  513, 514, 515,
                                  1009, 1023, 1024, 1025, 1026, 1028, 1029, 2050}}}}};
  return e;
}

}  // namespace tilebridge::smooth_experiment
