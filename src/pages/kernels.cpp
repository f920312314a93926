// SPDX-License-Identifier: Apache-2.0
#include "pages/kernels.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

/// A kernel that is called less often, or takes a smaller share of the time, is not worth a change.
constexpr std::uint64_t few_calls = 10;
constexpr double least_shown_share = 0.01;
/// Rows of the table of what happened between kernels.
constexpr std::size_t most_between = 10;
/// A launch costs a visible part of a shorter kernel.
constexpr double short_seconds = 20e-6;

double kernel_seconds(const KernelLog& log) {
  double sum = 0;
  for (const LoggedKernel& kernel : log.kernels) sum += kernel.times.seconds;
  return sum;
}

std::string share_text(double seconds, const KernelLog& log) {
  return log.seconds > 0 ? percent_text(seconds / log.seconds) : "";
}

/// Names come from a file.
std::string shown_name(const std::string& name) { return one_printable_line(name, 60); }

std::string logged_device_text(const LoggedDevice& device) {
  const std::string space = shown_name(device.space);
  return device.name.empty() ? space : fmt::format("{} ({})", space, shown_name(device.name));
}

std::string summary_of(const KernelLog& log) {
  std::vector<std::string> devices;
  for (const LoggedDevice& device : log.devices) devices.push_back(logged_device_text(device));
  return fmt::format("{} from Kokkos's initialisation to its end, {} of it in {} kernels{}{}",
                     time_text(log.seconds), share_text(kernel_seconds(log), log),
                     log.kernels.size(), devices.empty() ? "" : " on ", fmt::join(devices, ", "));
}

/// The one that costs depend on: a GPU if kernels ran on one; without a space if it is not known.
LoggedDevice device_of(const KernelLog& log) {
  for (const LoggedDevice& device : log.devices)
    if (device.platform() != "host") return device;
  return log.devices.empty() ? LoggedDevice() : log.devices.front();
}

/// Whether what `results` measured is shown for the log's kernels, and what is to be said of it.
struct Applicability {
  bool is_shown;
  std::string note = {};
};

Applicability applicability_of(const KernelLog& log, const Results& results) {
  const LoggedDevice device = device_of(log);
  const std::string name = text_at(results.device, "name");
  const std::string measured = shown_name(name);
  const bool is_known = !device.space.empty() && !results.cases.empty();
  const std::string ran_on = "the kernels ran on " + logged_device_text(device);
  if (is_known && device.platform() != results.cases.front().platform)
    return {false, fmt::format("costs and ceilings are not shown: the results are of {}, and {}",
                               measured, ran_on)};
  if (device.platform() == "host" || device.name == name) return {true};
  const std::string costs = "the costs are those of " + measured;
  if (device.name.empty()) return {true, costs + "; the log does not name its device"};
  return {true, costs + ", and " + ran_on};
}

/// Says which share of the fastest copy the kernel reaches; "" where that, or the bytes, are not
/// known.
std::string ceiling_text(const LoggedKernel& kernel, const std::map<std::string, double>& bytes,
                         const std::optional<Results>& results) {
  const auto known = bytes.find(kernel.name);
  const double rate = results ? results->ceilings.copy_bytes_per_s : 0;
  const double seconds = kernel.times.mean();
  if (known == bytes.end() || rate <= 0 || seconds <= 0) return "";
  return percent_text(known->second / rate / seconds);
}

Table table_of(const KernelLog& log, const std::map<std::string, double>& bytes,
               const std::optional<Results>& results) {
  Table table = {"Kernels, the longest together first",
                 {"kernel",
                  "kind",
                  "calls",
                  "together",
                  "share",
                  "mean",
                  {"least", "least", 110},
                  column("of the ceiling", "ceiling")}};
  const auto name_of = [&](const LoggedKernel& kernel) {
    return log.devices.size() > 1 ? fmt::format("{} ({})", kernel.name, kernel.space) : kernel.name;
  };
  for (const LoggedKernel& kernel : log.kernels)
    table.add({name_of(kernel), kernel.kind, Cell::number(kernel.times.calls),
               Cell::number(time_text(kernel.times.seconds)),
               Cell::number(share_text(kernel.times.seconds, log)),
               Cell::number(time_text(kernel.times.mean())),
               Cell::number(time_text(kernel.times.least)),
               Cell::number(ceiling_text(kernel, bytes, results))});
  table.leave_out_if_empty(table.column("of the ceiling"));
  return table;
}

/// An event of a log that happened between kernels, with the word for it.
std::vector<std::pair<std::string, LoggedCalls>> calls_between(const KernelLog& log) {
  std::vector<std::pair<std::string, LoggedCalls>> all;
  for (const LoggedCalls& copy : log.deep_copies) all.emplace_back("copy", copy);
  for (const LoggedCalls& fence : log.fences) all.emplace_back("fence", fence);
  for (const LoggedCalls& allocation : log.allocations) all.emplace_back("allocation", allocation);
  std::ranges::stable_sort(all, std::greater(), [](const auto& event) {
    return std::pair(event.second.times.seconds, event.second.times.calls);
  });
  return all;
}

