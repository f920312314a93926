// SPDX-License-Identifier: Apache-2.0
// Kokkos and libraries compared with native code, over all experiments of a report.
#pragma once

#include <string>
#include <vector>

#include "pages/report.hpp"
#include "pages/table.hpp"
#include "results/portable_ways.hpp"

namespace tilebridge::pages {

/// Every comparison, with its family, form and verdict to filter by; at most 5000 rows.
Table comparisons_table(const Report& report);

/// The performance-portability metric; without rows for results from only one platform.
Table portability_table(const Report& report);

struct ShownWay {
  std::string name;  // "plain Kokkos"
  std::vector<double> efficiencies;
  double metric;
  /// Code convergence: lines in common ÷ all lines, mean over pairs of platforms; 1 is one source
  /// (Harrell and Kitson, 2018; Pennycook et al., 2021).
  double convergence;
};

struct ShownWays {
  std::vector<std::string> platforms;  // "NVIDIA H200, cuda"
  std::size_t variants = 0;
  std::vector<ShownWay> ways;
};

/// Without ways if the files are not of several platforms with kernels in common.
ShownWays shown_ways(const Report& report);

/// A row for each way.
Table ways_table(const ShownWays& shown);

}  // namespace tilebridge::pages
