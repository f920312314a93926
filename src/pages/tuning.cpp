// SPDX-License-Identifier: Apache-2.0
#include "pages/tuning.hpp"

#include <fmt/ranges.h>

#include <map>
#include <set>

#include "base/text.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

std::string name_of(const Tuning& tuning) {
  return fmt::format("{}/{} {}", tuning.experiment, tuning.variant, text_of(tuning.kernel));
}

std::string size_of(const Tuning& tuning) {
  const std::string size = to_string(tuning.size);
  return size.empty() ? tuning.cache : fmt::format("{} {}", size, tuning.cache);
}

/// "1.34 [1.33, 1.35]", or "1" of the fastest.
std::string regret_text(const TriedSetting* setting) {
  if (setting == nullptr || !setting->is_final) return "";
  const Interval& regret = setting->regret;
  if (regret.median == 1 && regret.low == regret.high) return "1";
  return fmt::format("{} [{}, {}]", two_digits(regret.median), two_digits(regret.low),
                     two_digits(regret.high));
}

std::size_t count(const Tuning& tuning, Status status) {
  return static_cast<std::size_t>(std::ranges::count(tuning.tried, status, &TriedSetting::status));
}

Table summary_of(const TuningResults& results) {
  Table table = {"What the default settings cost",
                 {"kernel",
                  "size",
                  "default ÷ fastest",
                  {"equally fast", "equally fast", 120},
                  {"tried", "tried", 130},
                  {"seconds", "seconds", 140},
                  {"default", "default", 80},
                  "fastest"}};
  for (const Tuning& tuning : results.kernels) {
    if (tuning.best() == nullptr) {
      if (count(tuning, Status::invalid) > 0)
        table.add({name_of(tuning), size_of(tuning), Cell("invalid", Mark::invalid), "", "", "",
                   to_string(tuning.initial)});
      continue;
    }
    const auto is_equal = [](const TriedSetting& t) { return t.may_be_best(); };
    const auto tried = tuning.tried.size() - count(tuning, Status::skipped);
    table.add({name_of(tuning), size_of(tuning), regret_text(tuning.default_setting()),
               Cell::number(std::ranges::count_if(tuning.tried, is_equal)), Cell::number(tried),
               Cell::number(fmt::format("{:.1f}", tuning.seconds)), to_string(tuning.initial),
               to_string(tuning.best()->setting)});
  }
  return table;
}

