// SPDX-License-Identifier: Apache-2.0
// Every command that measures meets the same faults: what was finished is kept, and the status says
// what happened.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "results/tuning.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;

std::size_t cases_in(const std::filesystem::path& file) { return read_results(file).cases.size(); }
std::size_t comparisons_in(const std::filesystem::path& file) {
  const Results results = read_results(file);
  return results.self_check ? results.self_check->comparisons.size() : 0;
}
std::size_t kernels_in(const std::filesystem::path& file) {
  const auto tuning = read_tuning(file);
  return tuning ? tuning->kernels.size() : 0;
}

struct Command {
  const char* name;
  const char* words;   // without the budget, the output and the platform
  const char* table;   // a part of what it prints at its end
  const char* signal;  // of a batch system
  std::size_t parts;   // cases, comparisons, kernels
  std::size_t (*parts_in)(const std::filesystem::path&);
};

void PrintTo(const Command& command, std::ostream* out) { *out << command.name; }

constexpr std::array commands = {
    Command{"Run", "run stride/copy --cache hot --set stride=1,n=4Ki..16Ki", "stride/copy", "USR1",
            3, cases_in},
    Command{"SelfCheck",
            "run stride/copy --self-check --comparisons 4 --cache hot --set stride=1,n=4Ki",
            "native against itself", "XCPU", 4, comparisons_in},
    Command{"Tune", "tune ./pair.so --set n=1000,n=2000", "What the default settings cost", "USR2",
            4, kernels_in}};

class Faults : public RunningTest, public testing::WithParamInterface<Command> {
 protected:
  Faults() {
    std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so");
    std::filesystem::create_directory(folder_ / "elsewhere");
  }

  /// The command, with what a shell does before.
  std::string line(const std::string& options, double budget) const {
    return fmt::format(
        "TMPDIR=$PWD/elsewhere HOME=$PWD/elsewhere TILEBRIDGE_TEST_SETTINGS='threads 8 1' "
        "TILEBRIDGE_TEST_PAIR='has settings' {} {} --platform host --budget {} {}",
        TILEBRIDGE_PROGRAM, GetParam().words, budget, options);
  }

  /// Runs it, and does `act` with $pid once `file` is there.
  Outcome run_until(const std::string& file, const std::string& act, const std::string& options,
                    double budget) const {
    return run_command(
        fmt::format("{} & pid=$!; for i in $(seq 3000); do [ -e {} ] && break; kill -0 $pid || "
                    "break; sleep 0.01; done; {}; wait $pid",
                    line(options, budget), file, act),
        folder_);
  }

  /// Does `act` with $pid while it measures. On a busy machine it may end first, with status 0, and
  /// with 1 as a self-check, or be killed with its file written: then it is run once more, for
  /// longer.
  Outcome interrupted_by(const std::string& act) const {
    Outcome outcome = {};
    for (const double budget : {0.3, 3.0, 30.0}) {
      std::filesystem::remove(folder_ / "r.json");
      outcome = run_until("r.json.journal", act, "-o r.json", budget);
      const bool is_killed_late =
          outcome.status == 137 && !std::filesystem::exists(folder_ / "r.json.journal");
      if (outcome.status > 1 && !is_killed_late) break;
    }
    return outcome;
  }

  /// In file systems of its own, as root of a namespace; skips the test where there are none.
  Outcome run_mounted(const std::string& options, const std::string& prepare) {
    const std::string mount = fmt::format(
        "unshare -rm sh -c 'mkdir -p small && mount -t tmpfs -o {} none small && {} && ", options,
        prepare);
    if (run_command(mount + "true'", folder_).status != 0) return {-1, "", ""};
    std::ofstream(folder_ / "command.sh") << line("-o small/r.json", 0.01) << "\n";
    return run_command(mount + "sh ./command.sh'", folder_);
  }

  /// The results that were written under another name. A GPU's driver keeps a folder there, too.
  std::size_t parts_elsewhere() const {
    for (const auto& found : std::filesystem::directory_iterator(folder_ / "elsewhere"))
      if (found.is_regular_file()) return GetParam().parts_in(found.path());
    return 0;
  }

