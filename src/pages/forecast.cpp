// SPDX-License-Identifier: Apache-2.0
#include "pages/forecast.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/text.hpp"
#include "pages/figures.hpp"
#include "pages/listing.hpp"
#include "results/statistics.hpp"

namespace tilebridge::pages {
namespace {

using judge::ApplicationForecast;
using judge::Forecast;
using judge::PortedWay;

/// Models whose code a user may write; CUDA by another compiler is none.
bool is_port(const PortedWay& way) {
  const std::vector<std::string> models = models_with_code();
  return std::ranges::find(models, way.kernel.model.name()) != models.end();
}

std::string interval_text(const Interval& speed) {
  return fmt::format("{} ({}–{})", two_digits(speed.median), two_digits(speed.low),
                     two_digits(speed.high));
}

std::string percent(double share) { return fmt::format("{:.0f}%", 100 * share); }

/// The kernels from that which loses most to that which loses least.
std::vector<std::size_t> by_loss(const ApplicationForecast& forecast) {
  std::vector<std::size_t> order(forecast.added.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(),
                           [&](std::size_t kernel) { return forecast.added[kernel]; });
  return order;
}

/// "; 70% of the loss in 3 of 40 kernels"; "" where no few kernels have most of it.
std::string where_lost(const ApplicationForecast& forecast) {
  constexpr std::size_t few = 3, many = 10;
  double all = 0, of_few = 0;
  const std::vector<std::size_t> order = by_loss(forecast);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double lost = std::max(forecast.added[order[i]], 0.0);
    all += lost;
    if (i < few) of_few += lost;
  }
  if (order.size() < many || of_few < all / 2 || all <= 0) return "";
  return fmt::format("; {} of the loss in {} of {} kernels", percent(of_few / all), few,
                     order.size());
}

std::string sentence(const PortedWay& way, const ApplicationForecast& forecast, bool has_times) {
  return fmt::format("{}: {} of today's speed, for {} of the {}{}.", name_of(way),
                     interval_text(forecast.speed), percent(forecast.covered),
                     has_times ? "time" : "kernels, each counted once",
                     has_times ? where_lost(forecast) : "");
}

Cell speed_cell(const std::optional<Forecast>& forecast) {
  if (!forecast) return {};
  Cell cell = Cell::number(two_digits(forecast->speed.median));
  cell.after =
      fmt::format(" ({}–{})", two_digits(forecast->speed.low), two_digits(forecast->speed.high));
  return cell;
}

double weight_of(const std::vector<KernelOfApplication>& kernels) {
  double weight = 0;
  for (const KernelOfApplication& kernel : kernels) weight += kernel.of.weight;
  return weight;
}

/// The application as a whole, in each way.
Table ways_table(const ApplicationForecasts& forecasts) {
  const char* const covered = forecasts.application.has_times ? "of the time" : "of the kernels";
  Table table = {"", {"ported to", "speed", "80% interval", covered, "lines"}, {{}}};
  for (const auto& [way, forecast] : forecasts.ways) {
    const auto lines = forecasts.lines.find(way);
    table.add({name_of(way), Cell::number(two_digits(forecast.speed.median)),
               Cell::range(two_digits(forecast.speed.low), two_digits(forecast.speed.high)),
               Cell::number(percent(forecast.covered)),
               Cell::number(lines == forecasts.lines.end() ? "" : two_digits(lines->second))});
  }
  table.leave_out_if_empty(table.columns.size() - 1);
  return table;
}

/// How many lines the catalogue's kernels have in a way, compared with CUDA's.
class LineRatios {
 public:
  LineRatios(const judge::Forecaster& forecaster, const Catalogue& catalogue) {
    std::map<std::pair<ModelForm, Pattern>, std::map<const Variant*, double>> ratios;
    for (const judge::Witness& witness : forecaster.witnesses()) {
      const Experiment& experiment = catalogue.experiment(witness.experiment);
      const Variant& variant = experiment.variant(witness.variant);
      const ModelForm& kernel = witness.way.kernel;
      const auto [ratio, is_new] = ratios[{kernel, witness.kind.pattern}].try_emplace(&variant, 0);
      if (is_new) ratio->second = ratio_of(experiment, variant, kernel);
    }
    for (auto& [way, by_variant] : ratios) {
      std::vector<double> known;
      for (const auto& [variant, ratio] : by_variant)
        if (ratio > 0) known.push_back(ratio);
      if (!known.empty()) medians_[way] = median(known);
    }
  }

