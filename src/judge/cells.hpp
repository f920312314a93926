// SPDX-License-Identifier: Apache-2.0
// The table that all pages show: a cell for every kernel of every case of a result file, with its
// ratios. A command makes the cells of a file once; pages choose among them and format.
#pragma once

#include <optional>
#include <ranges>
#include <span>
#include <unordered_map>
#include <vector>

#include "judge/factors.hpp"
#include "results/results.hpp"

namespace tilebridge::judge {

/// One kernel of a case. Points into the results, which must outlive it. A ratio is missing where
/// the file has no such comparison, or one that no run writes: not between a millionth and a
/// million.
struct Cell {
  const Results* in = nullptr;
  const CaseResult* of = nullptr;
  ModelForm kernel = {};
  const KernelResult* result = nullptr;
  const KernelResult* reference = nullptr;  // what others of its case are compared with, if any
  bool is_first_build = false;              // of its model in the case: the program's own
  bool is_own = false;  // of the case's own variant, not there only for comparison

  std::optional<JudgedRatio> against_native = {};  // against the reference; none for that itself
  std::optional<JudgedRatio> against_own = {};     // the first build of its model
  std::optional<Factors> factors = {};             // of code in loops, of `against_native`

  /// Whether it has a valid result with its times.
  bool is_valid() const;
  /// The time of a valid result.
  const Interval& seconds() const { return result->timing->seconds; }
  /// The factors that a control tells apart, those of the controlled model; null without them.
  const Factors* by_control() const {
    return factors && kernel.model.is(controlled) ? &*factors : nullptr;
  }
};

enum class Builds { first, all };

/// The cells of the cases of a file, in their order. Points into the results, which must outlive
/// it. What takes cells can be given the results themselves.
class Cells {
 public:
  Cells(const Results& results);

  const Results& results() const { return *results_; }
  const std::vector<CaseResult>& cases() const { return results_->cases; }

  /// Those of all kernels, native code that is in a case only for comparison included.
  const std::vector<Cell>& all() const { return cells_; }
  std::span<const Cell> of(const CaseResult& c) const;

  /// The case of the variant of that name with the experiment, parameters and cache of `c`, on its
  /// platform; null if there is none. `c` may be of another file.
  const CaseResult* alike(const std::string& variant, const CaseResult& c) const;

  /// Those that pages show: every result of a case's own variant once. Native code that is in a
  /// case only for comparison is in the case of its own variant.
  auto shown(Builds builds) const { return std::views::filter(cells_, IsShown{builds}); }
  auto shown(const CaseResult& c, Builds builds) const {
    return std::views::filter(of(c), IsShown{builds});
  }

  /// The cell by which a case counts: Kokkos's in the form of the case, else its first, with a
  /// ratio against native code. Null if there is none.
  const Cell* of_kokkos(const CaseResult& c) const;

  /// Whether any case has the kernel that tells the launch from the loop style; files of the older
  /// method do not.
  bool have_launches() const;

 private:
  struct IsShown {
    Builds builds;
    bool operator()(const Cell& cell) const {
      return cell.is_own && (builds == Builds::all || cell.is_first_build);
    }
  };

  const Results* results_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> first_ = {0};  // cell of each case, and the end
  std::unordered_map<std::string, std::vector<const CaseResult*>> by_variant_;  // "stride/copy"
};

}  // namespace tilebridge::judge
