// SPDX-License-Identifier: Apache-2.0
// Whether what a result file says fits together.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

/// Throws UsageError, one line that names the case and the member, where results contradict
/// themselves: times that are not positive or lie outside of their interval or of their samples, a
/// ratio that its two times rule out, a verdict that its ratio rules out, a kernel that is ok with
/// wrong elements, a case that is there twice.
///
/// A ratio is of samples taken together and over blocks, so it may differ by some percent from the
/// quotient of its two times.
void check_consistent(const Results& results);

}  // namespace tilebridge
