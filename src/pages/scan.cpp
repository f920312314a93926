// SPDX-License-Identifier: Apache-2.0
#include "pages/scan.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <tuple>

#include "base/text.hpp"
#include "pages/forecast.hpp"
#include "pages/listing.hpp"
#include "pages/port.hpp"
#include "pages/run.hpp"
#include "sources/kernels.hpp"

namespace tilebridge::pages {
namespace {

constexpr double least_shown_cost = 1.05;

/// The remedy of the finding, or else the remedy that the cost list has for its idiom; nothing if
/// neither says what to write.
std::optional<IdiomCost> idiom_of(const sources::Finding& finding, const CostList& list) {
  const IdiomCost* const known = list.find(finding.idiom);
  if (known == nullptr && finding.advice.instead.empty()) return std::nullopt;
  IdiomCost idiom;
  if (known != nullptr) idiom = *known;
  idiom.key = finding.idiom;
  const auto& [written, matters, instead, holds_if] = finding.advice;
  for (const auto& [text, better] :
       {std::pair(&idiom.written, &written), std::pair(&idiom.matters, &matters),
        std::pair(&idiom.instead, &instead), std::pair(&idiom.holds_if, &holds_if)})
    if (!better->empty()) *text = *better;
  return idiom;
}

/// Whether the file or its folder is called after the host.
bool is_of_host(const std::filesystem::path& path) {
  const auto is_of_host = [](const std::filesystem::path& name) {
    return sources::has_one_of(name.string(), {"cpu", "host", "openmp", "serial"});
  };
  return is_of_host(path.stem()) || is_of_host(path.parent_path().filename());
}

/// "costs up to 4.5×".
std::string cost_of(const IdiomCost& idiom) {
  return idiom.cost ? fmt::format("costs up to {}×", two_figures(idiom.cost->median)) : "may cost";
}

/// "a tile of 32 × 8 (holds if: a GPU)"; "" without another way.
std::string remedy_of(const IdiomCost& idiom) {
  const bool is_always = idiom.holds_if.empty() || idiom.holds_if == always;
  return is_always ? idiom.instead
                   : fmt::format("{} (holds if: {})", idiom.instead, idiom.holds_if);
}

/// "in fill".
std::string kernel_of(const Place& place) {
  return place.kernel.empty() ? "" : "in " + one_printable_line(place.kernel, 60);
}

/// "by index".
std::string_view name_of(sources::Step step) {
  switch (step) {
    case sources::Step::launch:
      return "by blocks chosen";
    case sources::Step::tile:
      return "by a tile";
    case sources::Step::by_index:
      return "by index";
    case sources::Step::rewritten:
      return "rewritten";
    case sources::Step::none:
      break;
  }
  return "";
}

/// "flat loops", "loops in teams".
std::string plural_of(Pattern pattern) {
  std::string name(name_of(pattern));
  for (const std::string_view noun : {"loop", "tile", "sum"})
    if (const std::size_t at = name.find(noun); at != std::string::npos)
      return name.insert(at + noun.size(), "s");
  return name;
}

std::optional<Gain> gain_of(const sources::Remedy& remedy, const MeasuredGains* gains) {
  const Pattern pattern = pattern_like(remedy.pattern);
  if (gains == nullptr || remedy.step == sources::Step::none || pattern == Pattern::none)
    return std::nullopt;
  const Model model(remedy.model);
  const auto forecast = gains->forecaster.forecast({pattern, remedy.is_double ? "double" : "float"},
                                                   judge::way_after(remedy.step, model));
  if (!forecast) return std::nullopt;
  return Gain{*forecast, std::string(name_of(remedy.step)), pattern, remedy.holds_if,
              gains->measured.at(std::string(model.name()))};
}

std::string gain_text(const Place& place) { return place.gain ? text_of(*place.gain) : ""; }

/// Groups places that share idiom, remedy, gain and condition, in the order of their first place.
std::vector<std::vector<const Place*>> alike_places(const std::vector<Place>& places) {
  const auto said_of = [](const Place& place) {
    const IdiomCost& idiom = place.idiom;
    return std::tuple(place.is_question, idiom.key, idiom.instead, idiom.holds_if, idiom.matters,
                      gain_text(place));
  };
  std::vector<std::vector<const Place*>> all;
  for (const Place& place : places) {
    const auto found = std::ranges::find_if(
        all, [&](const auto& alike) { return said_of(*alike.front()) == said_of(place); });
    if (found == all.end())
      all.push_back({&place});
    else
      found->push_back(&place);
  }
  return all;
}

/// Adds cost, remedy and gain, which these places share, and then the places.
void add_alike(Document& page, const std::vector<const Place*>& alike) {
  const IdiomCost& idiom = alike.front()->idiom;
  page.add(Heading{.text = fmt::format("{} {}", idiom.key, cost_of(idiom)), .level = 3});
  for (const auto& [label, text] :
       {std::pair("write", remedy_of(idiom)), std::pair("gains", gain_text(*alike.front())),
        std::pair("matters", idiom.matters)})
    if (!text.empty()) page.say(fmt::format("{}: {}", label, text));
  List places;
  for (const Place* place : alike) {
    const std::string kernel = kernel_of(*place);
    places.items.push_back(
        fmt::format("{}:{}{}{}", place->path, place->line, kernel.empty() ? "" : ": ", kernel));
  }
  page.add(std::move(places));
}

std::size_t unknown_costs(const ScanReport& report) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.places, [](const Place& place) { return !place.idiom.cost; }));
}

}  // namespace

