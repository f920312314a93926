// SPDX-License-Identifier: Apache-2.0
#include "markdown/claims.hpp"

#include <fmt/format.h>

#include "markdown/table.hpp"
#include "pages/run.hpp"

namespace tilebridge::markdown {
namespace {

constexpr const char* claims_explanation =
    "This page is the output of `tilebridge claims --format markdown` for that run's file. A "
    "claim is *reproduced* if the value lies in the range of the column *holds at*: what a "
    "reader would call the same finding. It is *more than stated* if a gain or a loss is above "
    "that range. A rate of another device is not tested; the ratios of its rates are. Words after "
    "*here:* are how this project reads the statement, not the document's.\n\n"
    "*Measured* values are from kernels. *Modelled* ones are the access model's, which counts "
    "sectors of 32 bytes, as the hardware has since Volta. *Calculated* ones are the documents' "
    "own formula, applied: the number of 128-byte segments, the same on every GPU. *Reported* "
    "ones are what the device says of itself. A run on a CPU tests nothing of this.\n";

std::string header(const pages::ClaimsPage& page) {
  const std::string title = "# What the documents claim\n\n";
  const std::string counts = pages::counts_text(page.claims);
  if (page.results == nullptr) return title + counts + ".\n";
  return title +
         fmt::format("Measured on {}, by {}:\n\n```\n{}\n```\n\n{}. {}.\n\n",
                     pages::device_and_driver_text(*page.results),
                     pages::program_text(*page.results), pages::command_line_text(*page.results),
                     counts, pages::kokkos_counts_text(page.claims)) +
         claims_explanation;
}

std::string order_text(const pages::PredictedOrder& order) {
  if (order.items.empty()) return "";
  std::string items;
  for (const std::string& item : order.items) items += "- " + item + "\n";
  return fmt::format("\n## {}\n\n{}\n\n{}\n{}\n", order.title, order.text, items, order.note);
}

}  // namespace

std::string claims_markdown(const pages::ClaimsPage& page) {
  std::string text = header(page);
  for (const claims::Document& document : claims::documents()) {
    const std::vector<pages::JudgedClaim> found = pages::in_document(page.claims, document);
    if (found.empty()) continue;
    const std::string title = fmt::format("{}: {}", document.name, document.title);
    text += "\n## " + title + "\n\n" + markdown_table(pages::claims_table(found, title));
  }
  return text + order_text(page.order);
}

}  // namespace tilebridge::markdown
