// SPDX-License-Identifier: Apache-2.0
// Every variant in every model that a platform has, over sizes that show wrong indexing.
#include "backends/backends.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "measure/suite.hpp"
#include "tests/backends/own_models.hpp"

namespace tilebridge {
namespace {

using Value = std::pair<std::string, std::int64_t>;  // of a parameter

class BackendsTest : public DeviceTest {
 protected:
  explicit BackendsTest(Platform platform) : DeviceTest(platform) {}

  /// Runs every variant of `experiment` at the assigned values, in every type of numbers that it
  /// has, and expects every model valid.
  void expect_valid(const std::string& experiment, const std::vector<Value>& assignments) {
    measure::Selection selection;
    selection.experiments = {experiment};
    for (const auto& [name, value] : assignments)
      selection.assignments.emplace_back(name, std::to_string(value));
    const Experiment& e = catalogue().experiment(experiment.substr(0, experiment.find('/')));
    for (const Parameter& parameter : e.parameters)
      for (const std::string& word : parameter.words)
        selection.assignments.emplace_back(parameter.name, word);
    selection.caches = {Cache::hot};
    selection.platform = platform_;
    measure::Suite suite = launching_twice();
    for (const measure::PlannedCase& planned : measure::plan(selection, catalogue()))
      expect_valid(suite.validate(planned), planned);
  }

  /// Validates the second of two launches, so that what the first leaves behind is seen too.
  measure::Suite launching_twice() {
    measure::SuiteOptions options;
    options.seed = 7;
    options.first_launch = [](const ModelForm&, const kernels::Launch& launch) {
      launch();
      launch();
    };
    options.missing = backend_->missing();
    return {platform_, backend_->device(), backend_->implementations(), options};
  }

  bool is_missing(const Model& model) const {
    return backend_->missing().contains(Model(model.name()));
  }

  /// Skipped by its own prepare function, and not because nobody wrote it.
  bool is_unavailable(const KernelResult& result, const ModelForm& kernel,
                      const measure::PlannedCase& planned) const {
    const Variant& v = *planned.variant;
    const bool stands_in = kernel.model.is_native() && kernel.form != v.form;
    const std::string& code = stands_in ? v.listing() : v.name;
    return result.status == Status::skipped && !result.validation &&
           backend_->implementations().has(kernel.model, planned.experiment->name + "/" + code);
  }

  /// Blocks, threads in a block and bytes of dynamic shared memory of each launch.
  static std::vector<std::array<std::uint64_t, 3>> counts_of(const LaunchShapes& launches) {
    std::vector<std::array<std::uint64_t, 3>> counts;
    for (const auto& [grid, block, shared_bytes] : launches)
      counts.push_back({std::uint64_t{grid[0]} * grid[1] * grid[2],
                        std::uint64_t{block[0]} * block[1] * block[2], shared_bytes});
    return counts;
  }

  /// A control, in either spelling, is launched as what it is a control for, whose own kernels may
  /// clear the result first.
  static void expect_alike_launches(const CaseResult& result, const measure::PlannedCase& planned,
                                    const ModelForm& one) {
    const KernelResult* of_control = result.kernels.find(one);
    if (of_control == nullptr || of_control->status != Status::ok) return;
    for (const auto& [kernel, of_kokkos] : result.kernels) {
      if (!kernel.is({Model::kokkos, Form::loops}) || of_kokkos.status != Status::ok) continue;
      LaunchShapes followed = of_kokkos.launches;
      if (followed.size() > of_control->launches.size())
        followed.erase(followed.begin(), followed.end() - std::ssize(of_control->launches));
      EXPECT_EQ(counts_of(of_control->launches), counts_of(followed))
          << planned.label() << " " << text_of(one);
      break;
    }
  }

