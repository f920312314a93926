// SPDX-License-Identifier: Apache-2.0
#include "measure/suite.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/coalescing/layout.hpp"
#include "catalogue/coalescing/stride.hpp"
#include "catalogue/hierarchy/bandwidth.hpp"
#include "catalogue/tiling/reduce.hpp"
#include "kernels/implementations.hpp"
#include "results/recomputation.hpp"
#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

constexpr std::size_t output_bytes = 500 * sizeof(float);

std::vector<PlannedCase> cases_for(const char* variant, std::vector<Assignment> assignments,
                                   Cache cache = Cache::cold, Platform platform = Platform::host) {
  return plan({.experiments = {variant},
               .models = {},
               .forms = {},
               .assignments = std::move(assignments),
               .caches = {cache},
               .platform = platform},
              catalogue());
}

/// Two models of stride/copy on a fake device; `kokkos_fault` is what Kokkos does wrong.
class SuiteTest : public testing::Test {
 protected:
  enum class Fault {
    none,
    one_element,
    leaves_the_last,
    writes_nothing,
    right_only_once,
    writes_beyond,
    writes_input
  };

  void add_models(Fault kokkos_fault) {
    add(Model::native, 1e-3, Fault::none);
    add(Model::kokkos, 2e-3, kokkos_fault);
  }

  void add(Model model, double seconds, Fault fault) {
    kernels::Registrar<int> registrar(implementations_.of(model), 0);
    registrar.add("stride/copy", [this, seconds, fault](const StridedCopy<float>& s, int) {
      device_.launched_seconds = seconds;
      if (fault == Fault::writes_nothing) return;
      const std::size_t count = fault == Fault::leaves_the_last ? s.count - 1 : s.count;
      for (std::size_t i = 0; i < count; ++i) s.out[i] = s.in[i * s.stride];
      if (fault == Fault::one_element) s.out[s.count / 2] += 0x1p-20F;
      if (fault == Fault::right_only_once && launches_++ > 0) s.out[0] += 1;
      if (fault == Fault::writes_beyond) s.out[s.count] = 0;
      if (fault == Fault::writes_input) const_cast<float*>(s.in)[1] = 7;
    });
  }

  void add_control() {
    kernels::Registrar<int>(implementations_.of(Model::native), 0)
        .add_control("stride/copy",
                     [this](const StridedCopy<float>& s, const LaunchShapes& followed, int) {
                       followed_ = followed;
                       device_.launched_seconds = 4e-3;
                       for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
                     });
  }

  /// In its nth launch, and in all after it.
  void add_failing(Model model, int nth, bool breaks_device = false) {
    kernels::Registrar<int>(implementations_.of(model), 0)
        .add("stride/copy", [this, nth, breaks_device, launches = std::make_shared<int>()](
                                const StridedCopy<float>& s, int) {
          device_.launched_seconds = 1e-3;
          if (++*launches >= nth) {
            device_.is_broken = breaks_device;
            throw kernels::KernelFailed("out of luck");
          }
          for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
        });
  }

  static PlannedCase planned_for(std::int64_t n) {
    return cases_for("stride/copy", {{"n", std::to_string(n)}, {"stride", "2"}}).at(0);
  }

  CaseResult run(std::int64_t n = 1000) {
    cases_ = {planned_for(n)};
    Suite suite(Platform::host, device_, implementations_, options_);
    return suite.run(cases_.at(0));
  }

  FakeDevice device_;
  kernels::Implementations implementations_;
  SuiteOptions options_;
  std::vector<PlannedCase> cases_;
  int launches_ = 0;       // of one that is right only once
  LaunchShapes followed_;  // in the last launch of the control
  const LaunchShapes of_kokkos = {{{4, 1, 1}, {1, 128, 1}, 0}};
};

TEST_F(SuiteTest, ComparesValidModels) {
  add_models(Fault::none);
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(Model::native).status, Status::ok);
  ASSERT_EQ(result.comparisons.size(), 1U);
  EXPECT_DOUBLE_EQ(result.comparisons[0].ratio.median, 0.5);
  EXPECT_EQ(result.comparisons[0].verdict, Verdict::slower);
  EXPECT_EQ(result.work.bytes(), sizeof(float) * 2 * 500);
}

TEST_F(SuiteTest, NativeCodeIsPredictedOnceForAllThatIsComparedWithIt) {
  add_models(Fault::none);
  kernels::Registrar<int> registrar(implementations_.of(Model::kokkos), 0);
  registrar.add("stride/copy_rewritten", [](const StridedCopy<float>& s, int) {
    for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
  });
  Experiment stride = catalogue().experiment("stride");
  int predicted = 0;
  for (Variant& variant : stride.variants)
    if (variant.accesses)
      variant.accesses = [&predicted, accesses = variant.accesses](auto&&... arguments) {
        ++predicted;
        return accesses(arguments...);
      };
  Suite suite(Platform::cuda, device_, implementations_, options_);
  const Parameters parameters = {{"n", 1000}, {"stride", 2}, {"real", "float"}};
  const auto run_of = [&](const char* variant) {
    return suite.run({&stride, &stride.variant(variant), parameters, Cache::cold});
  };
  const CaseResult in_loops = run_of("copy");
  const CaseResult rewritten = run_of("copy_rewritten");
  EXPECT_EQ(predicted, 2);  // native and Kokkos in loops
  EXPECT_FALSE(rewritten.kernels.at(Model::kokkos).prediction);
  const auto sectors = [](const CaseResult& c) {
    return c.kernels.at(Model::native).prediction->traffic.load.sectors;
  };
  EXPECT_GT(sectors(in_loops), 0);
  EXPECT_EQ(sectors(in_loops), sectors(rewritten));
}

