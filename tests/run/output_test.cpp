// SPDX-License-Identifier: Apache-2.0
#include "run/output.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/process.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::run {
namespace {

/// The first `count` cases of the sample.
Results first_cases(std::size_t count) {
  Results results = sample_results();
  results.cases.resize(count);
  return results;
}

class RunOutputTest : public testing::Test {
 protected:
  std::filesystem::path journal() const { return journal_path(path_); }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "r.json";
};

TEST_F(RunOutputTest, KeepsEveryCaseInTheJournalAsItComes) {
  RunOutput output(path_);
  for (std::size_t cases = 1; cases <= sample_results().cases.size(); ++cases) {
    output.keep(first_cases(cases));
    EXPECT_EQ(to_json(read_results(journal())), to_json(first_cases(cases)));
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(RunOutputTest, TheFileReplacesTheJournal) {
  RunOutput output(path_);
  output.keep(first_cases(1));
  EXPECT_TRUE(output.finish(sample_results()));
  EXPECT_FALSE(std::filesystem::exists(journal()));
  EXPECT_EQ(to_json(read_results(path_)), to_json(sample_results()));
}

TEST_F(RunOutputTest, AnEarlierRunsJournalIsGoneWhereTheFileIsComplete) {
  { Journal(journal(), first_cases(1)); }
  EXPECT_TRUE(RunOutput(path_).finish(sample_results()));
  EXPECT_FALSE(std::filesystem::exists(journal()));
}

TEST_F(RunOutputTest, ItsFilesAreThoseOfTheFolderThatItBeganIn) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  RunOutput output("r.json");
  std::filesystem::current_path(before);
  output.keep(first_cases(1));
  EXPECT_TRUE(std::filesystem::exists(journal()));
  output.finish(sample_results());
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(RunOutputTest, AFileThatCannotBeWrittenLeavesTheJournal) {
  RunOutput output(path_);
  output.keep(sample_results());
  std::filesystem::create_directories(path_ / "in_its_place");
  EXPECT_FALSE(output.finish(sample_results()));
  EXPECT_EQ(to_json(read_results(journal())), to_json(sample_results()));
}

TEST_F(RunOutputTest, KeepsComparisonsAndTuningsAsTheyCome) {
  Results check = first_cases(0);
  check.self_check = SelfCheck{0.05, {}};
  RunOutput output(path_);
  for (int comparisons = 0; comparisons < 3; ++comparisons) {
    output.keep(check);
    EXPECT_EQ(to_json(read_results(journal())), to_json(check));
    SelfComparison& comparison = check.self_check->comparisons.emplace_back();
    comparison.experiment = "stride";
    comparison.cache = "hot";
    comparison.seconds = 1e-3;
    comparison.ratio = {1, 1, 1};
    comparison.verdict = Verdict::parity;
  }
  TuningResults tuning;
  RunOutput of_tuning(folder_ / "t.json");
  for (int kernels = 0; kernels < 3; ++kernels) {
    of_tuning.keep(tuning);
    EXPECT_EQ(to_json(*read_tuning(journal_path(folder_ / "t.json"))), to_json(tuning));
    Tuning& kernel = tuning.kernels.emplace_back();
    kernel.experiment = "settings";
    kernel.kernel = native_code;
    kernel.cache = "hot";
  }
  EXPECT_TRUE(of_tuning.finish(tuning));
  EXPECT_EQ(to_json(*read_tuning(folder_ / "t.json")), to_json(tuning));
  EXPECT_FALSE(std::filesystem::exists(journal_path(folder_ / "t.json")));
}

TEST_F(RunOutputTest, AJournalWhoseFolderIsRemovedIsNotNamed) {
  std::filesystem::create_directory(folder_ / "sub");
  RunOutput output(folder_ / "sub" / "r.json");
  output.keep(sample_results());
  std::filesystem::remove_all(folder_ / "sub");
  testing::internal::CaptureStderr();
  EXPECT_FALSE(output.finish(sample_results()));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.find("r.json.journal"), std::string::npos) << said;
  const std::size_t begin = said.find("results are in '") + 16;
  const std::filesystem::path copy = said.substr(begin, said.rfind('\'') - begin);
  EXPECT_EQ(to_json(read_results(copy)), to_json(sample_results()));
  std::filesystem::remove(copy);
}

TEST(StatusOf, ATuningWithAnInvalidSettingIsInvalid) {
  TuningResults results;
  results.kernels.emplace_back().kernel = native_code;
  EXPECT_EQ(status_of(results, false), ExitStatus::fine);
  EXPECT_EQ(status_of(results, true), ExitStatus::interrupted);
  results.kernels[0].tried.emplace_back().status = Status::invalid;
  EXPECT_EQ(status_of(results, true), ExitStatus::invalid);
}

Results with(Status status, Verdict verdict) {
  CaseResult c;
  c.kernels[native_code].status = Status::ok;
  c.kernels[kokkos_code].status = status;
  c.comparisons.push_back({kokkos_code, native_code, {}, verdict});
  Results results;
  results.cases.push_back(c);
  return results;
}

TEST(StatusOf, AnInvalidResultIsNeverFine) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::slower), false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::skipped, Verdict::parity), false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::parity), false, false), ExitStatus::invalid);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::undecided), true, false), ExitStatus::invalid);
}

