// SPDX-License-Identifier: Apache-2.0
// Files of several machines, which are compared at the sizes that all of them have.
#pragma once

#include <set>
#include <span>
#include <string>
#include <utility>

#include "judge/cells.hpp"

namespace tilebridge::judge {

/// The name of its variant; of what is rewritten, that of the variant that it rewrites.
const std::string& variant_of(const CaseResult& c);

/// The type of its numbers: "float"; "" of a case of words.
std::string type_of_numbers(const CaseResult& c);

/// Experiment, parameters in any order, and cache: equal on any platform.
std::string setting_key(const CaseResult& c);

/// That and the work: cases with equal keys have the same arrays and do the same to them, in
/// whichever variant.
std::string task_key(const CaseResult& c);

/// The cases that may be shown side by side: those of a variant in all of the files that have the
/// variant at all, in that type of numbers. A rewritten kernel belongs to the variant in whose
/// place it is.
class CommonCases {
 public:
  explicit CommonCases(std::span<const Cells* const> files);

  bool has(const CaseResult& c) const;
  /// Variants of which the files have no case in common: "transpose/tile".
  const std::set<std::string>& without() const { return without_; }

 private:
  std::set<std::pair<std::string, std::string>> keys_;  // variant and setting
  std::set<std::string> without_;
};

}  // namespace tilebridge::judge
