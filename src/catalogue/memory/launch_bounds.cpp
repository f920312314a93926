// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/launch_bounds.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/memory/launch_bounds_problem.hpp"
#include "catalogue/row_walk_problem.hpp"

namespace tilebridge::launch_bounds_experiment {

constexpr std::size_t values = Averaging::values;

struct AveragingProblem {
  Averaging make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.uniform("in", n + values - 1), arrays.output<float>("out", n), n,
            p.as_int("sweeps")};
  }
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    if (n == 0) return {};
    return {.bytes_read = (n + values - 1) * sizeof(float),
            .bytes_written = n * sizeof(float),
            .flops = n * values * (2 * p.as_double("sweeps") + 1)};
  }
  /// A mean has no larger error than the larger one of its two values, except for the rounding of
  /// their sum, which halving reduces to u·M, where no value is larger than M. In a sweep the last
  /// mean uses a value from the same sweep: after s sweeps an error is at most 1.5·s·u·M. The sum
  /// of V values accumulates V such errors, and V - 1 roundings of at most V·u·M each; one more
  /// covers the second-order terms.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::int64_t sweeps = p["sweeps"];
    return compare_from<float>(host, [&](auto in, std::size_t i) {
      std::array<double, values> value;
      std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(i), values, value.begin());
      double largest = 0;
      for (const double v : value) largest = std::max(largest, std::abs(v));
      for (std::int64_t sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t k = 0; k < values; ++k)
          value[k] = (value[k] + value[(k + 1) % values]) / 2;
      double sum = 0;
      for (const double v : value) sum += v;
      const double roundings = 1.5 * static_cast<double>(sweeps) + values;
      return within(sum, values * roundings * unit_roundoff * largest);
    });
  }
  Cases cases = {.quick = {{{"n", Mi / 4}, {"sweeps", 32}}},
                 .standard = {{{"n", 4 * Mi}, {"sweeps", 32}}},
                 .more_in_full = {{{"n", 16 * Mi}, {"sweeps", 32}}},
                 .host_quick = {{{"n", Mi / 256}, {"sweeps", 32}}},
                 .host = {{{"n", Mi / 4}, {"sweeps", 32}}}};
};

/// A walk, and then the averages of AveragingProblem.
struct WalkThenAverageProblem {
  static constexpr int steps = 256;                  // of the walk
  static constexpr std::size_t threads_per_row = 4;  // of its table
  static constexpr std::size_t most_rows = Mi;       // 128 MiB: beyond L2

  AveragingProblem averaging;

  WalkThenAverage make(ArrayList& arrays, const Parameters& p) const {
    WalkThenAverage w = {};
    w.averaging = averaging.make(arrays, p);
    w.last = arrays.output<Word>("last", p.as_size("n"));
    w.walk = row_walk(arrays, rows(p), steps);
    return w;
  }
  /// Every row of the table counts once, although more than one warp may come along.
  Work work(const Parameters& p) const {
    Work work = averaging.work(p);
    if (work.empty()) return work;
    work.bytes_read += static_cast<double>(rows(p) * RowWalk::width * sizeof(Word));
    work.bytes_written += static_cast<double>(p.as_size("n") * sizeof(Word));
    return work;
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return both(averaging.validate(host, p), compare_walks(host, host.get<Word>("last"), steps));
  }
  Cases cases = {.quick = {{{"n", Mi / 4}, {"sweeps", 1}}},
                 .standard = {{{"n", 4 * Mi}, {"sweeps", 1}}},
                 .host = {{{"n", Mi / 256}, {"sweeps", 1}}}};

 private:
  static std::size_t rows(const Parameters& p) {
    return std::clamp(p.as_size("n") / threads_per_row, std::size_t{1}, most_rows);
  }
};

ProblemPointer averages() { return problem(AveragingProblem{}); }

void describe(Experiment& e) {
  const ProblemPointer walk = problem(WalkThenAverageProblem{});
  const std::string pragma_of_cuda =
      "Kokkos does not choose where registers are spilled to; a functor could only hold CUDA's own "
      "pragma";
  e.models = native_and_kokkos_on_gpu();
  e.problem = averages();
  e.pattern = Pattern::flat;
  e.question =
      "What does capping registers per thread cost, and what do more resident blocks gain?";
  e.parameters = {
      {"n", "threads, each with 64 values (4 bytes)", 4 * Mi, 0, 16 * Gi},
      {"sweeps", "how often a thread goes through its values", 32, 0, 1 << 20},
  };
  e.variants = {
      loops("blocks_1",
            "bounds of 256 threads per block and at least one such block per SM: at most 255 "
            "registers per thread; native blocks have 256 threads, a Kokkos RangePolicy launches "
            "128 under the same bounds; a host has none",
            native_and_kokkos()),
      loops("blocks_2", "at least two such blocks: at most 128 registers per thread"),
      loops("blocks_4", "at least four such blocks: at most 64 registers per thread"),
      rewritten("blocks_4", "raw team ranks under the same bounds, blocks of 256 threads",
                {"policies/range"}),
      loops("blocks_8", "at least eight such blocks: at most 32 registers per thread"),
      native_only("blocks_4_smem_spill",
                  "as blocks_4, with the pragma enable_smem_spilling of CUDA 13: what does not fit "
                  "goes to shared memory first",
                  pragma_of_cuda),
      native_only("blocks_8_smem_spill", "as blocks_8, with the pragma enable_smem_spilling",
                  pragma_of_cuda),
      loops("walk_blocks_1", "as blocks_1, after 256 dependent loads: a kernel that mostly waits",
            walk),
      loops("walk_blocks_8",
            "as blocks_8, after 256 dependent loads: more warps wait at the same time", walk),
      native_only("walk_maxnreg", "as walk_blocks_8, by __maxnreg__(32) instead of launch bounds",
                  "Kokkos caps registers by LaunchBounds alone", walk),
      loops("walk_maxrregcount",
            "as walk_blocks_8, without launch bounds in a file of nvcc's -maxrregcount=32", walk),
  };
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 31, 32, 33, 255, 256, 257, 1009}}, {"sweeps", {0, 1, 2, 33}}}}};
}

}  // namespace tilebridge::launch_bounds_experiment
