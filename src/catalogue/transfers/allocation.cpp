// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/allocation.hpp"

#include <numeric>

#include "catalogue/experiment.hpp"

namespace tilebridge::allocation_experiment {

std::size_t elements(const Parameters& p) { return p.as_size("bytes") / sizeof(float); }

Cases sized(const std::vector<Value>& standard, const std::vector<Value>& more_in_full = {}) {
  return {.quick = every({{"bytes", {4 * Ki, 4 * Mi}}, {"steps", {4}}}),
          .standard = every({{"bytes", standard}, {"steps", {16}}}),
          .more_in_full = every({{"bytes", more_in_full}, {"steps", {16}}}),
          .host = {{{"bytes", 64 * Ki}, {"steps", 4}}}};
}

struct StepsProblem {
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  /// The sum is rounded once; doubling is exact.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_each<float>(host, [last = p.as_double("steps") - 1](float in) {
      const double value = 2 * (in + last);
      return within(value, unit_roundoff * std::abs(value));
    });
  }
};

struct AllocationProblem : StepsProblem {
  Allocation make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", elements(p)), arrays.output<float>("out", elements(p)),
            elements(p), p.as_int("steps")};
  }
  Cases cases = sized({4 * Ki, Mi, 64 * Mi}, {Gi});
};

struct HostAllocationProblem : StepsProblem {
  HostAllocation make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t bytes = p.as_size("bytes");
    const std::size_t pages = HostAllocation::pages(bytes);
    return {arrays.uniform("in", pages, Space::pageable),
            arrays.output<float>("out", pages, Space::pageable), bytes, p.as_int("steps")};
  }
  /// Sizes are small because page-locking takes a good part of a millisecond per mebibyte.
  Cases cases = sized({4 * Ki, Mi, 16 * Mi});
};

/// Nobody promises that a word is kept, or that it is not.
struct OldContentsProblem {
  static constexpr bool has_one_result = false;

  OldContents make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.output<Word>("kept", p.as_size("steps")), elements(p), p.as_int("steps")};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto kept = host.get<Word>("kept");
    const auto half = static_cast<double>(elements(p)) / 2;
    const std::size_t all = std::accumulate(kept.begin(), kept.end(), std::size_t{0});
    return counted(compare_all(kept, within(half, half)),
                   {all, kept.size() * elements(p), "words with old contents"});
  }
  Cases cases = sized({4 * Ki, Mi, 64 * Mi});
};

/// Takes only the last of the quick preset's sizes.
template <class Class>
ProblemPointer of_fewer_sizes(Class few) {
  few.cases.quick = {few.cases.quick.back()};
  return problem(few);
}

void describe(Experiment& e) {
  const ProblemPointer steps_of_host = problem(HostAllocationProblem{});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(AllocationProblem{});
  e.pattern = Pattern::transfer;
  e.question = "What does allocating in every step cost?";
  e.parameters = {
      {"bytes",
       "bytes of the buffer; one kernel per step writes it, 4 bytes per thread, or the host writes "
       "4 bytes per page",
       Mi, 4, 16 * Gi},
      {"steps", "steps, each dependent on the previous one", 16, 1, 1 << 20},
  };
  e.variants = {
      loops("per_step",
            "cudaMalloc and cudaFree, which wait for the device; in Kokkos an uninitialized View, "
            "which also writes a header (kokkos_malloc is the same allocation)"),
      native_only("pool", "cudaMallocAsync and cudaFreeAsync: from a pool, in stream order",
                  "no allocation ordered by an execution space instance: a build option makes "
                  "Views take memory from CUDA's pool, but waits for the device before and after; "
                  "MemoryPool serves threads inside a kernel"),
      loops("reused", "one buffer, allocated before the first step"),
      loops("cleared",
            "one buffer, in every step cleared by cudaMemsetAsync and then added to; in Kokkos "
            "deep_copy of 0",
            of_fewer_sizes(AllocationProblem{})),
      loops("uncleared",
            "cudaMalloc, a kernel that marks every word, and cudaFree; then cudaMalloc again, and "
            "a kernel that counts marks: nobody clears memory; in Kokkos uninitialized Views",
            of_fewer_sizes(OldContentsProblem{})),
      loops("per_step_pageable",
            "ordinary host memory, of which the host touches each page: malloc and free, which "
            "may keep pages for the next step; in Kokkos a View in HostSpace",
            steps_of_host),
      loops("per_step_pinned",
            "the same in page-locked memory: cudaMallocHost and cudaFreeHost; in Kokkos a View in "
            "SharedHostPinnedSpace",
            steps_of_host),
      loops("per_step_managed",
            "the same in managed memory: cudaMallocManaged and cudaFree; in Kokkos a View in "
            "SharedSpace",
            steps_of_host),
      builtin("per_step_filled", "per_step",
              "a View per step in its plain form, which zero-fills and waits for that"),
  };
  e.tested_at = {{.axes = {{"bytes", {4, 5, 8, 1020, 1024, 1028, 39996, 40000, 400012}},
                           {"steps", {1, 2, 7}}}}};
}

}  // namespace tilebridge::allocation_experiment
