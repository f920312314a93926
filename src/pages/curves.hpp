// SPDX-License-Identifier: Apache-2.0
// These functions find what was measured along a parameter, such as latency over the working set,
// or ratios over size.
#pragma once

#include "pages/cases.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// The number of points that make a curve.
constexpr std::size_t fewest_points = 3;

/// A size is a parameter that changes the work.
enum class Along { any, size };

/// The parameter that an experiment's cases vary: the one along which most of them lie on curves. A
/// curve has three points or more, of one variant and equal in everything else. None if there is no
/// such parameter.
std::optional<std::string> varied_parameter(const ExperimentCases& experiment,
                                            Along along = Along::any);

/// The value of a number, or of a string that holds one.
std::optional<double> number_of(const Value& value);
/// Returns a case's parameter as a number.
std::optional<double> number_of(const CaseResult& c, const std::string& parameter);

/// "n=32Mi, cold": the setting except for `parameter`.
std::string setting_without(const CaseResult& c, const std::string& parameter);

/// Values that an axis can show; a hostile file has others.
bool is_drawable(double value);

/// One value of a kernel, at `x` of the parameter. Points into the results.
struct Measured {
  judge::Cell cell;
  std::string way;  // "native", "loops", "rewritten"
  double x;
  Interval value;
};

/// The value of a result that a curve shows; none if the result has none.
using ValueOf = std::function<std::optional<Interval>(const judge::Cell&)>;

/// Returns what a file has measured, as far as it can be drawn.
std::vector<Measured> measured_along(const ExperimentCases& experiment, std::size_t file,
                                     const std::string& parameter, const ValueOf& value_of);

/// Results of one variant, written in one way, with all but the parameter alike.
struct Curve {
  std::string parameter;
  std::string variant;
  std::string way;
  std::string rest;  // the other parameters, where not all results of the variant have the same
  std::vector<Measured> points = {};  // of growing x, and at least two

  bool is_beside(const Curve& other) const { return variant == other.variant && way == other.way; }
};

std::vector<Curve> curves_in(const std::vector<Measured>& all, const std::string& parameter);

/// The ratio of performances against the reference; none without a comparison.
std::optional<Interval> ratio_of(const judge::Cell& cell);

/// The ratios of each kernel at three sizes or more, without steps from `loops` to `rewritten`.
std::vector<Curve> size_curves(const ExperimentCases& experiment, std::size_t file = 0);
std::vector<Curve> size_curves(const judge::Cells& cells);

/// Whether a run is a study of sizes: most of its cases lie on such curves.
bool studies_sizes(const judge::Cells& cells);

/// "stride/add loops: at parity from n=1Mi on; 0.62 at n=1Ki (2.10 µs against 1.30 µs)": there and
/// at all larger sizes, the lower end of the ratio's interval is within the parity band or above.
std::string parity_line(const Curve& sizes, double band);

/// Time and ratio over size: a group for each curve, below its parity_line().
Table sizes_table(const judge::Cells& cells);

/// The levels of the memory hierarchy; without rows for results without the experiment `latency`.
Table levels_table(const Results& results);

}  // namespace tilebridge::pages
