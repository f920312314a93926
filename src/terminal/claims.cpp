// SPDX-License-Identifier: Apache-2.0
#include "terminal/claims.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "pages/run.hpp"

namespace tilebridge::terminal {
namespace {

std::string below(const std::string& text) { return "    " + wrapped(text, 4) + "\n"; }

std::string head_text(const claims::Claim& claim) {
  std::string text = fmt::format("{}  {}", claim.id, claim.source.section);
  if (claim.stated) text += ", stated " + pages::stated_text(claim);
  if (!claim.device.empty()) text += fmt::format(" ({})", claim.device);
  return text;
}

std::string check_text(const claims::Claim& claim) {
  const std::string range = pages::holds_at_text(claim);
  return describe(claim.check) + (range.empty() ? "" : fmt::format("; holds at {}", range));
}

std::string finding_text(const pages::JudgedClaim& claim) {
  const std::string value = pages::measured_text(claim);
  return (value.empty() ? "" : value + ": ") + pages::finding_cell(claim).plain();
}

std::string claim_text(const pages::JudgedClaim& judged) {
  const claims::Claim& claim = *judged.claim;
  std::string text =
      wrapped(head_text(claim), 4) + "\n" + below(claim.statement) + below(check_text(claim));
  if (judged.result) text += below(finding_text(judged));
  if (judged.kokkos) text += "    in plain Kokkos " + pages::kokkos_cell(judged).plain() + "\n";
  return text;
}

std::string run_text(const Results& results) {
  return fmt::format("{}\nmeasured by {}\n  {}\n", pages::device_and_driver_text(results),
                     pages::program_text(results), wrapped(pages::command_line_text(results), 2));
}

std::string order_text(const pages::PredictedOrder& order) {
  if (order.items.empty()) return "";
  std::string items;
  for (const std::string& item : order.items) items += "- " + item + "\n";
  return fmt::format("\n{}\n{}\n{}{}\n", order.title, wrapped(order.text, 0), items,
                     wrapped(order.note, 0));
}

}  // namespace

std::string claims_text(const pages::ClaimsPage& page) {
  std::string text;
  if (page.results != nullptr) text += run_text(*page.results);
  text += wrapped(pages::counts_text(page.claims), 2) + "\n";
  if (page.results != nullptr) text += pages::kokkos_counts_text(page.claims) + "\n";
  for (const claims::Document& document : claims::documents()) {
    const std::vector<pages::JudgedClaim> found = pages::in_document(page.claims, document);
    if (!found.empty()) text += fmt::format("\n{}: {}\n", document.name, document.title);
    for (const pages::JudgedClaim& claim : found) text += claim_text(claim);
  }
  return text + order_text(page.order);
}

}  // namespace tilebridge::terminal
