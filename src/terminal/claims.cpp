// SPDX-License-Identifier: Apache-2.0
#include "terminal/claims.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "view/run.hpp"

namespace tilebridge::terminal {
namespace {

std::string below(const std::string& text) { return "    " + wrapped(text, 4) + "\n"; }

std::string head_text(const claims::Claim& claim) {
  std::string text = fmt::format("{}  {}", claim.id, claim.source.section);
  if (claim.stated) text += ", stated " + view::stated_text(claim);
  if (!claim.device.empty()) text += fmt::format(" ({})", claim.device);
  return text;
}

std::string check_text(const claims::Claim& claim) {
  const std::string range = view::holds_at_text(claim);
  return describe(claim.check) + (range.empty() ? "" : fmt::format("; holds at {}", range));
}

std::string finding_text(const view::JudgedClaim& claim) {
  const std::string value = view::measured_text(claim);
  return (value.empty() ? "" : value + ": ") + view::finding_cell(claim).plain();
}

std::string claim_text(const view::JudgedClaim& judged) {
  const claims::Claim& claim = *judged.claim;
  std::string text =
      wrapped(head_text(claim), 4) + "\n" + below(claim.statement) + below(check_text(claim));
  if (judged.result) text += below(finding_text(judged));
  if (judged.kokkos) text += "    in plain Kokkos " + view::kokkos_cell(judged).plain() + "\n";
  return text;
}

std::string run_text(const Results& results) {
  return fmt::format("{}\nmeasured by {}\n  {}\n", view::device_and_driver_text(results),
                     view::program_text(results), wrapped(view::command_line_text(results), 2));
}

std::string order_text(const view::PredictedOrder& order) {
  if (order.items.empty()) return "";
  std::string items;
  for (const std::string& item : order.items) items += "- " + item + "\n";
  return fmt::format("\n{}\n{}\n{}{}\n", order.title, wrapped(order.text, 0), items,
                     wrapped(order.note, 0));
}

}  // namespace

std::string claims_text(const view::ClaimsPage& page) {
  std::string text;
  if (page.results != nullptr) text += run_text(*page.results);
  text += wrapped(view::counts_text(page.claims), 2) + "\n";
  if (page.results != nullptr) text += view::kokkos_counts_text(page.claims) + "\n";
  for (const claims::Document& document : claims::documents()) {
    const std::vector<view::JudgedClaim> found = view::in_document(page.claims, document);
    if (!found.empty()) text += fmt::format("\n{}: {}\n", document.name, document.title);
    for (const view::JudgedClaim& claim : found) text += claim_text(claim);
  }
  return text + order_text(page.order);
}

}  // namespace tilebridge::terminal
