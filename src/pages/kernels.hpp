// SPDX-License-Identifier: Apache-2.0
// The page says what a user's Kokkos application did, and which entries of the cost list that
// suggests.
#pragma once

#include "pages/scan.hpp"
#include "results/kernel_log.hpp"

namespace tilebridge::pages {

struct Suggestion {
  std::string seen;  // "320 deep copies after the first kernel: 3.10 s, 40.2% of the time"
  IdiomCost idiom;   // with its cost where `costs` has it
};

struct KernelReport {
  std::string summary;  // "12.3 s, 65.0% of it in 14 kernels on Cuda (NVIDIA H200)"
  std::string note;     // why the results' costs are not shown, or may not be the application's
  Table kernels;        // the longest together first
  Table between;        // copies, fences and allocations, likewise
  std::vector<Suggestion> suggestions;
  Table in_source;  // idioms of the kernels, by their place

  Document page() const;
};

/// `bytes` that one call of a kernel has to move, by its name: the table then has the share of the
/// ceiling that `results` measured. Without `results`, or where they are of another kind of device,
/// suggestions have no costs. Throws UsageError for the name of a kernel that the log does not
/// have. The kernels' idioms are found in `files`.
KernelReport kernel_report(const KernelLog& log, const std::map<std::string, double>& bytes,
                           const std::optional<Results>& results, const Catalogue& catalogue,
                           const std::vector<ScannedFile>& files = {});

}  // namespace tilebridge::pages