Table between_of(const KernelLog& log) {
  Table table = {"Between the kernels, the longest together first",
                 {"name", "kind", "calls", "together", "share", "mean", "bytes"}};
  constexpr std::uint64_t one = 1;
  for (const auto& [kind, call] : calls_between(log)) {
    if (table.size() == most_between) {
      ++table.left_out;
      continue;
    }
    const CallTimes& times = call.times;
    const auto timed = [&](const std::string& text) {
      return Cell::number(times.seconds > 0 ? text : "");
    };
    const auto bytes = static_cast<std::int64_t>(times.bytes / std::max(times.calls, one));
    table.add({call.name, kind, Cell::number(times.calls), timed(time_text(times.seconds)),
               timed(share_text(times.seconds, log)), timed(time_text(times.mean())),
               Cell::number(bytes > 0 ? bytes_text(bytes) : "")});
  }
  return table;
}

template <class Calls>
CallTimes sum_of(const std::vector<Calls>& all) {
  CallTimes sum;
  for (const Calls& calls : all) {
    sum.calls += calls.times.calls;
    sum.seconds += calls.times.seconds;
  }
  return sum;
}

/// All kernels that are shorter than what makes a launch show.
CallTimes short_kernels(const KernelLog& log) {
  std::vector<LoggedKernel> kernels;
  for (const LoggedKernel& kernel : log.kernels)
    if (kernel.times.mean() < short_seconds) kernels.push_back(kernel);
  return sum_of(kernels);
}

/// Whether Kokkos's fence is for the result of a reduction that is no View on the device.
bool is_for_result(const std::string& fence) {
  return fence.find("Result Not Device Accessible") != std::string::npos ||
         fence.starts_with("Kokkos::parallel_reduce: fence");
}

/// Those for results of reductions, as often as there are reductions, and the others.
std::pair<CallTimes, CallTimes> fences_of(const KernelLog& log) {
  std::pair<CallTimes, CallTimes> fences;
  for (const auto& [name, times] : log.fences) {
    const bool is_of_result = is_for_result(name);
    CallTimes& sum = is_of_result ? fences.first : fences.second;
    sum.seconds += times.seconds;
    // Up to two for each reduction.
    sum.calls = is_of_result ? std::max(sum.calls, times.calls) : sum.calls + times.calls;
  }
  return fences;
}

/// Lists what was seen, and below each the idiom of the cost list that explains it.
Table suggestions_of(const KernelLog& log, const CostList& list) {
  Table table = {"What this suggests; all: `tilebridge costs`, each: `tilebridge explain NAME`",
                 {headless("seen"), below("idiom"), below("write", "write")}};
  const auto add = [&](const CallTimes& times, const std::string& what, const std::string& key) {
    const IdiomCost* const idiom = list.find(key);
    const bool is_little = times.seconds > 0 && times.seconds < least_shown_share * log.seconds;
    if (times.calls < few_calls || is_little || idiom == nullptr) return;
    const std::string took = times.seconds > 0
                                 ? fmt::format(": {}, {} of the time", time_text(times.seconds),
                                               share_text(times.seconds, log))
                                 : "";
    table.add({fmt::format("{} {}{}", times.calls, what, took),
               fmt::format("{}{}, {}", idiom->cost ? two_figures(idiom->cost->median) + "×: " : "",
                           idiom->key, idiom->written),
               instead_text(*idiom)});
  };
  add(short_kernels(log), "launches of kernels shorter than 20 µs", "launching/range");
  const auto [of_results, others] = fences_of(log);
  add(of_results, "reductions whose result the host waits for", "views/scalar_result");
  add(others, "other fences after the first kernel", "launching/fence");
  add(sum_of(log.deep_copies), "deep copies after the first kernel", "views/deep_copy");
  CallTimes allocations = sum_of(log.allocations);
  allocations.seconds = 0;  // what allocating takes is not known, only what filling does
  add(allocations, "allocations after the first kernel", "views/allocation");
  return table;
}

Table in_source(const KernelLog& log, const std::vector<ScannedFile>& files, const CostList& list) {
  const ScanReport scan = scan_report(files, list);
  Table table = places_table("In the source of the longest kernels" +
                             (scan.measured.empty() ? "" : "; costs measured on " + scan.measured));
  for (const LoggedKernel& kernel : log.kernels)
    add_places(table, scan.places_in(kernel.name), kernel.name,
               share_text(kernel.times.seconds, log));
  return table;
}

void check_names(const KernelLog& log, const std::map<std::string, double>& bytes) {
  std::vector<std::string> known;
  for (const LoggedKernel& kernel : log.kernels) known.push_back(kernel.name);
  for (const auto& [name, count] : bytes)
    if (std::ranges::find(known, name) == known.end()) throw unknown_name("kernel", name, known);
}

}  // namespace

Document kernels_page(KernelLog log, const std::map<std::string, double>& bytes,
                      const std::optional<Results>& results, const Catalogue& catalogue,
                      const std::vector<ScannedFile>& files) {
  check_names(log, bytes);
  std::ranges::sort(log.kernels, std::greater(),
                    [](const LoggedKernel& kernel) { return kernel.times.seconds; });
  const Applicability applicability =
      results ? applicability_of(log, *results) : Applicability{true};
  const std::optional<Results> shown = applicability.is_shown ? results : std::nullopt;
  Document page;
  const CostList list = known_costs(shown, catalogue);
  page.say(summary_of(log));
  page.say(applicability.note);
  page.add(table_of(log, bytes, shown));
  const bool is_stored = applicability.is_shown && list.device.empty();
  if (!files.empty()) page.add(in_source(log, files, is_stored ? stored_costs(catalogue) : list));
  page.add(between_of(log));
  page.add(suggestions_of(log, list));
  return page;
}

}  // namespace tilebridge::pages
