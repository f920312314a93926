// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.hpp"
#include "report/cases.hpp"
#include "report/figures.hpp"
#include "report/spread_table.hpp"
#include "report/summary_text.hpp"
#include "results/ladder.hpp"

namespace tilebridge {
namespace {

constexpr std::size_t most_columns = 100;

fmt::text_style colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::parity:
      return fmt::fg(fmt::terminal_color::green);
    case Verdict::slower:
      return fmt::fg(fmt::terminal_color::red);
    case Verdict::faster:
      return fmt::fg(fmt::terminal_color::cyan);
    case Verdict::inconclusive:
      return fmt::fg(fmt::terminal_color::yellow);
  }
  return {};
}

std::string coloured(const std::string& text, const fmt::text_style& colour, Style style) {
  return style.colour ? fmt::format(colour, "{}", text) : text;
}

std::string comparison_columns(const CaseResult& c, Model model, Style style) {
  for (const ComparisonResult& r : c.comparisons)
    if (r.model == model)
      return fmt::format(" {:>5.3f} [{:.3f}, {:.3f}] {}", r.ratio.median, r.ratio.low, r.ratio.high,
                         coloured(std::string(name_of(r.verdict)), colour_of(r.verdict), style));
  return "";
}

std::string row(const CaseResult& c, Model model, const ModelResult& result, std::size_t width,
                const Ceilings& ceilings, Style style) {
  const std::string start =
      fmt::format("  {} {:<7}", variant_text(c, width), shown_model(c, model));
  if (!result.timing) {
    const std::string status(name_of(result.status));
    const auto colour = fmt::fg(result.status == Status::invalid ? fmt::terminal_color::red
                                                                 : fmt::terminal_color::yellow);
    return fmt::format("{} {}: {}\n", start, coloured(status, colour, style),
                       tame(result.reason, most_columns - columns(start) - status.size() - 3));
  }
  const double seconds = result.timing->seconds.median;
  const std::string share = result.share_of_ceiling > 0
                                ? fmt::format("{:.1f}%", 100 * result.share_of_ceiling)
                                : std::string();
  return fmt::format("{} {:>10} {:>13} {:>6}{}\n", start, time_text(seconds),
                     rate_text(c, seconds, ceilings), share, comparison_columns(c, model, style));
}

std::string ceilings_line(const char* name, const Ceilings& c) {
  if (c.copy_bytes_per_s == 0) return "";
  return fmt::format("{}: {}\n", name, ceilings_text(c));
}

std::string link_line(const Ceilings& c) {
  if (c.to_device_bytes_per_s == 0) return "";
  return fmt::format("measured link: to the device {}, to the host {}\n",
                     bandwidth_text(c.to_device_bytes_per_s),
                     bandwidth_text(c.to_host_bytes_per_s));
}

std::string header(const Results& results) {
  std::string text = device_text(results);
  const Json kokkos = results.builds.value("kokkos", Json::object());
  text += fmt::format("; Kokkos {} ({})\n", tame(text_at(kokkos, "version"), 12),
                      tame(text_at(kokkos, "spaces"), 24));
  const std::string build_type = text_at(results.builds, "build_type");
  if (build_type != "Release")
    text += fmt::format("built as '{}', not Release: these are not the figures of either model\n",
                        tame(build_type, 30));
  return text + ceilings_line("measured ceilings", results.ceilings) + link_line(results.ceilings) +
         ceilings_line("datasheet", results.datasheet);
}

/// "" for a run on a GPU.
std::string host_note(const Results& results) {
  const bool on_host = !results.cases.empty() && results.cases.front().platform == "host";
  return on_host ? "host run: it checks the installation and every result, and says nothing about "
                   "a GPU\n"
                 : "";
}

std::string group_text(const Group& g, const Ceilings& ceilings, Style style) {
  const std::size_t width = variant_width(g);
  std::string text =
      fmt::format("\n{}\n  {:<{}} {:<7} {:>10} {:>12} {:>7} {:>5} {:<14} {}\n", g.title, "variant",
                  width, "model", "time", "rate", "ceiling", "ratio", " 95% interval", "verdict");
  for (const CaseResult* c : g.cases)
    for (const auto& [model, result] : c->models)
      if (is_shown(*c, model)) text += row(*c, model, result, width, ceilings, style);
  return text;
}

std::string rung_text(const Rung& rung) {
  const std::string cycles =
      rung.cycles > 0 ? fmt::format("{:.1f} cycles = ", rung.cycles) : std::string();
  return fmt::format("    {}{:.1f} ns, {} … {} bytes\n", cycles, 1e9 * rung.seconds,
                     to_string(Value(rung.from_bytes)), to_string(Value(rung.to_bytes)));
}

std::string ladders_text(const std::vector<CaseResult>& cases) {
  std::string text;
  for (const Ladder& ladder : ladders(cases)) {
    text += fmt::format("\nlatency/{} {}: levels of the curve\n", tame(ladder.variant, 16),
                        name_of(ladder.model));
    for (const Rung& rung : ladder.rungs) text += rung_text(rung);
  }
  return text;
}

std::string self_check_text(const SelfCheck& check) {
  std::string text = fmt::format(
      "self-check: native against itself, {} comparisons: {} parity, {} slower, {} faster, {} "
      "inconclusive\nfalse-verdict rate {:.2f}%",
      check.comparisons.size(), check.count(Verdict::parity), check.count(Verdict::slower),
      check.count(Verdict::faster), check.count(Verdict::inconclusive),
      100 * check.false_verdict_rate());
  if (const auto share = check.narrow_share())
    text += fmt::format("; interval within ±0.5% in {:.1f}% of those over 20 µs", 100 * *share);
  return text + "\n";
}

}  // namespace

Style stdout_style() {
  const char* no_colour = std::getenv("NO_COLOR");
  // Open MPI gives its processes a pseudo-terminal, wherever mpirun's output goes.
  const bool terminal =
      ::isatty(STDOUT_FILENO) != 0 && std::getenv("OMPI_COMM_WORLD_RANK") == nullptr;
  return {terminal && (no_colour == nullptr || *no_colour == '\0')};
}

std::string table(const Results& results, Style style) {
  std::string text = host_note(results) + header(results);
  for (const Group& g : group(results.cases)) text += group_text(g, results.ceilings, style);
  text += ladders_text(results.cases);
  text += summary_text(results);
  if (results.self_check) text += self_check_text(*results.self_check);
  text += spread_table(results);
  return text + (host_note(results).empty() ? "" : "\n" + host_note(results));
}

}  // namespace tilebridge
