// SPDX-License-Identifier: Apache-2.0
// `tilebridge explain ./pair.so` and `tilebridge list ./pair.so`: what a pair of kernels of the
// user's own says of itself, and its code.
#pragma once

#include "cli/explanation.hpp"

namespace tilebridge::cli {

/// Loads the pair, in this process. Throws UsageError as kernels::Pair does.
int explain_pair(const ExplainOptions& options);

/// Question, parameters and models of each, likewise.
void list_pairs(const std::vector<std::string>& files);

}  // namespace tilebridge::cli
