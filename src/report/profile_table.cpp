// SPDX-License-Identifier: Apache-2.0
#include "report/profile_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "report/cases.hpp"
#include "results/check.hpp"

namespace tilebridge {
namespace {

constexpr const char* row_format =
    "  {:<16} {:<7} {:>7} {:>7} {:>9} {:>9} {:>4} {:>4} {:>7} {:>9} {:>3} {:>3} {}\n";

constexpr const char* legend =
    "two numbers: loads/stores; B/sector: bytes used of a sector's 32; L1%, L2%: hits\n"
    "DRAM B: bytes read and written; wave/in: wavefronts per shared-memory instruction\n"
    "occ: active warps, % of the most; model: the access model's prediction\n"
    "waits: what most warps wait for, and how many: mem(ory), shmem (shared memory),\n"
    "  lg and mio (their full queues), sync (barrier), fixed (latency of the instruction\n"
    "  before), unsel (another warp's turn), math (busy pipe)\n";

constexpr std::array requests = {Counter::global_load_requests, Counter::global_store_requests,
                                 Counter::global_reduction_requests,
                                 Counter::global_atomic_requests};
constexpr std::array sectors = {Counter::global_load_sectors, Counter::global_store_sectors,
                                Counter::global_reduction_sectors, Counter::global_atomic_sectors};
constexpr std::array dram = {Counter::dram_bytes_read, Counter::dram_bytes_written};

constexpr std::array<std::pair<Counter, std::string_view>, 8> stalls = {
    {{Counter::stall_long_scoreboard, "mem"},
     {Counter::stall_short_scoreboard, "shmem"},
     {Counter::stall_mio_throttle, "mio"},
     {Counter::stall_lg_throttle, "lg"},
     {Counter::stall_barrier, "sync"},
     {Counter::stall_wait, "fixed"},
     {Counter::stall_not_selected, "unsel"},
     {Counter::stall_math_pipe_throttle, "math"}}};

/// "33.55M": four digits.
std::string count_text(double count) {
  constexpr std::array<std::pair<double, const char*>, 3> units = {
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [unit, name] : units)
    if (count >= 10 * unit || (count >= unit && unit > 1e3))
      return fmt::format("{:.4g}{}", count / unit, name);
  return fmt::format("{:.0f}", count);
}

template <std::size_t n>
std::optional<double> sum(const Counters& counters, const std::array<Counter, n>& which) {
  std::optional<double> total;
  for (const Counter counter : which)
    if (const auto value = counters.of(counter)) total = total.value_or(0) + *value;
  return total;
}

std::string text(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

std::string pair_text(std::optional<double> loads, std::optional<double> stores) {
  if (!loads && !stores) return "-";
  return text(loads, 1) + "/" + text(stores, 1);
}

std::optional<double> percent(std::optional<double> share) {
  return share ? std::optional(100 * *share) : std::nullopt;
}

/// "9.45", "275" or "5.8k": four characters at most.
std::string warps_text(double warps) {
  return warps < 1000 ? fmt::format("{:.3g}", warps) : fmt::format("{:.2g}k", warps / 1e3);
}

/// The two most common reasons for warps to wait.
std::string stalls_text(const Counters& counters) {
  std::vector<std::pair<double, std::string_view>> waiting;
  for (const auto& [counter, name] : stalls)
    if (const double warps = counters.of(counter).value_or(0); warps > 0)
      waiting.emplace_back(warps, name);
  std::stable_sort(waiting.begin(), waiting.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, waiting.size()); ++i)
    names +=
        fmt::format("{}{} {}", i == 0 ? "" : " ", waiting[i].second, warps_text(waiting[i].first));
  return names;
}

std::string counters_row(const std::string& variant, std::string_view model, const Counters& c) {
  const auto total = [](std::optional<double> value) { return value ? count_text(*value) : "-"; };
  return fmt::format(
      row_format, variant, model, total(sum(c, requests)), total(sum(c, sectors)),
      pair_text(c.ratio(Counter::global_load_sectors, Counter::global_load_requests),
                c.ratio(Counter::global_store_sectors, Counter::global_store_requests)),
      pair_text(c.of(Counter::global_load_bytes_per_sector),
                c.of(Counter::global_store_bytes_per_sector)),
      text(percent(c.ratio(Counter::l1_hit_sectors, Counter::l1_sectors)), 0),
      text(percent(c.ratio(Counter::l2_hit_sectors, Counter::l2_sectors)), 0), total(sum(c, dram)),
      pair_text(c.ratio(Counter::shared_load_wavefronts, Counter::shared_load_instructions),
                c.ratio(Counter::shared_store_wavefronts, Counter::shared_store_instructions)),
      text(c.of(Counter::warps_active_percent), 0), text(c.of(Counter::registers_per_thread), 0),
      stalls_text(c));
}

/// The access model's prediction, below the counted values.
std::string prediction_row(const Prediction& prediction) {
  const Traffic& t = prediction.traffic;
  return fmt::format(
      "  {:<16.16} {:<7} {:>7.7} {:>7} {:>9} {:>9} {:>4} {:>4} {:>7} {:>9}\n", "", "model",
      count_text(t.load.requests + t.store.requests + t.atomic.requests),
      count_text(t.load.sectors + t.store.sectors + t.atomic.sectors),
      pair_text(t.load.sectors_per_request(), t.store.sectors_per_request()), "", "", "", "",
      pair_text(t.shared_load.wavefronts_per_request(), t.shared_store.wavefronts_per_request()));
}

std::string row(const CaseResult& c, Model model, const ModelResult& result) {
  const std::string variant = variant_text(c, 16);
  const std::string_view shown = shown_model(c, model);
  if (result.counters)
    return counters_row(variant, shown, *result.counters) +
           (result.prediction ? prediction_row(*result.prediction) : "");
  return fmt::format("  {} {:<7} {}: {}\n", variant, shown, name_of(result.status),
                     tame(result.reason, 70));
}

/// "  stride/copy stride=2 native: load sectors 8388608 predicted, 8388612 counted".
std::string difference_text(const std::string& what, const CountCheck& check) {
  return fmt::format("  {}: {} {:.10g} predicted, {:.10g} counted\n", what, check.what,
                     check.predicted, check.counted);
}

}  // namespace

CheckReport check_report(const Results& results) {
  CheckReport report;
  int counts = 0;
  int equal = 0;
  std::string differences;
  for (const Group& g : group(results.cases))
    for (const CaseResult* c : g.cases)
      for (const auto& [model, result] : c->models) {
        if (!is_shown(*c, model)) continue;
        for (const CountCheck& check : check_counts(result)) {
          ++counts;
          equal += check.equal() ? 1 : 0;
          if (check.equal()) continue;
          report.native_differs = report.native_differs || model == Model::native;
          differences +=
              difference_text(fmt::format("{}: {} {}", g.title, c->variant, name_of(model)), check);
        }
      }
  report.text = fmt::format("access model: {} of {} counts are equal to the hardware's\n{}", equal,
                            counts, differences);
  return report;
}

bool is_profile(const Results& results) {
  return std::any_of(results.cases.begin(), results.cases.end(), [](const CaseResult& c) {
    return std::any_of(c.models.begin(), c.models.end(),
                       [](const auto& entry) { return entry.second.counters.has_value(); });
  });
}

std::string profile_table(const Results& results) {
  std::string text = device_text(results) + "; hardware counters of one launch\n" + legend;
  for (const Group& g : group(results.cases)) {
    text += "\n" + g.title + "\n";
    text += fmt::format(row_format, "variant", "model", "request", "sector", "sect/req", "B/sector",
                        "L1%", "L2%", "DRAM B", "wave/in", "occ", "reg", "waits");
    for (const CaseResult* c : g.cases)
      for (const auto& [model, result] : c->models)
        if (is_shown(*c, model)) text += row(*c, model, result);
  }
  return text;
}

}  // namespace tilebridge