/// "default", and what the medians of two settings' times give where that is another ratio.
std::string note_of(const TriedSetting& tried, const Tuning& tuning) {
  std::vector<std::string> parts = {
      tried.setting == tuning.initial ? "default" : "",
      tried.is_final ? medians_text(tried.seconds, tuning.best()->seconds, tried.regret) : ""};
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Those that were timed to the end, and what went wrong.
Table finalists_of(const Tuning& tuning) {
  Table table = {
      "Settings, the fastest first; ÷ fastest is of times taken in turn, not of the two medians",
      {"setting", "time", "÷ fastest", "note"}};
  for (const TriedSetting& tried : tuning.tried) {
    if (!tried.is_final && tried.status != Status::invalid) continue;
    table.add({to_string(tried.setting),
               tried.seconds > 0 ? Cell::number(time_text(tried.seconds)) : Cell(),
               regret_text(&tried),
               tried.status == Status::invalid
                   ? Cell(one_printable_line(tried.reason, 200), Mark::invalid)
                   : Cell(note_of(tried, tuning))});
  }
  return table;
}

std::string text_of(const Value& value) { return to_string(Parameters{{"", value}}).substr(1); }

Value value_of(const Parameters& setting, const std::string& name) {
  for (const auto& [own, value] : setting)
    if (own == name) return value;
  return {};
}

/// The two settings of which most values have a time; fewer if only one varies.
std::vector<std::string> axes_of(const Tuning& tuning) {
  std::vector<std::pair<std::size_t, std::string>> axes;
  for (const auto& [name, value] : tuning.initial) {
    std::set<Value> values;
    for (const TriedSetting& tried : tuning.tried)
      if (tried.seconds > 0) values.insert(value_of(tried.setting, name));
    if (values.size() > 1) axes.emplace_back(values.size(), name);
  }
  std::ranges::stable_sort(axes, std::greater(), &std::pair<std::size_t, std::string>::first);
  std::vector<std::string> names;
  for (const auto& [values, name] : axes)
    if (names.size() < 2) names.push_back(name);
  return names;
}

/// Time ÷ that of the fastest over two settings, at the best of the others.
Table picture_of(const Tuning& tuning) {
  const std::vector<std::string> axes = axes_of(tuning);
  if (axes.size() < 2) return {};
  std::map<Value, std::map<Value, double>> seconds;
  std::set<Value> across;
  for (const TriedSetting& tried : tuning.tried) {
    if (tried.seconds == 0) continue;
    const Value x = value_of(tried.setting, axes[1]);
    across.insert(x);
    double& least = seconds[value_of(tried.setting, axes[0])][x];
    least = least == 0 ? tried.seconds : std::min(least, tried.seconds);
  }
  Table table = {fmt::format("Time ÷ that of the fastest, by {} (down) and {}", axes[0], axes[1]),
                 {fmt::format("{} \\ {}", axes[0], axes[1])}};
  for (const Value& x : across) table.columns.emplace_back(text_of(x));
  for (const auto& [y, row] : seconds) {
    std::vector<Cell> cells = {text_of(y)};
    for (const Value& x : across) {
      const auto found = row.find(x);
      Cell cell = Cell::number("");
      if (found != row.end()) {
        const double ratio = found->second / tuning.best()->seconds;
        cell.text = two_digits(ratio);
        cell.mark = ratio <= 1.02 ? Mark::parity : ratio > 1.1 ? Mark::slower : Mark::none;
      }
      cells.push_back(cell);
    }
    table.add(std::move(cells));
  }
  return table;
}

/// The settings as constants, and the policy if the catalogue says how it is written.
Code code_of(const Tuning& tuning, const Catalogue& catalogue) {
  Code::Listing listing = {.title = "To take over",
                           .model = std::string(tuning.kernel.model.name())};
  std::vector<std::string> constants;
  std::string policy;
  const Experiment* const experiment = catalogue.find(tuning.experiment);
  const Variant* const variant = experiment == nullptr ? nullptr : experiment->find(tuning.variant);
  if (variant != nullptr)
    for (const auto& [model, text] : variant->written)
      if (model == tuning.kernel.model.name()) policy = text;
  for (const auto& [name, value] : tuning.best()->setting) {
    constants.push_back(fmt::format("{} = {}", name, text_of(value)));
    const std::string place = "{" + name + "}";
    if (const std::size_t at = policy.find(place); at != std::string::npos)
      policy.replace(at, place.size(), text_of(value));
  }
  listing.lines.push_back({.text = fmt::format("constexpr int {};", fmt::join(constants, ", "))});
  if (!policy.empty()) listing.lines.push_back({.text = policy});
  if (std::ranges::any_of(tuning.best()->setting,
                          [](const auto& value) { return value.second == Value(0); }))
    listing.note_below = "0: leave it to the model";
  return {{listing}};
}

/// "3 settings not possible: a block has at most 1024 threads", for each reason.
std::vector<std::string> lines_of(const Tuning& tuning, Status status, const std::string& what) {
  std::map<std::string, std::size_t> reasons;
  for (const TriedSetting& tried : tuning.tried)
    if (tried.status == status) ++reasons[one_printable_line(tried.reason, 200)];
  std::vector<std::string> lines;
  for (const auto& [reason, settings] : reasons)
    lines.push_back(fmt::format("{} {}: {}", plural(settings, "setting"), what, reason));
  return lines;
}

/// A kernel that has no time with any setting. One that is not for this device is not mentioned.
void add_untimed(Document& page, const Tuning& tuning) {
  if (count(tuning, Status::invalid) == 0) return;
  page.add(Heading{fmt::format("{} {}", name_of(tuning), size_of(tuning))});
  page.add(Text{"No setting has a time.", Mark::invalid});
  for (std::string& line : lines_of(tuning, Status::invalid, "invalid"))
    page.add(Text{std::move(line), Mark::invalid});
  for (std::string& line : lines_of(tuning, Status::skipped, "not possible"))
    page.say(std::move(line));
}

void add_kernel(Document& page, const Tuning& tuning, const Catalogue& catalogue) {
  page.add(Heading{fmt::format("{} {}", name_of(tuning), size_of(tuning))});
  const std::size_t wrong = count(tuning, Status::invalid);
  if (wrong > 0) page.add(Text{fmt::format("{} invalid", plural(wrong, "setting")), Mark::invalid});
  page.add(finalists_of(tuning));
  if (Table picture = picture_of(tuning); !picture.empty()) page.add(std::move(picture));
  const TriedSetting* const usual = tuning.default_setting();
  if (usual != nullptr && usual->may_be_best())
    page.say("The default is as fast as any.");
  else if (tuning.best() != nullptr)
    page.add(code_of(tuning, catalogue));
  for (std::string& line : lines_of(tuning, Status::skipped, "not possible"))
    page.say(std::move(line));
}

}  // namespace

Document tuning_page(const TuningResults& results, const Catalogue& catalogue) {
  Results of_run;
  of_run.program = results.program;
  of_run.device = results.device;
  of_run.builds = results.builds;
  Document page;
  page.say(fmt::format("{}; {}", device_text(of_run), models_text(of_run)));
  page.say(host_note(of_run));
  page.add(summary_of(results));
  for (const Tuning& tuning : results.kernels)
    if (tuning.best() != nullptr)
      add_kernel(page, tuning, catalogue);
    else
      add_untimed(page, tuning);
  return page;
}

}  // namespace tilebridge::pages
