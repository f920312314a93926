// SPDX-License-Identifier: Apache-2.0
// These tests must hold for every experiment in the catalogue.
#include "catalogue/experiment.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "catalogue/catalogue.hpp"
#include "catalogue/execution/cluster.hpp"

namespace tilebridge {
namespace {

constexpr std::array presets = {Preset::quick, Preset::standard, Preset::full};
constexpr std::array platforms = {Platform::host, Platform::cuda, Platform::hip};

/// Calls check(experiment, variant, parameters) for every case of every preset and platform.
template <class Check>
void for_every_case(const Check& check) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Preset preset : presets)
        for (const Platform platform : platforms)
          for (const Parameters& p : cases_of(v, preset, platform)) {
            SCOPED_TRACE(e.name + "/" + v.name + " " + to_string(p));
            check(e, v, p);
          }
}

void expect_in_range(const Parameter& parameter, const Parameters& p) {
  if (!parameter.words.empty()) {
    EXPECT_THAT(parameter.words, testing::Contains(p.word(parameter.name)));
    return;
  }
  EXPECT_GE(p[parameter.name], parameter.minimum) << parameter.name;
  EXPECT_LE(p[parameter.name], parameter.maximum) << parameter.name;
}

TEST(Catalogue, NamesAreUnique) {
  std::set<std::string> names;
  for (const Experiment& e : catalogue()) {
    EXPECT_TRUE(names.insert(e.name).second) << e.name;
    std::set<std::string> variants;
    for (const Variant& v : e.variants) EXPECT_TRUE(variants.insert(v.name).second) << v.name;
  }
}

TEST(Catalogue, NamesAreShownInFull) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      EXPECT_LE(v.original().size(), 24U) << v.name;  // as wide as tables' columns become
}

TEST(Catalogue, EveryExperimentSaysWhatItAsks) {
  for (const Experiment& e : catalogue()) {
    EXPECT_THAT(e.question, testing::EndsWith("?")) << e.name;
    EXPECT_FALSE(e.parameters.empty()) << e.name;
    for (const Variant& v : e.variants) EXPECT_FALSE(v.technique.empty()) << v.name;
  }
}

TEST(Catalogue, WhatRunsOnCudaIsTriedOnHip) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      SCOPED_TRACE(e.name + "/" + v.name);
      EXPECT_EQ(v.runs(Model::native, Platform::hip), v.runs(Model::native, Platform::cuda));
      EXPECT_EQ(v.runs(Model::kokkos, Platform::hip), v.runs(Model::kokkos, Platform::cuda));
      for (const Preset preset : presets)
        EXPECT_EQ(cases_of(v, preset, Platform::hip), cases_of(v, preset, Platform::cuda));
    }
}

TEST(Catalogue, AStepIsMeasuredInOneCaseTheLargest) {
  const Experiment& histogram = catalogue().experiment("histogram");
  const auto cases =
      cases_of(histogram.variant("block_private_step1"), Preset::full, Platform::cuda);
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(to_string(cases[0]), "n=1Gi data=constant");
  const auto of_plain = cases_of(histogram.variant("block_private"), Preset::full, Platform::cuda);
  EXPECT_NE(std::find(of_plain.begin(), of_plain.end(), cases[0]), of_plain.end());
}

TEST(Catalogue, WhatStandsForAnotherNamesAVariantWithNativeCode) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      const Variant& listing = e.variant(v.listing());
      EXPECT_NE(listing.support(Model::native), nullptr) << e.name << "/" << v.name;
    }
}

TEST(Catalogue, AModelRunsSomewhereOrSaysWhyNot) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      EXPECT_FALSE(v.models.empty()) << v.name;
      for (const Support& s : v.models)
        EXPECT_NE(s.platforms.empty(), s.no_equivalent.empty()) << e.name << "/" << v.name;
    }
}

/// In the experiment settings each variant has parameters of its own.
bool is_set(const Experiment& e, const Variant& v, const Parameter& parameter) {
  if (parameter.name == real_parameter) return !v.problem->reals().empty();
  const auto of_variant = cases_of(v, Preset::quick, Platform::cuda);
  return e.name != "settings" || of_variant.front().has(parameter.name);
}

