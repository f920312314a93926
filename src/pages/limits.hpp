// SPDX-License-Identifier: Apache-2.0
// The native tuned kernels against the best that is known of their class, with the reason where
// they do not reach it, and other models' kernels against them.
#pragma once

#include "judge/limits.hpp"
#include "pages/document.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// The tuned kernels of the cases that `takes` chooses, file by file. A vendor's call or another
/// model's kernel that they are compared with need not be chosen.
std::vector<judge::TunedKernel> tuned_kernels_of(const Report& report, const judge::IsTaken& takes);
std::vector<judge::TunedKernel> tuned_kernels_of(const Report& report);

/// A row for each kernel and its parameters, and columns for each file. It begins with how many
/// rows reach 0.97 of the best known, and how many of the others have no reason. Empty without
/// kernels.
Document limits_page(const Report& report, const std::vector<judge::TunedKernel>& kernels);

}  // namespace tilebridge::pages