  /// Of an application's kernels that have a forecast; none where no listing is known.
  std::optional<double> of(const Application& application, const PortedWay& way,
                           const ApplicationForecast& forecast) const {
    double native = 0, ported = 0;
    for (std::size_t i = 0; i < application.kernels.size(); ++i) {
      const KernelOfApplication& kernel = application.kernels[i];
      if (!forecast.kernels[i]) continue;
      const auto median = medians_.find({way.kernel, kernel.of.kind->pattern});
      if (median == medians_.end()) continue;
      const auto lines = static_cast<double>(std::max<std::size_t>(kernel.lines, 1));
      native += lines;
      ported += lines * median->second;
    }
    return native > 0 ? std::optional(ported / native) : std::nullopt;
  }

 private:
  /// 0 where either has no listing.
  static double ratio_of(const Experiment& experiment, const Variant& variant,
                         const ModelForm& kernel) {
    const auto lines = [&](const ModelForm& one) {
      return sources::lines_of_code(listing_of(experiment, variant, one, Platform::cuda));
    };
    const int native = lines({Model::native, Form::indices});
    return native == 0 ? 0 : 1.0 * lines(kernel) / native;
  }

  std::map<std::pair<ModelForm, Pattern>, double> medians_;
};

/// The measured kernels that are like those which lose most, or without times like most kernels, as
/// code to begin with.
List first_steps(const ApplicationForecasts& forecasts) {
  constexpr std::size_t most = 3;
  const auto& [way, forecast] = forecasts.ways.front();
  const std::vector<KernelOfApplication>& kernels = forecasts.application.kernels;
  const double weights = weight_of(kernels);
  std::map<std::string, std::pair<double, std::string>> by_code;  // part of the weights, a kernel
  std::vector<std::string> order;
  for (const std::size_t i : by_loss(forecast)) {
    if (!forecast.kernels[i]) continue;
    const std::string& code = forecast.kernels[i]->nearest;
    const auto [known, is_new] = by_code.try_emplace(code, 0, kernels[i].name);
    if (is_new) order.push_back(code);
    known->second.first += kernels[i].of.weight / weights;
  }
  if (!forecasts.application.has_times)
    std::ranges::stable_sort(order, std::greater(),
                             [&](const std::string& code) { return by_code.at(code).first; });
  List list;
  for (const std::string& code : order) {
    if (list.items.size() == most) break;
    const auto& [share, kernel] = by_code.at(code);
    list.items.push_back(fmt::format("`tilebridge new --from {}`, for {} of the {}: `{}`", code,
                                     percent(share),
                                     forecasts.application.has_times ? "time" : "kernels", kernel));
  }
  return list;
}

/// The columns of a terminal in which a kernel's row has this way. The first model's loops are
/// always there, other models by index only where there is room for everything.
std::size_t screen_of(const PortedWay& way, const PortedWay& first) {
  const bool is_first = way.kernel.model == first.kernel.model;
  if (way.kernel.form == Form::loops) return is_first ? 0 : 150;
  return is_first ? 120 : 220;
}

Table table_of(const ApplicationForecasts& forecasts, std::vector<Table::Column> columns) {
  Table table = {"", std::move(columns), {{}}};
  for (const auto& [way, forecast] : forecasts.ways)
    table.columns.emplace_back(name_of(way), name_of(way),
                               screen_of(way, forecasts.ways.front().first));
  table.columns.push_back({"like", "like", 110});
  return table;
}

/// The measured kernel that is nearest in the first way that has a forecast.
std::string nearest_to(std::size_t kernel, const ApplicationForecasts& forecasts) {
  for (const auto& [way, forecast] : forecasts.ways)
    if (forecast.kernels[kernel]) return forecast.kernels[kernel]->nearest;
  return "no forecast";
}

/// Adds the forecasts of a kernel behind these cells.
void add_row(Table& table, const ApplicationForecasts& forecasts, std::size_t kernel,
             std::vector<Cell> cells) {
  for (const auto& [way, forecast] : forecasts.ways)
    cells.push_back(speed_cell(forecast.kernels[kernel]));
  cells.emplace_back(nearest_to(kernel, forecasts));
  table.add(std::move(cells));
}

void leave_out_empty_columns(Table& table) {
  for (std::size_t column = table.columns.size(); column-- > 1;) table.leave_out_if_empty(column);
}

/// The kernels that lose most.
Table kernels_table(const ApplicationForecasts& forecasts) {
  constexpr std::size_t most = 10;
  const std::vector<KernelOfApplication>& kernels = forecasts.application.kernels;
  Table table = table_of(forecasts, {"kernel", "pattern", {"of the time", "share", 60}});
  const double weights = weight_of(kernels);
  for (const std::size_t i : by_loss(forecasts.ways.front().second)) {
    if (table.size() == most) break;
    add_row(table, forecasts, i,
            {kernels[i].name, kernels[i].pattern,
             Cell::number(percent(kernels[i].of.weight / weights))});
  }
  table.left_out = kernels.size() - table.size();
  leave_out_empty_columns(table);
  return table;
}

/// A pattern and a type of numbers: without times, all kernels of one kind have the same forecast.
using KindOfKernel = std::pair<std::string, std::string>;

KindOfKernel kind_of(const KernelOfApplication& kernel) {
  if (!kernel.of.kind) return {kernel.pattern, ""};
  const bool has_shuffles = kernel.of.kind->has_shuffles.value_or(false);
  return {kernel.pattern + (has_shuffles ? " by shuffles" : ""), kernel.of.kind->real};
}

/// The patterns that most kernels have first.
Table patterns_table(const ApplicationForecasts& forecasts) {
  const std::vector<KernelOfApplication>& kernels = forecasts.application.kernels;
  std::map<KindOfKernel, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < kernels.size(); ++i) groups[kind_of(kernels[i])].push_back(i);
  std::vector<std::pair<KindOfKernel, std::vector<std::size_t>>> sorted(groups.begin(),
                                                                        groups.end());
  std::ranges::stable_sort(sorted, std::greater(),
                           [](const auto& group) { return group.second.size(); });
  Table table = table_of(forecasts, {"pattern", "type", "kernels"});
  for (const auto& [kind, members] : sorted)
    add_row(table, forecasts, members.front(),
            {kind.first, kind.second, Cell::number(fmt::format("{}", members.size()))});
  leave_out_empty_columns(table);
  return table;
}

