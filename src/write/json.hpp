// SPDX-License-Identifier: Apache-2.0
// Programs read these instead of a page. Strings from result files may contain anything.
#pragma once

#include <string>
#include <vector>

#include "catalogue/experiment.hpp"
#include "judge/outcome.hpp"
#include "pages/costs.hpp"

namespace tilebridge::write {

/// Pretty-printed, with a newline at the end. What is no UTF-8 or not printable(), as file names
/// need not be, is replaced.
std::string json_text(const Json& json);

std::string experiments_json(const std::vector<Experiment>& experiments);

/// {"device": …, "idioms": [{"idiom", "written", "instead", "holds_if", "code_before",
/// "code_after", "matters", "cost", "interval", "in_native", "case", "elsewhere": {"Kokkos 5.0.2":
/// …}, "depends"}]}; costs as in the text, absent where nothing was measured; "elsewhere" has those
/// with another Kokkos or of another file.
std::string costs_json(const pages::CostList& list);
/// A comparison, as described in docs/gate.md.
std::string gate_json(const judge::GatePage& page);

}  // namespace tilebridge::write
