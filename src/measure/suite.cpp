// SPDX-License-Identifier: Apache-2.0
#include "measure/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "measure/host_memory.hpp"
#include "results/prediction.hpp"
#include "results/statistics.hpp"

namespace tilebridge::measure {

class Workspace {
 public:
  Workspace(const PlannedCase& planned, PlatformDevice& device, std::uint64_t seed)
      : planned_(planned),
        specs_(planned.variant->problem->arrays(planned.parameters)),
        device_(device),
        host_(specs_, seed) {
    for (const ArraySpec& spec : specs_) {
      allocations_.push_back(device.allocate(spec.bytes, spec.space));
      pointers_.set(spec.name, allocations_.back().get());
      if (spec.role == Role::input)
        device.upload(allocations_.back().get(), host_.bytes(spec.name).data(), spec.bytes);
    }
  }

  bool serves(const PlannedCase& planned) const { return share_arrays(planned_, planned); }

  /// Poisons them, but for those that begin as an input.
  void reset_outputs() {
    for_each_output([&](const ArraySpec& spec, void* at) {
      if (spec.begins_as.empty())
        device_.fill(at, poison, spec.bytes);
      else
        device_.upload(at, pointers_.get<void>(spec.begins_as), spec.bytes);
    });
  }
  void download_outputs() {
    for_each_output([&](const ArraySpec& spec, void* at) {
      device_.download(host_.bytes(spec.name).data(), at, spec.bytes);
    });
  }

  /// The validation of outputs that are bitwise equal to those on the device, from a variant with
  /// the same answer.
  std::optional<Validation> validation_of_equal(const Variant& variant) {
    for (const Validated& known : validated_)
      if (has_answer_of(known, variant) && equals(known)) return known.validation;
    return std::nullopt;
  }
  /// Keeps a copy of the validated outputs if the device has room for it.
  void keep(const Variant& variant, const Validation& validation) {
    const bool all_on_device = total_bytes(specs_) == total_bytes(specs_, Space::device);
    if (!all_on_device || device_.free_bytes() < total_bytes(specs_)) return;
    std::erase_if(validated_, [&](const Validated& old) { return has_answer_of(old, variant); });
    Validated& kept = validated_.emplace_back(Validated{variant.problem, validation, {}});
    for_each_output([&](const ArraySpec& spec, void* at) {
      kept.outputs.push_back(device_.allocate(spec.bytes));
      device_.upload(kept.outputs.back().get(), at, spec.bytes);
    });
  }

  std::span<const ArraySpec> specs() const { return specs_; }
  const ArrayPointers& pointers() const { return pointers_; }
  const HostArrays& host() const { return host_; }

 private:
  template <class Do>
  void for_each_output(const Do& action) {
    for (std::size_t i = 0; i < specs_.size(); ++i)
      if (specs_[i].role == Role::output) action(specs_[i], allocations_[i].get());
  }

  struct Validated {
    ProblemPointer problem;
    Validation validation;
    std::vector<PlatformDevice::Allocation> outputs;
  };
  bool has_answer_of(const Validated& known, const Variant& variant) const {
    return known.problem == variant.problem;
  }
  bool equals(const Validated& known) {
    bool same = true;
    auto copy = known.outputs.begin();
    for_each_output([&](const ArraySpec& spec, void* at) {
      same = same && device_.equal(at, (copy++)->get(), spec.bytes);
    });
    return same;
  }