bool is_grid_without_time(const KernelOfApplication& kernel) {
  return kernel.of.kind && kernel.of.kind->pattern == Pattern::grid &&
         !kernel.of.kind->seconds_per_thread;
}

/// "Blocks that Kokkos chooses have 128 threads in a flat loop, 32 in one over two dimensions, and
/// each takes 0.60 ns or more.": the difference between the loops' first row and *blocks chosen*.
std::string library_blocks_text(const std::string& model, const judge::LibraryBlocks& blocks) {
  const std::map<int, std::string> loops = {
      {1, "a flat loop"}, {2, "a loop over two dimensions"}, {3, "a loop over three dimensions"}};
  std::vector<std::string> threads;
  for (const auto& [dimensions, of_block] : blocks.threads)
    threads.push_back(fmt::format("{:.0f} threads in {}", of_block, loops.at(dimensions)));
  return fmt::format("Blocks that {} chooses have {}, and each takes {} ns or more.",
                     label_on(Platform::cuda, Model(model)), fmt::join(threads, ", "),
                     two_digits(blocks.least * 1e9));
}

/// Says what libraries' blocks cost loops, if the application has any.
void say_library_blocks(Document& page, const ApplicationForecasts& forecasts) {
  const auto& kernels = forecasts.application.kernels;
  const bool has_loops = std::ranges::any_of(kernels, [](const KernelOfApplication& kernel) {
    return kernel.of.kind &&
           (kernel.of.kind->pattern == Pattern::grid || kernel.of.kind->pattern == Pattern::flat);
  });
  if (!has_loops) return;
  std::vector<std::string> texts;
  for (const auto& [model, blocks] : forecasts.library_blocks)
    texts.push_back(library_blocks_text(model, blocks));
  if (!texts.empty() && std::ranges::any_of(kernels, is_grid_without_time))
    texts.emplace_back(
        "What that costs a loop over two or three dimensions depends on its time and threads: "
        "without a profile that has both there is no forecast in those blocks.");
  page.say(fmt::format("{}", fmt::join(texts, " ")));
}

}  // namespace

