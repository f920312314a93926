// SPDX-License-Identifier: Apache-2.0
#include "pages/plan.hpp"

#include <fmt/ranges.h>

#include "base/text.hpp"

namespace tilebridge::pages {
namespace {

constexpr double gib = 1ULL << 30U;

/// A run fills arrays, uploads them, computes the reference and validates, besides sampling; this
/// grows with the arrays. Measured as (program.seconds - cases × budget) ÷ GiB of arrays in
/// docs/results: 0.40 in h100-full.json, 0.26 in h200-blocks-1.json, 0.20 in
/// h100-models.json. The greatest makes it a bound: these runs took 66% to 101% of it.
constexpr double seconds_per_gib = 0.4;
/// Some samples of each kernel are taken whatever the budget. Measured as what was left of the time
/// of the quick preset with five models and CUDA by clang, 345 cases on an H200, ÷ cases.
constexpr double seconds_per_case = 0.1;

std::string memory_figure(double bytes) {
  return bytes < gib ? fmt::format("{:.3g} MiB", 1024 * bytes / gib)
                     : fmt::format("{:.4g} GiB", bytes / gib);
}

/// On a host the kernels themselves may take longer than the budget, by how much is not known.
std::string estimate_text(const PlannedRun& run, std::size_t cases) {
  const bool on_host = run.platform == Platform::host;
  const double per_case = run.budget_seconds + (on_host ? 0 : seconds_per_case);
  const double seconds =
      static_cast<double>(cases) * per_case + (on_host ? 0 : run.bytes / gib * seconds_per_gib);
  const std::string figure = seconds < 90 ? fmt::format("{:.0f} s", std::max(seconds, 1.0))
                                          : fmt::format("{:.0f} min", seconds / 60);
  const std::string basis =
      on_host ? "; a host takes longer, for slow kernels and to validate"
              : fmt::format(
                    " and {:g} s besides, and {:g} s for each GiB of their arrays ({}) to fill, "
                    "upload and validate them, as measured on H100 and H200",
                    seconds_per_case, seconds_per_gib, memory_figure(run.bytes));
  return fmt::format("time: at {} about {}: {} × {:g} s of sampling (--budget){}",
                     on_host ? "least" : "most", figure, plural(cases, "case"), run.budget_seconds,
                     basis);
}

}  // namespace

Document plan_page(const PlannedRun& run) {
  std::size_t all = 0;
  Table table = {"", {"experiment", "cases"}};
  for (const auto& [name, cases] : run.experiments) {
    table.add({name, Cell::number(cases)});
    all += cases;
  }
  Document page;
  page.say(fmt::format("{} on {}, of {}; nothing is run or written", plural(all, "case"),
                       name_of(run.platform), fmt::join(run.models, ", ")));
  page.add(std::move(table));
  page.say(fmt::format("memory: {} on the device, and as much on the host, for {}",
                       memory_figure(run.largest.first), run.largest.second));
  page.say(estimate_text(run, all));
  return page;
}

}  // namespace tilebridge::pages
