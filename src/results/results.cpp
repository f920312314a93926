// SPDX-License-Identifier: Apache-2.0
#include "results/results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <tuple>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge {
namespace {

/// 0 if the file has no number there.
double figure(const Json& program, const char* place) {
  const Json::json_pointer pointer(place);
  return program.contains(pointer) && program[pointer].is_number() ? program[pointer].get<double>()
                                                                   : 0;
}

template <class Is>
bool any_result(const Results& results, const Is& is) {
  return std::ranges::any_of(results.cases, [&](const CaseResult& c) {
    return std::ranges::any_of(c.kernels, [&](const auto& entry) { return is(entry.second); });
  });
}

/// Whether others may be judged by it. The case of a variant that stands for another one may have
/// native code of its own besides.
bool is_usual_native(const CaseResult& c, const ModelForm& kernel) {
  const bool stands_in = c.compared_with == c.variant || !is_own_result(c, kernel);
  return kernel.model.is_native() && !is_control(kernel) && stands_in;
}

std::optional<ModelForm> reference_kernel(const CaseResult& c) {
  const auto is_between_others = [](const ComparisonResult& r) {
    return !r.against.model.is_native() && r.against.model.name() != r.kernel.model.name();
  };
  const auto found = std::ranges::find_if(c.comparisons, is_between_others);
  if (found != c.comparisons.end()) return found->against;
  std::optional<ModelForm> reference;
  for (const auto& [kernel, result] : c.kernels)
    if (is_usual_native(c, kernel) && (!reference || kernel.form < reference->form))
      reference = kernel;
  return reference;
}

/// The one that takes longer, of equals the first; no unit where neither takes any time.
LeastTime longer(const LeastTime& a, const LeastTime& b) {
  const LeastTime& longest = b.seconds > a.seconds ? b : a;
  return longest.seconds > 0 ? longest : LeastTime{};
}

}  // namespace

std::string_view name_of(Status status) {
  return word_of({"ok", "invalid", "skipped", "no_equivalent"}, status);
}

std::size_t sample_count(const Timing& timing, int rounds) {
  return timing.samples.empty() ? static_cast<std::size_t>(rounds) : timing.samples.size();
}

double& Ceilings::of(Rate rate) {
  constexpr std::array rates = {&Ceilings::read_bytes_per_s,
                                &Ceilings::write_bytes_per_s,
                                &Ceilings::copy_bytes_per_s,
                                &Ceilings::l2_bytes_per_s,
                                &Ceilings::flops,
                                &Ceilings::to_device_bytes_per_s,
                                &Ceilings::to_host_bytes_per_s};
  return this->*rates.at(static_cast<std::size_t>(rate));
}

LeastTime Ceilings::least_time(const Work& work) const {
  if (work.on_chip) return {Unit::on_chip, 0};
  const auto at = [](double amount, double rate) { return rate > 0 ? amount / rate : 0; };
  const double copied = 2 * std::min(work.bytes_read, work.bytes_written);
  const double alone_rate =
      work.bytes_read > work.bytes_written ? read_bytes_per_s : write_bytes_per_s;
  const double alone = std::abs(work.bytes_read - work.bytes_written);
  const LeastTime moved = longer(
      {Unit::memory, at(copied, copy_bytes_per_s) + at(alone, alone_rate)},
      {Unit::link,
       std::max(at(work.to_device, to_device_bytes_per_s), at(work.to_host, to_host_bytes_per_s))});
  const double computed = at(work.flops, flops);
  if (work.no_ceiling && computed > moved.seconds) return {Unit::arithmetic, 0};
  return longer(moved, {Unit::arithmetic, computed});
}

double Ceilings::least_plausible_seconds(Work work, double cache_bytes) const {
  work.bytes_written = std::max(0.0, work.bytes_written - cache_bytes);
  return least_seconds(work);
}

int SelfCheck::count(Verdict verdict) const {
  return static_cast<int>(std::ranges::count(comparisons, verdict, &SelfComparison::verdict));
}

double SelfCheck::coverage() const {
  if (comparisons.empty()) return 0;
  const auto holding = std::ranges::count_if(
      comparisons, [](const SelfComparison& c) { return c.ratio.low <= 1 && c.ratio.high >= 1; });
  return static_cast<double>(holding) / static_cast<double>(comparisons.size());
}

double SelfCheck::usual_error() const {
  if (comparisons.empty()) return 0;
  std::vector<double> errors;
  for (const SelfComparison& c : comparisons) errors.push_back(std::abs(c.ratio.median - 1));
  std::ranges::sort(errors);
  return errors[(errors.size() - 1) * 99 / 100];
}

bool SelfCheck::fails() const {
  constexpr double chance = 1e-3;
  const std::size_t all = comparisons.size();
  const auto missed =
      static_cast<std::size_t>(std::lround((1 - coverage()) * static_cast<double>(all)));
  const auto wrong = static_cast<std::size_t>(count(Verdict::slower) + count(Verdict::faster));
  return all > 0 && (probability_of_at_least(missed, all, 0.05) < chance ||
                     probability_of_at_least(wrong, all, 0.025) < chance);
}

double SelfCheck::false_verdict_rate() const {
  if (comparisons.empty()) return 0;
  return static_cast<double>(count(Verdict::slower) + count(Verdict::faster)) /
         static_cast<double>(comparisons.size());
}

std::optional<double> SelfCheck::narrow_share() const {
  constexpr double shortest = 20e-6;
  constexpr double narrow = 0.005;
  int all = 0;
  int good = 0;
  for (const SelfComparison& c : comparisons) {
    if (c.seconds < shortest) continue;
    ++all;
    good += c.ratio.half_width() <= narrow ? 1 : 0;
  }
  if (all == 0) return std::nullopt;
  return static_cast<double>(good) / all;
}

