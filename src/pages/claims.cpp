// SPDX-License-Identifier: Apache-2.0
#include "pages/claims.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "base/text.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::Claim;
using judge::ClaimResult;
using judge::Evidence;
using judge::Finding;

/// Why it is not tested or not reproduced, or what it shows instead. A cause says nothing of
/// another device than that on which it was found.
std::string reason_text(const Claim& claim, const ClaimResult& result, const Evidence& evidence) {
  if (result.finding == Finding::not_tested) return ": " + result.untested;
  const std::string& cause = claim.cause_of(*result.measured);
  const std::string device = text_at(evidence.front()->device, "name");
  const bool is_examined = device.find(claim.examined_on) != std::string::npos;
  if (cause.empty() || !is_examined || result.finding == Finding::at_the_limit) return "";
  return (result.finding == Finding::reproduced ? ", but " : ": ") + cause;
}

std::string result_text(const Claim& claim, const ClaimResult& result) {
  std::string finding(name_of(result.finding));
  if (result.is_contradicted())
    finding += fmt::format(" in {} of {} runs", result.agreeing, result.runs);
  return result.measured ? fmt::format("{}: {}", figure(*result.measured, claim.unit), finding)
                         : finding;
}

std::string place_text(const Claim& claim) {
  constexpr int as_written = 6;  // digits: no document has more
  std::string text = claim.section;
  if (claim.stated) text += ", stated " + figure(*claim.stated, claim.unit, as_written);
  return claim.device.empty() ? text : fmt::format("{} ({})", text, claim.device);
}

std::string check_text(const Claim& claim) {
  if (claim.check.starts_with("unmeasured")) return claim.check;
  return fmt::format("{}: {}; holds at {}", name_of(basis_of(claim)), claim.check,
                     figure(claim.accepted, claim.unit));
}

/// "147 reproduced, 80 not reproduced": the counts of names, in their order.
template <class Name>
std::string counts_text(const std::map<Name, int>& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts)
    parts.push_back(fmt::format("{} {}", count, name_of(name)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Counts over the claims on one device.
struct Tally {
  std::map<Finding, int> findings;
  std::map<judge::Basis, int> bases;  // of those that are tested
  int contradicted = 0;

  void count(const Claim& claim, const ClaimResult& result) {
    ++findings[result.finding];
    contradicted += result.is_contradicted() ? 1 : 0;
    if (result.finding != Finding::not_tested) ++bases[basis_of(claim)];
  }
};

/// "loops": how Kokkos's kernels are written that the check compares.
std::string forms_text(const Claim& claim, const Evidence& evidence) {
  std::set<std::string_view> names;
  for (const Results* results : evidence)
    for (const Form form : judge::forms_of(claim.check, *results, controlled))
      names.insert(name_of(form));
  return fmt::format("{}", fmt::join(names, " and "));
}

void add_answers(const Claim& claim, const Evidence& evidence, Tally& tally,
                 std::vector<Cell>& cells) {
  const ClaimResult native = evaluate(claim, evidence);
  tally.count(claim, native);
  cells.emplace_back(result_text(claim, native) + reason_text(claim, native, evidence));
  const ClaimResult kokkos = evaluate(claim, evidence, controlled);
  const bool is_of_kernels =
      kokkos.measured && !claim.value && !judge::cases_of(claim.check).empty();
  cells.emplace_back(is_of_kernels ? fmt::format("in Kokkos {}: {}", forms_text(claim, evidence),
                                                 result_text(claim, kokkos))
                                   : "");
}

/// The columns of devices' answers: with one device that of native code needs no head.
void add_columns(Table& table, const std::vector<Evidence>& devices) {
  for (const Evidence& device : devices) {
    const std::string name = text_at(device.front()->device, "name");
    const bool is_only = devices.size() == 1;
    table.columns.push_back(below(is_only ? "native" : name, is_only ? "" : name));
    table.columns.push_back(below(is_only ? "Kokkos" : name + ", Kokkos", ""));
  }
}

std::string basis_text(const judge::Record& item) {
  std::vector<std::string_view> names;
  for (const judge::Basis basis : judge::basis_of(item)) names.push_back(name_of(basis));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Says what an item leaves open, or why it is not run.
std::string remarks_text(judge::Record& item) {
  std::vector<std::string> parts;
  for (const char* name : {"note", "open", "out of scope"})
    if (const std::string& text = item[name]; !text.empty())
      parts.push_back(name == std::string("note") ? text : fmt::format("{}: {}", name, text));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

Document claims_page(const std::vector<Claim>& claims, const std::vector<Results>& files) {
  const std::vector<Evidence> devices = judge::by_device(files);
  Table table = {"", {headless("claim"), headless("where"), below("statement"), below("check")}};
  add_columns(table, devices);
  std::vector<Tally> tallies(devices.size());
  for (const Claim& claim : claims) {
    std::vector<Cell> cells = {claim.id, place_text(claim), claim.statement, check_text(claim)};
    for (std::size_t i = 0; i < devices.size(); ++i)
      add_answers(claim, devices[i], tallies[i], cells);
    table.add(std::move(cells));
  }
  Document page;
  const std::string number = plural(claims.size(), "claim");
  if (devices.empty()) page.say(number);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    page.say(device_and_driver_text(*devices[i].front()));
    page.say(fmt::format("{}: {}", number, counts_text(tallies[i].findings)));
    if (const int differ = tallies[i].contradicted; differ > 0)
      page.say(fmt::format("Runs differ in {}, of which the least favourable finding counts.",
                           plural(static_cast<std::size_t>(differ), "claim")));
    if (!tallies[i].bases.empty()) page.say("Answers rest on: " + counts_text(tallies[i].bases));
  }
  page.add(std::move(table));
  return page;
}

Document items_page(std::vector<judge::Record> items) {
  Table table = {"",
                 {headless("section"), headless("kind"), below("item"), below("where"),
                  below("basis"), below("note")}};
  for (judge::Record& item : items)
    table.add({item["document"] + " " + item["section"], item["kind"], item["item"], item["where"],
               basis_text(item), remarks_text(item)});
  Document page;
  page.say(
      fmt::format("{}: what the documents show or state, where it is run, checked or stated here, "
                  "and what that rests on",
                  plural(items.size(), "item")));
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
