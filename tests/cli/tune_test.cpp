// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/tuning.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The pair under test with the setting `threads`, of which each takes as long as its number says.
class CliTune : public RunningTest {
 protected:
  CliTune() { std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so"); }

  Outcome tune(const std::string& arguments, const std::string& behaviour = "has settings",
               const std::string& settings = "threads 8 1 2 4") const {
    return run_command(
        "TILEBRIDGE_TEST_SETTINGS='" + settings + "' TILEBRIDGE_TEST_PAIR='" + behaviour +
            "' " TILEBRIDGE_PROGRAM " tune --platform host --budget 0.01 " + arguments,
        folder_);
  }
};

TEST_F(CliTune, FindsTheSettingOfAPair) {
  const std::string out = output_of(tune("./pair.so --set n=100000 -o t.json"));
  EXPECT_THAT(out, HasSubstr("constexpr int threads = 1;"));
  EXPECT_THAT(out, HasSubstr("doubled/kernel native"));
  EXPECT_THAT(out, HasSubstr("doubled/kernel kokkos"));
  const Outcome report = run_tilebridge("report t.json", folder_);
  EXPECT_EQ(report.status, 0);
  EXPECT_THAT(out, StartsWith(report.out.substr(0, 500)));
  EXPECT_EQ(run_tilebridge("report t.json -o t.html", folder_).status, 0);
  EXPECT_THAT(file_text(folder_ / "t.html"), HasSubstr("What the default settings cost"));
}

TEST_F(CliTune, TriesTheValuesThatItIsGiven) {
  EXPECT_THAT(output_of(tune("./pair.so --set n=10000,threads=2 -o t.json")),
              HasSubstr("constexpr int threads = 2;"));
}

TEST_F(CliTune, ASettingThatCrashesIsInvalidAndTheOthersAreTuned) {
  const Outcome outcome = tune("./pair.so --set n=10000 -o t.json", "aborts with two threads");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("threads=2 "));
  EXPECT_THAT(outcome.err, HasSubstr("the run continues without it"));
  EXPECT_THAT(outcome.out, HasSubstr("constexpr int threads = 1;"));
}

TEST_F(CliTune, AfterACrashItContinuesWithTheSizeThatItWasAt) {
  const Outcome outcome =
      tune("./pair.so --set n=1000,n=2000 -o t.json", "aborts with two threads");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, testing::ContainsRegex("1/2. doubled\n.*1/2. doubled\n.*1/1. doubled\n"))
      << "the first size before its crash and after it, the other after its own";
  EXPECT_EQ(read_tuning(folder_ / "t.json")->kernels.size(), 4U);
}

TEST_F(CliTune, AModelThatIsWrongInEverySettingIsShownAsInvalid) {
  const Outcome outcome = tune("./pair.so --set n=3000 -o t.json", "is wrong");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("4 settings invalid: off by"));
  EXPECT_THAT(outcome.out, HasSubstr("doubled/kernel native"));
  EXPECT_EQ(tune("./pair.so --set n=3000 -o f.json", "fails").status, 3);
  EXPECT_EQ(tune("./pair.so --set n=3000 -o g.json", "fails later").status, 3);
}

TEST_F(CliTune, AKernelThatHangsIsGivenUpAfterTheTimeout) {
  const Outcome outcome =
      tune("./pair.so --timeout 1 --set n=3000 -o t.json", "hangs", "threads 8 1");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("2 settings invalid: it did not end within 1 s"));
  EXPECT_THAT(outcome.out, HasSubstr("doubled/kernel native"));
}

TEST_F(CliTune, AWrongResultHasTheStatusOfOne) {
  const Outcome outcome = tune("./pair.so --set n=10000 -o t.json", "is wrong with two threads");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("1 setting invalid"));
}

TEST_F(CliTune, AnInterruptedOneKeepsWhatItHas) {
  const Outcome outcome = run_command(
      "timeout --preserve-status -s INT 8 " TILEBRIDGE_PROGRAM
      " tune block_size/threads --platform host --set n=1Ki..16Mi --budget 60 -o t.json",
      folder_);
  EXPECT_EQ(run_tilebridge("report t.json", folder_).status, 0);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.out, HasSubstr("interrupted; what was finished is kept."));
}

TEST_F(CliTune, RefusesWhatItCannotTuneInOneLine) {
  expect_refused(tune("stride"), "nothing to tune");
  expect_refused(tune("./pair.so", "has settings", "thread 1 2"),
                 "'thread', which is no parameter");
  expect_refused(tune("./pair.so", "has settings", "threads 1 99"), "threads");
  expect_refused(tune("./pair.so --set threads=0"), "threads");
  expect_refused(tune("./pair.so", ""), "nothing to tune");
  run_command("echo no > damaged.json", folder_);
  EXPECT_EQ(run_tilebridge("report damaged.json", folder_).status, 2);
  run_command("printf '{\"schema\":\"tilebridge-tuning-1\"}' > damaged.json", folder_);
  expect_refused(run_tilebridge("report damaged.json", folder_), "cannot read 'damaged.json'");
}

}  // namespace
}  // namespace tilebridge::cli
