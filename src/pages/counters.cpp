// SPDX-License-Identifier: Apache-2.0
#include "pages/counters.hpp"

#include <fmt/ranges.h>

#include <cmath>

#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

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

/// The sum of those that were counted; none if none was.
std::optional<double> sum(const Counters& counters, std::span<const Counter> which) {
  std::optional<double> total;
  for (const Counter counter : which)
    if (const auto value = counters.of(counter)) total = total.value_or(0) + *value;
  return total;
}

std::string text(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

Cell figure(std::optional<double> value) { return Cell::number(text(value, 0)); }

/// "4.0/12.0": loads and stores.
Cell pair(std::optional<double> loads, std::optional<double> stores) {
  if (!loads && !stores) return Cell::number("-");
  return Cell::number(text(loads, 1) + "/" + text(stores, 1));
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
  std::ranges::stable_sort(waiting, std::greater(), [](const auto& one) { return one.first; });
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, waiting.size()); ++i)
    names +=
        fmt::format("{}{} {}", i == 0 ? "" : " ", waiting[i].second, warps_text(waiting[i].first));
  return names;
}

Cell total(std::optional<double> value) { return Cell::number(value ? count_text(*value) : "-"); }

std::vector<Cell> counted_cells(const Counters& c) {
  return {total(sum(c, requests)),
          total(sum(c, sectors)),
          pair(c.ratio(Counter::global_load_sectors, Counter::global_load_requests),
               c.ratio(Counter::global_store_sectors, Counter::global_store_requests)),
          pair(c.of(Counter::global_load_bytes_per_sector),
               c.of(Counter::global_store_bytes_per_sector)),
          figure(percent(c.ratio(Counter::l1_hit_sectors, Counter::l1_sectors))),
          figure(percent(c.ratio(Counter::l2_hit_sectors, Counter::l2_sectors))),
          total(sum(c, dram)),
          pair(c.ratio(Counter::shared_load_wavefronts, Counter::shared_load_instructions),
               c.ratio(Counter::shared_store_wavefronts, Counter::shared_store_instructions)),
          figure(c.of(Counter::warps_active_percent)),
          figure(c.of(Counter::registers_per_thread)),
          {stalls_text(c)}};
}

/// The access model's prediction, below the counted values; it says nothing of caches and time.
std::vector<Cell> model_cells(const Traffic& t) {
  const Cell none = Cell::number("");
  return {"",
          "model",
          "",
          total(t.load.requests + t.store.requests + t.atomic.requests),
          total(t.load.sectors + t.store.sectors + t.atomic.sectors),
          pair(t.load.sectors_per_request(), t.store.sectors_per_request()),
          none,
          none,
          none,
          none,
          pair(t.shared_load.wavefronts_per_request(), t.shared_store.wavefronts_per_request())};
}

void add_rows(Table::Group& rows, const judge::Cell& cell) {
  const KernelResult& result = *cell.result;
  std::vector<Cell> cells = {shown_variant(*cell.of), shown_model(cell),
                             shown_form(*cell.of, cell.kernel)};
  if (result.counters)
    std::ranges::move(counted_cells(*result.counters), std::back_inserter(cells));
  else
    cells.push_back(Cell::without_time(result.status, result.reason));
  rows.rows.push_back({std::move(cells)});
  if (result.counters && result.prediction)
    rows.rows.push_back({model_cells(result.prediction->traffic)});
}

/// The columns of counted_cells().
std::vector<Table::Column> counted_columns() {
  return {column("requests", "request", 120),
          column("sectors", "sector", 120),
          column("sectors per request", "sect/req"),
          column("bytes used per sector", "B/sector"),
          column("L1 hits, %", "L1%"),
          column("L2 hits, %", "L2%"),
          column("DRAM bytes", "DRAM B"),
          column("wavefronts per instruction", "wave/in"),
          column("active warps, %", "occ"),
          column("registers", "reg"),
          "waits"};
}

constexpr const char* legend =
    "Two numbers: loads/stores. B/sector: bytes used of a sector's 32; L1%, L2%: hits; DRAM B: "
    "bytes read and written; wave/in: wavefronts per shared-memory instruction; occ: active "
    "warps, % of the most";
constexpr const char* legend_of_waits =
    "Waits: what most warps wait for, and how many: mem(ory), shmem (shared memory), lg and mio "
    "(their full queues), sync (barrier), fixed (latency of the instruction before), unsel "
    "(another warp's turn), math (busy pipe).";

