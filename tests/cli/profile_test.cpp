// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(CliProfile, WrongUsageIsOneLineAndStatusTwo) {
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    expect_refused(run_tilebridge("profile " + arguments), message);
  };
  refused("", "experiments is required");
  refused("strid", "unknown experiment 'strid'; did you mean 'stride'?");
  refused("stride --set stride=0", "stride=0 is out of range");
  refused("stride --cache cold,hot", "one profile has one cache mode");
  refused("message_order/to_host", "the kernel waits for the host");
  refused("stride -o missing/p.json", "cannot write 'missing/p.json'");
  refused("stride ./pair.so", "pairs of your own and experiments of the catalogue");
}

TEST(CliProfile, WhatRocprofv3CountedIsShown) {
  const TemporaryFolder folder;
  std::ofstream(folder / "counted.csv")
      << "Dispatch_Id,Grid_Size,Kernel_Name,LDS_Block_Size,VGPR_Count,Counter_Name,Counter_Value,"
         "Start_Timestamp,End_Timestamp\n"
         "1,64,\"tile(int, int)\",4224,12,SQ_INSTS_LDS,8,1000,3000\n"
         "1,64,\"tile(int, int)\",4224,12,SQ_LDS_BANK_CONFLICT,24,1000,3000\n"
         "2,64,\"tile(int, int)\",4224,12,SQ_INSTS_LDS,8,4000,5000\n"
         "2,64,\"tile(int, int)\",4224,12,SQ_LDS_BANK_CONFLICT,8,4000,5000\n";
  const std::string out = output_of("profile counted.csv", folder);
  EXPECT_THAT(out, testing::ContainsRegex("tile\\(int, int\\) +2 +64 +4224 +12 +1.50 µs"));
  EXPECT_THAT(out, HasSubstr("2.00\n"));
  EXPECT_THAT(out, HasSubstr("SQ_INSTS_LDS 8, SQ_LDS_BANK_CONFLICT 16"));

  std::ofstream(folder / "other.csv") << "a,b\n1,2\n";
  expect_refused(run_tilebridge("profile other.csv", folder), "has no table of ncu's");
  expect_refused(run_tilebridge("profile missing.csv", folder), "cannot read 'missing.csv'");
}

/// These options need tilebridge-run to start.
class CliProfiling : public RunningTest {
 protected:
  /// NVIDIA's ncu leaves a folder.
  void TearDown() override {
    std::filesystem::remove_all(std::filesystem::temp_directory_path() / "nvidia");
  }
  /// An ncu that runs the program as it is and writes `log`; the status is the program's.
  void write_ncu(const std::string& log) const {
    write_program(
        "ncu",
        "while [ \"$1\" != --metrics ]; do\n"
        "  [ \"$1\" = --log-file ] && log=$2\n  shift\ndone\nshift 2\n\"$@\"\nstatus=$?\n" +
            log + "exit $status\n");
  }
  void write_program(const std::string& name, const std::string& script) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << script;
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  /// The programs are the real ones, except that the runner's request says the host. `first` is
  /// what the runner does first; "$2" is the file of its request.
  void write_programs(const std::string& first) const {
    std::filesystem::copy_file(TILEBRIDGE_PROGRAM, folder_ / "tilebridge");
    write_program("tilebridge-run",
                  first +
                      "sed -i 's/\"platform\": *\"cuda\"/\"platform\":\"host\"/' \"$2\"\n"
                      "exec " TILEBRIDGE_PROGRAM "-run \"$@\"\n");
  }
  /// ncu ends with this line when a program fails.
  inline static const std::string failure =
      "[ $status = 0 ] ||\n"
      "  echo \"==ERROR== The application returned an error code ($status).\" >$log\n";
  /// "stride/copy dot/atomic ", of the file's cases.
  std::string labels(const std::string& file) const {
    std::string text;
    for (const CaseResult& c : read_results(folder_ / file).cases)
      text += c.experiment + "/" + c.variant + " ";
    return text;
  }
  Outcome profile(const std::string& arguments) const {
    return run_tilebridge("profile " + arguments, folder_);
  }
  bool has_gpu() const { return run_tilebridge("devices --platform cuda", folder_).status == 0; }
};

TEST_F(CliProfiling, WithoutNcuSaysWhatToInstall) {
  expect_refused(run_command("PATH=/nowhere " TILEBRIDGE_PROGRAM " profile stride", folder_),
                 "there is no ncu on PATH: install NVIDIA Nsight Compute", 5);
  expect_refused(profile("stride --ncu ./none"), "cannot start './none'", 5);
}

