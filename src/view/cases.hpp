// SPDX-License-Identifier: Apache-2.0
// Which results are shown, under which names, and which cases stand together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::view {

/// One model of a case. Points into the results, which must outlive it.
struct ShownResult {
  const CaseResult* of;
  Model model;
  const ModelResult* result;
};

/// Every result once: native code that is in a case only for comparison is shown in the case of its
/// own variant.
std::vector<ShownResult> shown_results(const CaseResult& c);
std::vector<ShownResult> shown_results(const std::vector<CaseResult>& cases);
std::vector<ShownResult> shown_results(const CaseResult&& c) = delete;
std::vector<ShownResult> shown_results(const std::vector<CaseResult>&& cases) = delete;

/// The comparison with native code; null if there is none, as for native code itself.
const ComparisonResult* comparison_of(const ShownResult& shown);

/// Cases that are shown in one table. Points into the results, which must outlive it.
struct Group {
  std::string title;  // "transpose  rows=16Ki cols=16Ki  cold", at most 98 bytes
  std::vector<const CaseResult*> cases;
};

/// Cases of one experiment with the same parameters form a group, in order of first appearance; a
/// matched case directly follows the variant it is matched to.
std::vector<Group> group(const std::vector<CaseResult>& cases);
std::vector<Group> group(const std::vector<CaseResult>&& cases) = delete;

/// The name under which a case is shown: for a matched case, that of the variant it is matched to.
const std::string& shown_variant(const CaseResult& c);

/// "native", "kokkos" or "vendor"; for Kokkos kernels of a textbook variant, "plain", and of the
/// one matched to it, "matched".
std::string_view shown_model(const CaseResult& c, Model model);

/// "rows=16Ki cols=16Ki, cold".
std::string setting_of(const CaseResult& c);

}  // namespace tilebridge::view
