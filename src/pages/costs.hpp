// SPDX-License-Identifier: Apache-2.0
// The cost list in words: idioms of Kokkos, what to write instead, what that saves; and what
// each step from Kokkos in loops to its rewritten form gains.
#pragma once

#include "judge/ablations.hpp"
#include "judge/costs.hpp"
#include "pages/document.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {

struct IdiomCost {
  std::string key;       // "team_control/single", which `run` and `explain` take
  std::string written;   // the idiom
  std::string instead;   // "" where there is no other way: the cost is then against native code
  std::string holds_if;  // where that may be written: "vector length 1"; "" without another way
  std::string matters;   // when it costs
  std::optional<Interval> cost = {};  // none if it was not measured; a stored cost is its median
  std::optional<judge::CostInReals> in_reals = {};
  std::optional<Interval> in_native = {};         // the same idiom in native code
  std::optional<Interval> launch_in_native = {};  // its part, where the library chose the launch
  std::string where = {};                         // the case: "repeats=64 blocks=1056, cold"
  /// "2.60 × the instructions, 24 registers instead of 16"; "" if it was not profiled.
  std::string counted = {};
  /// The cost in the same case with each other Kokkos and on each other GPU of the list.
  std::vector<std::optional<Interval>> elsewhere = {};
  /// "Kokkos 5.0.2" if the idiom costs a tenth or more with an older release, and less in every
  /// case and run with this one and with newer ones; else "".
  std::string not_needed_from = {};
  bool depends = false;  // on these, or on the type of the numbers
  /// The whole change, in a form that is right everywhere; "" where `instead` says it all.
  std::string code_before = {};
  std::string code_after = {};
};

/// "4.47", "4.42–4.52" and "4.47 4.42–4.52", for programs; and "4.5", "4.4–4.5", for readers.
struct CostFigures {
  std::string (*of)(double);

  std::string interval(const Interval& cost) const;
  std::string both(const Interval& cost) const;
  /// "1.40 1.38–1.42"; of another case than the cost "1.40 1.38–1.42, float 1.10 at n=1Mi, cold".
  std::string in_double(const IdiomCost& idiom) const;
  /// "1.02", or with the launch's part "1.70, launch 1.65".
  std::string in_native(const IdiomCost& idiom) const;
};
inline constexpr CostFigures exact_costs = {two_digits};
inline constexpr CostFigures short_costs = {two_figures};

/// A variant's idiom, without costs.
IdiomCost uncosted(const Experiment& experiment, const Variant& idiom);

/// Says what to write instead, after the condition, so that clipping leaves that: "(vector length
/// 1) if (team.team_rank() == 0)"; "" without another way.
std::string instead_text(const IdiomCost& idiom);

struct ShownStage {
  std::string variant;        // "padded_tile_step1"
  std::string change;         // "scratch memory by get_shmem"; "Kokkos in loops" for the first
  std::string idiom = {};     // the cost list's key; "" if there is none
  double share;               // of native performance
  std::string performance;    // the same: "0.54"
  std::string gain = {};      // "1.28"; "" for the first
  std::string interval = {};  // "1.27–1.29"
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
std::vector<ShownAblation> shown_ablations(const judge::Cells& cells, const Catalogue& catalogue,
                                           const judge::Profiles& profiles = {});

Table ablation_table(const ShownAblation& ablation);

struct CostList {
  std::string device;        // "NVIDIA H200, Kokkos 4.7.01"; "" without results
  std::string program;       // "tilebridge 0.1.0 (d9564bd), 2026-11-20T10:00:00Z"
  std::string command_line;  // "tilebridge run idioms"
  std::vector<IdiomCost> idioms;
  std::vector<ShownAblation> ablations = {};
  std::vector<std::string> others = {};  // "Kokkos 5.0.2", "NVIDIA H100, Kokkos 4.7.01"
  /// Idioms that were measured but have no cost, with the reason: "views/deep_copy (n=16Ki, cold):
  /// one side waits for the host and was timed in another way".
  std::vector<std::string> refused = {};
  std::string origin = {};  // "stored results of …", where the user named no file

  bool empty() const { return idioms.empty() && ablations.empty() && refused.empty(); }
  /// Whether any idiom was measured with two types, releases or GPUs.
  bool may_depend() const;
  /// Null if it has no idiom of that key.
  const IdiomCost* find(const std::string& key) const;
};

/// The catalogue's idioms, without costs.
CostList uncosted(const Catalogue& catalogue);
/// Lists what a file has measured, the most expensive idioms first; with what was counted in
/// `profiles`, and the costs of the same cases in `others`.
CostList cost_list(const judge::Cells& cells, const Catalogue& catalogue,
                   const judge::Profiles& profiles = {},
                   const std::vector<const Results*>& others = {});

/// The whole list, with the costs that are known: those of a file, where its cells are given.
CostList known_costs(const std::optional<judge::Cells>& cells, const Catalogue& catalogue);
/// The whole list with the costs that are stored with the program.
CostList stored_costs(const Catalogue& catalogue);
/// The costs of a file that has any, else the stored ones.
CostList costs_for(const std::optional<judge::Cells>& cells, const Catalogue& catalogue);

/// `tilebridge costs`: the list, what to write instead, and the way from loops to rewritten.
Document costs_page(const CostList& list);

/// The rows are named by the idioms and lead to their experiments.
Table costs_table(const CostList& list);
/// Says what to write instead of the idioms, in a fold for those that share it.
Document code_blocks(const CostList& list);

/// Says what one idiom costs on `device`, what to write instead, where that holds and when it
/// matters.
Document idiom_sentences(const IdiomCost& idiom, const std::string& device);
/// The code before and after that change; empty where the sentences say it all.
Document idiom_change(const IdiomCost& idiom);

/// "team_control/single (2.07× here), scratch_use/view": the idioms of a variant's kernel in
/// loops, the largest first, with what its own step gained in this kernel where that was measured;
/// "" if it names none. A cost of another kernel explains nothing here.
std::string idioms_text(const Variant& variant, const std::vector<judge::Ablation>& ablations);
/// These idioms as a list, each with what to write instead: "team_control/single (2.07×
/// here): (vector length 1) if (team.team_rank() == 0)".
List idioms_list(const Variant& variant, const std::vector<judge::Ablation>& ablations,
                 const Catalogue& catalogue);

/// Lists what costs most, the worst first: five kernels, "0.28 of native reduce/block_tree:
/// team_control/single (2.07× here)", and three idioms, "20.6× team_control/single: (vector length
/// 1) if (team.team_rank() == 0)".
Document worst_blocks(const judge::Cells& cells, const Catalogue& catalogue);

/// The same in a line each, for a screen: "slowest in loops (why: tilebridge explain NAME):
/// shuffle/sum_8 0.10, …".
std::vector<std::string> worst_lines(const judge::Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::pages
