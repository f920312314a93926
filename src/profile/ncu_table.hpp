// SPDX-License-Identifier: Apache-2.0
// The tables that Nsight Compute's command line writes with --csv.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "profile/numbers.hpp"
#include "results/counters.hpp"

namespace tilebridge::profile {

/// A launch of a kernel that ncu profiled.
struct NcuLaunch {
  std::string kernel;  // its name
  std::string ranges;  // the NVTX ranges that it ran in, as ncu lists them
  Counters counters;  // in the units of counters.inc, without counters that ncu gives no number for
};

/// A table that cannot be read without guessing. The message names line and column.
struct UnreadableTable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The launches in all tables of `output`, in their order: of the page raw, with a row for each
/// launch and the units in a row below the names, or of the page details, with a row for each
/// metric. All else that ncu or the program wrote is skipped. Numbers are in the form that the
/// table as a whole shows. Throws UnreadableTable where a number, a unit or that form is not clear.
std::vector<NcuLaunch> read_ncu_tables(std::string_view output);

/// Whether `output` has such a table.
bool has_ncu_table(std::string_view output);

}  // namespace tilebridge::profile
