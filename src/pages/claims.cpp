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

// In a terminal.

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

std::string below(const std::string& text) {
  return text.empty() ? "" : "    " + wrapped(text, 4) + "\n";
}

std::string head_text(const Claim& claim) {
  constexpr int as_written = 6;  // digits: no document has more
  std::string text = fmt::format("{}  {}", claim.id, claim.section);
  if (claim.stated) text += ", stated " + figure(*claim.stated, claim.unit, as_written);
  return claim.device.empty() ? text : fmt::format("{} ({})", text, claim.device);
}

std::string native_text(const Judged& judged, const Results& results) {
  const Claim& claim = *judged.claim;
  const ClaimResult& result = *judged.native;
  std::string text = with_reason(name_of(result.finding), reason_text(claim, result, results));
  if (result.measured)
    text = fmt::format("{} {}: {}", judge::basis_of(claim.check),
                       figure(*result.measured, claim.unit), text);
  return below(text);
}

std::string kokkos_text(const Judged& judged) {
  if (!judged.kokkos) return "";
  return below(fmt::format("in Kokkos {}: {}", figure(*judged.kokkos->measured, judged.claim->unit),
                           name_of(judged.kokkos->finding)));
}

std::string claim_text(const Judged& judged, const Results* results) {
  const Claim& claim = *judged.claim;
  const std::string range = accepted_text(claim);
  return wrapped(head_text(claim), 4) + "\n" + below(claim.statement) +
         below(claim.check + (range.empty() ? "" : "; holds at " + range)) +
         (results == nullptr ? "" : native_text(judged, *results) + kokkos_text(judged));
}

std::string run_text(const Results& results) {
  return fmt::format("{}\nmeasured by {}\n  {}\n", device_and_driver_text(results),
                     program_text(results), wrapped(command_line_text(results), 2));
}

/// In each pair one case is faster, so guessing gets half of the pairs right.
std::string_view order_comment(const RankAgreement& order) {
  return 2 * order.agreed <= order.pairs ? ", no better than chance" : "";
}

/// How well the access model's predicted times order the cases; "" without predictions.
std::string order_text(const Results& results, const Catalogue& catalogue) {
  std::string items;
  for (const Experiment& experiment : catalogue)
    for (const Model model : {Model::native, Model::kokkos}) {
      const RankAgreement order = rank_agreement(results, experiment.name, model);
      if (order.pairs == 0) continue;
      items += fmt::format("- {} {}: {} of {} pairs{}\n", experiment.name, name_of(model),
                           order.agreed, order.pairs, order_comment(order));
    }
  if (items.empty()) return "";
  return fmt::format(
      "\nThe order that the access model predicts\n{}\n{}{}\n",
      wrapped("Of all pairs of a variant's cases of 20 µs and more whose predicted speeds differ, "
              "those that were measured in the same order:",
              0),
      items,
      wrapped("Where most pairs are in order, the accesses that the model counts decide which case "
              "is faster. Where it is no better than chance something else does, such as "
              "contention between atomics or the order in which blocks run.",
              0));
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

std::string item_text(const Item& item) {
  const std::string state = state_text(item);
  return "  " + wrapped(fmt::format("{}  {} ({})", item.section, item.text, item.kind), 4) + "\n" +
         below(fmt::format("{}", fmt::join(item.places, ", "))) + below(item.note) +
         below(state == "covered" ? "" : state);
}

// As JSON.

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

std::string claims_text(const std::vector<judge::Document>& documents, const Results* results,
                        const Catalogue& catalogue) {
  std::vector<Judged> all;
  std::string list;
  for (const judge::Document& document : documents) {
    const std::vector<Judged> claims = judged(document, results);
    all.insert(all.end(), claims.begin(), claims.end());
    list += fmt::format("\n{}: {}\n", document.name, document.title);
    for (const Judged& claim : claims) list += claim_text(claim, results);
  }
  if (results == nullptr) return fmt::format("{} claims\n{}", all.size(), list);
  const std::string counts = fmt::format("{} claims: {}, {} not tested on this device", all.size(),
                                         counts_text(all, &Judged::native),
                                         count(all, Finding::not_tested, &Judged::native));
  return fmt::format("{}{}\nIn Kokkos: {}\n{}{}", run_text(*results), wrapped(counts, 2),
                     counts_text(all, &Judged::kokkos), list, order_text(*results, catalogue));
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

std::string items_text(const std::vector<judge::Document>& documents) {
  std::vector<Item> all;
  std::string list;
  for (const judge::Document& document : documents) {
    all.insert(all.end(), document.items.begin(), document.items.end());
    list +=
        fmt::format("\n{}: {}\n  {}\n", document.name, document.title, counts_text(document.items));
    for (const Item& item : document.items) list += item_text(item);
  }
  return counts_text(all) + "\n" + list;
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
