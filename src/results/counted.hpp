// SPDX-License-Identifier: Apache-2.0
// Two ways of writing one kernel, as a GPU counted them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"

namespace tilebridge {

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