TEST_F(CliProfiling, WithoutAGpuTheRunnersOwnMessageAndStatusArePassedOn) {
  if (has_gpu()) GTEST_SKIP() << "there is a CUDA device here";
  write_ncu("echo \"==ERROR== The application returned an error code ($status).\" >$log\n");
  const Outcome outcome = profile("stride --ncu ./ncu -o p.json");
  expect_refused(outcome, "tilebridge: ", 5);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p.json"));
}

/// Each experiment is a run of ncu of its own, with the parameters that it has. What was finished
/// before one fails is kept.
TEST_F(CliProfiling, WhatIsFinishedIsKept) {
  write_ncu("echo '==WARNING== No kernels were profiled.' >$log\n" + failure);
  write_programs("tr -d ' \\n' <\"$2\" | grep -q '\"experiments\":\\[\"smooth' && exit 7\n");
  const auto profile_of = [&](const std::string& experiments) {
    return run_command(
        "./tilebridge profile " + experiments +
            " --set n=1000,stride=2,rows=30,cols=20 --ncu ./ncu --overwrite -o p.json",
        folder_);
  };
  EXPECT_EQ(profile_of("stride/copy transpose/tile dot/block_tree").status, 0);
  EXPECT_EQ(labels("p.json"), "stride/copy transpose/tile dot/block_tree ");
  EXPECT_EQ(profile_of("stride/copy transpose/tile smooth/direct dot/block_tree").status, 7);
  EXPECT_EQ(labels("p.json"), "stride/copy transpose/tile ");
}

/// A pair of the user's own: its kernels are in loops of its models, and validated.
TEST_F(CliProfiling, APairIsCountedAsTheCatalogueIs) {
  std::filesystem::copy_file(TILEBRIDGE_TEST_PAIR_FILE, folder_ / "pair.so");
  write_ncu(
      "cat >$log <<END\n"
      "\"ID\",\"a:Push/Pop_Range:b\",\"smsp__inst_executed.sum\"\n"
      "\"0\",\"tilebridge/1/native/indices:none\",\"12\"\n"
      "\"1\",\"tilebridge/1/kokkos/loops:none\",\"34\"\n"
      "END\n" +
      failure);
  write_programs("");
  const auto profile_of = [&](const std::string& behaviour) {
    return run_command("TILEBRIDGE_TEST_PAIR='" + behaviour +
                           "' ./tilebridge profile ./pair.so --set n=1000 --set n=3000 --ncu ./ncu "
                           "--overwrite -o p.json",
                       folder_);
  };
  EXPECT_THAT(output_of(profile_of("")), HasSubstr("doubled"));
  EXPECT_EQ(schema_error(file_text(folder_ / "p.json")), "");
  const Results results = read_results(folder_ / "p.json");
  EXPECT_EQ(results.builds.at("pairs").at(0).at("name"), "doubled");
  EXPECT_EQ(results.cases.at(0).kernels.at(Model::kokkos).status, Status::skipped);
  const auto& counted = results.cases.at(1).kernels;
  EXPECT_EQ(counted.at(Model::native).counters->of(Counter::instructions), 12);
  EXPECT_EQ(counted.at(Model::kokkos).counters->of(Counter::instructions), 34);
  EXPECT_EQ(profile_of("is wrong").status, 3);
  EXPECT_EQ(profile_of("is wrong without a reference").status, 3);
  EXPECT_THAT(read_results(folder_ / "p.json").cases.at(1).kernels.at(Model::native).reason,
              HasSubstr("nothing confirms it"));
  expect_refused(profile_of("cannot be opened"), "it has no licence", 5);
  const Outcome aborted = profile_of("aborts");  // the pair and the shell have a line each
  EXPECT_EQ(aborted.status, 3);
  EXPECT_THAT(aborted.err,
              EndsWith("\ntilebridge: not profiled: a kernel ended its process: Aborted\n"));
}

TEST_F(CliProfiling, LaunchOnceValidatesWithoutTiming) {
  std::ofstream(folder_ / "job.json") << R"({"task": "launch-once", "output": "l.json",
             "request": {"experiments": ["transpose/tile"], "platform": "host",
                         "set": [["rows", "64"], ["cols", "48"]]}})";
  EXPECT_EQ(run_command(TILEBRIDGE_PROGRAM "-run --request job.json", folder_).status, 0);
  const Results results = read_results(folder_ / "l.json");
  ASSERT_EQ(results.cases.size(), 1U);
  const KernelResult& native = results.cases[0].kernels.at(Model::native);
  EXPECT_EQ(native.status, Status::ok);
  EXPECT_TRUE(native.validation->ok());
  EXPECT_FALSE(native.timing);
}

