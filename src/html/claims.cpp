// SPDX-License-Identifier: Apache-2.0
#include "html/claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "html/markup.hpp"
#include "pages/claims.hpp"

namespace tilebridge::html {
namespace {

std::string table_html(const pages::Report& report, std::size_t file,
                       const std::vector<pages::JudgedClaim>& claims, std::string caption) {
  const std::string label = pages::label_of(report, file);
  if (!label.empty()) caption += ", file " + label;
  return scrolling(pages::with_columns(pages::claims_table(claims, std::move(caption)),
                                       {"claim", "statement", "check", "stated", "holds at",
                                        "measured or modelled", "verdict", "in plain Kokkos"}),
                   "class=\"claims\"");
}

std::string counts_html(const pages::Report& report, std::size_t file,
                        const std::vector<pages::JudgedClaim>& claims) {
  const std::string label = pages::label_of(report, file);
  return paragraph(fmt::format("{}{}{}. {}.", label, label.empty() ? "" : ": ",
                               pages::counts_text(claims), pages::kokkos_counts_text(claims)));
}

}  // namespace

std::string experiment_claims(const pages::Report& report,
                              const pages::ExperimentCases& experiment) {
  if (experiment.known == nullptr) return "";
  std::string tables;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const auto claims =
        pages::judged(pages::claims_about(experiment.name), report.files[file].results);
    const bool is_measured =
        std::any_of(claims.begin(), claims.end(),
                    [](const pages::JudgedClaim& c) { return c.result->measured.has_value(); });
    if (is_measured) tables += table_html(report, file, claims, "The documents' figures");
  }
  return tables.empty() ? "" : "<h3>What the documents say</h3>\n" + tables;
}

std::string claims_section(const pages::Report& report) {
  std::string content =
      "<p>A claim is reproduced if the value lies in the range at which it holds: what a reader "
      "would call the same finding. It is more than stated if a gain or a loss is above that "
      "range. Rules about transactions and banks are checked against the access model. Words after "
      "<em>here:</em> are how this project reads the statement.</p>\n";
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const auto claims = pages::judged(pages::claims_of(""), report.files[file].results);
    content += counts_html(report, file, claims) +
               table_html(report, file, claims, "What the documents claim");
  }
  return section("claims", "The documents' claims", content);
}

}  // namespace tilebridge::html
