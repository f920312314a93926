// SPDX-License-Identifier: Apache-2.0
// Ways of writing one kernel, each measured against the same native code in rounds of its own, or
// as a GPU counted them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

bool is_of(const CaseResult& c, const Experiment& experiment, const std::string& variant);

/// Of Kokkos against native code; null if it was not measured.
const Interval* performance_of(const CaseResult& c);

/// The case of the variant of that name with the parameters and cache of `c`; null if there is
/// none.
const CaseResult* find_alike(const std::string& variant, const CaseResult& c,
                             const std::vector<CaseResult>& cases);
/// Kokkos's performance in it; null if it was not measured.
const Interval* performance_of(const std::string& variant, const CaseResult& c,
                               const std::vector<CaseResult>& cases);

/// Of two ways: the interval goes from the least to the most that both intervals allow.
Interval quotient(const Interval& above, const Interval& below);

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

}  // namespace tilebridge
