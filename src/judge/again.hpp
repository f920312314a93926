// SPDX-License-Identifier: Apache-2.0
// One result against several runs of the base.
#pragma once

#include <vector>

#include "judge/gate.hpp"

namespace tilebridge::judge {

/// The judgement follows from all of the changes (see compare_results), and so do the p-values: a
/// result is slower than every run of the base only as surely as than the one it is least surely
/// slower than. The figures are those of the smallest change with this judgement, or of the
/// smallest one if none alone has it. It is host-bound if it is in any run. The order does not
/// matter. `changes` must not be empty.
Change against_every(const std::vector<Change>& changes);

}  // namespace tilebridge::judge