TEST_F(SuiteTest, AControlIsDescribedAsWhatItControlsUnlessItDiffers) {
  add_models(Fault::none);
  add_control();
  for (const bool differs : {false, true}) {
    Experiment stride = catalogue().experiment("stride");
    stride.control_differs = differs;
    Variant& copy = *std::ranges::find(stride.variants, "copy", &Variant::name);
    std::set<ModelForm> described;
    copy.accesses = [&described, accesses = copy.accesses](const ModelForm& kernel,
                                                           auto&&... arguments) {
      described.insert(kernel);
      return accesses(kernel, arguments...);
    };
    Suite suite(Platform::cuda, device_, implementations_, options_);
    suite.run({&stride, &copy, {{"n", 1000}, {"stride", 2}, {"real", "float"}}, Cache::cold});
    EXPECT_EQ(described.size(), differs ? 3U : 2U);
    EXPECT_EQ(described.contains(control), differs);
  }
}

TEST_F(SuiteTest, AnInvalidResultHasNoTime) {
  for (const Fault fault : {Fault::one_element, Fault::leaves_the_last, Fault::writes_nothing}) {
    add_models(fault);
    const CaseResult result = run();
    const KernelResult& kokkos = result.kernels.at(Model::kokkos);
    EXPECT_EQ(kokkos.status, Status::invalid);
    EXPECT_FALSE(kokkos.timing);
    EXPECT_THAT(kokkos.reason, testing::HasSubstr("of 500"));
    EXPECT_TRUE(result.comparisons.empty());
    EXPECT_TRUE(result.kernels.at(Model::native).timing);
  }
}

/// Each alone, beside native code that is right.
TEST_F(SuiteTest, WhatAKernelDoesBesidesItsResultIsFound) {
  const std::vector<std::pair<Fault, std::string>> faults = {
      {Fault::right_only_once, "after it was timed: off by "},
      {Fault::writes_beyond, "it wrote beyond the array 'out'"},
      {Fault::writes_input, "it changed the input 'in'"}};
  for (const auto& [fault, reason] : faults) {
    add_models(fault);
    const CaseResult result = run();
    const KernelResult& kokkos = result.kernels.at(Model::kokkos);
    EXPECT_EQ(kokkos.status, Status::invalid);
    EXPECT_THAT(kokkos.reason, testing::HasSubstr(reason));
    EXPECT_FALSE(kokkos.timing);
    EXPECT_TRUE(result.comparisons.empty());
    EXPECT_EQ(result.kernels.at(Model::native).status, Status::ok) << reason;
    EXPECT_TRUE(result.kernels.at(Model::native).timing);
  }
}

/// One of a million random numbers may be missing within the error bound; no sign may.
TEST_F(SuiteTest, WhatALaunchDoesOutOfItsTurnIsFound) {
  add_models(Fault::none);
  device_.conduct.began_early = true;
  EXPECT_EQ(run().kernels.at(Model::native).reason,
            "after it was timed: it wrote its result before its turn on the queue");
  device_.conduct = {.outlived = true};
  EXPECT_EQ(run().kernels.at(Model::kokkos).reason,
            "after it was timed: it still worked after its launch had ended");
  EXPECT_EQ(device_.watched, 1U);
}

TEST_F(SuiteTest, ADeviceThatSeemsBusyOnceIsNoWorkLeftBehind) {
  add_models(Fault::none);
  device_.seemed_busy = {true};
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(Model::native).reason, "");
  EXPECT_EQ(result.kernels.at(Model::kokkos).reason, "");
  EXPECT_TRUE(device_.seemed_busy.empty());
}

TEST_F(SuiteTest, WorkLeftBehindByEverySecondLaunchIsFound) {
  add_models(Fault::none);
  device_.seemed_busy = {true, false, true};
  EXPECT_EQ(run().kernels.at(Model::native).reason,
            "after it was timed: it still worked after its launch had ended");
}

TEST_F(SuiteTest, ATimeBelowWhatTheCeilingsAllowIsInvalid) {
  add(Model::native, 1e-3, Fault::none);
  add(Model::kokkos, 1e-12, Fault::none);
  kernels::Registrar<int>(implementations_.of(Model::native), 0)
      .add("bandwidth/dram_copy", [this](const CopyBandwidth& c, int) {
        device_.launched_seconds = 1e-3;
        std::copy_n(c.in, c.n, c.out);
      });
  cases_ = {planned_for(1000)};
  Suite suite(Platform::host, device_, implementations_, options_);
  suite.measure_ceilings(cases_for("bandwidth/dram_copy", {{"n", "1024"}, {"steps", "1"}}));
  const CaseResult result = suite.run(cases_[0]);
  EXPECT_EQ(result.kernels.at(Model::native).status, Status::ok);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::invalid);
  EXPECT_THAT(result.kernels.at(Model::kokkos).reason, testing::StartsWith("implausible: "));
  EXPECT_TRUE(result.comparisons.empty());
}

/// A kernel must not profit in its next sample from what it left in the outputs.
TEST_F(SuiteTest, EverySampleBeginsWithPoisonedOutputsAndEveryForeignRoundWithOtherInputs) {
  options_.has_foreign_models = true;
  std::set<std::vector<float>> inputs;
  int written = 0;
  kernels::Registrar<int>(implementations_.of(Model::native), 0)
      .add("stride/copy", [&](const StridedCopy<float>& s, int) {
        device_.launched_seconds = 1e-3;
        inputs.emplace(s.in, s.in + s.count * s.stride);
        written += std::isnan(s.out[0]) ? 0 : 1;
        for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
      });
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(Model::native).status, Status::ok);
  EXPECT_EQ(written, 1);  // the last launch finds what was right before the inputs changed
  EXPECT_GE(inputs.size(), 15U);
}

