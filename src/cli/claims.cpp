// SPDX-License-Identifier: Apache-2.0
#include "cli/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "claims/evaluation.hpp"
#include "cli/grammar.hpp"
#include "results/file.hpp"
#include "results/prediction.hpp"

namespace tilebridge {
namespace {

constexpr std::array findings = {Finding::reproduced, Finding::not_reproduced, Finding::not_tested};

struct Entry {
  const Claim* claim;
  std::optional<ClaimResult> result;  // empty without a result file
  std::optional<ClaimResult> kokkos;  // also empty if nothing was measured with Kokkos
};

/// The claims of the selected documents, and the results they are tested against, if any.
struct Account {
  std::optional<Results> results;
  std::vector<Entry> entries;
};

void check_document(const std::string& name) {
  std::vector<std::string> known;
  for (const Document& document : documents()) {
    if (document.name == name) return;
    known.push_back(document.name);
  }
  throw unknown_name("document", name, known);
}

Account account(const std::string& file, const std::string& document) {
  if (!document.empty()) check_document(document);
  Account all;
  if (!file.empty()) all.results = read_results(file);
  for (const Claim& claim : claims()) {
    if (!document.empty() && claim.source.document != document) continue;
    all.entries.push_back({&claim, {}, {}});
    if (!all.results) continue;
    all.entries.back().result = evaluate(claim, *all.results);
    all.entries.back().kokkos = evaluate_kokkos(claim, *all.results);
  }
  return all;
}

std::vector<const Entry*> of(const Account& all, const Document& document) {
  std::vector<const Entry*> found;
  for (const Entry& entry : all.entries)
    if (entry.claim->source.document == document.name) found.push_back(&entry);
  return found;
}

std::string stated(const Claim& claim) {
  constexpr int as_written = 6;  // digits: no document has more
  return claim.stated ? figure(*claim.stated, claim.quantity, as_written) : "";
}

/// "" if it cannot be tested at all.
std::string accepted(const Claim& claim) {
  const bool untested = std::holds_alternative<Untested>(claim.check);
  return untested ? "" : figure(claim.accepted, claim.quantity);
}

bool is_rule(const Claim& claim) {
  return std::holds_alternative<WarpRule>(claim.check) ||
         std::holds_alternative<StrideRule>(claim.check);
}

std::string measured(const Entry& entry) {
  if (!entry.result || !entry.result->measured) return "";
  return figure(*entry.result->measured, entry.claim->quantity);
}

std::string counts(const Account& all) {
  std::string text = fmt::format("{} claims", all.entries.size());
  for (const Finding finding : findings) {
    const auto count = std::count_if(
        all.entries.begin(), all.entries.end(),
        [&](const Entry& entry) { return entry.result && entry.result->finding == finding; });
    if (all.results)
      text += fmt::format("{} {} {}", finding == findings[0] ? ":" : ",", count, name_of(finding));
  }
  return text;
}

/// "4.3: not reproduced"; "" if nothing was measured with Kokkos.
std::string in_kokkos(const Entry& entry) {
  if (!entry.kokkos) return "";
  return fmt::format("{}: {}", figure(*entry.kokkos->measured, entry.claim->quantity),
                     name_of(entry.kokkos->finding));
}

std::string kokkos_counts(const Account& all) {
  const auto count = [&](Finding finding) {
    return std::count_if(all.entries.begin(), all.entries.end(), [&](const Entry& entry) {
      return entry.kokkos && entry.kokkos->finding == finding;
    });
  };
  return fmt::format("In plain Kokkos: {} reproduced, {} not reproduced",
                     count(Finding::reproduced), count(Finding::not_reproduced));
}

std::string command_line(const Results& results) {
  std::string text;
  const Json words = results.program.value("command_line", Json::array());
  for (const Json& word : words)
    if (word.is_string()) text += (text.empty() ? "" : " ") + word.get<std::string>();
  return tame(text, 200);
}

/// The device, and the program that measured it.
std::string device_line(const Results& results) {
  return fmt::format("{} ({}), driver {}, {}", tame(text_at(results.device, "name"), 60),
                     tame(text_at(results.device, "architecture"), 12),
                     tame(text_at(results.device, "driver"), 20),
                     tame(text_at(results.device, "runtime"), 20));
}

std::string program_line(const Results& results) {
  return fmt::format("tilebridge {} ({}), {}", tame(text_at(results.program, "version"), 12),
                     tame(text_at(results.program, "git"), 20),
                     tame(text_at(results.program, "started"), 20));
}

std::string as_text(const Entry& entry) {
  constexpr std::size_t indent = 4;
  const Claim& claim = *entry.claim;
  std::string head = fmt::format("  {}  {}", claim.id, claim.source.section);
  if (claim.stated) head += ", stated " + stated(claim);
  if (!claim.device.empty()) head += fmt::format(" ({})", claim.device);
  const std::string range = accepted(claim);
  const std::string check =
      describe(claim.check) + (range.empty() ? "" : fmt::format("; holds at {}", range));
  std::string text =
      fmt::format("{}\n{:{}}{}\n{:{}}{}\n", wrapped(head, indent), "", indent,
                  wrapped(claim.statement, indent), "", indent, wrapped(check, indent));
  if (!entry.result) return text;
  const std::string value = measured(entry);
  std::string verdict =
      value.empty() ? "" : fmt::format("{} {}: ", is_rule(claim) ? "modelled" : "measured", value);
  verdict += name_of(entry.result->finding);
  if (!entry.result->reason.empty()) verdict += ": " + entry.result->reason;
  text += fmt::format("{:{}}{}\n", "", indent, wrapped(verdict, indent));
  if (!entry.kokkos) return text;
  return text + fmt::format("{:{}}in plain Kokkos {}\n", "", indent, in_kokkos(entry));
}

/// In each pair one case is faster, so guessing gets half of the pairs right.
std::string_view order_comment(const RankAgreement& order) {
  return 2 * order.agreed <= order.pairs ? ", no better than chance" : "";
}

/// How well the access model's predicted times order the cases, as list items; "" without
/// predictions.
std::string order_items(const Results& results) {
  std::string items;
  for (const Experiment& experiment : catalogue())
    for (const Model model : {Model::native, Model::kokkos}) {
      const RankAgreement order = rank_agreement(results, experiment.name, model);
      if (order.pairs > 0)
        items += fmt::format("- {} {}: {} of {} pairs{}\n", experiment.name, name_of(model),
                             order.agreed, order.pairs, order_comment(order));
    }
  return items;
}

constexpr auto order_title = "The order that the access model predicts";
constexpr auto order_text =
    "Of all pairs of a variant's cases of 20 µs and more whose predicted speeds differ, those that "
    "were measured in the same order:";
constexpr auto order_note =
    "Where most pairs are in order, the accesses that the model counts decide which case is "
    "faster. Where it is no better than chance something else does, such as contention between "
    "atomics or the order in which blocks run.";

std::string as_text(const Account& all) {
  std::string text;
  if (all.results)
    text += fmt::format("{}\nmeasured by {}\n  {}\n", device_line(*all.results),
                        program_line(*all.results), wrapped(command_line(*all.results), 2));
  text += counts(all) + "\n";
  if (all.results) text += kokkos_counts(all) + "\n";
  for (const Document& document : documents()) {
    const auto entries = of(all, document);
    if (entries.empty()) continue;
    text += fmt::format("\n{}: {}\n", document.name, document.title);
    for (const Entry* entry : entries) text += as_text(*entry);
  }
  const std::string order = all.results ? order_items(*all.results) : "";
  if (!order.empty())
    text += fmt::format("\n{}\n{}\n{}{}\n", order_title, wrapped(order_text, 0), order,
                        wrapped(order_note, 0));
  return text;
}

std::string row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::vector<std::string> cells_of(const Entry& entry) {
  const Claim& claim = *entry.claim;
  const std::string device = claim.device.empty() ? "" : fmt::format(" ({})", claim.device);
  std::vector<std::string> cells = {claim.id,
                                    claim.source.section,
                                    claim.statement,
                                    stated(claim) + device,
                                    describe(claim.check),
                                    accepted(claim)};
  if (!entry.result) return cells;
  const std::string& reason = entry.result->reason;
  cells.push_back(measured(entry));
  cells.push_back(
      fmt::format("{}{}", name_of(entry.result->finding), reason.empty() ? "" : ": " + reason));
  cells.push_back(in_kokkos(entry));
  return cells;
}

std::string markdown_header(const Account& all) {
  std::string text = "# What the documents claim\n\n";
  if (!all.results) return text + counts(all) + ".\n";
  const std::string command = command_line(*all.results);
  return text +
         fmt::format("Measured on {}, by {}:\n\n```\n{}\n```\n\n{}. {}.\n\n",
                     device_line(*all.results), program_line(*all.results), command, counts(all),
                     kokkos_counts(all)) +
         "This page is the output of `tilebridge claims --format markdown` for that run's file. A "
         "claim is *reproduced* where the measured value lies in the range of the column *holds "
         "at*: what a reader would call the same finding. A rate of another device is not tested; "
         "the ratios of its rates are. Rules about transactions and banks are held against the "
         "access model, which counts sectors of 32 bytes, as the hardware has since Volta.\n";
}

std::string as_markdown(const Account& all) {
  std::vector<std::string> columns = {"claim", "place", "statement", "stated", "check", "holds at"};
  if (all.results)
    columns.insert(columns.end(), {"measured or modelled", "verdict", "in plain Kokkos"});
  std::string text = markdown_header(all);
  for (const Document& document : documents()) {
    const auto entries = of(all, document);
    if (entries.empty()) continue;
    text += fmt::format("\n## {}: {}\n\n", document.name, document.title) + row(columns) +
            row(std::vector<std::string>(columns.size(), "---"));
    for (const Entry* entry : entries) text += row(cells_of(*entry));
  }
  const std::string order = all.results ? order_items(*all.results) : "";
  if (!order.empty())
    text += fmt::format("\n## {}\n\n{}\n\n{}\n{}\n", order_title, order_text, order, order_note);
  return text;
}

/// JSON has no infinity: an open end is null.
Json end_of(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json to_json(const Range& range) {
  return {{"low", end_of(range.low)}, {"high", end_of(range.high)}};
}

Json to_json(const Entry& entry) {
  const Claim& claim = *entry.claim;
  Json json = {{"id", claim.id},
               {"document", claim.source.document},
               {"section", claim.source.section},
               {"statement", claim.statement},
               {"quantity", claim.quantity},
               {"device", claim.device},
               {"stated", claim.stated ? to_json(*claim.stated) : Json(nullptr)},
               {"holds_at", accepted(claim).empty() ? Json(nullptr) : to_json(claim.accepted)},
               {"check", describe(claim.check)}};
  if (!entry.result) return json;
  json["measured"] = entry.result->measured ? Json(*entry.result->measured) : Json(nullptr);
  json["verdict"] = name_of(entry.result->finding);
  json["reason"] = entry.result->reason;
  json["kokkos"] = nullptr;
  if (entry.kokkos)
    json["kokkos"] = {{"measured", *entry.kokkos->measured},
                      {"verdict", name_of(entry.kokkos->finding)}};
  return json;
}

std::string as_json(const Account& all) {
  Json json = Json::object();
  if (all.results) {
    json["program"] = all.results->program;
    json["device"] = all.results->device;
  }
  json["claims"] = Json::array();
  for (const Entry& entry : all.entries) json["claims"].push_back(to_json(entry));
  return json.dump(2) + "\n";
}

using Format = std::string (*)(const Account&);

Format format_of(const std::string& name) {
  constexpr std::array<std::pair<const char*, Format>, 3> formats = {
      {{"text", as_text}, {"markdown", as_markdown}, {"json", as_json}}};
  std::vector<std::string> known;
  for (const auto& [format, write] : formats) {
    if (format == name) return write;
    known.emplace_back(format);
  }
  throw unknown_name("format", name, known);
}

}  // namespace

Command add_claims(CLI::App& app) {
  struct Options {
    std::string file;
    std::string document;
    std::string format = "text";
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "claims", "List the claims of the documents, and whether a result file reproduces them");
  command
      ->add_option("results", options->file,
                   "Result file to test the claims with; without it they are only listed")
      ->type_name(value_type::file);
  command->add_option("--document", options->document,
                      "Show only the claims of this document: D1 … D5");
  command->add_option("--format", options->format, "Format of the output")
      ->type_name("text|markdown|json")
      ->capture_default_str();
  return {command, [options] {
            const Format format = format_of(options->format);
            std::cout << format(account(options->file, options->document));
            return 0;
          }};
}

}  // namespace tilebridge
