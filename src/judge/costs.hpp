// SPDX-License-Identifier: Apache-2.0
// The cost list: what idioms of Kokkos cost, as one run measured them. Each is measured
// against the same native code in rounds of its own.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {

bool is_of(const CaseResult& c, const Experiment& experiment, const std::string& variant);

/// Runs under Nsight Compute, of cases that may differ from those that were timed.
using Profiles = std::vector<const Results*>;

struct Counted {
  Counters with;
  Counters without;
};

/// One of the ways: a variant in a model.
struct Way {
  std::string variant;
  Model model;
};

/// Both ways in the first case in which both were profiled; none if there is no such case.
std::optional<Counted> counted(const Profiles& profiles, const Experiment& experiment,
                               const Way& with, const Way& without);

/// The costs of one idiom in the same case in float and in double.
struct CostInReals {
  Interval in_float;
  Interval in_double;
  std::string elsewhere;  // "n=1Mi steps=16 real=float, cold"; "" in the case of the Cost
};

/// The cost of one idiom in a case.
struct Cost {
  const Experiment* experiment;
  const Variant* idiom;
  const Variant* instead;  // null if there is no other way: the cost is then against native code
  Parameters parameters = {};
  std::string cache = {};
  Interval performance = {};  // with the idiom, against native code
  /// Time with the idiom ÷ time without it. Both are known against the same native kernel, each in
  /// rounds of its own: the interval goes from the least to the most that the two intervals allow.
  /// Where a launch waits for the device, it is the quotient of both times back to back.
  Interval cost = {};
  /// The cost of the same idiom in native code: time of the control, which has it, ÷ time of the
  /// kernel by indices; none where no control was measured.
  std::optional<Interval> in_native = {};
  /// The part of that which is the launch that the library chose; none where the user wrote it, or
  /// where it was not measured apart.
  std::optional<Interval> launch_in_native = {};
  std::optional<CostInReals> in_reals = {};  // none where no case was measured in both

  std::string setting() const;  // "repeats=64 blocks=1056, cold"
  std::string key() const;      // "team_control/single"
};

/// An idiom that has a case with and without it, but no cost there.
struct RefusedCost {
  const Experiment* experiment;
  const Variant* idiom;
  std::string setting;
  std::string reason;

  std::string key() const;
};

/// The idioms that have no cost at all because their two sides were timed in two modes, each with
/// the first such case.
std::vector<RefusedCost> refused_costs(const Cells& cells, const Catalogue& catalogue);

/// Costs all variants of `catalogue` that have an idiom and were measured with and without it,
/// since its kernels are what they are, in the case in which it costs most, in double only where
/// double was all; the most expensive first.
std::vector<Cost> idiom_costs(const Cells& cells, const Catalogue& catalogue);

/// Finds the same idiom in the same case of another run; none if it has no cost there.
std::optional<Cost> cost_in(const Cells& cells, const Cost& same);

/// Costs from here on are worth another way.
constexpr double least_costly = 1.1;

/// Whether a run needs the other way of an idiom: `costly` if the whole interval of one case is
/// least_costly or more, `none` if the intervals of all cases are below it, else unknown.
enum class Need { none, costly };
std::optional<Need> need_in(const Cells& cells, const Cost& of);

/// Whether costs of one idiom differ by more than 1.3, or one is a cost and another a gain, by the
/// whole of their intervals: then it depends on the device, the release or the type of the numbers.
bool depend(const std::vector<Interval>& costs);

/// The kernel with the idiom and the one without it.
std::optional<Counted> counted(const Cost& cost, const Profiles& profiles);

}  // namespace tilebridge::judge
