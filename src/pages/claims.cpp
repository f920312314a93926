// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "results/prediction.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::array findings = {claims::Finding::reproduced, claims::Finding::more_than_stated,
                                 claims::Finding::not_reproduced, claims::Finding::not_tested};
constexpr std::array bases = {claims::Basis::measured, claims::Basis::modelled,
                              claims::Basis::calculated, claims::Basis::reported};

/// Whether a check uses cases of `experiment`; ceilings are those of `bandwidth`.
bool concerns(const claims::Check& check, std::string_view experiment) {
  const auto* rate = std::get_if<claims::Throughput>(&check);
  const bool is_ceiling = rate != nullptr && std::holds_alternative<Rate>(rate->of);
  if (is_ceiling || std::holds_alternative<claims::RegisterRate>(check))
    return experiment == "bandwidth";
  const std::vector<claims::CaseRef> cases = claims::cases_of(check);
  return std::any_of(cases.begin(), cases.end(),
                     [&](const claims::CaseRef& ref) { return ref.experiment == experiment; });
}

template <class Predicate>
std::vector<JudgedClaim> claims_where(const Predicate& is_wanted) {
  std::vector<JudgedClaim> wanted;
  for (const claims::Claim& claim : claims::claims())
    if (is_wanted(claim)) wanted.push_back({&claim});
  return wanted;
}

void check_document(std::string_view name) {
  std::vector<std::string> known;
  for (const claims::Document& document : claims::documents()) {
    if (document.name == name) return;
    known.push_back(document.name);
  }
  throw unknown_name("document", name, known);
}

bool are_tested(const std::vector<JudgedClaim>& claims) {
  return !claims.empty() && claims.front().result.has_value();
}

/// How many of `claims` came to this finding, by native code or by Kokkos.
auto count(const std::vector<JudgedClaim>& claims, claims::Finding finding,
           std::optional<claims::ClaimResult> JudgedClaim::*by) {
  return std::count_if(claims.begin(), claims.end(), [&](const JudgedClaim& claim) {
    return claim.*by && (claim.*by)->finding == finding;
  });
}

/// " (90 measured, 33 modelled)": what the reproduced ones rest on.
std::string bases_text(const std::vector<JudgedClaim>& claims) {
  std::vector<std::string> counts;
  for (const claims::Basis basis : bases) {
    const auto of_basis =
        std::count_if(claims.begin(), claims.end(), [&](const JudgedClaim& claim) {
          return claim.result->finding == claims::Finding::reproduced &&
                 basis_of(claim.claim->check) == basis;
        });
    if (of_basis > 0) counts.push_back(fmt::format("{} {}", of_basis, name_of(basis)));
  }
  return counts.empty() ? "" : fmt::format(" ({})", fmt::join(counts, ", "));
}

std::string figure_text(const JudgedClaim& claim) {
  if (!claim.result || !claim.result->measured) return "";
  return claims::figure(*claim.result->measured, claim.claim->quantity);
}

Table::Row row_of(const JudgedClaim& judged) {
  const claims::Claim& claim = *judged.claim;
  const std::string device = claim.device.empty() ? "" : fmt::format(" ({})", claim.device);
  Table::Row row = {{{claim.id},
                     {claim.source.section},
                     {claim.statement},
                     Cell::number(stated_text(claim) + device),
                     {describe(claim.check)},
                     Cell::number(holds_at_text(claim))}};
  if (!judged.result) return row;
  row.cells.push_back(Cell::number(figure_text(judged)));
  row.cells.push_back(finding_cell(judged));
  row.cells.push_back(kokkos_cell(judged));
  return row;
}

/// In each pair one case is faster, so guessing gets half of the pairs right.
std::string_view order_comment(const RankAgreement& order) {
  return 2 * order.agreed <= order.pairs ? ", no better than chance" : "";
}

}  // namespace

std::vector<JudgedClaim> claims_of(std::string_view document) {
  if (!document.empty()) check_document(document);
  return claims_where([&](const claims::Claim& claim) {
    return document.empty() || claim.source.document == document;
  });
}

std::vector<JudgedClaim> claims_about(std::string_view experiment) {
  return claims_where(
      [&](const claims::Claim& claim) { return concerns(claim.check, experiment); });
}