std::string text_at(const Json& object, const std::string& name) {
  if (!object.is_object() || !object.contains(name) || !object[name].is_string()) return "";
  return object[name].get<std::string>();
}

std::string load_text(const Json& program) {
  // An idle GPU that drives a screen is utilised by a few per cent. A process that holds memory and
  // computes nothing takes no time from others.
  constexpr double most_when_idle = 0.1;
  const double utilised = figure(program, "/load/utilised");
  if (utilised <= most_when_idle) return "";
  const std::string share = fmt::format("{:.0f}% utilised", 100 * utilised);
  const double processes = figure(program, "/load/processes");
  if (processes <= 0) return share;  // a container does not show those outside
  return fmt::format("{:.0f} other process{}, {}", processes, processes == 1 ? "" : "es", share);
}

void keep_greater_load(Json& program, const Json& other) {
  if (other.contains("load") &&
      figure(other, "/load/utilised") >= figure(program, "/load/utilised"))
    program["load"] = other.at("load");
}

double seconds_taken(const Results& results) { return figure(results.program, "/seconds"); }

double parity_band_of(const Results& results) { return figure(results.program, "/parity_band"); }

void add_seconds(Results& results, double seconds) {
  results.program["seconds"] = seconds_taken(results) + seconds;
}

std::string case_text(const CaseResult& c) {
  return one_printable_line(
      fmt::format("{}/{}  {}  {}", c.experiment, c.variant, to_string(c.parameters), c.cache), 200);
}

bool is_own_result(const CaseResult& c, const ModelForm& kernel) {
  return c.compared_with == c.variant || !kernel.model.is_native() ||
         name_of(kernel.form) == c.form;
}

bool is_first_build(const CaseResult& c, const ModelForm& kernel) {
  const auto first = std::ranges::find_if(c.kernels, [&](const auto& entry) {
    return entry.first.model.name() == kernel.model.name();
  });
  return first == c.kernels.end() || first->first.model == kernel.model;
}

bool is_control(const ModelForm& kernel) {
  return kernel.is(control) || kernel.is(control_in_usual_block) || kernel.is(respelled_control);
}

const KernelResult* reference_of(const CaseResult& c) {
  const auto reference = reference_kernel(c);
  return reference ? c.kernels.find(*reference) : nullptr;
}

void put_in_order(CaseResult& c, const std::vector<Model>& builds) {
  const auto reference = reference_kernel(c);
  c.kernels.sort_by([&](const ModelForm& kernel) {
    const auto build = std::ranges::find(builds, kernel.model) - builds.begin();
    return std::tuple(kernel != reference, !kernel.model.is_native(), build, kernel.model,
                      kernel.form != Form::loops, kernel.form);
  });
}

bool is_profile(const Results& results) {
  return any_result(results,
                    [](const KernelResult& result) { return result.counters.has_value(); });
}

std::size_t count_invalid(const Results& results) {
  std::size_t invalid = 0;
  for (const CaseResult& c : results.cases)
    invalid += static_cast<std::size_t>(std::ranges::count_if(
        c.kernels, [](const auto& entry) { return entry.second.status == Status::invalid; }));
  return invalid;
}

bool has_times(const Results& results) {
  return any_result(results, [](const KernelResult& result) { return result.timing.has_value(); });
}

std::vector<Model> builds_of(const Results& results) {
  std::vector<Model> builds;
  const Json models = results.builds.value("models", Json::object());
  for (const auto& [key, build] : models.items()) builds.emplace_back(key);
  std::ranges::stable_sort(builds, {}, place_of);
  return builds;
}

std::vector<Model> builds_of(const Results& results, const Model& model) {
  std::vector<Model> builds = builds_of(results);
  std::erase_if(builds, [&](const Model& build) { return !build.is(model); });
  return builds;
}

std::vector<Model> measured_builds(const Results& results) {
  std::set<Model> measured;
  for (const CaseResult& c : results.cases)
    for (const auto& [kernel, result] : c.kernels) measured.insert(kernel.model);
  std::vector<Model> builds = builds_of(results);
  if (!results.cases.empty())
    std::erase_if(builds, [&](const Model& build) { return !measured.contains(build); });
  return builds;
}

Json build_of(const Results& results, const Model& model) {
  const std::vector<Model> builds = builds_of(results, model);
  if (builds.empty()) return Json::object();
  const Json& build = results.builds["models"][std::string(builds.front().key())];
  return build.is_object() ? build : Json::object();
}

Model build_called(const Results& results, const std::string& release) {
  const std::vector<Model> known = builds_of(results);
  std::vector<std::string_view> keys;
  for (const Model& build : known) {
    if (build.key() == release || build.release() == release) return build;
    keys.push_back(build.key());
  }
  throw UsageError(
      fmt::format("it has no build '{}' of a model; it has {}", release, fmt::join(keys, ", ")));
}

Results with_build(Results results, const std::string& release) {
  const Model chosen = build_called(results, release);
  const auto is_other = [&](const Model& model) {
    return model.name() == chosen.name() && model != chosen;
  };
  for (const Model& build : builds_of(results))
    if (is_other(build)) results.builds["models"].erase(std::string(build.key()));
  for (CaseResult& c : results.cases) {
    c.kernels.erase_if([&](const ModelForm& kernel) { return is_other(kernel.model); });
    std::erase_if(c.comparisons, [&](const ComparisonResult& r) {
      return is_other(r.kernel.model) || is_other(r.against.model);
    });
  }
  return results;
}

}  // namespace tilebridge