  void expect_kept_elsewhere(const Outcome& outcome) const {
    EXPECT_EQ(outcome.status, 6);
    EXPECT_THAT(outcome.out, HasSubstr(GetParam().table));
    EXPECT_THAT(outcome.err, HasSubstr("the run continues and keeps its results in memory"));
    EXPECT_THAT(outcome.err, HasSubstr("the results are in '"));
    EXPECT_EQ(parts_elsewhere(), GetParam().parts);
  }
};

TEST_P(Faults, KilledItLeavesAJournalAndIsResumed) {
  const Outcome killed = interrupted_by("kill -KILL $pid");
  ASSERT_EQ(killed.status, 137) << killed.err;
  const std::size_t before = GetParam().parts_in(folder_ / "r.json.journal");
  EXPECT_GT(before, 0U);
  EXPECT_EQ(run_tilebridge("report r.json.journal", folder_).status, 0);

  const std::string words = GetParam().words;
  const std::string command = words.substr(0, words.find(' '));
  expect_refused(run_command(line("-o r.json", 0.01), folder_),
                 "`tilebridge " + command + " --resume r.json.journal`");

  const std::string pair = command == "tune" ? "./pair.so " : "";
  const Outcome resumed = run_command(
      "TILEBRIDGE_TEST_SETTINGS='threads 8 1' TILEBRIDGE_TEST_PAIR='has "
      "settings' " TILEBRIDGE_PROGRAM " " +
          command + " " + pair + "--resume r.json.journal",
      folder_);
  EXPECT_THAT(resumed.status, testing::AnyOf(0, 1));  // 1: of a self-check
  EXPECT_EQ(GetParam().parts_in(folder_ / "r.json"), GetParam().parts);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json.journal"));
}

TEST_P(Faults, ASignalOfABatchSystemEndsItWithAFile) {
  const Outcome outcome = interrupted_by(fmt::format("kill -{} $pid", GetParam().signal));
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.out, HasSubstr("interrupted; what was finished is kept"));
  EXPECT_GT(GetParam().parts_in(folder_ / "r.json"), 0U);
}

/// Writing fails from the first kilobyte on, everywhere: of a file with standard error, too.
TEST_P(Faults, WithoutAPlaceForAFileItPrintsItsTable) {
  const Outcome outcome =
      run_command("exec 2>&1; ulimit -f 1; " + line("-o r.json", 0.01), folder_);
  EXPECT_EQ(outcome.status, 6);
  EXPECT_THAT(outcome.out, HasSubstr(GetParam().table));
  EXPECT_THAT(outcome.out, HasSubstr("no other place for the results was found"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_THAT(entry.path().string(), testing::Not(testing::EndsWith(".part")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json.lock"));
}

TEST_P(Faults, OnAFullDiskItWritesElsewhere) {
  const Outcome outcome = run_mounted("size=4k", "echo full > small/full");
  if (outcome.status < 0) GTEST_SKIP() << "no file system can be mounted here";
  expect_kept_elsewhere(outcome);
}

TEST_P(Faults, WithoutAnInodeForItsJournalItWritesElsewhere) {
  const Outcome outcome = run_mounted("nr_inodes=2", "true");
  if (outcome.status < 0) GTEST_SKIP() << "no file system can be mounted here";
  expect_kept_elsewhere(outcome);
}

TEST_P(Faults, WithoutItsFolderItWritesElsewhere) {
  // The folder may go before the lock is known to be its file's: status 2, nothing is measured.
  Outcome outcome = {2, "", ""};
  for (int attempt = 0; attempt < 10 && outcome.status == 2; ++attempt) {
    std::filesystem::create_directory(folder_ / "sub");
    outcome = run_until("sub/r.json.lock", "rm -r sub", "-o sub/r.json", 0.01);
  }
  expect_kept_elsewhere(outcome);
}

/// A file has one lock and one journal, by whichever name it is reached.
TEST_P(Faults, ALinkToAFileThatIsBeingWrittenIsRefused) {
  std::filesystem::create_symlink("r.json", folder_ / "link.json");
  const Output held = choose_output(folder_ / "r.json", "results", false);
  expect_refused(run_command(line("-o link.json", 0.01), folder_),
                 "'link.json' is being written by another run");
}

INSTANTIATE_TEST_SUITE_P(Commands, Faults, testing::ValuesIn(commands),
                         [](const auto& command) { return std::string(command.param.name); });

}  // namespace
}  // namespace tilebridge::cli