TEST_F(SuiteTest, AForeignModelThatRemembersItsResultIsFound) {
  add(Model::native, 1e-3, Fault::none);
  std::vector<float> known;
  kernels::Registrar<int>(implementations_.of(Model::kokkos), 0)
      .add("stride/copy", [&](const StridedCopy<float>& s, int) {
        device_.launched_seconds = 1e-3;
        for (std::size_t i = known.size(); i < s.count; ++i) known.push_back(s.in[i * s.stride]);
        std::copy(known.begin(), known.end(), s.out);
      });
  EXPECT_EQ(run().kernels.at(Model::kokkos).status, Status::ok);
  known.clear();
  options_.has_foreign_models = true;
  EXPECT_THAT(run().kernels.at(Model::kokkos).reason,
              testing::StartsWith("after it was timed: on inputs that had changed, off by"));
}

TEST_F(SuiteTest, EveryBlockWaitsUntilMemoryIsAsFastAsItWas) {
  add_models(Fault::none);
  run();
  EXPECT_EQ(device_.settled, 5);
}

TEST_F(SuiteTest, ALongSumWithoutOneElementIsFound) {
  for (const std::size_t missing : {0, 1}) {
    const auto sum = [&](const Reduce<float>& r, int) {
      double total = 0;
      for (std::size_t i = missing; i < r.n; ++i) total += double{r.in[i]};
      *r.result = static_cast<float>(total);
    };
    kernels::Registrar<int>(implementations_.of(Model::kokkos), 0)
        .add("reduce/parallel_reduce", sum);
    Suite suite(Platform::host, device_, implementations_, options_);
    const auto cases = cases_for("reduce/parallel_reduce", {{"n", "1Mi"}}, Cache::hot);
    const KernelResult kokkos = suite.run(cases.at(0)).kernels.at(Model::kokkos);
    EXPECT_EQ(kokkos.status, missing == 0 ? Status::ok : Status::invalid);
    EXPECT_EQ(kokkos.reason.find("with inputs of -1 and 1") == 0, missing == 1) << kokkos.reason;
  }
}

TEST_F(SuiteTest, EveryBlockHasArraysElsewhere) {
  std::set<const float*> places;
  kernels::Registrar<int>(implementations_.of(Model::native), 0)
      .add("stride/copy", [&](const StridedCopy<float>& s, int) {
        device_.launched_seconds = 1e-3;
        for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
        places.insert(s.in);
      });
  const CaseResult result = run();
  EXPECT_EQ(result.sampling.blocks.size(), 5U);
  EXPECT_GT(places.size(), 1U);  // an allocator may give an address again
}

TEST_F(SuiteTest, WhatEqualsARightResultIsNotComparedAgain) {
  add_models(Fault::none);
  const CaseResult result = run();
  EXPECT_EQ(device_.downloads[output_bytes], 1);
  EXPECT_EQ(result.kernels.at(Model::kokkos).validation->elements, 500U);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::ok);
}

TEST_F(SuiteTest, WhatDiffersFromARightResultIsCompared) {
  add_models(Fault::leaves_the_last);
  run();
  EXPECT_EQ(device_.downloads[output_bytes], 2);
}

TEST_F(SuiteTest, WhatWasBegunGoesOnWithTheOtherBlocks) {
  add_models(Fault::none);
  Suite suite(Platform::host, device_, implementations_, options_);
  const PlannedCase planned = planned_for(1000);
  CaseResult result = suite.begin(planned);
  EXPECT_THAT(result.sampling.blocks, testing::ElementsAre(3, 3, 3));
  suite.begin(planned_for(2000));  // its arrays take the place of the first's
  suite.finish(planned, result);
  EXPECT_THAT(result.sampling.blocks, testing::ElementsAre(3, 3, 3, 3, 3));
  EXPECT_EQ(result.kernels.at(Model::kokkos).timing->samples.size(), 15U);
  ASSERT_EQ(result.comparisons.size(), 1U);
  EXPECT_DOUBLE_EQ(result.comparisons[0].ratio.median, 0.5);
  EXPECT_EQ(device_.downloads[output_bytes], 1);  // what is right need not be compared again
}

TEST_F(SuiteTest, WhatGoesWrongLaterIsFound) {
  add(Model::native, 1e-3, Fault::none);
  add(Model::kokkos, 2e-3, Fault::right_only_once);
  Suite suite(Platform::host, device_, implementations_, options_);
  const PlannedCase planned = planned_for(1000);
  CaseResult result = suite.begin(planned);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::invalid);
  suite.finish(planned, result);  // has no partner for native code any more
  EXPECT_EQ(result.sampling.blocks.size(), 3U);
  launches_ = -18;  // of 15, and 9 later
  result = suite.begin(planned);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::ok);
  suite.finish(planned, result);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::invalid);
  EXPECT_FALSE(result.kernels.at(Model::kokkos).timing);
  EXPECT_EQ(result.kernels.at(Model::kokkos).share_of_ceiling, 0);
  EXPECT_TRUE(result.comparisons.empty());
}

TEST_F(SuiteTest, EveryBlockGoesToAnotherQueue) {
  add_models(Fault::none);
  run();
  EXPECT_EQ(device_.queue_changes, 4);
}

/// A second build of the model.
constexpr Model second("kokkos@5.0.2");
constexpr ModelForm second_in_loops = {second, Form::loops};

TEST_F(SuiteTest, ASecondBuildIsTimedInTheSameRoundsAndComparedWithBoth) {
  add_models(Fault::none);
  add(second, 4e-3, Fault::none);
  const CaseResult result = run();
  const KernelResult& other = result.kernels.at(second_in_loops);
  EXPECT_EQ(other.status, Status::ok);
  EXPECT_EQ(other.timing->samples.size(), 15U);
  ASSERT_EQ(result.comparisons.size(), 3U);
  EXPECT_DOUBLE_EQ(result.comparisons[0].ratio.median, 0.5);  // of the first build
  EXPECT_EQ(result.comparisons[1].kernel, second_in_loops);
  EXPECT_TRUE(result.comparisons[1].against.model.is_native());
  EXPECT_DOUBLE_EQ(result.comparisons[1].ratio.median, 0.25);
  EXPECT_EQ(result.comparisons[2].against, (ModelForm{Model::kokkos, Form::loops}));
  EXPECT_DOUBLE_EQ(result.comparisons[2].ratio.median, 0.5);
  EXPECT_EQ(result.comparisons[2].verdict, Verdict::slower);
}

