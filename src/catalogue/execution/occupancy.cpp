// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/occupancy.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::occupancy_experiment {

struct CopyProblem {
  OccupancyCopy make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.output<float>("out"), p.as_size("n"),
            p.as_int("shared_kib")};
  }
  Work work(const Parameters& p) const { return copied<float>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_copy<float>(host);
  }
  static std::vector<Parameters> sized(std::int64_t n) {
    return every({{"n", {n}}, {"shared_kib", {0, 8, 16, 24, 32, 48, 64, 96, 128, 200, 227}}});
  }
  Cases cases = {.quick = every({{"n", {8 * Mi}}, {"shared_kib", {0, 32, 128}}}),
                 .standard = sized(32 * Mi),
                 .full = sized(256 * Mi),
                 .host = {{{"n", Mi / 4}, {"shared_kib", 0}}}};
};

void describe(Experiment& e) {
  e.pattern = Pattern::team_loop;
  e.question = "How many blocks must an SM hold to keep memory busy?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 32 * Mi, 0, 16 * Gi},
      {"shared_kib", "shared memory each block holds and does not use, in KiB", 48, 0, 1024},
  };
  e.variants = {
      loops("copy",
            "out[i] = in[i], one element and so one load in flight per thread, 256 threads per "
            "block; in Kokkos the memory is the team's scratch",
            native_and_kokkos_on_gpu(), problem(CopyProblem{})),
      rewritten("copy", "raw team ranks, launch bounds", {"team_control/team_range"}),
  };
  e.tested_at = {
      {.axes = {{"n", {0, 1, 255, 256, 257, 1009, 100003}}, {"shared_kib", {0, 1, 32, 39}}}}};
}

}  // namespace tilebridge::occupancy_experiment
