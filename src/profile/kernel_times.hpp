// SPDX-License-Identifier: Apache-2.0
// How long an application's kernels take, from tables that a profiler wrote of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::profile {

/// All launches of a kernel together.
struct KernelTime {
  std::string kernel;  // as the profiler names it: "void ns::step<float>(float*, int)"
  double launches = 0;
  double seconds = 0;
  double threads = 0;  // of all launches; 0 where the table does not tell

  /// "step": the function's own name, without what it returns, where it is, its template and
  /// function arguments; of a lambda that a kernel calls "step lambda(2) 1": the function that it
  /// is in, the number of its parameters, and which it is of those with as many.
  std::string name() const;

  /// The type of real numbers that most of the function's parameters point to, or else that most of
  /// its template arguments are: "float", "double", "half", "bfloat16"; "" if neither tells. A
  /// lambda has the type of the function that it is in.
  std::string real() const;
};

/// Parses a table in CSV: of Nsight Systems, `nsys stats --format csv` with the report
/// cuda_gpu_kern_sum or, with a row for each launch, cuda_gpu_trace; or of Nsight Compute, `ncu
/// --csv` with gpu__time_duration.sum. Lines before the names of the columns are skipped, as are
/// copies. The longest first. Throws UsageError, which says what to do, if it has no such table, no
/// kernel, or a number that is none.
std::vector<KernelTime> read_kernel_times(std::string_view text);

}  // namespace tilebridge::profile
