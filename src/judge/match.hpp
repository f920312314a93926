// SPDX-License-Identifier: Apache-2.0
// Matches the cases of two result files, and checks whether the files can be compared at all.
#pragma once

#include "results/results.hpp"

namespace tilebridge::judge {

/// Whether a result has positive times exactly if it is ok, as comparing it requires.
bool is_whole(const KernelResult& result);

struct CasePair {
  const CaseResult* base;
  const CaseResult* current;
};

struct Matching {
  std::vector<CasePair> both;  // in the order of the current results
  std::vector<const CaseResult*> only_in_base;
  std::vector<const CaseResult*> only_in_current;
};

/// Cases match if they agree in experiment, variant, platform, parameters (in any order) and cache.
/// A case that occurs several times is rewritten with the first unmatched one of the other file.
/// The results must outlive the matching.
Matching match(const Results& base, const Results& current);

/// Merges the matchings of the same current results with several bases, in any order: a case that
/// any base has counts as in both, and a case that only bases have is listed once.
Matching united(const std::vector<Matching>& matchings);

/// A difference between the runs of two files.
struct Difference {
  std::string what;  // "device name", "kokkos release"
  std::string base;
  std::string current;

  bool operator==(const Difference&) const = default;
};

/// The differences that make times incomparable: device, driver, runtime, builds, seed of the
/// inputs. tilebridge's own version and commit may differ: they are what is compared.
std::vector<Difference> differences(const Results& base, const Results& current);

/// The name that --vary has for a difference: "kokkos" for its release.
std::string subject_of(const Difference& difference);

/// The UUIDs of two GPUs of one model, if both files name theirs and they differ.
std::optional<Difference> other_gpu(const Results& base, const Results& current);

/// One short line each: "device name: NVIDIA H200 -> NVIDIA H100". For a long text the first parts
/// that differ, one per line: "kokkos configuration: only in base: KOKKOS_COMPILER_GNU: 1220".
std::vector<std::string> describe(const std::vector<Difference>& differences);

}  // namespace tilebridge::judge