TEST_F(SuiteTest, ASecondBuildThatIsWrongLeavesTheOthers) {
  add_models(Fault::none);
  add(second, 4e-3, Fault::writes_nothing);
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(second).status, Status::invalid);
  EXPECT_EQ(result.comparisons.size(), 1U);
  EXPECT_TRUE(result.kernels.at(Model::kokkos).timing);
}

TEST_F(SuiteTest, ASecondBuildWithoutTheKernelSaysSo) {
  add_models(Fault::none);
  kernels::Registrar<int>(implementations_.of(second), 0)
      .add("stride/add", [](const StridedCopy<float>&, int) {});
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(second).status, Status::skipped);
  EXPECT_EQ(result.kernels.at(second).reason, "not written for host");
}

/// Native code in loops separates the cost of the form from that of the model.
TEST_F(SuiteTest, AControlIsTimedInTheSameRounds) {
  add_models(Fault::none);
  add_control();
  const CaseResult result = run();
  ASSERT_EQ(result.comparisons.size(), 3U);
  EXPECT_EQ(result.comparisons[0].kernel, (ModelForm{Model::native, Form::loops}));
  EXPECT_EQ(result.comparisons[0].against, (ModelForm{Model::native, Form::indices}));
  EXPECT_DOUBLE_EQ(result.comparisons[0].ratio.median, 0.25);
  EXPECT_EQ(result.comparisons[2].kernel, (ModelForm{Model::kokkos, Form::loops}));
  EXPECT_EQ(result.comparisons[2].against, (ModelForm{Model::native, Form::loops}));
  EXPECT_DOUBLE_EQ(result.comparisons[2].ratio.median, 2);
}

TEST_F(SuiteTest, TheReferenceIsFirstWhateverWasRegisteredFirst) {
  add_control();
  add_models(Fault::none);
  constexpr ModelForm native_code = {Model::native, Form::indices};
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.begin()->first, native_code);
  ASSERT_EQ(result.comparisons.size(), 3U);
  EXPECT_EQ(result.comparisons[0].kernel, control);
  EXPECT_EQ(result.comparisons[0].against, native_code);
  EXPECT_EQ(result.comparisons[1].against, native_code);
}

TEST_F(SuiteTest, AControlIsLaunchedAsWhatIsComparedWithIt) {
  add_models(Fault::none);
  add_control();
  device_.launches_of = [&] {
    return device_.launched_seconds == 2e-3 ? of_kokkos : LaunchShapes();
  };
  const CaseResult result = run();
  EXPECT_EQ(followed_, of_kokkos);  // in every block
  EXPECT_EQ(result.kernels.at(Model::kokkos).launches, of_kokkos);
  EXPECT_TRUE(result.kernels.at(Model::native).launches.empty());
}

/// A control has the loops of one model.
/// The control is timed in both blocks where the library chose another than the usual kernel's.
TEST_F(SuiteTest, AControlIsAlsoLaunchedInTheUsualBlockWhereTheLibraryChoseAnother) {
  add_models(Fault::none);
  add_control();
  const LaunchShapes usual = {{{2, 1, 1}, {256, 1, 1}, 0}};
  const LaunchShapes library = {{{7, 1, 1}, {1, 128, 1}, 16}};
  device_.launches_of = [&] { return device_.launched_seconds == 1e-3 ? usual : library; };
  std::vector<LaunchShapes> followed;
  const auto note = [&] {
    if (followed.empty() || followed.back() != followed_) followed.push_back(followed_);
  };
  options_.about_to_run = [&](const std::string&, const std::string&) { note(); };
  const CaseResult result = run();
  const KernelResult* const in_usual =
      result.kernels.find(ModelForm{Model::native, Form::usual_block});
  ASSERT_NE(in_usual, nullptr);
  EXPECT_EQ(in_usual->status, Status::ok) << in_usual->reason;
  const LaunchShapes expected = {{{4, 1, 1}, {256, 1, 1}, 16}};  // 896 threads
  EXPECT_THAT(followed, testing::Contains(expected));
  const auto has = [&](const ModelForm& kernel, const ModelForm& against) {
    return std::ranges::any_of(result.comparisons, [&](const ComparisonResult& r) {
      return r.kernel == kernel && r.against == against;
    });
  };
  EXPECT_TRUE(has(control_in_usual_block, {Model::native, Form::indices}));
  EXPECT_TRUE(has(control, control_in_usual_block));
  EXPECT_FALSE(has({Model::kokkos, Form::loops}, control_in_usual_block));
}

TEST_F(SuiteTest, ARespelledControlIsLaunchedAndComparedLikeTheControl) {
  add_models(Fault::none);
  add_control();
  LaunchShapes followed;
  kernels::Registrar<int>(implementations_.of(Model::native), 0)
      .add_respelled_control("stride/copy",
                             [&](const StridedCopy<float>& s, const LaunchShapes& shapes, int) {
                               followed = shapes;
                               device_.launched_seconds = 8e-3;
                               for (std::size_t i = 0; i < s.count; ++i)
                                 s.out[i] = s.in[i * s.stride];
                             });
  device_.launches_of = [&] {
    return device_.launched_seconds == 2e-3 ? of_kokkos : LaunchShapes();
  };
  const CaseResult result = run();
  EXPECT_EQ(followed, of_kokkos);
  std::map<ModelForm, double> of_respelled;
  for (const ComparisonResult& r : result.comparisons)
    if (r.against == respelled_control) of_respelled[r.kernel] = r.ratio.median;
  ASSERT_EQ(of_respelled.size(), 1U);
  EXPECT_DOUBLE_EQ(of_respelled.begin()->second, 4);
  EXPECT_TRUE(of_respelled.contains({Model::kokkos, Form::loops}));
}