TEST(Catalogue, CasesSetEveryParameterWithinItsRange) {
  for_every_case([](const Experiment& e, const Variant& v, const Parameters& p) {
    for (const Parameter& parameter : e.parameters) {
      ASSERT_EQ(p.has(parameter.name), is_set(e, v, parameter)) << parameter.name;
      if (p.has(parameter.name)) expect_in_range(parameter, p);
    }
  });
}

TEST(Catalogue, BytesAskedForFitTheArrays) {
  for_every_case([](const Experiment&, const Variant& v, const Parameters& p) {
    const auto specs = v.problem->arrays(p);
    double inputs = 0;
    double outputs = 0;
    for (const ArraySpec& spec : specs) {
      (spec.role == Role::input ? inputs : outputs) += static_cast<double>(spec.bytes);
      EXPECT_EQ(spec.role == Role::input, static_cast<bool>(spec.fill)) << spec.name;
    }
    const Work work = v.problem->work(p);
    EXPECT_FALSE(work.empty());
    if (work.on_chip) return;  // the same bytes again and again
    EXPECT_LE(work.bytes_read, inputs);
    EXPECT_LE(work.bytes_written, outputs);
  });
}

bool is_covered(const TestSizes& sizes, const Variant& v, Platform platform) {
  return sizes.are_for(platform) && (sizes.variant.empty() || sizes.variant == v.name);
}

TEST(Catalogue, EveryVariantIsTestedWhereverItRuns) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Platform platform : platforms) {
        if (!v.runs(Model::native, platform) && !v.runs(Model::kokkos, platform)) continue;
        EXPECT_TRUE(
            std::any_of(e.tested_at.begin(), e.tested_at.end(),
                        [&](const TestSizes& sizes) { return is_covered(sizes, v, platform); }))
            << e.name << "/" << v.name << " on " << name_of(platform);
      }
}

TEST(Catalogue, TestedSizesAreValuesOfParameters) {
  for (const Experiment& e : catalogue())
    for (const TestSizes& sizes : e.tested_at)
      for (const auto& [name, values] : sizes.axes) {
        ASSERT_NE(e.parameter(name), nullptr) << e.name << " " << name;
        for (const std::int64_t value : values)
          EXPECT_NO_THROW(parse_value(*e.parameter(name), std::to_string(value))) << e.name;
      }
}

/// In the result file `cache` stands among a case's parameters, and `real` is the type of its
/// numbers (real_parameter()): a parameter of either name would be lost or taken for that.
TEST(Catalogue, NoParameterTakesANameOfTheResultFiles) {
  for (const Experiment& e : catalogue())
    for (const Parameter& p : e.parameters) {
      EXPECT_NE(p.name, "cache") << e.name;
      if (p.name != "real") continue;
      EXPECT_THAT((std::set{"float", "double", "half", "bfloat16"}), testing::IsSupersetOf(p.words))
          << e.name;
    }
}

/// Two blocks for each of an H200's 132 multiprocessors or an A100's 108, of 2048 threads; on any
/// device at least one cluster.
TEST(Catalogue, AHistogramsBlocksFollowFromTheDevice) {
  const auto blocks = [](std::size_t n, std::size_t resident_threads) {
    return ClusterHistogram{nullptr, nullptr, n, 1}.blocks(resident_threads);
  };
  constexpr std::size_t many = 1 << 30;
  EXPECT_EQ(blocks(many, 132 * 2048), 264U);
  EXPECT_EQ(blocks(many, 108 * 2048), 216U);
  EXPECT_EQ(blocks(many, 1024), ClusterHistogram::cluster_size);
  EXPECT_EQ(blocks(0, 132 * 2048), 0U);
  EXPECT_EQ(blocks(513, 132 * 2048), 2U);
}

TEST(Catalogue, DefaultsAreWithinRange) {
  for (const Experiment& e : catalogue())
    for (const Parameter& p : e.parameters) expect_in_range(p, Parameters{{p.name, p.initial}});
}

}  // namespace
}  // namespace tilebridge
