// SPDX-License-Identifier: Apache-2.0
// Which cases of two result files are the same, and whether the files can be compared at all.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

struct CasePair {
  const CaseResult* base;
  const CaseResult* current;
};

struct Matching {
  std::vector<CasePair> both;  // in the order of the current results
  std::vector<const CaseResult*> only_in_base;
  std::vector<const CaseResult*> only_in_current;
};

/// Cases are the same if experiment, variant, platform, parameters (in any order) and cache are. A
/// case that a file holds several times is matched with the first one of the other that is left.
/// The results must outlive the matching.
Matching match(const Results& base, const Results& current);

/// Of the same current results and several bases, in any order: a case that one of the bases has is
/// in both, and a case that several bases have alone is listed once.
Matching united(const std::vector<Matching>& matchings);

/// Something that the runs of two files do not share.
struct Difference {
  std::string what;  // "device name", "kokkos version"
  std::string base;
  std::string current;

  bool operator==(const Difference&) const = default;
};

/// What makes times incomparable: device, driver, runtime, the builds, the seed of the inputs. The
/// project's own version and commit may differ: they are what is compared.
std::vector<Difference> differences(const Results& base, const Results& current);

/// A short line for each: "device name: NVIDIA H200 -> NVIDIA H100". Of a long text the first parts
/// that differ, one a line: "kokkos configuration: KOKKOS_COMPILER_GNU: 1220 -> 1330".
std::vector<std::string> describe(const std::vector<Difference>& differences);

}  // namespace tilebridge