  PlannedCase planned_;
  std::vector<ArraySpec> specs_;
  PlatformDevice& device_;
  HostArrays host_;
  std::vector<PlatformDevice::Allocation> allocations_;
  ArrayPointers pointers_;
  std::vector<Validated> validated_;
};

/// A validated model, ready to be timed.
struct Suite::Contender {
  Model model;
  Launch launch;
};

namespace {

Ceilings datasheet_of(const DeviceInfo& info) {
  return {info.datasheet_bytes_per_s, info.datasheet_bytes_per_s, info.datasheet_bytes_per_s,
          info.datasheet_flops};
}

CaseResult case_of(const PlannedCase& planned, Platform platform) {
  CaseResult result;
  result.experiment = planned.experiment->name;
  result.variant = planned.variant->name;
  result.level = name_of(planned.variant->level);
  result.compared_with = planned.variant->listing();
  result.platform = name_of(platform);
  result.parameters = planned.parameters;
  result.cache = name_of(planned.cache);
  result.work = planned.variant->problem->work(planned.parameters);
  return result;
}

std::string key_of(const PlannedCase& planned, Model model) {
  const Variant& variant = *planned.variant;
  return planned.experiment->name + "/" +
         (model == Model::native ? variant.listing() : variant.name);
}

void skip_times(CaseResult& result, const std::string& reason) {
  for (auto& [model, model_result] : result.models)
    if (model_result.status == Status::ok)
      model_result = {Status::skipped, reason, model_result.validation, {}};
}

/// Whether the timer can resolve a difference as small as the band in one launch of contenders 0
/// and `i`. For shorter launches, repeats show the cost of the call rather than of its work.
bool is_long_enough(const Rounds& rounds, std::size_t i, double resolution, double band) {
  const double shorter = std::min(median(rounds.seconds.front()), median(rounds.seconds[i]));
  return shorter * band >= resolution;
}

/// Whether this is a memory rate, which depends on what the caches hold.
bool is_of_memory(Rate rate) {
  return rate == Rate::read || rate == Rate::write || rate == Rate::copy;
}

RoundsOptions at(Cache cache, RoundsOptions rounds) {
  rounds.cache = cache;
  return rounds;
}

std::string in_GiB(std::size_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / static_cast<double>(1ULL << 30));
}

}  // namespace

Suite::Suite(Platform platform, PlatformDevice& device, const Implementations& implementations,
             std::string missing_kokkos, SuiteOptions options)
    : platform_(platform),
      device_(device),
      implementations_(implementations),
      missing_kokkos_(std::move(missing_kokkos)),
      options_(std::move(options)),
      datasheet_(datasheet_of(device.info())) {}

Suite::~Suite() = default;

Workspace& Suite::workspace_for(const PlannedCase& planned) {
  if (workspace_ && workspace_->serves(planned)) return *workspace_;
  workspace_.reset();  // frees its memory before more is allocated
  workspace_ = std::make_unique<Workspace>(planned, device_, options_.seed);
  return *workspace_;
}

/// Compares every element of the outputs with the reference. If the device finds them bitwise equal
/// to outputs compared before, reuses that result.
Validation Suite::validate_outputs(const PlannedCase& planned) {
  Workspace& workspace = workspace_for(planned);
  const Variant& variant = *planned.variant;
  if (const auto known = workspace.validation_of_equal(variant)) return *known;
  workspace.download_outputs();
  const Validation found = variant.problem->validate(workspace.host(), planned.parameters);
  if (found.ok()) workspace.keep(variant, found);
  return found;
}

/// Runs `key` once on fresh outputs and validates them; returns the launch if all are correct.
std::optional<Launch> Suite::validated(const PlannedCase& planned, Model model,
                                       const std::string& key, ModelResult& result) {
  Workspace& workspace = workspace_for(planned);
  const Arguments arguments =
      planned.variant->problem->bind(workspace.pointers(), planned.parameters);
  Launch launch;
  try {
    launch = implementations_.prepare(model, key, arguments);
  } catch (const Unavailable& reason) {
    result = {Status::skipped, reason.what(), {}, {}};
    return std::nullopt;
  } catch (const NoEquivalent& reason) {
    result = {Status::no_equivalent, reason.what(), {}, {}};
    return std::nullopt;
  }
  workspace.reset_outputs();
  options_.first_launch(model, launch);
  device_.synchronize();
  result.validation = validate_outputs(planned);
  if (result.validation->ok()) {
    result.status = Status::ok;
    result.prediction = predict(planned, model);
    return launch;
  }
  result.status = Status::invalid;
  result.reason = describe(*result.validation);
  return std::nullopt;
}

/// The access model's prediction; it describes only the memory of CUDA devices.
std::optional<Prediction> Suite::predict(const PlannedCase& planned, Model model) {
  const Experiment& experiment = *planned.experiment;
  const Variant& variant =
      model == Model::native ? experiment.variant(planned.variant->listing()) : *planned.variant;
  if (platform_ != Platform::cuda || !variant.accesses) return std::nullopt;
  const std::string key = fmt::format("{}/{} {} {}", experiment.name, variant.name, name_of(model),
                                      to_string(planned.parameters));
  const auto known = predictions_.find(key);
  if (known != predictions_.end()) return known->second;
  const std::vector<Kernel> kernels =
      variant.accesses({model, variant.level}, planned.parameters, workspace_for(planned).host());
  if (kernels.empty()) return std::nullopt;
  return predictions_[key] = predict(kernels, planned);
}

