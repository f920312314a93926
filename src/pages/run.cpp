// SPDX-License-Identifier: Apache-2.0
#include "pages/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/listing.hpp"

namespace tilebridge::pages {
namespace {

std::string share_of(const char* what, double measured, double datasheet) {
  return measured > 0 && datasheet > 0 ? fmt::format("{} {:.0f}%", what, 100 * measured / datasheet)
                                       : "";
}

/// The slowest and the fastest clock of cases that have one; 0 without any.
std::pair<double, double> clocks_of(const std::vector<CaseResult>& cases) {
  std::vector<double> clocks;
  for (const CaseResult& c : cases)
    if (c.sampling.clock_hz > 0) clocks.push_back(c.sampling.clock_hz);
  if (clocks.empty()) return {};
  const auto [least, most] = std::ranges::minmax(clocks);
  return {least, most};
}

/// "1.98 GHz", or "1.71–1.98 GHz" where cases differ by more than a hundredth.
std::string clock_of(const std::vector<CaseResult>& cases) {
  const auto [least, most] = clocks_of(cases);
  if (most == 0) return "";
  return least < 0.99 * most ? fmt::format("{:.2f}–{:.2f} GHz", least / 1e9, most / 1e9)
                             : clock_text(most);
}

/// Judges by what the driver said, or by a clock far below the run's fastest: a case may have been
/// throttled from its start.
std::string throttling_of(const std::vector<CaseResult>& cases) {
  constexpr double slowest_clock = 0.95;
  const double most = clocks_of(cases).second;
  const auto throttled = std::ranges::count_if(cases, [&](const CaseResult& c) {
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

enum class Spaces { shown, left_out };

/// The first build of each model other than native code.
std::string models_with(const Results& results, Spaces spaces) {
  std::vector<std::string> texts;
  const auto part = [](const std::string& text, const char* form) {
    return text.empty() ? "" : fmt::format(fmt::runtime(form), one_printable_line(text, 24));
  };
  for (const Model& model : measured_builds(results)) {
    const Json build = build_of(results, Model(model.name()));
    std::string text =
        label_of(results, Model(model.name())) + part(text_at(build, "release"), " {}");
    if (spaces == Spaces::shown) text += part(text_at(build, "spaces"), " ({})");
    if (!model.is_native() && std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
  }
  return texts.empty() ? "native code alone" : fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

std::string device_text(const Results& results) {
  return fmt::format("{} ({})", one_printable_line(text_at(results.device, "name"), 60),
                     one_printable_line(text_at(results.device, "architecture"), 12));
}

std::string device_and_driver_text(const Results& results) {
  if (is_of_host(results)) return device_text(results);
  return fmt::format("{}, driver {}, {}", device_text(results),
                     one_printable_line(text_at(results.device, "driver"), 20),
                     one_printable_line(text_at(results.device, "runtime"), 20));
}

std::string native_name(const Results& results) {
  if (is_of_host(results)) return "C++";
  const bool is_hip = !results.cases.empty() &&
                      results.cases.front().platform == tilebridge::name_of(Platform::hip);
  return is_hip ? "HIP" : "CUDA";
}

std::string label_of(const Results& results, const Model& model) {
  if (model.is_native()) return native_name(results);
  const Model any(model.name());
  std::string label = text_at(build_of(results, any), "label");
  if (label.empty() || label == any.name()) label = dialect_of(any).label;  // as in a pair's file
  if (!model.release().empty()) label.append(" ").append(model.release());
  return one_printable_line(label, 40);
}

std::string models_text(const Results& results) { return models_with(results, Spaces::shown); }

std::string releases_text(const Results& results) { return models_with(results, Spaces::left_out); }

std::string program_text(const Results& results) {
  return fmt::format("tilebridge {} ({}), {}",
                     one_printable_line(text_at(results.program, "version"), 12),
                     one_printable_line(text_at(results.program, "git"), 20),
                     one_printable_line(text_at(results.program, "started"), 20));
}

std::string command_line_text(const Results& results) {
  std::vector<std::string> words;
  for (const Json& word : results.program.value("command_line", Json::array()))
    if (word.is_string()) words.push_back(word.get<std::string>());
  return one_printable_line(fmt::format("{}", fmt::join(words, " ")), 200);
}

std::string build_warning(const Results& results) {
  const std::string type = text_at(results.builds, "build_type");
  if (type == "Release") return "";
  return fmt::format("built as '{}', not Release: these are not the figures of either model",
                     one_printable_line(type, 30));
}

std::string busy_warning(const Results& results) {
  const std::string load = load_text(results.program);
  return load.empty() ? "" : fmt::format("the GPU was busy: {}; times are too long", load);
}

bool is_of_host(const Results& results) {
  return !results.cases.empty() && results.cases.front().platform == "host";
}

std::string host_note(const Results& results) {
  if (!is_of_host(results)) return "";
  return has_times(results)
             ? "No GPU used: results were validated; their times say nothing about a GPU."
             : "No GPU used: results were validated, and not timed.";
}

double parity_band(const Results& results) {
  constexpr double usual = 0.05;
  const auto found = results.program.find("parity_band");
  if (found == results.program.end() || !found->is_number()) return usual;
  const double band = found->get<double>();
  return band > 0 && band < 0.9 ? band : usual;
}

std::string counts_line(const judge::Cells& cells) {
  const Results& results = cells.results();
  std::map<Status, std::size_t> counts;
  for (const judge::Cell& cell : cells.shown(judge::Builds::first)) ++counts[cell.result->status];
  std::vector<std::string> parts;
  if (counts[Status::invalid] > 0)
    parts.push_back(fmt::format("{} INVALID", counts[Status::invalid]));
  parts.push_back(plural(counts[Status::ok], "result") + " valid");
  if (counts[Status::skipped] > 0)
    parts.push_back(fmt::format("{} skipped", counts[Status::skipped]));
  return fmt::format("{}{}: {}", plural(results.cases.size(), "case"), duration_text(results),
                     fmt::join(parts, ", "));
}

std::string health_line(const Results& results) {
  if (results.cases.empty() || is_of_host(results)) return "";
  std::vector<std::string> rates = {
      share_of("copies", results.ceilings.copy_bytes_per_s, results.datasheet.copy_bytes_per_s),
      share_of("arithmetic", results.ceilings.flops, results.datasheet.flops)};
  std::erase(rates, "");
  std::vector<std::string> parts = {
      rates.empty() ? "" : fmt::format("{} of the datasheet", fmt::join(rates, ", ")),
      clock_of(results.cases), throttling_of(results.cases)};
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::string> self_check_lines(const SelfCheck& check) {
  std::vector<std::string> lines = {
      fmt::format("native against itself, {} comparisons: {} parity, {} slower, {} faster, {} "
                  "undecided",
                  check.comparisons.size(), check.count(Verdict::parity),
                  check.count(Verdict::slower), check.count(Verdict::faster),
                  check.count(Verdict::undecided)),
      fmt::format("{}: the interval holds 1 in {:.1f}% (nominal: 95%); 99 of 100 ratios within "
                  "±{:.2f}%",
                  check.fails() ? "FAILED" : "passed", 100 * check.coverage(),
                  100 * check.usual_error())};
  if (const auto share = check.narrow_share())
    lines.push_back(
        fmt::format("interval within ±0.5% in {} of those over 20 µs", percent_text(*share)));
  return lines;
}

}  // namespace tilebridge::pages