  void expect_valid(const CaseResult& result, const measure::PlannedCase& planned) {
    for (const Support& support : planned.variant->models)
      EXPECT_TRUE(!support.runs_on(platform_) || result.kernels.contains(support.model))
          << planned.label() << " " << name_of(support.model);
    for (const auto& [kernel, kernel_result] : result.kernels) {
      if (is_missing(kernel.model)) continue;
      if (kernel_result.status == Status::no_equivalent) continue;
      if (is_unavailable(kernel_result, kernel, planned)) continue;
      ASSERT_TRUE(kernel_result.validation)
          << planned.label() << " " << text_of(kernel) << ": " << kernel_result.reason;
      EXPECT_TRUE(kernel_result.validation->ok())
          << planned.label() << " " << text_of(kernel) << ": " << kernel_result.reason;
      validated_.insert({planned.experiment->name + "/" + planned.variant->name, kernel});
    }
    for (const ModelForm& one : {control, respelled_control})
      expect_alike_launches(result, planned, one);
  }

  using Kernels = std::set<std::pair<std::string, ModelForm>>;  // of "transpose/tile"
  const Kernels& validated() const { return validated_; }

  /// Lists what a model registered, any build of it.
  Kernels registered(const Model& model) const {
    Kernels kernels;
    for (const kernels::Implementations::Entry& entry : backend_->implementations().entries()) {
      if (!entry.model.is(model)) continue;
      const auto [experiment, variant] = split(entry.key);
      const Variant& v = catalogue().experiment(experiment).variant(variant);
      kernels.insert({entry.key, {entry.model, entry.form.value_or(v.form_of(entry.model))}});
    }
    return kernels;
  }

  /// "transpose" and "tile" of "transpose/tile".
  static std::pair<std::string, std::string> split(const std::string& key) {
    const std::size_t at = key.find('/');
    return {key.substr(0, at), key.substr(at + 1)};
  }

