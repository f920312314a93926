// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <cmath>

#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::Claim;
using judge::ClaimResult;
using judge::Finding;

/// Why it is not tested or not reproduced. A cause was found on one device: of another it says
/// where it was found.
std::string reason_text(const Claim& claim, const ClaimResult& result, const Results& results) {
  if (result.finding == Finding::not_tested) return ": " + result.untested;
  if (result.finding == Finding::reproduced || claim.cause.empty()) return "";
  const bool is_examined =
      text_at(results.device, "name").find(claim.examined_on) != std::string::npos;
  return is_examined ? ": " + claim.cause
                     : fmt::format("; on an {}: {}", claim.examined_on, claim.cause);
}

std::string result_text(const Claim& claim, const ClaimResult& result) {
  const std::string_view finding = name_of(result.finding);
  return result.measured ? fmt::format("{}: {}", figure(*result.measured, claim.unit), finding)
                         : std::string(finding);
}

std::string place_text(const Claim& claim) {
  constexpr int as_written = 6;  // digits: no document has more
  std::string text = claim.section;
  if (claim.stated) text += ", stated " + figure(*claim.stated, claim.unit, as_written);
  return claim.device.empty() ? text : fmt::format("{} ({})", text, claim.device);
}

std::string check_text(const Claim& claim) {
  return claim.check.starts_with("unmeasured")
             ? claim.check
             : claim.check + "; holds at " + figure(claim.accepted, claim.unit);
}

}  // namespace

Document claims_page(const std::vector<Claim>& claims, const Results* results) {
  Table table = {"",
                 {headless("claim"), headless("where"), below("statement"), below("check"),
                  below("native"), below("Kokkos", "in Kokkos")}};
  std::map<Finding, int> counts;
  for (const Claim& claim : claims) {
    table.add({claim.id, place_text(claim), claim.statement, check_text(claim)});
    if (results == nullptr) continue;
    std::vector<Cell>& cells = table.groups.front().rows.back().cells;
    const ClaimResult native = evaluate(claim, *results);
    ++counts[native.finding];
    cells.push_back(result_text(claim, native) + reason_text(claim, native, *results));
    const ClaimResult kokkos = evaluate(claim, *results, Model::kokkos);
    if (kokkos.measured && !claim.value && !judge::cases_of(claim.check).empty())
      cells.push_back(result_text(claim, kokkos));
  }
  std::string text = fmt::format("{} claims", claims.size());
  for (const auto& [finding, count] : counts)
    text += fmt::format("{} {} {}", finding == counts.begin()->first ? ":" : ",", count,
                        name_of(finding));
  Document page;
  if (results != nullptr) page.say(device_and_driver_text(*results));
  page.say(text);
  page.add(std::move(table));
  return page;
}

Document items_page(std::vector<judge::Record> items) {
  Table table = {
      "", {headless("section"), headless("kind"), below("item"), below("where"), below("note")}};
  for (judge::Record& item : items)
    table.add({item["document"] + " " + item["section"], item["kind"], item["item"], item["where"],
               item["note"] + item["open"] + item["out of scope"]});
  Document page;
  page.say(
      fmt::format("{} items: what the documents show or state, and where it is run, checked "
                  "or stated here",
                  items.size()));
  page.add(std::move(table));
  return page;
}

std::string figure(double value, std::string_view unit, int digits) {
  if (unit == "%") return fmt::format("{:.{}g}%", 100 * value, digits);
  const bool is_whole = value == std::round(value) || std::abs(value) >= std::pow(10, digits);
  const std::string number =
      is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
  if (unit == "×") return number + "×";
  const bool is_one = number == "1" && unit.ends_with('s') && !unit.ends_with("/s");
  return fmt::format("{} {}", number, is_one ? unit.substr(0, unit.size() - 1) : unit);
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
