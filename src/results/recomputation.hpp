// SPDX-License-Identifier: Apache-2.0
// Whether the times, ratios and verdicts of a result file follow from what else it has.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

/// A line each says which case and kernels, and what.
struct Recomputation {
  int from_medians = 0;  // times and ratios that were computed from the medians of blocks
  int from_samples = 0;  // recomputed from all samples, where there are no such medians
  std::vector<std::string> impossible;  // times and ratios that have neither, or have lost some
  std::vector<std::string> different;

  bool is_good() const { return impossible.empty() && different.empty(); }
};

/// Computes every time, ratio and verdict of all cases, and the ratios of a self-check, anew. From
/// medians of blocks they are the same within 1e-12 of their value: a library of mathematics may
/// differ in the last bits. From samples, which have six digits, they are the same within 5e-5.
/// Medians and samples of the same block must agree within that, too.
///
/// `between_processes` is the relative error that times and ratios between kernels have for another
/// process.
Recomputation recompute(const Results& results, double between_processes = process_error);

/// The results without the samples and clocks of times that have the medians of three or more
/// blocks: everything that recompute() looks at stays. Throws UsageError, one line that names the
/// case, if a time or a ratio has no medians: the file is of an older method.
Results compacted(Results results);

}  // namespace tilebridge
