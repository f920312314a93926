// SPDX-License-Identifier: Apache-2.0
#include "html/claims.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "claims/evaluation.hpp"
#include "html/markup.hpp"

namespace tilebridge::html {
namespace {

bool names(const CaseRef& ref, const std::string& experiment) {
  return ref.experiment == experiment;
}

/// Whether a check uses cases of `experiment`.
class Concerns {
 public:
  explicit Concerns(const std::string& experiment) : experiment_(experiment) {}

  bool operator()(const Performance& check) const {
    return names(check.of, experiment_) || names(check.over, experiment_);
  }
  bool operator()(const Share& check) const { return names(check.of, experiment_); }
  bool operator()(const Cycles&) const { return experiment_ == "latency"; }
  bool operator()(const CyclesRatio&) const { return experiment_ == "latency"; }
  bool operator()(const Throughput& check) const {
    const auto* ref = std::get_if<CaseRef>(&check.of);
    return ref != nullptr ? names(*ref, experiment_) : experiment_ == "bandwidth";
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }

 private:
  const std::string& experiment_;
};

std::string_view class_of(Finding finding) {
  switch (finding) {
    case Finding::reproduced:
      return "reproduced";
    case Finding::not_reproduced:
      return "not-reproduced";
    case Finding::not_tested:
      return "not-tested";
  }
  return {};
}

std::string_view symbol_of(Finding finding) {
  switch (finding) {
    case Finding::reproduced:
      return "✓";
    case Finding::not_reproduced:
      return "✗";
    case Finding::not_tested:
      return "–";
  }
  return {};
}

std::string finding_badge(Finding finding) {
  return fmt::format("<span class=\"finding {}\"><span aria-hidden=\"true\">{}</span> {}</span>",
                     class_of(finding), symbol_of(finding), name_of(finding));
}

/// "4.3: ✗ not reproduced" for Kokkos's kernels; "" if none was measured.
std::string in_kokkos(const Claim& claim, const Results& results) {
  const std::optional<ClaimResult> kokkos = evaluate_kokkos(claim, results);
  if (!kokkos) return "";
  return fmt::format("{}: {}", text(figure(*kokkos->measured, claim.quantity)),
                     finding_badge(kokkos->finding));
}

std::string claim_row(const Claim& claim, const ClaimResult& result, const Results& results) {
  constexpr int as_written = 6;  // digits: no document has more
  const std::string device = claim.device.empty() ? "" : fmt::format(" ({})", claim.device);
  const std::string stated =
      claim.stated ? figure(*claim.stated, claim.quantity, as_written) + device : device;
  const bool has_range = !std::holds_alternative<Untested>(claim.check);
  return fmt::format("<tr>{}{}{}{}{}{}<td>{}{}{}</td><td>{}</td></tr>\n", row_head(claim.id),
                     cell(claim.statement), cell(describe(claim.check)), number(stated),
                     number(has_range ? figure(claim.accepted, claim.quantity) : ""),
                     number(result.measured ? figure(*result.measured, claim.quantity) : ""),
                     finding_badge(result.finding), result.reason.empty() ? "" : ": ",
                     text(result.reason), in_kokkos(claim, results));
}

std::string claims_table(const std::string& caption, const std::string& rows) {
  return fmt::format(
      "<div class=\"scroll\"><table class=\"claims\">{}<tbody>\n{}</tbody></table>"
      "</div>\n",
      table_head(caption, {"claim", "statement", "check", "stated", "holds at",
                           "measured or modelled", "verdict", "in plain Kokkos"}),
      rows);
}

std::string of_file(const Document& document, std::size_t file) {
  const std::string label = label_of(document, file);
  return label.empty() ? "" : fmt::format(", file {}", label);
}

std::string account(const std::map<Finding, int>& counts) {
  std::string line;
  for (const auto& [finding, count] : counts)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, name_of(finding));
  return line;
}

}  // namespace

std::string claims_of(const Document& document, const ExperimentCases& experiment) {
  if (experiment.known == nullptr) return "";
  std::string tables;
  for (std::size_t file = 0; file < document.files.size(); ++file) {
    std::string rows;
    bool is_measured = false;
    for (const Claim& claim : claims()) {
      if (!std::visit(Concerns(experiment.name), claim.check)) continue;
      const ClaimResult result = evaluate(claim, document.files[file].results);
      is_measured = is_measured || result.measured.has_value();
      rows += claim_row(claim, result, document.files[file].results);
    }
    if (is_measured)
      tables += claims_table("The documents' figures" + of_file(document, file), rows);
  }
  return tables.empty() ? "" : "<h3>What the documents say</h3>\n" + tables;
}

std::string claims_section(const Document& document) {
  std::string tables;
  for (std::size_t file = 0; file < document.files.size(); ++file) {
    std::map<Finding, int> counts;
    std::string rows;
    for (const Claim& claim : claims()) {
      const ClaimResult result = evaluate(claim, document.files[file].results);
      ++counts[result.finding];
      rows += claim_row(claim, result, document.files[file].results);
    }
    tables += fmt::format("<p>{}{}{}.</p>\n", label_of(document, file),
                          document.files.size() > 1 ? ": " : "", account(counts)) +
              claims_table("What the documents claim" + of_file(document, file), rows);
  }
  return "<section id=\"claims\" aria-labelledby=\"claims-title\">\n"
         "<h2 id=\"claims-title\">The documents' claims</h2>\n"
         "<p>A claim is reproduced where the measured value lies in the range at which it holds: "
         "what a reader would call the same finding. Rules about transactions and banks are held "
         "against the access model.</p>\n" +
         tables + "</section>\n";
}

}  // namespace tilebridge::html
