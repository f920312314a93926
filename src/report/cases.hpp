// SPDX-License-Identifier: Apache-2.0
// Shared by the console tables: which cases are grouped together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/results.hpp"

namespace tilebridge {

struct Group {
  std::string title;
  std::vector<const CaseResult*> cases;
};

/// Cases of one experiment with the same parameters form a group, in order of first appearance; a
/// matched case directly follows the variant it is matched to.
std::vector<Group> group(const std::vector<CaseResult>& cases);

/// A variant that stands for another shows only its own model: the native row is already there.
bool is_shown(const CaseResult& c, Model model);

/// The name under which tables show a case: for a matched case, that of the variant it is matched
/// to.
const std::string& shown_variant(const CaseResult& c);

/// "native", "kokkos" or "vendor"; For Kokkos kernels of a textbook variant, "plain", and of the
/// one matched to it, "matched".
std::string_view shown_model(const CaseResult& c, Model model);

/// The shown variant in `width` columns; a longer name is shortened in the middle with an …, since
/// names differ at their ends.
std::string variant_text(const CaseResult& c, std::size_t width);

/// The width of the longest name of a group: 16 to 24 columns.
std::size_t variant_width(const Group& group);

/// "transpose/tile  rows=16Ki cols=16Ki  cold", at most 200 bytes.
std::string case_text(const CaseResult& c);

/// "NVIDIA H200 (sm_90)".
std::string device_text(const Results& results);

}  // namespace tilebridge