TEST_F(SuiteTest, AControlIsOfOneModelAndAnotherIsComparedWithItself) {
  add_models(Fault::none);
  add_control();
  const Model raja("raja");
  add(raja, 8e-3, Fault::none);
  kernels::Registrar<int>(implementations_.of(raja), 0)
      .in(Form::indices)
      .add("stride/copy", [this](const StridedCopy<float>& s, int) {
        device_.launched_seconds = 4e-3;
        for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
      });
  device_.launches_of = [&] {
    return device_.launched_seconds == 2e-3 ? of_kokkos : LaunchShapes(1);
  };
  const CaseResult result = run();
  EXPECT_EQ(followed_, of_kokkos);
  std::map<ModelForm, double> of_loops;
  for (const ComparisonResult& r : result.comparisons)
    if (r.kernel == ModelForm{raja, Form::loops}) of_loops[r.against] = r.ratio.median;
  ASSERT_EQ(of_loops.size(), 2U);
  EXPECT_DOUBLE_EQ(of_loops[ModelForm(Model::native, Form::indices)], 0.125);
  EXPECT_DOUBLE_EQ(of_loops[ModelForm(raja, Form::indices)], 0.5);
}

TEST_F(SuiteTest, AControlWithoutAKernelToFollowIsSkipped) {
  add_models(Fault::one_element);
  add_control();
  const CaseResult result = run();
  const KernelResult& of_control = result.kernels.at(ModelForm{Model::native, Form::loops});
  EXPECT_EQ(of_control.status, Status::skipped);
  EXPECT_THAT(of_control.reason, testing::HasSubstr("whose launch it could follow"));
}

TEST_F(SuiteTest, AModelThatTheCatalogueDoesNotKnowIsRunWhereItHasKernels) {
  add_models(Fault::none);
  add(Model("sample"), 2e-3, Fault::none);
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(Model("sample")).status, Status::ok);
  EXPECT_EQ(result.comparisons.size(), 2U);
}

/// One of two models fails in its nth launch.
TEST_F(SuiteTest, WhatFailsWhileItIsTimedLeavesTheOthers) {
  for (const Model& failing : {Model::native, Model::kokkos}) {
    const Model& other = failing == Model::native ? Model::kokkos : Model::native;
    for (const int launch : {2, 9, 20}) {  // warmed up, in a later block, validated again
      add_models(Fault::none);
      add_failing(failing, launch);
      const CaseResult result = run();
      EXPECT_EQ(result.kernels.at(failing).status, Status::invalid);
      EXPECT_EQ(result.kernels.at(failing).reason, "while it was timed: out of luck");
      EXPECT_FALSE(result.kernels.at(failing).timing);
      EXPECT_EQ(result.kernels.at(other).status, Status::ok) << result.kernels.at(other).reason;
      EXPECT_EQ(result.kernels.at(other).timing->samples.size(), 15U);
      EXPECT_TRUE(result.comparisons.empty());
    }
  }
}

TEST_F(SuiteTest, WhatFailsInTheSecondPartIsComparedWithNothing) {
  add_models(Fault::none);
  add(second, 2e-3, Fault::none);
  Suite suite(Platform::host, device_, implementations_, options_);
  const PlannedCase planned = planned_for(1000);
  add_failing(Model::native, 16);
  CaseResult result = suite.begin(planned);
  EXPECT_EQ(result.comparisons.size(), 3U);
  suite.finish(planned, result);
  EXPECT_EQ(result.kernels.at(Model::native).status, Status::invalid);
  ASSERT_EQ(result.comparisons.size(), 1U);
  EXPECT_TRUE(result.comparisons[0].against.model.is(Model::kokkos));
}

/// Whoever watches then knows what to leave out in another process.
TEST_F(SuiteTest, WhatBreaksTheDeviceIsWhatWasAnnouncedLast) {
  for (const int launch : {1, 9}) {  // validated, timed
    add_models(Fault::none);
    add_failing(Model::native, launch, true);
    std::string announced;
    options_.about_to_run = [&](const std::string& label, const std::string& code) {
      announced = label + " " + code;
    };
    EXPECT_THROW(run(), PlatformError);
    EXPECT_EQ(announced, planned_for(1000).label() + " native indices");
    device_.is_broken = false;
  }
}

/// Its destructor is code of the user's, too, where a pair prepared it.
TEST_F(SuiteTest, WhatWasPreparedIsDiscardedUnderItsOwnName) {
  std::string announced;
  std::vector<std::string> discarded;  // "native while native finished"
  const auto add_prepared = [&](const Model& model, int fails_at) {
    implementations_.add({model, "stride/copy", std::nullopt, typeid(StridedCopy<float>),
                          [&, model, fails_at, launches = std::make_shared<int>()](
                              const Arguments& arguments, const LaunchShapes&) {
                            const auto prepared = std::shared_ptr<void>(nullptr, [&, model](void*) {
                              discarded.push_back(std::string(model.key()) + " while " + announced);
                            });
                            const StridedCopy<float> s = arguments.as<StridedCopy<float>>();
                            return [this, s, prepared, launches, fails_at] {
                              device_.launched_seconds = 1e-3;
                              if (++*launches == fails_at)
                                throw kernels::KernelFailed("out of luck");
                              for (std::size_t i = 0; i < s.count; ++i)
                                s.out[i] = s.in[i * s.stride];
                            };
                          }});
  };
  options_.about_to_run = [&](const std::string&, const std::string& code) {
    announced = code.substr(0, code.find(' '));
  };
  options_.about_to_discard = [&](const std::string&, const std::string& code, bool is_finished) {
    announced = code.substr(0, code.find(' ')) + (is_finished ? " finished" : "");
  };
  for (const int fails_at : {0, 9}) {
    discarded.clear();
    add_prepared(Model::native, 0);
    add_prepared(Model::kokkos, fails_at);
    cases_ = {planned_for(1000)};
    Suite suite(Platform::host, device_, implementations_, options_);
    suite.run(cases_.at(0));
    suite.discard();
    EXPECT_THAT(discarded, testing::Contains("native while native"));
    EXPECT_THAT(discarded, testing::Contains("native while native finished"));
    for (const std::string& one : discarded)
      EXPECT_TRUE(one.starts_with("native while native") || one.starts_with("kokkos while kokkos"))
          << one;
  }
}

