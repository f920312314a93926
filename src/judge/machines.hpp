// SPDX-License-Identifier: Apache-2.0
// Files of several machines, which are compared at the sizes that all of them have.
#pragma once

#include <set>
#include <span>
#include <string>
#include <utility>

#include "judge/cells.hpp"

namespace tilebridge::judge {

/// Returns the name of the case's variant; if that is rewritten, the name of the original.
const std::string& variant_of(const CaseResult& c);

/// The type of its numbers: "float"; "" of a case of words.
std::string type_of_numbers(const CaseResult& c);

/// Experiment, parameters in any order, and cache: equal on any platform.
std::string setting_key(const CaseResult& c);

/// Adds the work to the setting: cases with equal keys have the same arrays and do the same to
/// them, in whichever variant. Of floats, what rounds them for tensor cores does something else.
std::string task_key(const CaseResult& c);

/// Knows which cases may be shown side by side: every file that has the variant in that type of
/// numbers has the case. A rewritten kernel belongs to the variant in whose
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