double Place::cost() const { return idiom.cost ? std::round(100 * idiom.cost->median) / 100 : 0; }

std::vector<Place> ScanReport::places_in(const std::string& kernel) const {
  std::vector<std::string> classes = {kernel};
  for (const auto& [label, functor] : functors)
    if (label == kernel) classes.push_back(functor);
  std::vector<Place> found = places;
  std::erase_if(found, [&](const Place& place) {
    // The type of a functor, which names a kernel without a label, contains that of its class.
    const bool is_in_type = !place.is_labelled && !place.kernel.empty() &&
                            kernel.find(place.kernel) != std::string::npos;
    return !is_in_type && std::ranges::find(classes, place.kernel) == classes.end();
  });
  return found;
}

MeasuredGains gains_in(const judge::Cells& cells, const Catalogue& catalogue) {
  const Results& results = cells.results();
  MeasuredGains gains = {judge::gains_of(cells, catalogue), {}};
  for (const Model& build : builds_of(results))
    gains.measured.emplace(build.name(), fmt::format("{}, {}", text_at(results.device, "name"),
                                                     label_of(results, build)));
  return gains;
}

std::string text_of(const Gain& gain) {
  const Interval& speed = gain.forecast.speed;
  return fmt::format("{}× [{}, {}] {}, in {} ({}, like {}; {}){}", two_figures(speed.median),
                     two_figures(speed.low), two_figures(speed.high), gain.change,
                     plural_of(gain.pattern), plural(gain.forecast.kernels, "kernel"),
                     gain.forecast.nearest, gain.measured,
                     gain.holds_if.empty() ? "" : ", if " + gain.holds_if);
}

ScanReport scan_report(const std::vector<ScannedFile>& files, const CostList& list,
                       const MeasuredGains* gains) {
  ScanReport report = {.measured = list.device, .files = files.size()};
  for (const auto& [path, scan, file] : files) {
    report.files_with_kokkos += scan.has_kokkos ? 1 : 0;
    for (const std::string_view model : scan.others) ++report.files_of_others[std::string(model)];
    if (!scan.has_kokkos) continue;
    report.functors.insert(report.functors.end(), scan.functors.begin(), scan.functors.end());
    const bool is_host = is_of_host(path);
    for (const sources::Finding& finding : scan.findings) {
      const std::optional<IdiomCost> idiom = idiom_of(finding, list);
      if (!idiom) continue;
      Place place = {path,
                     finding.line,
                     finding.code,
                     finding.kernel,
                     finding.is_labelled,
                     *idiom,
                     file,
                     finding.is_question || is_host,
                     gain_of(finding.remedy, gains)};
      if (!idiom->cost || place.cost() >= least_shown_cost)
        report.places.push_back(std::move(place));
    }
  }
  std::ranges::stable_sort(report.places, {}, [](const Place& place) {
    return std::pair(place.is_question, -place.cost());
  });
  return report;
}