TEST_F(CliProfiling, CountsOnAGpu) {
  if (!has_gpu()) GTEST_SKIP() << "no CUDA device";
  const Outcome outcome =
      profile("transpose/tile copy --set rows=1024,cols=1024,bytes=262144 -o p.json");
  if (outcome.status == 5) GTEST_SKIP() << outcome.err;  // no ncu, or none that may count
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(schema_error(file_text(folder_ / "p.json")), "");
  for (const CaseResult& c : read_results(folder_ / "p.json").cases) {
    const KernelResult& native = c.kernels.at(Model::native);
    if (c.experiment == "copy") {
      EXPECT_EQ(native.status, Status::skipped) << c.variant;
      continue;
    }
    ASSERT_TRUE(native.counters);
    EXPECT_EQ(native.counters->of(Counter::global_load_sectors), 1024 * 1024 / 8);
    EXPECT_EQ(native.counters->of(Counter::global_store_sectors), 1024 * 1024 / 8);
  }
}

/// Small sizes, since ncu repeats every launch; odd ones, so that edges count.
TEST_F(CliProfiling, TheAccessModelCountsWhatTheHardwareCounts) {
  if (!has_gpu()) GTEST_SKIP() << "no CUDA device";
  const Outcome outcome = profile(
      "stride/copy stride/wrapped gather transpose/padded_tile transpose/write_coalesced "
      "bank_conflict/column_column bank_conflict/padded_column --check --set "
      "n=100003,rows=1021,cols=517,repeats=40,blocks=3 "
      "-o p.json");
  if (outcome.status == 5) GTEST_SKIP() << outcome.err;
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("counts agree with the hardware's"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("access model: 0 of")));
}

TEST(CliReport, AProfileIsShownAsOne) {
  const TemporaryFolder folder;
  write_results(folder / "p.json", sample_profile());
  EXPECT_THAT(output_of("report p.json", folder), HasSubstr("hardware counters of one launch"));
}

/// A raw page of ncu's, of one launch.
std::string ncu_page(const std::string& time) {
  return "==PROF== Connected to process 7\n\"ID\",\"Kernel "
         "Name\",\"gpu__time_duration.sum\",\"dram__"
         "bytes_read.sum\"\n\"\",\"\",\"us\",\"Mbyte\"\n\"0\",\"add(float *)\",\"" +
         time + "\",\"1,50\"\n";
}

TEST(CliProfile, WhatNcuCountedIsShown) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.csv") << ncu_page("12,50");
  std::ofstream(folder / "b.log") << ncu_page("13,50");
  const std::string out = output_of("profile a.csv b.log", folder);
  EXPECT_THAT(out, testing::ContainsRegex("kernel +launches +time +DRAM B"));
  EXPECT_THAT(out, testing::ContainsRegex("add\\(float \\*\\) +2 +13.00 µs +1.5M"));

  std::ofstream(folder / "bad.csv") << ncu_page("fast");
  expect_refused(run_tilebridge("profile bad.csv", folder),
                 "cannot read 'bad.csv': line 4, gpu__time_duration.sum: 'fast' is no count");
  expect_refused(run_tilebridge("profile a.csv stride", folder), "name one or the other");
  std::ofstream(folder / "a b.ncu-rep") << "binary";
  expect_refused(run_tilebridge("profile 'a b.ncu-rep'", folder), "ncu --import 'a b.ncu-rep'");
}

TEST(CliProfile, FilesOfSeveralProcessesAreNotAddedUp) {
  const TemporaryFolder folder;
  const std::string columns = "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\n";
  std::ofstream(folder / "1.csv") << columns << "1,add,SQ_WAVES,16\n";
  std::ofstream(folder / "2.csv") << columns << "1,add,SQ_WAVES,32\n1,add,TCC_HIT,5\n";
  std::ofstream(folder / "both.csv") << columns << "1,add,SQ_WAVES,16\n"
                                     << columns << "1,add,SQ_WAVES,32\n1,add,TCC_HIT,5\n";
  for (const char* files : {"1.csv 2.csv", "both.csv"})
    EXPECT_THAT(output_of(std::string("profile ") + files, folder),
                HasSubstr("SQ_WAVES 24, TCC_HIT 5"))
        << files;
  std::ofstream(folder / "none.csv") << columns;
  expect_refused(run_tilebridge("profile none.csv", folder), "it has no dispatch");
}

}  // namespace
}  // namespace tilebridge::cli
