// SPDX-License-Identifier: Apache-2.0
// Result files that become one: the parts of a run, or several runs of the same cases.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::judge {

struct ResultPart {
  std::string file;
  Results results;
};

/// Why the two were not measured alike: build, kind of device, ranks, parity band, or one of them a
/// profile; "" if they were.
std::string obstacle(const Results& a, const Results& b);

/// Throws UsageError if a run is in two of the parts, under one name or several: it would count
/// twice.
void check_distinct(const std::vector<ResultPart>& runs);

/// How the parts came about, in order, with those that they were made of themselves under `name`.
Json origins(const std::vector<ResultPart>& parts, const char* name);

/// The better of both, rate by rate.
void keep_best(Ceilings& ceilings, const Ceilings& others);

/// Appends the comparisons of the other self-check, if there is one.
void append(std::optional<SelfCheck>& all, const std::optional<SelfCheck>& other);

}  // namespace tilebridge::judge
