// SPDX-License-Identifier: Apache-2.0
// Which results are shown, under which names, and which cases stand together.
#pragma once

#include "judge/cells.hpp"

namespace tilebridge::pages {

/// The kernel in files for programs: "kokkos indices"; of a pair of the user's own, "kokkos".
std::string kernel_text(const CaseResult& c, const ModelForm& kernel);

/// Cases that are shown in one table. Points into the results, which must outlive it.
struct Group {
  std::string title;  // "transpose  rows=16Ki cols=16Ki  cold", at most 400 bytes
  std::vector<const CaseResult*> cases;
};

/// Cases of one experiment with the same parameters form a group, in order of first appearance; a
/// rewritten case directly follows the variant in loops that it rewrites.
std::vector<Group> group(const std::vector<CaseResult>& cases);
std::vector<Group> group(const std::vector<CaseResult>&& cases) = delete;

/// The name under which a case is shown: a rewritten case has the name of the variant that it
/// rewrites.
const std::string& shown_variant(const CaseResult& c);

/// "CUDA" or "Kokkos"; of a further build with its release: "Kokkos 5.0.2".
std::string shown_model(const judge::Cell& cell);
/// "indices", "loops", "vendor"; "" in a pair of the user's own.
std::string shown_form(const CaseResult& c, const ModelForm& kernel);
/// Model and form in one text: "Kokkos loops".
std::string shown_way(const judge::Cell& cell);

/// Whether a case is of the experiment and, unless `variant` is "", of that variant, of what is
/// written in its place or of what is compared with it.
bool belongs_to(const CaseResult& c, std::string_view experiment, std::string_view variant);

/// "rows=16Ki cols=16Ki, cold".
std::string setting_of(const CaseResult& c);

}  // namespace tilebridge::pages
