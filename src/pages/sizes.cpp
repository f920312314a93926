// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "base/text.hpp"
#include "pages/curves.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// "n=1Ki".
std::string size_text(const Curve& sizes, const Measured& point) {
  return one_printable_line(
      fmt::format("{}={}", sizes.parameter, to_string(Value(static_cast<std::int64_t>(point.x)))),
      60);
}

/// Returns those of the kernel and of the reference, which is timed where there is a ratio.
std::pair<std::string, std::string> times_of(const Measured& point) {
  const KernelResult* reference = point.cell.reference;
  const bool is_timed = reference != nullptr && reference->timing;
  return {time_text(point.cell.result->timing->seconds.median),
          is_timed ? time_text(reference->timing->seconds.median) : ""};
}

/// "0.62 at n=1Ki (2.10 µs against 1.30 µs)".
std::string point_text(const Curve& sizes, const Measured& point) {
  const auto& [own, reference] = times_of(point);
  return fmt::format("{:.2f} at {} ({} against {})", point.value.median, size_text(sizes, point),
                     own, reference);
}

std::string name_of(const Curve& curve) {
  const CaseResult& c = *curve.points.front().cell.of;
  const std::string variant = curve.variant == pair_variant ? "" : "/" + curve.variant;
  const std::string rest = curve.rest.empty() ? "" : ", " + curve.rest;
  return one_printable_line(fmt::format("{}{} {}{}", c.experiment, variant, curve.way, rest), 200);
}

/// The point from which on a model is at parity; the end if it is not at the largest size.
auto parity_of(const Curve& sizes, double band) {
  const auto is_below = [&](const Measured& point) { return point.value.low < 1 - band; };
  return std::find_if(sizes.points.rbegin(), sizes.points.rend(), is_below).base();
}

}  // namespace

std::optional<Interval> ratio_of(const judge::Cell& cell) {
  const auto compared = cell.against_native;
  return compared ? std::optional(compared->ratio) : std::nullopt;
}

std::vector<Curve> size_curves(const ExperimentCases& experiment, std::size_t file) {
  const auto parameter = varied_parameter(experiment, Along::size);
  if (!parameter) return {};
  auto curves = curves_in(measured_along(experiment, file, *parameter, ratio_of), *parameter);
  std::erase_if(curves, [](const Curve& curve) {
    const std::string& form = curve.points.front().cell.of->form;
    return curve.points.size() < fewest_points || form == tilebridge::name_of(Form::step);
  });
  return curves;
}

std::vector<Curve> size_curves(const judge::Cells& cells) {
  std::map<std::string, ExperimentCases> experiments;
  for (const CaseResult& c : cells.cases())
    experiments[c.experiment].cases.push_back({0, &c, &cells});
  std::vector<Curve> all;
  for (const auto& [name, experiment] : experiments)
    std::ranges::move(size_curves(experiment), std::back_inserter(all));
  return all;
}

bool studies_sizes(const judge::Cells& cells) {
  std::set<const CaseResult*> cases;
  for (const Curve& sizes : size_curves(cells))
    for (const Measured& point : sizes.points) cases.insert(point.cell.of);
  return 2 * cases.size() > cells.cases().size();
}

std::string parity_line(const Curve& sizes, double band) {
  const Measured& least = sizes.points.front();
  const Measured& most = sizes.points.back();
  const auto from = parity_of(sizes, band);
  if (from == sizes.points.begin())
    return fmt::format("{}: at parity at all sizes from {} to {}", name_of(sizes),
                       size_text(sizes, least), size_text(sizes, most));
  if (from != sizes.points.end())
    return fmt::format("{}: at parity from {} on; {}", name_of(sizes), size_text(sizes, *from),
                       point_text(sizes, least));
  const bool is_slower = most.value.high < 1 - band;
  return fmt::format("{}: {} up to {}; {}", name_of(sizes),
                     is_slower ? "at parity at no size" : "not known to be at parity",
                     size_text(sizes, most), point_text(sizes, most));
}

Table sizes_table(const judge::Cells& cells) {
  const double band = parity_band(cells.results());
  Table table = {
      "Time and ratio over size",
      {"size", "reference", "time", "ratio", column("95% interval", "95% interval", 80), "verdict"},
      {}};
  for (const Curve& sizes : size_curves(cells)) {
    table.groups.push_back({parity_line(sizes, band), {}});
    for (const Measured& point : sizes.points) {
      const auto& [own, reference] = times_of(point);
      table.add({size_text(sizes, point), Cell::number(reference), Cell::number(own),
                 Cell::number(ratio_text(point.value.median)),
                 Cell::range(ratio_text(point.value.low), ratio_text(point.value.high)),
                 Cell::judged(point.cell.against_native->verdict)});
    }
  }
  return table;
}

}  // namespace tilebridge::pages