Prediction Suite::predict(const std::vector<Kernel>& kernels, const PlannedCase& planned) {
  const DeviceInfo& device = device_.info();
  Prediction prediction{traffic(kernels, options_.most_addresses), 0};
  prediction.seconds =
      predicted_seconds(prediction.traffic, workspace_for(planned).specs(), ceilings_,
                        {static_cast<double>(device.cache_bytes), device.units * device.clock_hz});
  return prediction;
}

std::vector<Suite::Contender> Suite::contenders_of(const PlannedCase& planned,
                                                   const std::vector<Model>& asked,
                                                   CaseResult& result) {
  constexpr std::array models = {Model::native, Model::kokkos, Model::vendor};
  const Variant& variant = *planned.variant;
  std::vector<Contender> contenders;
  for (const Model model : models) {
    if (!asked.empty() && std::find(asked.begin(), asked.end(), model) == asked.end()) continue;
    const bool stands_in = model == Model::native && !variant.stands_for.empty();
    const Support* support = variant.support(model);
    if (support == nullptr && !stands_in) continue;
    ModelResult& model_result = result.models[model];
    const std::string key = key_of(planned, model);
    if (support != nullptr && !support->no_equivalent.empty() && !variant.runs(model, platform_)) {
      model_result = {Status::no_equivalent, support->no_equivalent, {}, {}};
    } else if (!implementations_.has(model, key)) {
      model_result = {Status::skipped,
                      model == Model::kokkos && !missing_kokkos_.empty()
                          ? missing_kokkos_
                          : fmt::format("not written for {}", name_of(platform_)),
                      {},
                      {}};
    } else if (auto launch = validated(planned, model, key, model_result)) {
      contenders.push_back({model, std::move(*launch)});
    }
  }
  return contenders;
}

void Suite::record_times(CaseResult& result, const std::vector<Contender>& contenders,
                         const Rounds& rounds, const Ceilings& ceilings) {
  const std::vector<double>& first = rounds.seconds.front();
  result.sampling = {static_cast<int>(first.size()),
                     rounds.repeats,
                     rounds.discarded_for_clock,
                     rounds.discarded_as_early,
                     rounds.waits_for_host,
                     rounds.clock_hz,
                     std::string(name_of(rounds.stop)),
                     device_.throttle_reasons()};
  if (first.empty()) {
    skip_times(result, fmt::format("no sample could be kept ({})", name_of(rounds.stop)));
    return;
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    ModelResult& model = result.models[contenders[i].model];
    model.timing = Timing{median_interval(rounds.seconds[i]), rounds.seconds[i]};
    const double seconds = model.timing->seconds.median;
    model.share_of_ceiling = ceilings.least_seconds(result.work) / seconds;
    model.share_of_datasheet = datasheet_.least_seconds(result.work) / seconds;
    if (i == 0 || contenders.front().model != Model::native) continue;
    const Interval ratio = median_interval(ratios(first, rounds.seconds[i]));
    const bool long_enough =
        is_long_enough(rounds, i, device_.info().timer_resolution_s, options_.rounds.parity_band);
    result.comparisons.push_back(
        {contenders[i].model, Model::native, ratio,
         long_enough ? judge(ratio, options_.rounds.parity_band) : Verdict::inconclusive});
  }
}

CaseResult Suite::validate(const PlannedCase& planned) {
  CaseResult result = case_of(planned, platform_);
  contenders_of(planned, options_.models, result);
  return result;
}

CaseResult Suite::run(const PlannedCase& planned) {
  return run(planned, options_.models, options_.rounds, ceilings_for(planned));
}

CaseResult Suite::run(const PlannedCase& planned, const std::vector<Model>& models,
                      const RoundsOptions& rounds, const Ceilings& ceilings) {
  CaseResult result = case_of(planned, platform_);
  const std::vector<Contender> contenders = contenders_of(planned, models, result);
  if (contenders.empty()) return result;
  if (result.work.empty()) {
    skip_times(result, "nothing to time: the case asks for no bytes; its result is right");
    return result;
  }
  std::vector<Launch> launches;
  for (const Contender& contender : contenders) launches.push_back(contender.launch);
  record_times(result, contenders,
               run_rounds(device_, launches, at(planned.cache, rounds), options_.interrupted),
               ceilings);
  return result;
}

double Suite::measured_rate(const PlannedCase& planned, const RoundsOptions& rounds) {
  const CaseResult result = run(planned, {Model::native}, rounds, ceilings_);
  const ModelResult& native = result.models.at(Model::native);
  if (options_.interrupted()) return 0;
  if (!native.timing)
    throw std::runtime_error(
        fmt::format("the ceiling {} could not be measured: {}", result.variant, native.reason));
  const bool computes = planned.variant->ceiling_of == Rate::fma;
  return (computes ? result.work.flops : result.work.bytes()) / native.timing->seconds.median;
}

