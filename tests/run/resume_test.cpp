// SPDX-License-Identifier: Apache-2.0
#include "run/resume.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "catalogue/catalogue.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::run {
namespace {

using testing::HasSubstr;

std::vector<measure::PlannedCase> two_cases() {
  const Experiment& experiment = catalogue().experiment("stride");
  return {{&experiment, &experiment.variants.at(0), {{"n", std::int64_t{1024}}}, Cache::cold},
          {&experiment, &experiment.variants.at(1), {{"n", std::int64_t{1024}}}, Cache::cold}};
}

CaseResult done(const measure::PlannedCase& planned) {
  CaseResult c;
  c.experiment = planned.experiment->name;
  c.variant = planned.variant->name;
  c.parameters = planned.parameters;
  c.cache = name_of(planned.cache);
  return c;
}

TEST(Missing, AreTheCasesThatNoResultIsOf) {
  const std::vector<measure::PlannedCase> planned = two_cases();
  EXPECT_EQ(missing(planned, {}).size(), 2);
  EXPECT_EQ(missing(planned, {done(planned[0]), done(planned[1])}).size(), 0);
  const std::vector<measure::PlannedCase> left = missing(planned, {done(planned[0])});
  ASSERT_EQ(left.size(), 1);
  EXPECT_EQ(left[0].variant, planned[1].variant);
}

TEST(Missing, AnotherSizeOrCacheModeIsAnotherCase) {
  const std::vector<measure::PlannedCase> planned = two_cases();
  CaseResult larger = done(planned[0]);
  larger.parameters = {{"n", std::int64_t{2048}}};
  CaseResult hot = done(planned[0]);
  hot.cache = name_of(Cache::hot);
  EXPECT_EQ(missing(planned, {larger, hot}).size(), 2);
}

measure::PlannedTuning planned_tuning(std::int64_t n) {
  const Experiment& experiment = catalogue().experiment("block_size");
  return {{&experiment,
           &experiment.variant("add"),
           {{"n", n}, {"size", std::int64_t{512}}, {"threads", std::int64_t{256}}},
           Cache::cold}};
}

Tuning tuned(std::int64_t n, const ModelForm& kernel) {
  Tuning tuning;
  tuning.experiment = "block_size";
  tuning.variant = "add";
  tuning.kernel = kernel;
  tuning.size = {{"n", n}, {"size", std::int64_t{512}}};
  tuning.cache = "cold";
  return tuning;
}

TEST(NextTuning, IsTheLastSizeThatWasBegun) {
  const std::vector<measure::PlannedTuning> planned = {planned_tuning(1), planned_tuning(2),
                                                       planned_tuning(3)};
  EXPECT_EQ(next_tuning(planned, {}).index, 0U);
  const NextTuning next =
      next_tuning(planned, {tuned(1, native_code), tuned(1, kokkos_code), tuned(2, native_code)});
  EXPECT_EQ(next.index, 1U);
  ASSERT_EQ(next.done.size(), 1U);
  EXPECT_EQ(next.done[0].kernel, native_code);
}

Results of_device(const std::string& name) {
  Results results;
  results.program = {{"version", "1"}, {"git", "abc"}, {"started", "2026-01-01T00:00:00Z"}};
  results.host = {{"name", "node1"}};
  results.device = {{"name", name}};
  return results;
}

std::string refusal(const Results& earlier, Results now) {
  try {
    continue_from(earlier, now);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CheckSameMachine, SaysWhatDiffers) {
  EXPECT_EQ(refusal(of_device("GPU A"), of_device("GPU A")), "");
  EXPECT_THAT(refusal(of_device("GPU A"), of_device("GPU B")),
              HasSubstr("device/name was GPU A and is GPU B"));
  Results other_host = of_device("GPU A");
  other_host.host["name"] = "node2";
  EXPECT_THAT(refusal(of_device("GPU A"), other_host), HasSubstr("host was node1 and is node2"));
  Results other_build = of_device("GPU A");
  other_build.program["git"] = "def";
  EXPECT_THAT(refusal(of_device("GPU A"), other_build), HasSubstr("git was abc and is def"));
}

TEST(ContinueFrom, TakesOverWhatWasMeasuredAndRecordsWhen) {
  Results earlier = of_device("GPU A");
  earlier.cases.push_back(done(two_cases()[0]));
  earlier.ceilings.copy_bytes_per_s = 4e12;
  Results now = of_device("GPU A");
  now.program["started"] = "2026-01-02T00:00:00Z";
  continue_from(earlier, now);
  EXPECT_EQ(now.cases.size(), 1);
  EXPECT_EQ(now.ceilings.copy_bytes_per_s, 4e12);
  EXPECT_EQ(text_at(now.program, "started"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(now.program.at("resumed"), Json::array({"2026-01-02T00:00:00Z"}));
}

TEST(ContinueFrom, KeepsTheGreaterLoad) {
  const Json load = {{"processes", 1}, {"utilised", 0.9}};
  Results busy = of_device("GPU A");
  busy.program["load"] = load;
  Results now = busy;
  continue_from(of_device("GPU A"), now);
  EXPECT_EQ(now.program.at("load"), load);
  Results later = of_device("GPU A");
  continue_from(busy, later);
  EXPECT_EQ(later.program.at("load"), load);
}

TEST(ContinueFrom, LeavesTheNewResultsAloneOnAnotherMachine) {
  const Results earlier = of_device("GPU A");
  Results now = of_device("GPU B");
  EXPECT_THROW(continue_from(earlier, now), UsageError);
  EXPECT_FALSE(now.program.contains("resumed"));
}

TEST(RequestToResume, NamesTheJournalWhereThereIsNoResultFile) {
  const TemporaryFolder folder;
  RunRequest asked;
  asked.resume = folder / "my r.json";
  replace_text(asked.resume + ".journal", "{}\n");
  EXPECT_THAT([&] { request_to_resume(asked, false); },
              testing::ThrowsMessage<UsageError>(
                  HasSubstr("its journal: --resume '" + asked.resume + ".journal'")));
}

}  // namespace
}  // namespace tilebridge::run
