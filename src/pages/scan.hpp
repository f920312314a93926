// SPDX-License-Identifier: Apache-2.0
// Shows what a scan found in source files, with the costs of the idioms.
#pragma once

#include <map>

#include "judge/gains.hpp"
#include "pages/costs.hpp"
#include "sources/scan.hpp"

namespace tilebridge::pages {

struct ScannedFile {
  std::string path;  // as it is shown
  sources::Scan scan;
  std::string file = {};  // as other programs find it: below the present folder, or absolute
};

/// The changes that one result file has, and whose they are by model: "NVIDIA H200, Kokkos 4.7.01".
struct MeasuredGains {
  judge::Forecaster forecaster;
  std::map<std::string, std::string> measured;
};

MeasuredGains gains_in(const judge::Cells& cells, const Catalogue& catalogue);

/// How much faster the remedy of a place made kernels of the same pattern.
struct Gain {
  judge::Forecast forecast;  // its speeds are relative to the kernel before the change
  std::string change;        // "by a tile"
  Pattern pattern;
  std::string holds_if;  // "the contiguous index is the policy's last"; "" if it always holds
  std::string measured;  // whose kernels they are
};

/// "1.9× [1.3, 4.9] by a tile, in 2-D or 3-D loops (5 kernels, like matmul/mdrange_tile; NVIDIA
/// H200, Kokkos 4.7.01)".
std::string text_of(const Gain& gain);

/// A place where an idiom of the list is written.
struct Place {
  std::string path;
  std::size_t line;
  std::string code;               // that line
  std::string kernel;             // "" if it is not known
  bool is_labelled;               // `kernel` is its label, not the class of its functor
  IdiomCost idiom;                // in words for this place
  std::string file = {};          // as in ScannedFile
  bool is_question = false;       // as in sources::Finding
  std::optional<Gain> gain = {};  // none where fewer than three experiments have measured it

  /// 0 if it is not known.
  double cost() const;
};

struct ScanReport {
  std::string measured;  // whose costs these are: "NVIDIA H200, Kokkos 4.7.01"
  std::vector<Place> places = {};
  std::size_t files = 0;
  std::vector<sources::LabelledFunctor> functors = {};
  std::size_t files_with_kokkos = 0;
  std::map<std::string, std::size_t> files_of_others = {};  // by model
  std::vector<std::string> unread = {};  // files and folders, each with the reason

  /// Why nothing that was found does not mean that there is nothing: "no Kokkos in 2 files"; "" if
  /// it does.
  std::string blind_because() const;
  /// Those in the kernel that Kokkos calls so: by its label, or the type of its functor.
  std::vector<Place> places_in(const std::string& kernel) const;
};

/// The places of all files, questions last, those of the most expensive idioms first. Idioms whose
/// cost is known and below 1.05 are left out, and so are files without Kokkos.
ScanReport scan_report(const std::vector<ScannedFile>& files, const CostList& list,
                       const MeasuredGains* gains = nullptr);

/// "costs up to 21×; write: … (holds if: vector length 1); matters: few instructions …".
std::string advice_of(const Place& place);
/// "pair.cpp:57: team_control/single in relax costs up to 21×; write: …; matters: …".
std::string line_of(const Place& place);
/// How well gains hold: of each kernel from the experiments that it is not of.
Document gains_test_page(const MeasuredGains& gains);

/// Groups the places by idiom: cost and remedy, then each place, "pair.cpp:57: in relax".
Document scan_page(const ScanReport& report);

/// "12 places in 3 files; costs measured on NVIDIA H200, Kokkos 4.7.01", and what was not read.
std::string scan_summary(const ScanReport& report);

/// A table of places by kernel, still without rows.
Table places_table(std::string caption);
/// Appends the places of a kernel, which took that share of the time ("" if it is not known).
void add_places(Table& table, const std::vector<Place>& places, const std::string& kernel,
                const std::string& share);

}  // namespace tilebridge::pages