std::string name_of(const PortedWay& way) {
  const char* const form = way.kernel.form == Form::loops     ? "loops"
                           : way.kernel.form == Form::indices ? "by index"
                                                              : "rewritten";
  return fmt::format("{} {}{}", label_on(Platform::cuda, way.kernel.model), form,
                     way.is_launched_alike ? ", blocks chosen" : "");
}

ApplicationForecasts forecasts_of(Application application, const judge::Forecaster& forecaster,
                                  const Catalogue& catalogue, std::string measured) {
  ApplicationForecasts all = {
      std::move(application), {}, std::move(measured), forecaster.library_blocks()};
  std::vector<judge::ApplicationKernel> kernels;
  for (const KernelOfApplication& kernel : all.application.kernels) kernels.push_back(kernel.of);
  for (const PortedWay& way : forecaster.ways())
    if (is_port(way))
      if (auto forecast = application_forecast(forecaster, way, kernels))
        all.ways.emplace_back(way, std::move(*forecast));
  const LineRatios ratios(forecaster, catalogue);
  for (const auto& [way, forecast] : all.ways)
    if (const auto ratio = ratios.of(all.application, way, forecast))
      all.lines.emplace(way, *ratio);
  return all;
}

Document forecast_page(const ApplicationForecasts& forecasts) {
  const auto& [application, ways, measured, library_blocks, lines] = forecasts;
  Document page;
  if (application.kernels.empty()) return page;
  if (ways.empty()) {
    page.say(
        fmt::format("No forecast: none of the kernels is like those measured ({}).", measured));
    return page;
  }
  page.say(sentence(ways.front().first, ways.front().second, application.has_times));
  page.add(ways_table(forecasts));
  page.add(application.has_times ? kernels_table(forecasts) : patterns_table(forecasts));
  page.say("Begin with code that is like yours, in CUDA and in Kokkos, which builds and runs:");
  page.add(first_steps(forecasts));
  page.say(fmt::format(
      "Forecasts relative to CUDA, in parentheses for 80 of 100 such kernels, from the kernels of "
      "the same pattern and type of numbers that were measured: {}. Blocks chosen: loops in blocks "
      "or tiles that you write, like CUDA's. Lines: those of such kernels in that way ÷ in CUDA, "
      "with the launch. A kernel without a forecast is like none of them. "
      "`tilebridge port --tested` says how well such forecasts hold.",
      measured));
  say_library_blocks(page, forecasts);
  return page;
}

Table test_table(const std::vector<judge::ForecastTrial>& trials, std::string title,
                 const std::function<std::string(const PortedWay&)>& name) {
  Table table = {"",
                 {Table::Column(std::move(title)), "pattern", "kernels", "in their interval",
                  "error", "error of the mean"},
                 {{}}};
  for (const judge::TestedWay& row : judge::tested_ways(trials))
    if (const std::string way = name(row.way); !way.empty())
      table.add({way, row.pattern == Pattern::none ? "all" : std::string(name_of(row.pattern)),
                 Cell::number(fmt::format("{}", row.kernels)), Cell::number(percent(row.hits)),
                 Cell::number(percent(std::expm1(row.error))),
                 Cell::number(percent(std::expm1(row.error_of_mean)))});
  return table;
}

Document forecast_test_page(const judge::Forecaster& forecaster, const std::string& measured) {
  Document page;
  Table table = test_table(forecaster.trials(), "ported to",
                           [](const PortedWay& way) { return is_port(way) ? name_of(way) : ""; });
  if (table.empty()) {
    page.say(fmt::format("Nothing to test: {} has no kernels of three experiments that are alike.",
                         measured));
    return page;
  }
  page.add(std::move(table));
  page.say(fmt::format(
      "Each kernel of {} was forecast from the other experiments. In their interval: the part of "
      "the kernels whose measured speed is in the forecast's interval, which is of 80%. Error: the "
      "median one of the forecast; of the mean: if each kernel is given the model's mean speed.",
      measured));
  return page;
}

}  // namespace tilebridge::pages
