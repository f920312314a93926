// SPDX-License-Identifier: Apache-2.0
// What a model's code in loops costs, split by cause.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/terms.hpp"
#include "results/statistics.hpp"

namespace tilebridge::judge {

/// A ratio of performances, and what it says: 1 is as fast, less is slower.
struct JudgedRatio {
  Interval ratio;
  Verdict verdict;
  ModelForm against = {};
};

/// Splits the cost of a model's code in loops against native code by indices, which is
/// style × launch × library.
///
/// If a model has a control, the style is the control's loops in the usual kernel's blocks against
/// native code by indices; the launch, the same loops in the blocks that the library chose against
/// those; and the library, the model's code against the control. Without a launch the user wrote
/// it, or the file is older than the kernel that tells the two apart: the style is then that of the
/// control as it was launched.
///
/// A second control, in another spelling of what a programmer may choose, says how much of the
/// library depends on that choice.
///
/// Another model's style is its loops against its own code by indices, and its library is its code
/// by indices against native code by indices. Where the file has native code by that model's own
/// compiler, the library is against that, and the compiler is that against native code.
struct Factors {
  JudgedRatio style;
  std::optional<JudgedRatio> launch;
  JudgedRatio library;
  std::optional<JudgedRatio> library_respelled = {};  // against the respelled control
  std::optional<JudgedRatio> compiler = {};

  /// The library against its control and the respelled one, the lower first; none where there is
  /// one control, or where both say the same within 2%.
  std::optional<std::pair<double, double>> library_range() const;
};

/// A factor that two runs differ in.
struct MovedFactor {
  std::string_view name;  // "loop style"
  Interval change;        // the new run's ÷ the old one's
};

/// The change from one interval to another, from the least to the most that the two allow; none
/// unless all of that is beyond 1 ± 1%.
std::optional<MovedFactor> moved(std::string_view name, const Interval& before,
                                 const Interval& now);

/// The factors that moved. Where one run alone has the launch, that is left in the loop style
/// of the other, and "loop style and launch" are one factor.
std::vector<MovedFactor> moved_factors(const Factors& before, const Factors& now);

}  // namespace tilebridge::judge