void Suite::measure_ceilings(const std::vector<PlannedCase>& cases, const Ceilings& known) {
  ceiling_cases_ = cases;
  ceilings_ = known;
  RoundsOptions rounds;
  rounds.budget_seconds = std::clamp(options_.rounds.budget_seconds, 0.1, 1.0);
  for (const PlannedCase& planned : cases) {
    if (options_.interrupted()) return;
    double& rate = ceilings_.of(planned.variant->ceiling_of.value());
    if (rate == 0) rate = measured_rate(planned, rounds);
  }
  predictions_.clear();  // made without the ceilings
}

/// The ceilings for a hot case, measured with hot arrays of about the same size.
const Ceilings& Suite::ceilings_for(const PlannedCase& planned) {
  if (planned.cache == Cache::cold || ceiling_cases_.empty()) return ceilings_;
  constexpr std::size_t least = 1 << 12;
  const std::size_t bytes = std::bit_floor(
      std::max(least, total_bytes(planned.variant->problem->arrays(planned.parameters))));
  const auto found = hot_ceilings_.find(bytes);
  return found != hot_ceilings_.end() ? found->second : hot_ceilings_[bytes] = hot_ceilings(bytes);
}

Ceilings Suite::hot_ceilings(std::size_t bytes) {
  RoundsOptions rounds;
  rounds.budget_seconds = 0.1;
  Ceilings ceilings = ceilings_;
  for (PlannedCase planned : ceiling_cases_) {
    const Rate rate = planned.variant->ceiling_of.value();
    if (!is_of_memory(rate)) continue;
    const std::size_t arrays = rate == Rate::copy ? 2 : 1;
    planned.parameters.set("n", static_cast<std::int64_t>(bytes / arrays / sizeof(float)));
    planned.cache = Cache::hot;
    ceilings.of(rate) = measured_rate(planned, rounds);
    if (options_.interrupted()) break;
  }
  return ceilings;
}

SelfComparison Suite::compare_with_itself(const PlannedCase& planned) {
  ModelResult validation;
  const auto launch = validated(planned, Model::native, key_of(planned, Model::native), validation);
  if (!launch)
    throw Error(ExitStatus::invalid,
                fmt::format("{} failed validation: {}", planned.label(), validation.reason));
  const Rounds rounds = run_rounds(device_, {*launch, *launch}, at(planned.cache, options_.rounds),
                                   options_.interrupted);
  if (rounds.seconds.front().empty())
    throw std::runtime_error(fmt::format("{}: no sample could be kept", planned.label()));
  const Interval ratio = median_interval(ratios(rounds.seconds[0], rounds.seconds[1]));
  return {planned.experiment->name,
          planned.variant->name,
          planned.parameters,
          std::string(name_of(planned.cache)),
          median(rounds.seconds.front()),
          ratio,
          judge(ratio, options_.rounds.parity_band)};
}

/// Memory shared by host and device is kept small: more of it than the device has can hang a GPU.
void check_shared(const PlannedCase& planned, const PlatformDevice& device) {
  const auto specs = planned.variant->problem->arrays(planned.parameters);
  const std::size_t shared = total_bytes(specs, Space::managed) + total_bytes(specs, Space::pinned);
  const std::size_t most = device.free_bytes() / 4;
  if (shared > most)
    throw UsageError(fmt::format(
        "{} needs {} of memory that host and device share, at most a quarter of the device's free "
        "memory ({}) is used; choose a smaller size with --set",
        planned.label(), in_GiB(shared), in_GiB(most)));
}

void check_memory(const std::vector<PlannedCase>& cases, const PlatformDevice& device) {
  const auto most = largest(cases);
  // The flush buffer and the libraries' workspaces are needed in addition.
  const std::size_t on_device =
      most.first + 2 * device.info().cache_bytes + (std::size_t{64} << 20U);
  const auto check = [&](const char* where, std::size_t needed, std::size_t available) {
    if (needed > available)
      throw UsageError(
          fmt::format("{} needs {} of {} memory, {} is available; choose a smaller size with --set",
                      most.second->label(), in_GiB(needed), where, in_GiB(available)));
  };
  check("device", on_device, device.free_bytes());
  check("host", most.first, host_available_bytes());
  for (const PlannedCase& planned : cases) check_shared(planned, device);
}

}  // namespace tilebridge::measure