TEST_F(SuiteTest, AMissingModelIsSkippedWithTheReason) {
  add(Model::native, 1e-3, Fault::none);
  options_.missing[Model::kokkos] = "no Kokkos here";
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::skipped);
  EXPECT_EQ(result.kernels.at(Model::kokkos).reason, "no Kokkos here");
}

TEST_F(SuiteTest, WhatTheDeviceLacksIsSkippedWithTheReason) {
  add(Model::native, 1e-3, Fault::none);
  kernels::Registrar<int> registrar(implementations_.of(Model::kokkos), 0);
  registrar.add_prepared("stride/copy", [](const StridedCopy<float>&, int) -> kernels::Launch {
    throw Unavailable("needs compute capability 9.0");
  });
  const CaseResult result = run();
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::skipped);
  EXPECT_EQ(result.kernels.at(Model::kokkos).reason, "needs compute capability 9.0");
  EXPECT_TRUE(result.kernels.at(Model::native).timing);
}

TEST_F(SuiteTest, WhatThePlatformLacksHasNoEquivalentThere) {
  for (const bool has : {true, false}) {
    add(Model::native, 1e-3, Fault::none);
    kernels::Registrar<int> registrar(implementations_.of(Model::kokkos), 0);
    registrar.add(
        "stride/copy",
        [](const StridedCopy<float>& s, int) {
          for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
        },
        kernels::Feature{has, "HIP has nothing like it"});
    const KernelResult kokkos = run().kernels.at(Model::kokkos);
    EXPECT_EQ(kokkos.status, has ? Status::ok : Status::no_equivalent);
    EXPECT_EQ(kokkos.reason, has ? "" : "HIP has nothing like it");
  }
}

TEST_F(SuiteTest, NothingToDoIsValidatedButNotTimed) {
  add_models(Fault::none);
  const CaseResult result = run(0);
  for (const auto& [kernel, model_result] : result.kernels) {
    EXPECT_EQ(model_result.status, Status::skipped);
    EXPECT_TRUE(model_result.validation->ok());
    EXPECT_FALSE(model_result.timing);
  }
}

TEST_F(SuiteTest, ASingleModelIsTimedWithoutComparison) {
  add_models(Fault::none);
  options_.models = {Model::kokkos};
  const CaseResult result = run();
  EXPECT_FALSE(result.kernels.contains(Model::native));
  EXPECT_TRUE(result.kernels.at(Model::kokkos).timing);
  EXPECT_TRUE(result.comparisons.empty());
}

TEST_F(SuiteTest, ValidatingLaunchesEveryModelOnceAndTimesNone) {
  add_models(Fault::one_element);
  std::vector<Model> launched;
  options_.first_launch = [&](const ModelForm& kernel, const kernels::Launch& launch) {
    launched.push_back(kernel.model);
    launch();
  };
  run();
  EXPECT_THAT(launched, testing::ElementsAre(Model::native, Model::kokkos));
  Suite suite(Platform::host, device_, implementations_, options_);
  device_.samples = 0;
  const CaseResult result = suite.validate(cases_.at(0));
  EXPECT_EQ(device_.samples, 0);
  EXPECT_EQ(launched.size(), 4U);
  EXPECT_EQ(result.kernels.at(Model::native).status, Status::ok);
  EXPECT_FALSE(result.kernels.at(Model::native).timing);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::invalid);
}

TEST_F(SuiteTest, ADifferenceBelowTheLeastChangeIsNoVerdict) {
  add_models(Fault::none);
  options_.least_change = 0.99e-3;
  EXPECT_EQ(run().comparisons.at(0).verdict, Verdict::slower);
  options_.least_change = 1.01e-3;
  EXPECT_EQ(run().comparisons.at(0).verdict, Verdict::undecided);
}

TEST_F(SuiteTest, ADifferenceThatTheTimerDoesNotShowIsNoVerdict) {
  add_models(Fault::none);
  device_.described.timer_resolution_s = 0.05 * 1e-3;  // of native's time, the parity band
  EXPECT_EQ(run().comparisons.at(0).verdict, Verdict::slower);
  device_.described.timer_resolution_s *= 1.01;
  EXPECT_EQ(run().comparisons.at(0).verdict, Verdict::undecided);
}

/// The ceiling of copying alone, at a rate that depends on how much is copied and how hot.
class CeilingsTest : public SuiteTest {
 protected:
  CeilingsTest() {
    add_models(Fault::none);
    kernels::Registrar<int> registrar(implementations_.of(Model::native), 0);
    registrar.add("bandwidth/dram_copy", [this](const CopyBandwidth& c, int) {
      std::copy_n(c.in, c.n, c.out);
      copied_.push_back(c.n);
    });
    device_.respond = [this](double seconds, const kernels::SampleOptions& options) {
      const bool copies = !copied_.empty();
      copies_timed_ += copies ? 1 : 0;
      const double bytes = copies ? 8.0 * static_cast<double>(copied_.back()) : 0;
      copied_.clear();
      const double rate = options.flush_times > 0 ? 1e9 : 10e9;
      return kernels::Sample{copies ? bytes / rate : seconds, 0, 1.98e9, false};
    };
    ceilings_ = plan_ceilings(Preset::quick, Platform::host, catalogue());
    std::erase_if(ceilings_, [](const PlannedCase& c) { return c.variant->name != "dram_copy"; });
  }