TEST(StatusOf, InconclusiveIsAFailureOnlyIfAskedFor) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::undecided), false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(with(Status::ok, Verdict::undecided), true, false), ExitStatus::undecided);
}

TEST(Worse, LostOutputCountsUnlessAResultIsInvalid) {
  EXPECT_EQ(worse(ExitStatus::fine, true), ExitStatus::fine);
  EXPECT_EQ(worse(ExitStatus::undecided, false), ExitStatus::not_written);
  EXPECT_EQ(worse(ExitStatus::interrupted, true), ExitStatus::interrupted);
  EXPECT_EQ(worse(ExitStatus::invalid, false), ExitStatus::invalid);
}

TEST(StatusOf, AnInterruptedRunSaysSoUnlessAResultIsInvalid) {
  EXPECT_EQ(status_of(with(Status::ok, Verdict::parity), false, true), ExitStatus::interrupted);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::parity), false, true), ExitStatus::invalid);
}

Results with_ratio(const ModelForm& kernel, const Interval& ratio) {
  Results results = with(Status::ok, Verdict::undecided);
  CaseResult& c = results.cases.front();
  c.kernels[kernel].status = Status::ok;
  c.comparisons = {{kernel, native_code, ratio, Verdict::undecided}};
  return results;
}

/// The lower end of the interval.
TEST(RunStatus, AThresholdHoldsIfTheWholeIntervalReachesIt) {
  const Results results = with_ratio(kokkos_code, {0.95, 0.9, 1});
  EXPECT_EQ(status_of(results, false, false, 0.9), ExitStatus::fine);
  EXPECT_EQ(status_of(results, false, false, 0.91), ExitStatus::threshold_failed);
  EXPECT_EQ(status_of(results, false, false), ExitStatus::fine);
  EXPECT_EQ(status_of(results, true, false, 0.9), ExitStatus::undecided);
  EXPECT_EQ(status_of(results, false, true, 0.91), ExitStatus::interrupted);
  EXPECT_EQ(status_of(with(Status::invalid, Verdict::parity), false, false, 0.9),
            ExitStatus::invalid);
}

TEST(RunStatus, AThresholdIsForOtherModelsThanNativeCode) {
  EXPECT_EQ(shortfalls(with_ratio({Model::native, Form::loops}, {0.1, 0.1, 0.1}), 0.9).front(),
            "no model is compared with a reference");
}

TEST(RunStatus, ACaseWhoseRightResultHasNoTimeDoesNotReachAThreshold) {
  Results results = with_ratio(kokkos_code, {1, 1, 1});
  results.cases.push_back(results.cases.front());
  CaseResult& c = results.cases.back();
  c.comparisons.clear();
  c.work.bytes_read = 8;
  c.kernels[kokkos_code] = {Status::skipped, "no sample could be kept", Validation()};
  const auto lines = shortfalls(results, 0.9);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(lines[0].find("has no time: no sample could be kept"), std::string::npos);
}

}  // namespace
}  // namespace tilebridge::run
