// SPDX-License-Identifier: Apache-2.0
#include "pages/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/run.hpp"
#include "results/duration.hpp"

namespace tilebridge::pages {
namespace {

std::string share_of(const char* what, double measured, double datasheet) {
  return measured > 0 && datasheet > 0 ? fmt::format("{} {:.0f}%", what, 100 * measured / datasheet)
                                       : "";
}

void add(std::vector<std::string>& parts, std::string part) {
  if (!part.empty()) parts.push_back(std::move(part));
}

double fastest_clock(const std::vector<CaseResult>& cases) {
  double most = 0;
  for (const CaseResult& c : cases) most = std::max(most, c.sampling.clock_hz);
  return most;
}

/// "1.98 GHz", or "1.71…1.98 GHz" where cases differ by more than a hundredth.
std::string clock_of(const std::vector<CaseResult>& cases) {
  double least = 0;
  for (const CaseResult& c : cases) {
    const double clock = c.sampling.clock_hz;
    if (clock > 0) least = least == 0 ? clock : std::min(least, clock);
  }
  const double most = fastest_clock(cases);
  if (most == 0) return "";
  return least < 0.99 * most ? fmt::format("{:.2f}…{:.2f} GHz", least / 1e9, most / 1e9)
                             : fmt::format("{:.2f} GHz", most / 1e9);
}

/// By what the driver said, or by a clock far below the run's fastest: a case may have been
/// throttled from its start.
std::string throttling_of(const std::vector<CaseResult>& cases) {
  constexpr double slowest_clock = 0.95;
  const double most = fastest_clock(cases);
  const auto throttled = std::count_if(cases.begin(), cases.end(), [&](const CaseResult& c) {
    const double clock = c.sampling.clock_hz;
    return !c.sampling.throttle_reasons.empty() || (clock > 0 && clock < slowest_clock * most);
  });
  if (throttled == 0) return "throttled: none";
  return "throttled: " + plural(static_cast<std::size_t>(throttled), "case");
}

/// " in 5.7 min"; "" where the file does not say.
std::string duration_text(const Results& results) {
  const double seconds = seconds_taken(results);
  if (seconds <= 0) return "";
  return seconds < 90 ? fmt::format(" in {:.0f} s", seconds)
                      : fmt::format(" in {:.1f} min", seconds / 60);
}

}  // namespace

std::string counts_line(const Results& results) {
  std::map<Status, std::size_t> counts;
  for (const ShownResult& shown : shown_results(results.cases)) ++counts[shown.result->status];
  std::vector<std::string> parts;
  if (counts[Status::invalid] > 0)
    parts.push_back(fmt::format("{} INVALID", counts[Status::invalid]));
  parts.push_back(plural(counts[Status::ok], "result") + " valid");
  if (counts[Status::skipped] > 0)
    parts.push_back(fmt::format("{} skipped", counts[Status::skipped]));
  return fmt::format("{}{}: {}", plural(results.cases.size(), "case"), duration_text(results),
                     fmt::join(parts, ", "));
}

std::string scope_text(const Results& results, std::size_t most) {
  const bool on_host = results.cases.empty() || is_of_host(results);
  const Json runs = results.program.value("runs", Json::array());
  if (runs.empty()) {
    if (on_host) return "";
    const std::string text = "intervals of this run on this GPU";
    return text.size() <= most ? text : "intervals of this run";
  }
  std::set<std::string> gpus;
  for (const Json& run : runs) gpus.insert(text_at(run, "uuid"));
  const std::string where = gpus.size() > 1 ? fmt::format(" on {} GPUs", gpus.size())
                            : on_host       ? ""
                                            : " on one GPU";
  return fmt::format("intervals hold what each of {} runs{} says", runs.size(), where);
}

std::string health_line(const Results& results) {
  if (results.cases.empty() || is_of_host(results)) return "";
  std::vector<std::string> rates;
  add(rates,
      share_of("copies", results.ceilings.copy_bytes_per_s, results.datasheet.copy_bytes_per_s));
  add(rates, share_of("arithmetic", results.ceilings.flops, results.datasheet.flops));
  std::vector<std::string> parts;
  if (!rates.empty()) parts.push_back(fmt::format("{} of the datasheet", fmt::join(rates, ", ")));
  add(parts, clock_of(results.cases));
  parts.push_back(throttling_of(results.cases));
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace tilebridge::pages
