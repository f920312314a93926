// SPDX-License-Identifier: Apache-2.0
// The page says what each step from Kokkos in ranges to its matched form gains.
#pragma once

#include "pages/table.hpp"
#include "results/ablations.hpp"
#include "results/costs.hpp"

namespace tilebridge::pages {

struct ShownStage {
  std::string variant;        // "padded_tile_step1"
  std::string change;         // "scratch memory by get_shmem"; "Kokkos in ranges" for the first
  std::string idiom = {};     // the cost list's key; "" if there is none
  double share;               // of native performance
  std::string performance;    // the same: "0.54"
  std::string gain = {};      // "1.28"; "" for the first
  std::string interval = {};  // "1.27…1.29"
  std::string counted = {};   // against the stage before, as in the cost list; "" if not profiled
};

struct ShownAblation {
  std::string name;     // "transpose/padded_tile"
  std::string setting;  // "rows=16Ki cols=16Ki, cold"
  /// "0.54 to 1.00 of native, 1.85 times as fast: 1.41 by …, 1.20 by …, 1.09 by the other 5."
  std::string sum;
  std::vector<ShownStage> stages;
};

/// In the catalogue's order, with what was counted in `profiles`.
std::vector<ShownAblation> shown_ablations(const Results& results, const Catalogue& catalogue,
                                           const Profiles& profiles = {});

Table ablation_table(const ShownAblation& ablation);

/// "5.14 × the instructions, blocks of 32 threads instead of 256": what differs by more than a
/// launch from the next, the instructions even where they do not; "" if nothing was counted.
std::string counted_text(const Counted& counted);

}  // namespace tilebridge::pages
