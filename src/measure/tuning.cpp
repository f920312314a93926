// SPDX-License-Identifier: Apache-2.0
#include "measure/tuning.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "results/statistics.hpp"

namespace tilebridge::measure {
namespace {

/// So many settings are timed to the end.
constexpr std::size_t most_finalists = 4;
constexpr int rounds_of_first_stage = 1;

/// Those that the user named, or else those of the catalogue.
std::vector<Value> tries_of(const Parameter& parameter,
                            const std::vector<Assignment>& assignments) {
  std::vector<Value> values;
  for (const auto& [name, text] : assignments)
    if (name == parameter.name)
      for (const Value& value : parse_values(parameter, text)) values.push_back(value);
  return values.empty() ? parameter.tries : values;
}

std::vector<const Parameter*> settings_of(const PlannedCase& planned) {
  std::vector<const Parameter*> settings;
  for (const Parameter& parameter : planned.experiment->parameters)
    if (parameter.is_setting() && planned.parameters.has(parameter.name))
      settings.push_back(&parameter);
  return settings;
}

/// The case itself, and with every combination of its settings.
PlannedTuning all_settings(const PlannedCase& initial, const std::vector<Assignment>& assignments) {
  PlannedTuning cases = {initial};
  for (const Parameter* setting : settings_of(initial)) {
    PlannedTuning next;
    for (const PlannedCase& c : cases)
      for (const Value& value : tries_of(*setting, assignments))
        next.emplace_back(c).parameters.set(setting->name, value);
    cases = std::move(next);
  }
  std::erase_if(cases, [&](const PlannedCase& c) { return c.parameters == initial.parameters; });
  cases.insert(cases.begin(), initial);
  return cases;
}

PlannedCase with_defaults(PlannedCase planned) {
  for (const Parameter* setting : settings_of(planned))
    planned.parameters.set(setting->name, setting->initial);
  return planned;
}

Parameters setting_of(const PlannedCase& planned) {
  Parameters values;
  for (const auto& [name, value] : planned.parameters)
    if (!asked_of_arrays(planned).has(name)) values.set(name, value);
  return values;
}

TriedSetting& tried_by(Tuning& tuning, const Contender& contender) {
  return *std::ranges::find(tuning.tried, setting_of(contender.planned), &TriedSetting::setting);
}

/// A setting with which a kernel reports that it cannot be launched is one of those that are not
/// possible: it is skipped. The kernel itself fails if that is its default, or if it has no other.
void blame_kernels_that_fail(Tuning& tuning) {
  const bool has_right = std::ranges::count(tuning.tried, Status::ok, &TriedSetting::status) > 0;
  for (TriedSetting& tried : tuning.tried) {
    const bool is_not_possible = tried.is_refused && has_right && tried.setting != tuning.initial;
    if (is_not_possible || tried.status == Status::no_equivalent) tried.status = Status::skipped;
  }
}

/// Whether this device, or this build, has no such kernel, with any setting.
bool has_no_kernel(const Tuning& tuning) {
  return std::ranges::all_of(tuning.tried, [](const TriedSetting& tried) {
    return tried.status == Status::no_equivalent || tried.status == Status::skipped;
  });
}

}  // namespace

std::vector<PlannedTuning> plan_tuning(const Selection& selection, const Catalogue& catalogue) {
  Selection sizes = selection;
  std::erase_if(sizes.assignments, [&](const Assignment& assignment) {
    return std::ranges::any_of(catalogue, [&](const Experiment& e) {
      const Parameter* const parameter = e.parameter(assignment.first);
      return parameter != nullptr && parameter->is_setting();
    });
  });
  std::vector<PlannedTuning> tunings;
  std::set<std::string> known;
  for (const PlannedCase& planned : plan(sizes, catalogue)) {
    const PlannedCase initial = with_defaults(planned);
    if (planned.variant->only_at || settings_of(initial).empty() ||
        !known.insert(initial.label()).second)
      continue;
    tunings.push_back(all_settings(initial, selection.assignments));
  }
  if (tunings.empty())
    throw UsageError(
        "nothing to tune: none of these variants has a setting; `tilebridge tune settings` tunes "
        "those of the experiment settings");
  return tunings;
}

void Tuner::tune(const PlannedTuning& planned, const std::vector<Model>& asked,
                 const TuningOptions& options) {
  std::vector<Tuning> tunings;
  std::vector<Contender> contenders = validated(planned, asked, tunings);
  preparation_.discard(contenders);  // the arrays have moved
  for (Tuning& tuning : tunings) {
    if (std::ranges::count(options.done, tuning.kernel, &Tuning::kernel) > 0) continue;
    std::vector<Contender> of_kernel = contenders;
    std::erase_if(of_kernel, [&](const Contender& c) { return c.code.kernel != tuning.kernel; });
    const auto start = SteadyClock::now();
    tune(tuning, std::move(of_kernel), options.all);
    tuning.seconds += seconds_since(start);
    options.keep(tuning);
  }
}

/// Kernels of other variants, which these stand for, are left out.
std::vector<Contender> Tuner::validated(const PlannedTuning& planned,
                                        const std::vector<Model>& asked,
                                        std::vector<Tuning>& tunings) {
  std::vector<Contender> right;
  for (const PlannedCase& c : planned) {
    CaseResult result;
    const auto start = SteadyClock::now();
    for (Contender& contender : preparation_.validated(c, asked, result))
      if (contender.code.variant == c.variant) right.push_back(std::move(contender));
    const double seconds = seconds_since(start);
    for (const auto& [kernel, of_kernel] : result.kernels) {
      auto tuning = std::ranges::find(tunings, kernel, &Tuning::kernel);
      if (tuning == tunings.end())
        tuning =
            tunings.insert(tuning, {c.experiment->name, c.variant->name, kernel, asked_of_arrays(c),
                                    std::string(name_of(c.cache)), setting_of(planned.front())});
      tuning->tried.push_back(tried_as(c, kernel, of_kernel));
      tuning->seconds += seconds / static_cast<double>(result.kernels.size());
    }
  }
  std::erase_if(tunings, has_no_kernel);
  std::ranges::for_each(tunings, blame_kernels_that_fail);
  return right;
}

TriedSetting Tuner::tried_as(const PlannedCase& planned, const ModelForm& kernel,
                             const KernelResult& result) const {
  const bool has_crashed = std::ranges::any_of(failures_, [&](const Failure& failure) {
    return failure.label == planned.label() && failure.code == text_of(kernel);
  });
  TriedSetting tried = {setting_of(planned), result.status, result.reason};
  tried.is_refused = result.status == Status::invalid && !result.validation && !has_crashed;
  return tried;
}

void Tuner::tune(Tuning& tuning, std::vector<Contender> contenders, bool all) {
  for (int rounds = rounds_of_first_stage; !all && contenders.size() > most_finalists; rounds *= 2)
    halve(tuning, contenders, rounds);
  finish(tuning, contenders);
  preparation_.discard(contenders);
  const auto rank = [](const TriedSetting& t) {
    return std::tuple(t.seconds == 0, !t.is_final, t.seconds);
  };
  std::ranges::stable_sort(tuning.tried, {}, rank);
}

/// A setting that fails goes, and the others are sampled anew.
Rounds Tuner::sample(Tuning& tuning, std::vector<Contender>& contenders,
                     const RoundsOptions& rounds) {
  while (!contenders.empty()) {
    std::vector<Contender> all = contenders;
    for (Contender& contender : all) contender.launch = {};  // `contenders` alone discards them
    try {
      return sample_(contenders, rounds);
    } catch (const kernels::KernelFailed& failure) {
      CaseResult result;
      const PlannedCase planned = contenders.front().planned;  // which may be what is dropped
      preparation_.drop_failed(planned, failure, contenders, result);
      const auto is_left = [&](const Contender& c) {
        return std::ranges::any_of(contenders, [&](const Contender& left) {
          return left.planned.parameters == c.planned.parameters;
        });
      };
      const Contender& failed = *std::ranges::find_if_not(all, is_left);
      TriedSetting& tried = tried_by(tuning, failed);
      tried = {tried.setting, Status::invalid, result.kernels.begin()->second.reason};
    }
  }
  return {};
}

/// The default stays.
void Tuner::halve(Tuning& tuning, std::vector<Contender>& contenders, int rounds) {
  RoundsOptions stage = rounds_;
  stage.blocks = stage.until = 1;
  stage.fewest_rounds = rounds;
  stage.most_rounds = 10 * rounds;
  stage.half_width = 1e9;  // the number of rounds alone ends it
  stage.budget_seconds = 1e9;
  const Rounds sampled = sample(tuning, contenders, stage);
  for (std::size_t i = 0; i < contenders.size(); ++i)
    if (!sampled.seconds[i].empty())
      tried_by(tuning, contenders[i]).seconds = median(sampled.seconds[i]);
  const auto is_default = [&](const Contender& c) {
    return setting_of(c.planned) == tuning.initial;
  };
  std::ranges::stable_sort(contenders, {}, [&](const Contender& c) {
    return is_default(c) ? 0 : tried_by(tuning, c).seconds;
  });
  const std::size_t left = std::max(most_finalists, (contenders.size() + 1) / 2);
  while (contenders.size() > left) {
    preparation_.discard(contenders.back());
    contenders.pop_back();
  }
}

/// Times them with intervals, and validates them again.
void Tuner::finish(Tuning& tuning, std::vector<Contender>& contenders) {
  RoundsOptions last = rounds_;
  last.budget_seconds *= static_cast<double>(contenders.size());
  const Rounds sampled = sample(tuning, contenders, last);
  if (contenders.empty() || sampled.seconds.front().empty()) return;
  std::size_t best = 0;
  for (std::size_t i = 1; i < contenders.size(); ++i)
    if (median(sampled.seconds[i]) < median(sampled.seconds[best])) best = i;
  const TimingRecord record(sampled, timer_step_, {});
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    TriedSetting& tried = tried_by(tuning, contenders[i]);
    CaseResult again;
    preparation_.validate_again({contenders[i]}, again);
    const KernelResult& right = again.kernels.begin()->second;
    tried.seconds = median(sampled.seconds[i]);
    tried.is_final = true;
    tried.regret = i == best ? Interval{1, 1, 1} : record.ratio(i, best).in_process;
    if (right.status == Status::invalid) tried = {tried.setting, Status::invalid, right.reason};
  }
}

}  // namespace tilebridge::measure