  double share(Cache cache) {
    Suite suite(Platform::host, device_, implementations_, options_);
    suite.measure_ceilings(ceilings_, known_);
    cold_rate_ = suite.ceilings().copy_bytes_per_s;
    const auto cases = cases_for("stride/copy", {{"n", "4096"}, {"stride", "1"}}, cache);
    return suite.run(cases.at(0)).kernels.at(Model::native).share_of_ceiling;
  }

  std::vector<PlannedCase> ceilings_;
  Ceilings known_;
  std::vector<std::size_t> copied_;
  int copies_timed_ = 0;
  double cold_rate_ = 0;
};

TEST_F(CeilingsTest, AreOfTheCacheStateThatIsMeasured) {
  const double at_1_gb_per_s = 2 * 4096 * sizeof(float) / 1e9 / 1e-3;
  EXPECT_NEAR(share(Cache::cold), at_1_gb_per_s, 1e-12);
  EXPECT_NEAR(share(Cache::hot), at_1_gb_per_s / 10, 1e-12);
  EXPECT_DOUBLE_EQ(cold_rate_, 1e9);
}

TEST_F(CeilingsTest, AreTakenFromOnePlacementForABriefBudget) {
  share(Cache::cold);
  const int usual = std::exchange(copies_timed_, 0);
  options_.rounds.budget_seconds = 0.01;
  share(Cache::cold);
  EXPECT_LT(copies_timed_, usual / 2);
  EXPECT_DOUBLE_EQ(cold_rate_, 1e9);
}

/// Data that fits into the cache is read at a rate that depends on what the flush has left there.
class FlushTest : public SuiteTest {
 protected:
  FlushTest() {
    device_.described.cache_bytes = std::size_t{1} << 20;
    kernels::Registrar<int> registrar(implementations_.of(Model::native), 0);
    registrar.add("bandwidth/dram_read", [](const ReadBandwidth& r, int) {
      *r.result = static_cast<float>(std::accumulate(r.in, r.in + r.n, 0.0));
    });
    ceilings_ = plan_ceilings(Preset::quick, Platform::host, catalogue());
    std::erase_if(ceilings_, [](const PlannedCase& c) { return c.variant->name != "dram_read"; });
    ceilings_.at(0).parameters.set("n", std::int64_t{4096});
  }

  FlushCheck check(const std::map<int, double>& seconds_after) {
    device_.respond = [&](double, const kernels::SampleOptions& options) {
      return kernels::Sample{
          options.flush_times == 0 ? 1e-3 : seconds_after.at(options.flush_times), 0, 1.98e9,
          false};
    };
    Suite suite(Platform::cuda, device_, implementations_, options_);
    suite.measure_ceilings(ceilings_);
    return suite.flush_check();
  }

  std::vector<PlannedCase> ceilings_;
};

TEST_F(FlushTest, IsAsShortAsItMayBe) {
  const FlushCheck flush = check({{2, 1e-3}, {4, 1e-3}, {8, 1.005e-3}});
  EXPECT_EQ(flush.times, 2);
  EXPECT_EQ(flush.seconds.size(), 3U);
  EXPECT_DOUBLE_EQ(flush.seconds.at(8).median, 1.005e-3);
}

TEST_F(FlushTest, GrowsWhereAShortOneLeavesSomethingInTheCache) {
  EXPECT_EQ(check({{2, 0.9e-3}, {4, 1e-3}, {8, 1e-3}}).times, 4);
  EXPECT_EQ(check({{2, 0.8e-3}, {4, 0.9e-3}, {8, 1e-3}}).times, 8);
}

/// Some placements are slower than others.
TEST_F(CeilingsTest, AreThoseOfTheBestPlacement) {
  const auto respond = device_.respond;
  int samples = 0;
  device_.respond = [&](double seconds, const kernels::SampleOptions& options) {
    kernels::Sample sample = respond(seconds, options);
    if (++samples > 30) sample.seconds *= 2;
    return sample;
  };
  options_.rounds.fewest_rounds = options_.rounds.most_rounds = 10;
  share(Cache::cold);
  EXPECT_GT(samples, 50);
  EXPECT_DOUBLE_EQ(cold_rate_, 1e9);
}

TEST_F(CeilingsTest, OneThatCannotBeMeasuredIsLeftOut) {
  kernels::Registrar<int>(implementations_.of(Model::native), 0)
      .add("bandwidth/dram_copy", [](const CopyBandwidth&, int) {});
  testing::internal::CaptureStderr();
  EXPECT_EQ(share(Cache::cold), 0);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::AllOf(testing::StartsWith("the ceiling dram_copy could not be measured: "),
                             testing::EndsWith("; the run continues without it\n")));
}

/// No case is to blame for what happens there.
TEST_F(CeilingsTest, OnlyTheCodeOfCasesIsAnnounced) {
  std::vector<std::string> announced;
  options_.about_to_run = [&](const std::string& label, const std::string& code) {
    announced.push_back(label.substr(0, label.find(' ')) + code);
  };
  share(Cache::hot);
  EXPECT_THAT(std::set<std::string>(announced.begin(), announced.end()),
              testing::ElementsAre("", "stride/copykokkos loops", "stride/copynative indices"));
  EXPECT_EQ(announced.front(), "");
  EXPECT_EQ(announced.back(), "");
}

TEST_F(CeilingsTest, OfAnEarlierPartOfTheRunAreKept) {
  known_.copy_bytes_per_s = 2e9;
  share(Cache::cold);
  EXPECT_DOUBLE_EQ(cold_rate_, 2e9);
}

TEST_F(CeilingsTest, AreLeftOutWhereTheRunIsInterrupted) {
  options_.interrupted = [] { return true; };
  Suite suite(Platform::host, device_, implementations_, options_);
  EXPECT_NO_THROW(suite.measure_ceilings(ceilings_));
  EXPECT_EQ(suite.ceilings().copy_bytes_per_s, 0);
}

