// SPDX-License-Identifier: Apache-2.0
// The page says what a user's Kokkos application did, and which entries of the cost list that
// suggests.
#pragma once

#include "pages/scan.hpp"
#include "results/kernel_log.hpp"

namespace tilebridge::pages {

/// `tilebridge kernels`: a summary, the kernels, what happened between them, and suggestions.
///
/// `bytes` that one call of a kernel has to move, by its name: the table then has the share of the
/// ceiling that `results` measured. Without `results`, or where they are of another kind of device,
/// suggestions have no costs; a line says why they are not shown, or may not be the application's.
/// Throws UsageError for the name of a kernel that the log does not have. The kernels'
/// idioms are found in `files`.
Document kernels_page(KernelLog log, const std::map<std::string, double>& bytes,
                      const std::optional<Results>& results, const Catalogue& catalogue,
                      const std::vector<ScannedFile>& files = {});

}  // namespace tilebridge::pages
