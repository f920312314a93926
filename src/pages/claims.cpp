// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pages/run.hpp"
#include "results/prediction.hpp"

namespace tilebridge::pages {
namespace {

using judge::Claim;
using judge::ClaimResult;
using judge::Finding;
using judge::Item;

/// A claim and what results say of it; without results, nothing.
struct Judged {
  const Claim* claim;
  std::optional<ClaimResult> native = {};
  std::optional<ClaimResult> kokkos = {};
};

std::vector<Judged> judged(const judge::Document& document, const Results* results) {
  std::vector<Judged> all;
  for (const Claim& claim : document.claims) {
    all.push_back({&claim});
    if (results == nullptr) continue;
    all.back().native = evaluate(claim, *results);
    all.back().kokkos = evaluate_kokkos(claim, *results);
  }
  return all;
}

std::string accepted_text(const Claim& claim) {
  const bool is_unmeasured = judge::basis_of(claim.check) == "unmeasured";
  return is_unmeasured ? "" : figure(claim.accepted, claim.unit);
}

/// Why it is not tested or not reproduced. A cause was found on one device: of another it says
/// where it was found.
std::string reason_text(const Claim& claim, const ClaimResult& result, const Results& results) {
  if (result.finding == Finding::not_tested) return result.untested;
  if (result.finding == Finding::reproduced) return "";
  const bool is_examined =
      text_at(results.device, "name").find(claim.examined_on) != std::string::npos;
  if (!claim.cause.empty() && is_examined) return claim.cause;
  const std::string range = "holds at " + accepted_text(claim);
  if (claim.cause.empty()) return range;
  return fmt::format("{}; on an {}: {}", range, claim.examined_on, claim.cause);
}

std::string with_reason(std::string_view text, const std::string& reason) {
  return reason.empty() ? std::string(text) : fmt::format("{}: {}", text, reason);
}

int count(const std::vector<Judged>& claims, Finding finding,
          std::optional<ClaimResult> Judged::*by) {
  return static_cast<int>(std::ranges::count_if(
      claims, [&](const Judged& claim) { return claim.*by && (claim.*by)->finding == finding; }));
}

/// " (93 measured, 27 modelled)": what the reproduced ones rest on.
std::string bases_text(const std::vector<Judged>& claims) {
  std::vector<std::string> bases;
  for (const std::string_view basis : {"measured", "modelled", "calculated", "reported"}) {
    const auto reproduced = std::ranges::count_if(claims, [&](const Judged& claim) {
      return claim.native->finding == Finding::reproduced &&
             judge::basis_of(claim.claim->check) == basis;
    });
    if (reproduced > 0) bases.push_back(fmt::format("{} {}", reproduced, basis));
  }
  return bases.empty() ? "" : fmt::format(" ({})", fmt::join(bases, ", "));
}

/// "97 reproduced (93 measured, …), 2 more than stated, …", by native code or by Kokkos.
std::string counts_text(const std::vector<Judged>& claims, std::optional<ClaimResult> Judged::*by) {
  return fmt::format(
      "{} reproduced{}, {} more than stated, {} not reproduced",
      count(claims, Finding::reproduced, by), by == &Judged::native ? bases_text(claims) : "",
      count(claims, Finding::more_than_stated, by), count(claims, Finding::not_reproduced, by));
}

std::string place_text(const Claim& claim) {
  constexpr int as_written = 6;  // digits: no document has more
  std::string text = claim.section;
  if (claim.stated) text += ", stated " + figure(*claim.stated, claim.unit, as_written);
  return claim.device.empty() ? text : fmt::format("{} ({})", text, claim.device);
}

std::string native_text(const Judged& judged, const Results& results) {
  const Claim& claim = *judged.claim;
  const ClaimResult& result = *judged.native;
  const std::string text =
      with_reason(name_of(result.finding), reason_text(claim, result, results));
  if (!result.measured) return text;
  return fmt::format("{} {}: {}", judge::basis_of(claim.check),
                     figure(*result.measured, claim.unit), text);
}

std::string kokkos_text(const Judged& judged) {
  if (!judged.kokkos) return "";
  return fmt::format("{}: {}", figure(*judged.kokkos->measured, judged.claim->unit),
                     name_of(judged.kokkos->finding));
}

Table::Row row_of(const Judged& judged, const Results* results) {
  const Claim& claim = *judged.claim;
  const std::string range = accepted_text(claim);
  Table::Row row = {{{claim.id},
                     {place_text(claim)},
                     {claim.statement},
                     {claim.check + (range.empty() ? "" : "; holds at " + range)}}};
  if (results == nullptr) return row;
  row.cells.push_back({native_text(judged, *results)});
  row.cells.push_back({kokkos_text(judged)});
  return row;
}

Table table_of(const std::vector<Judged>& claims, const Results* results) {
  Table table = {"",
                 {{.head = "claim", .brief = ""},
                  {.head = "where", .brief = ""},
                  Table::Column::below("statement", ""),
                  Table::Column::below("check", ""),
                  Table::Column::below("native", ""),
                  Table::Column::below("Kokkos", "in Kokkos")},
                 {{}}};
  for (const Judged& judged : claims) table.groups.front().rows.push_back(row_of(judged, results));
  return table;
}

void add_run(Document& page, const Results& results) {
  page.add(Text{device_and_driver_text(results)});
  page.add(
      Text{fmt::format("measured by {}: {}", program_text(results), command_line_text(results))});
}

/// In each pair one case is faster, so guessing gets half of the pairs right.
std::string_view order_comment(const RankAgreement& order) {
  return 2 * order.agreed <= order.pairs ? ", no better than chance" : "";
}

/// How well the access model's predicted times order the cases; nothing without predictions.
void add_order(Document& page, const Results& results, const Catalogue& catalogue) {
  List list;
  for (const Experiment& experiment : catalogue)
    for (const Model& model : {Model::native, Model::kokkos}) {
      const RankAgreement order = rank_agreement(results, experiment.name, model);
      if (order.pairs > 0)
        list.items.push_back(fmt::format("{} {}: {} of {} pairs{}", experiment.name, name_of(model),
                                         order.agreed, order.pairs, order_comment(order)));
    }
  if (list.items.empty()) return;
  page.add(Heading{"The order that the access model predicts"});
  page.add(
      Text{"Of all pairs of a variant's cases of 20 µs and more whose predicted speeds differ, "
           "those that were measured in the same order:"});
  page.add(std::move(list));
  page.add(
      Text{"Where most pairs are in order, the accesses that the model counts decide which case "
           "is faster. Where it is no better than chance something else does, such as "
           "contention between atomics or the order in which blocks run."});
}

std::string state_text(const Item& item) {
  if (!item.open.empty()) return "open: " + item.open;
  return item.out_of_scope.empty() ? "covered" : "out of scope: " + item.out_of_scope;
}

std::string counts_text(const std::vector<Item>& items) {
  const auto open = std::ranges::count_if(items, [](const Item& i) { return !i.open.empty(); });
  const auto out =
      std::ranges::count_if(items, [](const Item& i) { return !i.out_of_scope.empty(); });
  return fmt::format("{} items: {} covered, {} open, {} out of scope", items.size(),
                     static_cast<std::ptrdiff_t>(items.size()) - open - out, open, out);
}

Table::Row row_of(const Item& item) {
  const std::string state = state_text(item);
  return {{{item.section},
           {fmt::format("{} ({})", item.text, item.kind)},
           {fmt::format("{}", fmt::join(item.places, ", "))},
           {item.note},
           {state == "covered" ? "" : state}}};
}

/// JSON has no infinity: an open end is null.
Json to_json(const judge::Range& range) {
  const auto end = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
  return {{"low", end(range.low)}, {"high", end(range.high)}};
}

Json to_json(const Judged& judged, const std::string& document, const Results* results) {
  const Claim& claim = *judged.claim;
  Json json = {{"id", claim.id},
               {"document", document},
               {"section", claim.section},
               {"statement", claim.statement},
               {"quantity", claim.unit},
               {"device", claim.device},
               {"stated", claim.stated ? to_json(*claim.stated) : Json(nullptr)},
               {"holds_at", accepted_text(claim).empty() ? Json(nullptr) : to_json(claim.accepted)},
               {"check", claim.check}};
  if (results == nullptr) return json;
  const auto value = [](const ClaimResult& result) {
    return result.measured ? Json(*result.measured) : Json(nullptr);
  };
  json["measured"] = value(*judged.native);
  json["verdict"] = name_of(judged.native->finding);
  json["reason"] = reason_text(claim, *judged.native, *results);
  json["kokkos"] = nullptr;
  if (judged.kokkos)
    json["kokkos"] = {{"measured", value(*judged.kokkos)},
                      {"verdict", name_of(judged.kokkos->finding)}};
  return json;
}

Json to_json(const Item& item, const std::string& document) {
  const std::string state = state_text(item);
  Json json = {{"document", document},  {"section", item.section},
               {"text", item.text},     {"kind", item.kind},
               {"places", item.places}, {"coverage", state.substr(0, state.find(':'))}};
  if (!item.note.empty()) json["note"] = item.note;
  if (!item.open.empty()) json["open"] = item.open;
  if (!item.out_of_scope.empty()) json["reason"] = item.out_of_scope;
  return json;
}

}  // namespace

std::vector<judge::Document> documents_named(std::string_view name) {
  std::vector<judge::Document> chosen;
  std::vector<std::string> known;
  for (const judge::Document& document : judge::documents()) {
    known.push_back(document.name);
    if (name.empty() || name == document.name) chosen.push_back(document);
  }
  if (chosen.empty()) throw unknown_name("document", name, known);
  return chosen;
}

Document claims_page(const std::vector<judge::Document>& documents, const Results* results,
                     const Catalogue& catalogue) {
  std::vector<Judged> all;
  Document list;
  for (const judge::Document& document : documents) {
    const std::vector<Judged> claims = judged(document, results);
    all.insert(all.end(), claims.begin(), claims.end());
    list.add(Heading{fmt::format("{}: {}", document.name, document.title)});
    list.add(table_of(claims, results));
  }
  Document page;
  if (results != nullptr) {
    add_run(page, *results);
    page.add(Text{fmt::format("{} claims: {}, {} not tested on this device", all.size(),
                              counts_text(all, &Judged::native),
                              count(all, Finding::not_tested, &Judged::native))});
    page.add(Text{"In Kokkos: " + counts_text(all, &Judged::kokkos)});
  } else {
    page.add(Text{fmt::format("{} claims", all.size())});
  }
  page.append(std::move(list));
  if (results != nullptr) add_order(page, *results, catalogue);
  return page;
}

Json claims_json(const std::vector<judge::Document>& documents, const Results* results) {
  Json json = Json::object();
  if (results != nullptr) json = {{"program", results->program}, {"device", results->device}};
  json["claims"] = Json::array();
  for (const judge::Document& document : documents)
    for (const Judged& claim : judged(document, results))
      json["claims"].push_back(to_json(claim, document.name, results));
  return json;
}

Document items_page(const std::vector<judge::Document>& documents) {
  std::vector<Item> all;
  Document list;
  for (const judge::Document& document : documents) {
    all.insert(all.end(), document.items.begin(), document.items.end());
    list.add(Heading{fmt::format("{}: {}", document.name, document.title)});
    list.add(Text{counts_text(document.items)});
    Table table = {"",
                   {{.head = "section", .brief = ""},
                    {.head = "item", .brief = ""},
                    Table::Column::below("where", ""),
                    Table::Column::below("note", ""),
                    Table::Column::below("state", "")},
                   {{}}};
    for (const Item& item : document.items) table.groups.front().rows.push_back(row_of(item));
    list.add(std::move(table));
  }
  Document page;
  page.add(Text{counts_text(all)});
  page.append(std::move(list));
  return page;
}

Json items_json(const std::vector<judge::Document>& documents) {
  Json json = {{"items", Json::array()}};
  for (const judge::Document& document : documents)
    for (const Item& item : document.items) json["items"].push_back(to_json(item, document.name));
  return json;
}

std::string figure(double value, std::string_view unit, int digits) {
  if (unit == "%") return fmt::format("{:.{}g}%", 100 * value, digits);
  const bool is_whole = value == std::round(value) || std::abs(value) >= std::pow(10, digits);
  const std::string number =
      is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
  if (unit == "×") return number + "×";
  const bool is_one = number == "1" && unit.ends_with('s') && !unit.ends_with("/s");
  if (is_one) unit.remove_suffix(1);
  return fmt::format("{} {}", number, unit);
}

std::string figure(const judge::Range& range, std::string_view unit, int digits) {
  if (range.low == range.high) return figure(range.low, unit, digits);
  if (std::isinf(range.high)) return "≥ " + figure(range.low, unit, digits);
  if (range.low == 0) return "≤ " + figure(range.high, unit, digits);
  const std::string low = figure(range.low, unit, digits);
  return fmt::format("{} … {}", low.substr(0, low.find_first_not_of("-.0123456789e")),
                     figure(range.high, unit, digits));
}

}  // namespace tilebridge::pages