std::string advice_of(const Place& place) {
  const std::string remedy = remedy_of(place.idiom);
  return fmt::format("{}{}{}; matters: {}", cost_of(place.idiom),
                     remedy.empty() ? "" : "; write: " + remedy,
                     place.gain ? "; gains: " + gain_text(place) : "", place.idiom.matters);
}

std::string line_of(const Place& place) {
  const std::string kernel = place.kernel.empty() ? "" : " " + kernel_of(place);
  return fmt::format("{}:{}: {}{} {}", place.path, place.line, place.idiom.key, kernel,
                     advice_of(place));
}

Document scan_page(const ScanReport& report) {
  Document page;
  bool has_questions = false;
  for (const std::vector<const Place*>& alike : alike_places(report.places)) {
    if (!std::exchange(has_questions, alike.front()->is_question) && alike.front()->is_question)
      page.add(Heading{"Questions: whether these matter, the text does not say"});
    add_alike(page, alike);
  }
  if (std::ranges::any_of(report.places, [](const Place& place) { return place.gain.has_value(); }))
    page.say(
        "Gains of other kernels of that pattern, in brackets of 80 of 100. `tilebridge scan "
        "--tested` says how well they hold.");
  page.add(Heading{scan_summary(report)});
  return page;
}

Document gains_test_page(const MeasuredGains& gains) {
  const auto name = [&](const judge::PortedWay& way) -> std::string {
    for (const sources::Step step : sources::steps_of(way.kernel.model.name()))
      if (judge::way_after(step, way.kernel.model) == way)
        return fmt::format("{}: {}", label_on(Platform::cuda, way.kernel.model), name_of(step));
    return "";
  };
  Document page;
  Table table = test_table(gains.forecaster.trials(), "change", name);
  if (table.empty()) {
    page.say("Nothing to test: no change was measured in three experiments that are alike.");
    return page;
  }
  page.add(std::move(table));
  page.say(
      "The gain of each kernel was forecast from the other experiments. In their interval: the "
      "part "
      "of the kernels whose gain is in the forecast's interval, which is of 80%. Error: the median "
      "one of the forecast; of the mean: if each kernel is given the change's mean gain.");
  return page;
}

std::string ScanReport::blind_because() const {
  std::vector<std::string> reasons;
  if (files_with_kokkos == 0) reasons.push_back("no Kokkos in " + plural(files, "file"));
  if (!unread.empty()) reasons.push_back(plural(unread.size(), "path") + " not read");
  return fmt::format("{}", fmt::join(reasons, ", "));
}

std::string scan_summary(const ScanReport& report) {
  const std::string unread =
      report.unread.empty() ? "" : "; " + plural(report.unread.size(), "path") + " not read";
  if (report.files_with_kokkos == 0) {
    std::vector<std::string> others;
    for (const auto& [model, files] : report.files_of_others)
      others.push_back(fmt::format("{}: {}", model, files));
    return fmt::format("no Kokkos in {}{}: nothing was looked for{}", plural(report.files, "file"),
                       others.empty() ? "" : fmt::format(" ({})", fmt::join(others, ", ")), unread);
  }
  const std::string costs =
      report.measured.empty() ? "costs are not known" : "costs measured on " + report.measured;
  const std::size_t unknown = unknown_costs(report);
  const auto questions =
      static_cast<std::size_t>(std::ranges::count(report.places, true, &Place::is_question));
  return fmt::format("{}{} in {}; {}{}{}", plural(report.places.size() - questions, "place"),
                     questions > 0 ? " and " + plural(questions, "question") : "",
                     plural(report.files, "file"), costs,
                     unknown > 0 ? fmt::format("; cost unknown of {}", unknown) : "", unread);
}

Table places_table(std::string caption) {
  return {std::move(caption),
          {"kernel", "share", "place", "idiom", "cost", below("code"), below("matters"),
           below("instead", "write")}};
}

void add_places(Table& table, const std::vector<Place>& places, const std::string& kernel,
                const std::string& share) {
  for (const Place& place : places)
    table.add({one_printable_line(kernel, 60), Cell::number(share),
               fmt::format("{}:{}", place.path, place.line), place.idiom.key,
               Cell::number(place.idiom.cost ? two_figures(place.cost()) : ""),
               one_printable_line(without_indent(place.code), 200), place.idiom.matters,
               instead_text(place.idiom)});
}

}  // namespace tilebridge::pages
