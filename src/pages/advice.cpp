// SPDX-License-Identifier: Apache-2.0
#include "pages/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "claims/evaluation.hpp"

namespace tilebridge::pages {
namespace {

constexpr double clear_gain = 1.1;  // what a reader would notice
constexpr double no_loss = 0.95;

/// A figure that a step of the chart rests on.
struct Evidence {
  std::string what;
  claims::Performance gain;
};

struct Step {
  std::string question;
  std::string advice;
  std::vector<Evidence> evidence = {};
  std::vector<std::string> (*thresholds)(const Results&) = nullptr;
};

claims::CaseRef at(const char* experiment, const char* variant, const Parameters& parameters = {}) {
  return {experiment, variant, parameters};
}

claims::Performance coalescing() {
  return {at("stride", "add", {{"stride", 1}}), at("stride", "add", {{"stride", 32}}),
          claims::By::rate};
}
claims::Performance staging(std::int64_t uses) {
  return {at("reuse", "staged", {{"uses", uses}}), at("reuse", "direct", {{"uses", uses}})};
}
claims::Performance block_of(std::int64_t threads, std::int64_t over) {
  return {at("block_size", "add", {{"threads", threads}}),
          at("block_size", "add", {{"threads", over}})};
}
claims::Performance holding(std::int64_t kib) {
  return {at("occupancy", "copy", {{"shared_kib", kib}}),
          at("occupancy", "copy", {{"shared_kib", 0}})};
}
claims::Performance padding() { return {at("transpose", "padded_tile"), at("transpose", "tile")}; }

std::string times(double gain) { return claims::figure(gain, "×"); }

struct Point {
  std::int64_t at;
  double gain;
};

/// The numbers that `name` is in cases of the variant, ascending.
std::vector<std::int64_t> values_of(const Results& results, const claims::CaseRef& ref,
                                    const char* name) {
  std::vector<std::int64_t> values;
  for (const CaseResult& c : results.cases)
    if (c.experiment == ref.experiment && c.variant == ref.variant)
      for (const auto& [parameter, value] : c.parameters)
        if (const auto* number = std::get_if<std::int64_t>(&value); number && parameter == name)
          values.push_back(*number);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

template <class CheckAt>
std::vector<Point> points(const Results& results, const std::vector<std::int64_t>& values,
                          const CheckAt& check_at) {
  std::vector<Point> found;
  for (const std::int64_t value : values)
    if (const auto gain = measured(check_at(value), results)) found.push_back({value, *gain});
  return found;
}

/// The first point from which on every gain is clear; none if the last is not.
std::optional<std::int64_t> crossover(const std::vector<Point>& points) {
  std::optional<std::int64_t> from;
  for (const Point& point : points) {
    if (point.gain < clear_gain)
      from.reset();
    else if (!from)
      from = point.at;
  }
  return from;
}

/// Milliseconds of the variant of `reuse` with so many uses.
std::optional<double> time_of(const Results& results, const char* variant, std::int64_t uses) {
  return measured(claims::Milliseconds{at("reuse", variant, {{"uses", uses}})}, results);
}

/// D1 §3.3's formula, with the cost of a use taken from the fewest and the most uses measured:
/// staging pays where uses × (direct − staged) is more than what it costs to stage.
std::string formula(const Results& results, const std::vector<std::int64_t>& uses) {
  if (uses.size() < 2) return "";
  const auto few = static_cast<double>(uses.front());
  const auto many = static_cast<double>(uses.back());
  const auto direct_few = time_of(results, "direct", uses.front());
  const auto direct_many = time_of(results, "direct", uses.back());
  const auto staged_few = time_of(results, "staged", uses.front());
  const auto staged_many = time_of(results, "staged", uses.back());
  if (!direct_few || !direct_many || !staged_few || !staged_many) return "";
  const double direct = (*direct_many - *direct_few) / (many - few);
  const double staged = (*staged_many - *staged_few) / (many - few);
  const double cost = (*staged_few - few * staged) - (*direct_few - few * direct);
  std::string text = fmt::format(
      "a use of all elements takes {:.3g} µs directly, {:.3g} µs staged; staging them costs "
      "{:.3g} µs",
      1e3 * direct, 1e3 * staged, 1e3 * cost);
  if (direct > staged)
    text +=
        fmt::format(": gain > cost from {:.1f} uses on", std::max(0.0, cost / (direct - staged)));
  return text;
}

std::vector<std::string> reuse_lines(const Results& results) {
  const auto uses = values_of(results, at("reuse", "staged"), "uses");
  const auto gains = points(results, uses, staging);
  if (gains.empty()) return {};
  std::string text;
  for (const Point& point : gains)
    text += fmt::format("{}{} {}: {}", text.empty() ? "staged over direct at " : ", ", point.at,
                        point.at == 1 ? "use" : "uses", times(point.gain));
  std::vector<std::string> lines = {text};
  const auto from = crossover(gains);
  lines.push_back(
      from ? fmt::format("a gain of {} or more from {} uses on", times(clear_gain), *from)
           : fmt::format("nowhere a gain of {}", times(clear_gain)));
  if (std::string costs = formula(results, uses); !costs.empty()) lines.push_back(std::move(costs));
  return lines;
}

std::vector<std::string> occupancy_lines(const Results& results) {
  const auto sizes = values_of(results, at("occupancy", "copy"), "shared_kib");
  std::optional<std::int64_t> most;
  for (const Point& point : points(results, sizes, holding)) {
    if (point.gain < no_loss) break;
    most = point.at;
  }
  if (!most) return {};
  return {fmt::format("blocks of 256 threads that copy lose nothing up to {} KiB each", *most)};
}

/// D1 §5.1's chart, in the order of its questions.
std::vector<Step> chart() {
  return {
      {"Do the threads of a warp access neighbouring addresses?",
       "If not, change the order of the accesses or the layout of the data, before all else.",
       {{"contiguous over stride 32", coalescing()},
        {"in order over scattered reads",
         {at("gather", "plain", {{"pattern", "identity"}}),
          at("gather", "plain", {{"pattern", "random"}})}},
        {"an array for each member over structures", {at("layout", "soa"), at("layout", "aos")}}}},
      {"Can they not (a transpose)?",
       "Stage a tile in shared memory, with rows of 33 words.",
       {{"padded tile over direct transpose",
         {at("transpose", "padded_tile"), at("transpose", "read_coalesced")}}}},
      {"Do threads of a block use the same data?",
       "Once: read it directly. More often: stage it from the number of uses on that gains.",
       {},
       reuse_lines},
      {"Do all threads add to one place?",
       "Add up in the block first, in shared memory or by shuffles.",
       {{"a tree in each block over atomics", {at("dot", "block_tree"), at("dot", "atomic")}},
        {"a histogram in each block over atomics",
         {at("histogram", "block_private"), at("histogram", "global_atomic")}}}},
      {"Does a block hold much shared memory?",
       "Then few blocks fit on a multiprocessor: `tilebridge occupancy` says how many.",
       {},
       occupancy_lines},
      {"Is a block 256 threads?",
       "A start: a multiple of 32, not a single warp.",
       {{"256 threads over 32", block_of(256, 32)},
        {"256 threads over 1024", block_of(256, 1024)}}},
      {"Do lanes meet in a bank of shared memory?",
       "Pad rows or permute columns.",
       {{"without over with 32-way conflicts",
         {at("bank_conflict", "strided", {{"stride", 1}}),
          at("bank_conflict", "strided", {{"stride", 32}})}},
        {"the same within a transpose", padding()}}},
  };
}

std::vector<std::string> lines_of(const Step& step, const Results& results) {
  std::vector<std::string> lines;
  for (const Evidence& evidence : step.evidence)
    if (const auto gain = measured(evidence.gain, results))
      lines.push_back(fmt::format("{}: {}", evidence.what, times(*gain)));
  if (step.thresholds == nullptr) return lines;
  for (std::string& line : step.thresholds(results)) lines.push_back(std::move(line));
  return lines;
}

/// D1 §5.4's four steps, in its order.
std::vector<Evidence> order_of_the_documents() {
  return {{"coalesced access", coalescing()},
          {"shared memory for data used 64 times", staging(64)},
          {"the block size", block_of(256, 32)},
          {"no bank conflicts", padding()}};
}

std::vector<std::string> by_gain(const std::vector<Evidence>& steps, const Results& results) {
  std::vector<std::pair<double, std::string>> gains;
  for (const Evidence& evidence : steps)
    if (const auto gain = measured(evidence.gain, results))
      gains.emplace_back(*gain, evidence.what);
  std::stable_sort(gains.begin(), gains.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> names;
  for (const auto& [gain, what] : gains) names.push_back(what + " " + times(gain));
  return names;
}

}  // namespace

Advice advice(const Results* results) {
  Advice found;
  if (results != nullptr) found.device = text_at(results->device, "name");
  for (const Step& step : chart()) {
    AdviceStep shown = {step.question, step.advice, {}};
    if (results != nullptr) shown.measured = lines_of(step, *results);
    found.steps.push_back(std::move(shown));
  }
  const std::vector<Evidence> order = order_of_the_documents();
  for (const Evidence& step : order) found.order.push_back(step.what);
  if (results != nullptr) found.order_by_gain = by_gain(order, *results);
  return found;
}

}  // namespace tilebridge::pages