  Kernels validated_;
};

class Backends : public BackendsTest, public testing::WithParamInterface<Platform> {
 protected:
  Backends() : BackendsTest(GetParam()) {}
};

INSTANTIATE_TEST_SUITE_P(, Backends, testing::Values(Platform::host, Platform::cuda, Platform::hip),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(Backends, HaveExactlyWhatTheCatalogueSays) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Model& model : {Model::native, Model::kokkos}) {
        if (is_missing(model)) continue;
        EXPECT_EQ(backend_->implementations().has(model, e.name + "/" + v.name),
                  v.runs(model, GetParam()))
            << e.name << "/" << v.name << " " << name_of(model);
      }
}

/// A second spelling is of a kernel that has a first one, in every type of numbers.
TEST_P(Backends, RespelledControlsHaveAControl) {
  const auto& entries = backend_->implementations().entries();
  const auto registered_as = [&](const auto& one, Form form) {
    return std::ranges::any_of(entries, [&](const kernels::Implementations::Entry& other) {
      return other.model == one.model && other.key == one.key && other.form == form &&
             other.arguments == one.arguments;
    });
  };
  std::set<std::string> respelled;
  for (const auto& entry : entries) {
    if (entry.form != Form::respelled) continue;
    EXPECT_TRUE(registered_as(entry, Form::loops)) << entry.key;
    respelled.insert(entry.key);
  }
  for (const auto& entry : entries) {
    const bool is_control = entry.model.is_native() && entry.form == Form::loops;
    if (!is_control || !respelled.contains(entry.key)) continue;
    EXPECT_TRUE(registered_as(entry, Form::respelled)) << entry.key;
  }
}

/// One experiment at all the sizes that it says show wrong indexing.
class AtItsSizes : public BackendsTest,
                   public testing::WithParamInterface<std::tuple<Platform, std::string>> {
 protected:
  AtItsSizes() : BackendsTest(std::get<Platform>(GetParam())) {}
  const Experiment& experiment() const {
    return catalogue().experiment(std::get<std::string>(GetParam()));
  }

  /// Every combination of the axes' values, and of the words of the other parameters.
  void expect_valid_at(const TestSizes& sizes, std::vector<Value> values = {}) {
    if (values.size() == sizes.axes.size()) {
      const std::string variant = sizes.variant.empty() ? "" : "/" + sizes.variant;
      return expect_valid(experiment().name + variant, values);
    }
    const auto& [name, axis] = sizes.axes[values.size()];
    values.emplace_back(name, 0);
    for (const std::int64_t value : axis) {
      values.back().second = value;
      expect_valid_at(sizes, values);
    }
  }
};

bool runs_on(const Variant& v, Platform platform) {
  return v.runs(Model::native, platform) || v.runs(Model::kokkos, platform);
}

bool runs_on(const Experiment& e, Platform platform) {
  return std::ranges::any_of(e.variants, [&](const Variant& v) { return runs_on(v, platform); });
}

TEST_P(AtItsSizes, EveryVariantIsRight) {
  if (!runs_on(experiment(), platform_)) GTEST_SKIP() << "not for " << name_of(platform_);
  for (const TestSizes& sizes : experiment().tested_at)
    if (sizes.are_for(platform_)) expect_valid_at(sizes);
}

/// The experiment's ragged size, or the middle value of each axis that its tests have; and these
/// middle values for variants that have tests of their own, since no ragged size may be for them.
std::vector<TestSizes> small_sizes(const Experiment& e) {
  std::vector<TestSizes> small;
  TestSizes ragged;
  for (const auto& [name, value] : e.ragged) ragged.axes.push_back({name, {e.ragged[name]}});
  if (!ragged.axes.empty()) small.push_back(ragged);
  for (TestSizes sizes : e.tested_at) {
    if (!ragged.axes.empty() && sizes.variant.empty()) continue;
    for (auto& [name, axis] : sizes.axes) axis = {axis[axis.size() / 2]};
    small.push_back(std::move(sizes));
  }
  return small;
}

/// Splits sizes by variant where some variants race, and leaves those variants out.
std::vector<TestSizes> without_races(const Experiment& e, const TestSizes& sizes,
                                     Platform platform) {
  if (std::ranges::none_of(e.variants, &Variant::races)) return {sizes};
  std::vector<TestSizes> separate;
  for (const Variant& v : e.variants) {
    if (v.races || !runs_on(v, platform)) continue;
    separate.push_back(sizes);
    separate.back().variant = v.name;
  }
  return separate;
}

/// Every model of the build at one small size, without what races on purpose:
/// tests/backends/sanitize.sh runs them under compute-sanitizer.
TEST_P(AtItsSizes, OneSmallSizeIsRight) {
  if (!runs_on(experiment(), platform_)) GTEST_SKIP() << "not for " << name_of(platform_);
  for (const TestSizes& small : small_sizes(experiment()))
    for (const TestSizes& sizes : without_races(experiment(), small, platform_))
      if (sizes.are_for(platform_)) expect_valid_at(sizes);
}

std::vector<std::string> names_of_all() {
  std::vector<std::string> names;
  for (const Experiment& e : catalogue()) names.push_back(e.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(, AtItsSizes,
                         testing::Combine(testing::Values(Platform::host, Platform::cuda,
                                                          Platform::hip),
                                          testing::ValuesIn(names_of_all())),
                         [](const auto& info) {
                           return fmt::format("{}_{}", name_of(std::get<Platform>(info.param)),
                                              std::get<std::string>(info.param));
                         });

std::vector<std::string> optional_models() {
  return {
#include "experiments/optional_models.inc"
  };
}

/// A model that a build may leave out.
class OptionalModels : public BackendsTest,
                       public testing::WithParamInterface<std::tuple<Platform, std::string>> {
 protected:
  OptionalModels() : BackendsTest(std::get<Platform>(GetParam())) {}
};

TEST_P(OptionalModels, EveryKernelIsValidated) {
  const Kernels kernels = registered(Model(std::get<std::string>(GetParam())));
  if (kernels.empty()) GTEST_SKIP() << "this build has no kernels of it";
  std::set<std::string> experiments;
  for (const auto& [key, kernel] : kernels) experiments.insert(split(key).first);
  for (const std::string& name : experiments) {
    const Parameters& ragged = catalogue().experiment(name).ragged;
    std::vector<Value> values;
    for (const auto& [parameter, value] : ragged) values.emplace_back(parameter, ragged[parameter]);
    expect_valid(name, values);
  }
  Kernels not_validated;
  std::ranges::set_difference(kernels, validated(),
                              std::inserter(not_validated, not_validated.end()));
  for (const auto& [key, kernel] : not_validated) ADD_FAILURE() << key << " " << text_of(kernel);
  std::cout << kernels.size() << " kernels\n";
}

/// Runs this program's test of a model in a process whose number an earlier process had that could
/// not write what LLVM's OpenMP keeps for it.
[[noreturn]] void run_after_a_full_disk(const std::string& test) {
  std::ofstream(fmt::format("/dev/shm/__KMP_REGISTERED_LIB_{}_{}", ::getpid(), ::getuid()));
  const std::string filter = "--gtest_filter=" + test;
  ::execl("/proc/self/exe", "backend_tests", filter.c_str(), nullptr);
  ::_exit(127);
}

TEST_P(OptionalModels, WhatAnEarlierProcessLeftIsNoError) {
  const Model model(std::get<std::string>(GetParam()));
  if (registered(model).empty()) GTEST_SKIP() << "this build has no kernels of it";
  const std::string of_model = fmt::format("{}_{}", name_of(platform_), model.name());
  const pid_t child = ::fork();
  if (child == 0) run_after_a_full_disk("OptionalModels.EveryKernelIsValidated/" + of_model);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

INSTANTIATE_TEST_SUITE_P(, OptionalModels,
                         testing::Combine(testing::Values(Platform::host, Platform::cuda),
                                          testing::ValuesIn(optional_models())),
                         [](const auto& info) {
                           return fmt::format("{}_{}", name_of(std::get<Platform>(info.param)),
                                              std::get<std::string>(info.param));
                         });

TEST_P(Backends, CeilingsAreRight) {
  measure::Suite suite = launching_twice();
  for (measure::PlannedCase planned :
       measure::plan_ceilings(Preset::quick, GetParam(), catalogue())) {
    if (!planned.parameters.has("n")) continue;  // a copy over the link: see above
    for (const std::int64_t n : {32, 4096, 100000}) {
      planned.parameters.set("n", n);
      expect_valid(suite.validate(planned), planned);
    }
  }
}

/// The longest matrices there may be: as many rows of tiles as gridDim.y goes to.
TEST_P(Backends, TransposeIsRightAtTheLimitOfTheGrid) {
  if (GetParam() == Platform::host) GTEST_SKIP() << "a host has no grid";
  expect_valid("transpose", {{"rows", 65535 * 8}, {"cols", 3}});
  expect_valid("transpose", {{"rows", 3}, {"cols", 65535 * 8}});
}

/// The arrays have as many bytes as 32 bits count. large_sizes_test.cpp goes further.
TEST_P(Backends, HistogramIsRightAtItsLargestSize) {
  constexpr std::int64_t n = std::numeric_limits<std::uint32_t>::max();
  if (backend_->device().free_bytes() < 2 * std::size_t{n} || GetParam() == Platform::host)
    GTEST_SKIP() << "takes a GPU with " << (2 * n >> 30) << " GiB of free memory";
  measure::Selection selection;
  selection.experiments = {"histogram"};
  selection.assignments = {{"n", std::to_string(n)}, {"data", "uniform"}};
  selection.caches = {Cache::hot};
  selection.platform = GetParam();
  measure::Suite suite = launching_twice();
  for (const measure::PlannedCase& planned : measure::plan(selection, catalogue()))
    expect_valid(suite.validate(planned), planned);
}

/// One model of a variant on arrays of its own, ready to be launched.
class PreparedCase {
 public:
  PreparedCase(kernels::Backend& backend, const Experiment& e, const Variant& v, const Model& model,
               const Parameters& p, std::uint64_t seed)
      : backend_(backend),
        variant_(v),
        parameters_(p),
        specs_(v.problem->arrays(p)),
        host_(specs_, seed) {
    ArrayPointers pointers;
    for (const ArraySpec& spec : specs_) {
      void* const memory =
          memory_.emplace(spec.name, device().allocate(spec.bytes, spec.space)).first->second.get();
      pointers.set(spec.name, memory);
      if (spec.role == Role::input)
        device().upload(memory, host_.bytes(spec.name).data(), spec.bytes);
      else if (spec.begins_as.empty())
        device().fill(memory, poison, spec.bytes);
      else
        device().upload(memory, memory_.at(spec.begins_as).get(), spec.bytes);
    }
    launch_ = backend.implementations().prepare(model, e.name + "/" + v.name,
                                                v.problem->bind(pointers, p));
  }

  void launch() const { launch_(); }

  /// The outputs, as the platform has them now.
  std::vector<std::span<std::byte>> download() {
    device().synchronize();
    std::vector<std::span<std::byte>> outputs;
    for (const ArraySpec& spec : specs_) {
      if (spec.role != Role::output) continue;
      outputs.push_back(host_.bytes(spec.name));
      device().download(outputs.back().data(), memory_.at(spec.name).get(), spec.bytes);
    }
    return outputs;
  }

  Validation validate() const { return variant_.problem->validate(host_, parameters_); }

 private:
  kernels::PlatformDevice& device() { return backend_.device(); }

  kernels::Backend& backend_;
  const Variant& variant_;
  Parameters parameters_;
  std::vector<ArraySpec> specs_;
  HostArrays host_;
  std::map<std::string, kernels::PlatformDevice::Allocation> memory_;
  kernels::Launch launch_;
};

/// Calls check(experiment, variant, model) for all that this platform should be able to launch.
template <class Check>
void for_every_model(Platform platform, const std::vector<Model>& models, const Check& check) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Model model : models) {
        if (!v.runs(model, platform)) continue;
        SCOPED_TRACE(fmt::format("{}/{} {}", e.name, v.name, name_of(model)));
        check(e, v, model);
      }
}

/// A fault planted in any one element of a right result is seen, in every variant. (A word that may
/// be late, of message_order, is counted too, so that two numbers are wrong.)
TEST_P(Backends, APlantedFaultIsSeen) {
  const Random random(11, 0);
  std::uint64_t planted = 0;
  std::uint64_t unavailable = 0;
  std::uint64_t variants = 0;
  for_every_model(
      GetParam(), {Model::native}, [&](const Experiment& e, const Variant& v, const Model& model) {
        ++variants;
        try {
          const Parameters p = cases_of(v, Preset::quick, Platform::host).front();
          PreparedCase prepared(*backend_, e, v, model, p, 5);
          prepared.launch();
          const std::vector<std::span<std::byte>> outputs = prepared.download();
          ASSERT_TRUE(prepared.validate().ok());
          const std::span<std::byte> result = outputs[random.bits(++planted) % outputs.size()];
          const std::size_t at = random.bits(planted) % (result.size() / 4) * 4;
          result[at + 3] ^= std::byte{0x40};  // the exponent's highest bit but one
          EXPECT_GE(prepared.validate().wrong, 1U);
          EXPECT_LE(prepared.validate().wrong, e.name == "message_order" ? 2U : 1U);
        } catch (const Unavailable& reason) {
          EXPECT_NE(GetParam(), Platform::host) << reason.what();  // a host has all that it should
          ++unavailable;
        }
      });
  EXPECT_EQ(planted + unavailable, variants);
  EXPECT_GT(planted, unavailable);
}

/// Two prepared cases, of different data, do not share what they should not.
TEST_P(Backends, TwoPreparedCasesAreBothRight) {
  for_every_model(GetParam(), {Model::native, Model::kokkos},
                  [&](const Experiment& e, const Variant& v, const Model& model) {
                    if (is_missing(model)) return;
                    try {
                      const Parameters p = cases_of(v, Preset::quick, Platform::host).front();
                      PreparedCase first(*backend_, e, v, model, p, 5);
                      PreparedCase second(*backend_, e, v, model, p, 6);
                      for (PreparedCase* prepared : {&first, &second, &first}) {
                        prepared->launch();
                        prepared->download();
                        const Validation validation = prepared->validate();
                        EXPECT_TRUE(validation.ok()) << describe(validation);
                      }
                    } catch (const Unavailable&) {
                    }
                  });
}

}  // namespace
}  // namespace tilebridge
