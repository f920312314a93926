// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/reorder.hpp"

#include "catalogue/binary_sizes.hpp"
#include "catalogue/compare.hpp"
#include "catalogue/tiling/reorder_accesses.hpp"

namespace tilebridge::reorder_experiment {

constexpr std::size_t members = Reorder::members;

std::size_t elements(const Parameters& p) { return p.as_size("n") * members; }

struct ReorderProblem {
  Reorder make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform("in", elements(p)),
            .out = arrays.output<float>("out", elements(p)),
            .n = p.as_size("n")};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(elements(p)) * sizeof(float);
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto n = p.as_size("n");
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"),
                            [&](std::size_t i) { return exactly(in[i % n * members + i / n]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    if (platform == Platform::host) return {{{"n", preset == Preset::quick ? 128 * Ki : 4 * Mi}}};
    if (preset == Preset::full) return {{{"n", 4 * Mi}}, {{"n", 64 * Mi}}};
    return {{{"n", 4 * Mi}}};
  }
};

Experiment experiment() {
  Experiment e;
  e.problem = problem(ReorderProblem{});
  e.question =
      "What does splitting structures into arrays cost, and what does staging on chip save?";
  e.parameters = {{"n", "structures (six floats, 24 bytes)", 4 * Mi, 0, std::int64_t{1} << 32}};
  e.variants = {
      {.name = "direct",
       .technique = "one structure per thread: reads 24 bytes apart, writes coalesced",
       .accesses = reorder_accesses::direct},
      {.name = "staged",
       .technique = "256 structures in shared memory, padded: reads and writes coalesced, no bank "
                    "conflict",
       .accesses = reorder_accesses::staged},
      matched("staged", "raw team ranks, scratch memory by get_shmem",
              {"team_control/team_range", "scratch_use/view", "scratch_use/load_store"}),
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 15, 16, 17, 42, 43, 255, 256, 257, 1009, 65536, 100003}}}}};
  return e;
}

}  // namespace tilebridge::reorder_experiment