Table counters_table(const judge::Cells& cells) {
  Table table = {"", {"variant", "model", "form"}, {}};
  std::ranges::move(counted_columns(), std::back_inserter(table.columns));
  for (const Group& cases : group(cells.cases())) {
    table.groups.push_back({cases.title, {}});
    for (const CaseResult* c : cases.cases)
      for (const judge::Cell& cell : cells.shown(*c, judge::Builds::first))
        add_rows(table.groups.back(), cell);
  }
  return table;
}

Table without_empty_columns(Table table) {
  for (std::size_t i = table.columns.size(); i-- > 0;) table.leave_out_if_empty(i);
  return table;
}

/// A quantity grows with the work of a kernel.
struct Quantity {
  const char* name;
  std::vector<Counter> counters;
  double named_from = 1.1;  // counts that differ by less are not named
};

std::string quotient_text(const judge::Counted& counted, const Quantity& quantity) {
  const auto with = sum(counted.with, quantity.counters);
  const auto without = sum(counted.without, quantity.counters);
  if (!with || !without || (*with == 0 && *without == 0)) return "";
  if (*without == 0) return fmt::format("{:.0f} {} instead of none", *with, quantity.name);
  if (*with == 0) return fmt::format("no {} instead of {:.0f}", quantity.name, *without);
  if (std::abs(std::log(*with / *without)) < std::log(quantity.named_from)) return "";
  return fmt::format("{:.2f} × the {}", *with / *without, quantity.name);
}

/// A launch has a property whatever its work.
struct Property {
  Counter counter;
  const char* before;
  const char* unit;
  const char* sign;  // behind both numbers
  double named_from;
};

std::string both_text(const judge::Counted& counted, const Property& property) {
  const auto with = counted.with.of(property.counter);
  const auto without = counted.without.of(property.counter);
  if (!with || !without || *with <= 0 || *without <= 0 || *with == *without) return "";
  if (std::abs(std::log(*with / *without)) < std::log(property.named_from)) return "";
  return fmt::format("{0}{1:.0f}{2}{3} instead of {4:.0f}{2}", property.before, *with,
                     property.sign, property.unit, *without);
}

}  // namespace

Document counters_page(const judge::Cells& cells) {
  const Results& results = cells.results();
  Document page;
  page.say(device_text(results) + (is_of_host(results)
                                       ? "; counted by the access model in one launch"
                                       : "; hardware counters of one launch"));
  page.say(std::string(legend) + "; model: the access model's prediction. " + legend_of_waits);
  page.add(counters_table(cells));
  return page;
}

Document launches_page(const std::map<std::string, std::vector<Counters>>& kernels) {
  Table table = {"What ncu counted, on average of a kernel's launches",
                 {"kernel", "launches", "blocks", "threads per block", "time"}};
  std::ranges::move(counted_columns(), std::back_inserter(table.columns));
  for (const auto& [name, launches] : kernels) {
    const Counters counters = averaged(launches);
    const auto time = counters.of(Counter::duration_ns);
    std::vector<Cell> cells = {name, Cell::number(launches.size()),
                               figure(counters.of(Counter::grid_blocks)),
                               figure(counters.of(Counter::block_threads)),
                               Cell::number(time ? time_text(*time * 1e-9) : "-")};
    std::ranges::move(counted_cells(counters), std::back_inserter(cells));
    table.add(std::move(cells));
  }
  table = without_empty_columns(std::move(table));
  const bool has_waits = table.columns.back().key == "waits";
  Document page;
  page.say(fmt::format("{}. {}", legend, has_waits ? legend_of_waits : ""));
  page.add(std::move(table));
  return page;
}

std::string counted_text(const judge::Counted& counted) {
  static const std::vector<Quantity> quantities = {
      {"sectors of global memory",
       {Counter::global_load_sectors, Counter::global_store_sectors,
        Counter::global_reduction_sectors, Counter::global_atomic_sectors}},
      {"atomics that return a value", {Counter::global_atomic_requests}},
      {"sectors of local memory", {Counter::local_load_sectors, Counter::local_store_sectors}},
      {"passes through shared memory",
       {Counter::shared_load_wavefronts, Counter::shared_store_wavefronts}},
      {"bank conflicts",
       {Counter::shared_load_bank_conflicts, Counter::shared_store_bank_conflicts},
       2},
  };
  std::vector<std::string> all = {
      quotient_text(counted, {"instructions", {Counter::instructions}, 1}),
      both_text(counted, {Counter::block_threads, "blocks of ", " threads", "", 1}),
      both_text(counted, {Counter::registers_per_thread, "", " registers", "", 1})};
  for (const Quantity& quantity : quantities) all.push_back(quotient_text(counted, quantity));
  all.push_back(
      both_text(counted, {Counter::warps_active_percent, "", " of the warps active", "%", 1.25}));
  std::erase(all, "");
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace tilebridge::pages
