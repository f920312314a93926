// SPDX-License-Identifier: Apache-2.0
// The price list in words: ways of writing Kokkos, what to write instead, what that saves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/prices.hpp"
#include "view/staircases.hpp"
#include "view/table.hpp"

namespace tilebridge::view {

struct PricedHabit {
  std::string key;        // "team_control/single", which `run` and `explain` take
  std::string written;    // the habit
  std::string instead;    // "" where there is no other way: the cost is then against native code
  std::string holds_if;   // where that may be written: "vector length 1"; "" without another way
  std::string matters;    // when it costs
  std::string cost = {};  // "2.66"; "" if it was not measured
  std::string interval = {};
  std::string where = {};  // the case: "repeats=64 blocks=1056, cold"
  /// "2.60 × the instructions, 24 registers instead of 16"; "" if it was not profiled.
  std::string counted = {};
  /// With each other Kokkos of the list, in the same case: "2.10 2.05…2.15"; "" where not measured.
  std::vector<std::string> with_releases = {};
  /// The whole change, in a form that is right everywhere; "" where `instead` says it all.
  std::string code_before = {};
  std::string code_after = {};
};

/// A variant's habit, without costs.
PricedHabit unpriced(const Experiment& experiment, const Variant& habit);

/// Says what to write instead, after the condition, so that clipping leaves that: "(vector length
/// 1) if (team.team_rank() == 0)"; "" without another way.
std::string instead_text(const PricedHabit& habit);

struct PriceList {
  std::string device;        // "NVIDIA H200, Kokkos 4.7.01"; "" without results
  std::string program;       // "tilebridge 0.1.0 (d9564bd), 2026-11-20T10:00:00Z"
  std::string command_line;  // "tilebridge run habits"
  std::vector<PricedHabit> habits;
  std::vector<ShownStaircase> staircases = {};
  std::vector<std::string> releases = {};  // the other Kokkos of the run, the oldest first

  bool empty() const { return habits.empty() && staircases.empty(); }
};

/// The catalogue's habits, without costs.
PriceList unpriced(const Catalogue& catalogue);
/// What `results` has measured, the dearest habits first; with what was counted in `profiles`.
PriceList price_list(const Results& results, const Catalogue& catalogue,
                     const Profiles& profiles = {});

/// The code of habits that share it.
struct IdiomCode {
  std::string keys;  // "team_sums/team_reduce, team_sums/team_reduce_float"
  std::string before;
  std::string after;
};

/// The code of the list's habits, in their order.
std::vector<IdiomCode> idiom_codes(const PriceList& list);

struct PriceChange {
  std::string key;
  std::string written;
  std::string where;   // the case
  std::string before;  // "2.66 2.65…2.67"
  std::string after;
  std::string change;  // "0.53×"
  /// The price is a quotient: how the times of either way changed, compared with native code's.
  std::string time_with;  // "0.92×"
  std::string time_without;
  bool is_certain;  // the intervals have nothing in common
};

struct PriceChanges {
  std::string before;  // devices, as above
  std::string after;
  std::vector<PriceChange> changes;  // the largest first, either way
};

/// What is in both.
PriceChanges price_changes(const Results& before, const Results& after, const Catalogue& catalogue);

/// The rows are named by the habits and lead to their experiments.
Table prices_table(const PriceList& list);
Table price_changes_table(const PriceChanges& changes);

/// "team_control/single (2.07× here), scratch_use/view (cost here unknown)": the habits of a
/// variant's plain Kokkos, each with what its own step gained in this kernel, the largest first; ""
/// if it names none. A price of another kernel explains nothing here.
std::string habits_text(const Variant& variant, const std::vector<Staircase>& staircases);

/// A variant whose plain Kokkos is slower than native code, in the case in which it is slowest.
struct SlowKernel {
  std::string name;         // "transpose/padded_tile"
  std::string performance;  // "0.54", against native code
  std::string where;        // "rows=16Ki cols=16Ki, cold"
  std::string habits;       // as above
};

/// Those on a GPU whose habits are named, the slowest first.
std::vector<SlowKernel> slow_kernels(const Results& results, const Catalogue& catalogue);

/// What costs most, a line each, the worst first.
struct Costs {
  /// "0.28 of native reduce/block_tree: team_control/single (2.07× here)".
  std::vector<std::string> slow_kernels;
  /// "20.6× team_control/single: (vector length 1) if (team.team_rank() == 0)".
  std::vector<std::string> dear_habits;
};

Costs costs(const Results& results, const Catalogue& catalogue);

Table slow_kernels_table(const std::vector<SlowKernel>& kernels);

}  // namespace tilebridge::view
