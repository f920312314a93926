// SPDX-License-Identifier: Apache-2.0
// The documents' claims next to the measured figures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "claims/evaluation.hpp"
#include "pages/table.hpp"

namespace tilebridge::pages {

/// A claim and what became of it.
struct JudgedClaim {
  const claims::Claim* claim;
  std::optional<claims::ClaimResult> result = {};  // none without results
  std::optional<claims::ClaimResult> kokkos = {};  // also none if nothing was measured with Kokkos
};

/// The claims of a document; of all for "". Throws UsageError, with a suggestion, for an unknown
/// document.
std::vector<JudgedClaim> claims_of(std::string_view document);
/// Those that are checked by cases of this experiment.
std::vector<JudgedClaim> claims_about(std::string_view experiment);
/// The same claims, tested with the results.
std::vector<JudgedClaim> judged(std::vector<JudgedClaim> claims, const Results& results);

/// Those of `claims` that are in the document.
std::vector<JudgedClaim> in_document(const std::vector<JudgedClaim>& claims,
                                     const claims::Document& document);

/// "153 claims"; with results, "153 claims: 97 reproduced (60 measured, …), 2 more than stated, …".
std::string counts_text(const std::vector<JudgedClaim>& claims);
/// "In plain Kokkos: 40 reproduced, 2 more than stated, 9 not reproduced".
std::string kokkos_counts_text(const std::vector<JudgedClaim>& claims);

/// The figure as the document has it, "32.8×"; "" if it has none.
std::string stated_text(const claims::Claim& claim);
/// The range in which a measured figure is the same finding; "" if it cannot be tested at all.
std::string holds_at_text(const claims::Claim& claim);
/// "measured 29.9×", "modelled 4 transactions" (see claims::Basis); "" without a value.
std::string measured_text(const JudgedClaim& claim);
/// "not reproduced", and why; only with results.
Cell finding_cell(const JudgedClaim& claim);
/// "4.3: not reproduced"; empty if nothing was measured with Kokkos.
Cell kokkos_cell(const JudgedClaim& claim);

/// A row for each claim; without results, only what the document says and how it is checked.
Table claims_table(const std::vector<JudgedClaim>& claims, std::string caption);

/// How well the access model's predicted times order the cases.
struct PredictedOrder {
  std::string title;
  std::string text;
  std::vector<std::string> items;  // "stride native: 34 of 34 pairs"; none without predictions
  std::string note;
};

PredictedOrder predicted_order(const Results& results, const Catalogue& catalogue);

/// Claims by document, and what a result file says of them. The results must outlive it.
struct ClaimsPage {
  const Results* results = nullptr;  // null if the claims are only listed
  std::vector<JudgedClaim> claims;
  PredictedOrder order;
};

/// Of one document, or of all for "". Throws UsageError as claims_of() does.
ClaimsPage claims_page(std::string_view document, const Results* results,
                       const Catalogue& catalogue);

}  // namespace tilebridge::pages