TEST_F(SuiteTest, WhoEndsTheRunWaitsForOneKernelAtMost) {
  std::set<Model> launched;
  for (const Model& model : {Model::native, Model::kokkos})
    kernels::Registrar<int>(implementations_.of(model), 0)
        .add("stride/copy", [&launched, model](const StridedCopy<float>& s, int) {
          launched.insert(model);
          for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
        });
  options_.interrupted = [&launched] { return !launched.empty(); };
  Suite suite(Platform::host, device_, implementations_, options_);
  suite.run(cases_for("stride/copy", {{"n", "1000"}, {"stride", "2"}}).front());
  EXPECT_THAT(launched, testing::ElementsAre(Model(Model::native)));
}

/// A model that writes nothing does not pass with what another has left there.
TEST_F(SuiteTest, AnUpdatedOutputBeginsAnewForEveryModel) {
  const auto update = [](const Updated<float>& u, int) {
    for (std::size_t i = 0; i < u.n; ++i)
      u.particles[i] = std::max(u.particles[i], u.particles[particle::vx * u.n + i]);
  };
  kernels::Registrar<int>(implementations_.of(Model::native), 0).add("layout/update_soa", update);
  kernels::Registrar<int>(implementations_.of(Model::kokkos), 0)
      .add("layout/update_soa", [](const Updated<float>&, int) {});
  Suite suite(Platform::host, device_, implementations_, options_);
  const auto cases = cases_for("layout/update_soa", {{"n", "1000"}}, Cache::hot);
  const CaseResult result = suite.run(cases.at(0));
  EXPECT_EQ(result.kernels.at(Model::native).status, Status::ok);
  EXPECT_EQ(result.kernels.at(Model::kokkos).status, Status::invalid);
  // The timed launches have updated it again and again.
  EXPECT_EQ(suite.run(cases.at(0)).kernels.at(Model::native).status, Status::ok);
}

TEST_F(SuiteTest, NativeAgainstItselfIsParity) {
  add_models(Fault::none);
  run();
  Suite suite(Platform::host, device_, implementations_, options_);
  const SelfComparison same = suite.compare_with_itself(cases_.at(0)).value();
  EXPECT_EQ(same.verdict, Verdict::parity);
  EXPECT_DOUBLE_EQ(same.ratio.median, 1);
}

/// Samples differ, and have more digits than a file.
TEST_F(SuiteTest, WhatItWritesFollowsFromBlocks) {
  for (const bool kokkos_waits : {false, true}) {
    add_models(Fault::none);
    device_.respond = [&](double seconds, const kernels::SampleOptions& how) {
      const double sample = seconds * (1 + 1e-3 * (device_.samples % 13) / 3.0);
      const bool is_early = kokkos_waits && how.hold && seconds > 1.5e-3;
      return kernels::Sample{sample, 1.5 * sample, 1.98e9, is_early};
    };
    Results results;
    results.cases = {run()};
    Suite suite(Platform::host, device_, implementations_, options_);
    results.self_check = SelfCheck{0.05, {suite.compare_with_itself(cases_.at(0)).value()}};
    const Timing& kokkos = results.cases[0].kernels.at(Model::kokkos).timing.value();
    EXPECT_EQ(kokkos.waits_for_host, kokkos_waits);
    EXPECT_EQ(kokkos.back_to_back.has_value(), kokkos_waits);
    for (const Results& file : {results, compacted(results)}) {
      const Recomputation found = recompute(file);
      EXPECT_THAT(found.different, testing::IsEmpty());
      EXPECT_THAT(found.impossible, testing::IsEmpty());
      EXPECT_EQ(found.from_medians, kokkos_waits ? 6 : 4);
    }
  }
}

TEST_F(SuiteTest, WhatThisDeviceCannotRunIsNotComparedWithItself) {
  kernels::Registrar<int>(implementations_.of(Model::native), 0)
      .add_prepared("stride/copy", [](const StridedCopy<float>&, int) -> kernels::Launch {
        throw Unavailable("needs a second GPU");
      });
  EXPECT_EQ(run().kernels.at(Model::native).status, Status::skipped);
  Suite suite(Platform::host, device_, implementations_, options_);
  EXPECT_FALSE(suite.compare_with_itself(cases_.at(0)));
}

TEST_F(SuiteTest, IntervalsLeaveRoomForAnotherProcess) {
  add_models(Fault::none);
  const Interval ratio = run().comparisons.at(0).ratio;
  EXPECT_NEAR(ratio.half_width(), process_error, 1e-6);  // the fake device's times never vary
  Suite suite(Platform::host, device_, implementations_, options_);
  EXPECT_EQ(suite.compare_with_itself(cases_.at(0))->ratio.half_width(), 0);
}

TEST_F(SuiteTest, TheSelfCheckRefusesAnInvalidResult) {
  add(Model::native, 1e-3, Fault::one_element);
  run();
  Suite suite(Platform::host, device_, implementations_, options_);
  EXPECT_THROW(suite.compare_with_itself(cases_.at(0)), Error);
}

TEST_F(SuiteTest, MemoryIsCheckedBeforeAnythingIsAllocated) {
  const auto cases = cases_for("transpose/tile", {{"rows", "256Ki"}, {"cols", "256Ki"}});
  EXPECT_THAT([&] { check_memory(cases, device_); },
              testing::ThrowsMessage<UsageError>(
                  testing::HasSubstr("needs 512.06 GiB of device memory, 1.00 GiB is available")));
}

TEST_F(SuiteTest, MemoryThatHostAndDeviceShareStaysSmall) {
  const auto check = [&](const char* n) {
    check_memory(cases_for("unified/managed", {{"n", n}}, Cache::cold, Platform::cuda), device_);
  };
  EXPECT_NO_THROW(check("32Mi"));
  EXPECT_THAT([&] { check("33Mi"); },
              testing::ThrowsMessage<UsageError>(
                  testing::HasSubstr("needs 0.26 GiB of memory that host and device share, at most "
                                     "a quarter of the device's free memory (0.25 GiB)")));
}

}  // namespace
}  // namespace tilebridge::measure