std::vector<JudgedClaim> judged(std::vector<JudgedClaim> claims, const Results& results) {
  for (JudgedClaim& claim : claims) {
    claim.result = claims::evaluate(*claim.claim, results);
    claim.kokkos = claims::evaluate_kokkos(*claim.claim, results);
  }
  return claims;
}

std::vector<JudgedClaim> in_document(const std::vector<JudgedClaim>& claims,
                                     const claims::Document& document) {
  std::vector<JudgedClaim> found;
  for (const JudgedClaim& claim : claims)
    if (claim.claim->source.document == document.name) found.push_back(claim);
  return found;
}

std::string counts_text(const std::vector<JudgedClaim>& claims) {
  std::string text = fmt::format("{} claims", claims.size());
  if (!are_tested(claims)) return text;
  for (const claims::Finding finding : findings)
    text += fmt::format("{} {} {}{}", finding == findings[0] ? ":" : ",",
                        count(claims, finding, &JudgedClaim::result), name_of(finding),
                        finding == findings[0] ? bases_text(claims) : "");
  return text;
}

std::string kokkos_counts_text(const std::vector<JudgedClaim>& claims) {
  return fmt::format("In plain Kokkos: {} reproduced, {} more than stated, {} not reproduced",
                     count(claims, claims::Finding::reproduced, &JudgedClaim::kokkos),
                     count(claims, claims::Finding::more_than_stated, &JudgedClaim::kokkos),
                     count(claims, claims::Finding::not_reproduced, &JudgedClaim::kokkos));
}

std::string stated_text(const claims::Claim& claim) {
  constexpr int as_written = 6;  // digits: no document has more
  return claim.stated ? claims::figure(*claim.stated, claim.quantity, as_written) : "";
}

std::string holds_at_text(const claims::Claim& claim) {
  const bool untested = std::holds_alternative<claims::Untested>(claim.check);
  return untested ? "" : claims::figure(claim.accepted, claim.quantity);
}

std::string measured_text(const JudgedClaim& claim) {
  const std::string value = figure_text(claim);
  if (value.empty()) return "";
  return fmt::format("{} {}", name_of(basis_of(claim.claim->check)), value);
}

Cell finding_cell(const JudgedClaim& claim) {
  const auto& [measured, finding, reason] = *claim.result;
  return {.text = std::string(name_of(finding)),
          .mark = mark_of(finding),
          .after = reason.empty() ? "" : ": " + reason};
}

Cell kokkos_cell(const JudgedClaim& claim) {
  if (!claim.kokkos) return {};
  return {.text = std::string(name_of(claim.kokkos->finding)),
          .mark = mark_of(claim.kokkos->finding),
          .before = claims::figure(*claim.kokkos->measured, claim.claim->quantity) + ": "};
}

Table claims_table(const std::vector<JudgedClaim>& claims, std::string caption) {
  Table table = {std::move(caption),
                 {{"claim"}, {"place"}, {"statement"}, {"stated"}, {"check"}, {"holds at"}},
                 {{}}};
  if (are_tested(claims))
    table.columns.insert(table.columns.end(),
                         {{"measured or modelled"}, {"verdict"}, {"in plain Kokkos"}});
  for (const JudgedClaim& claim : claims) table.groups.front().rows.push_back(row_of(claim));
  return table;
}

PredictedOrder predicted_order(const Results& results, const Catalogue& catalogue) {
  PredictedOrder order = {
      "The order that the access model predicts",
      "Of all pairs of a variant's cases of 20 µs and more whose predicted speeds differ, those "
      "that were measured in the same order:",
      {},
      "Where most pairs are in order, the accesses that the model counts decide which case is "
      "faster. Where it is no better than chance something else does, such as contention between "
      "atomics or the order in which blocks run."};
  for (const Experiment& experiment : catalogue)
    for (const Model model : {Model::native, Model::kokkos}) {
      const RankAgreement agreement = rank_agreement(results, experiment.name, model);
      if (agreement.pairs > 0)
        order.items.push_back(fmt::format("{} {}: {} of {} pairs{}", experiment.name,
                                          name_of(model), agreement.agreed, agreement.pairs,
                                          order_comment(agreement)));
    }
  return order;
}

ClaimsPage claims_page(std::string_view document, const Results* results,
                       const Catalogue& catalogue) {
  const std::vector<JudgedClaim> claims = claims_of(document);
  if (results == nullptr) return {nullptr, claims, {}};
  return {results, judged(claims, *results), predicted_order(*results, catalogue)};
}

}  // namespace tilebridge::pages
