// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/judge/sample_runs.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class CliCompare : public testing::Test {
 protected:
  CliCompare() {
    write_results(folder_ / "base.json", run_of(1e-3, 1e-3));
    write_results(folder_ / "again.json", run_of(1.001e-3, 1.001e-3));
    write_results(folder_ / "slow.json", run_of(1e-3, 1.2e-3));
    write_results(folder_ / "close.json", run_of(1e-3, 1.0525e-3));
    write_results(folder_ / "profile.json", sample_profile());
  }

  Outcome compare(const std::string& arguments) const {
    return run_tilebridge("compare " + arguments, folder_);
  }

  void expect_usage_error(const std::string& arguments, const std::string& message) const {
    expect_refused(compare(arguments), message);
  }

  TemporaryFolder folder_;
};

TEST_F(CliCompare, ExitsWithOneOnASlowdownAlone) {
  const Outcome slow = compare("base.json slow.json");
  EXPECT_EQ(slow.status, 1);
  EXPECT_THAT(slow.out, HasSubstr("\nslower\n  transpose/tile "));
  EXPECT_EQ(slow.err, "");
  EXPECT_EQ(compare("slow.json base.json").status, 0);
  EXPECT_EQ(compare("base.json again.json --strict").status, 0);
  EXPECT_EQ(compare("base.json slow.json --max-slowdown 0.3").status, 0);
  EXPECT_EQ(compare("base.json slow.json --max-slowdown 30%").status, 0);
  EXPECT_EQ(compare("base.json slow.json --max-slowdown 3%").status, 1);
}

TEST_F(CliCompare, LinesAndAnnotationsSayWhatIsSlower) {
  EXPECT_EQ(compare("base.json slow.json --line").out, "Slower: 1 result (status 1)\n");
  EXPECT_EQ(compare("base.json slow.json --format github --source a/pair.cpp").out,
            "::error file=a/pair.cpp,title=tilebridge::Slower: 1 result (status 1)\n");
  EXPECT_THAT(compare("base.json close.json --format github --strict").out,
              StartsWith("::warning title=tilebridge::Could not tell: "));
  EXPECT_THAT(compare("base.json again.json --format github").out,
              StartsWith("::notice title=tilebridge::No slowdown: "));
  expect_usage_error("base.json base.json --line --format github", "--line");
}

TEST_F(CliCompare, UndecidedIsAFailureUnderStrictAlone) {
  EXPECT_EQ(compare("base.json close.json").status, 0);
  EXPECT_EQ(compare("base.json close.json --strict").status, 4);
  EXPECT_EQ(compare("base.json slow.json --strict").status, 1);
}

TEST_F(CliCompare, NothingDecidedHasAStatusOfItsOwn) {
  write_results(folder_ / "open.json", run_of(1.0525e-3, 1.0525e-3));
  const Outcome outcome = compare("base.json open.json");
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.out, HasSubstr("Could not tell: every result is undecided (status 4)\n"));
}

TEST_F(CliCompare, WhatVanishedIsNoSuccessUnlessAllowed) {
  Results larger = run_of(1e-3, 1e-3);
  larger.cases.push_back(larger.cases[0]);
  larger.cases[1].cache = "hot";
  write_results(folder_ / "larger.json", larger);
  const Outcome outcome = compare("larger.json base.json");
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.out, HasSubstr("Could not tell: in the base alone: 1 case; "
                                     "--allow-missing accepts that (status 4)\n"));
  EXPECT_EQ(compare("larger.json base.json --allow-missing").status, 0);
  EXPECT_EQ(compare("base.json larger.json").status, 0);
  EXPECT_EQ(compare("larger.json slow.json").status, 1);
}

TEST_F(CliCompare, WhatIsLostTogetherFailsBeyondABoundOfItsOwn) {
  Results base = run_of(1e-3, 1e-3);
  base.cases.push_back(base.cases[0]);
  base.cases[1].variant = base.cases[1].compared_with = "padded_tile";
  Results current = base;
  for (CaseResult& c : current.cases)
    for (auto& [kernel, result] : c.kernels) result = timed(1.025e-3);
  write_results(folder_ / "base.json", base);
  write_results(folder_ / "together.json", current);
  const Outcome outcome = compare("base.json together.json");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("Slower: all kernels lost 2.4% (status 1)\n"));
  EXPECT_EQ(compare("base.json together.json --max-total-slowdown 3%").status, 0);
  EXPECT_THAT(compare("base.json together.json --format junit").out,
              HasSubstr(" message=\"slower: performance 0.976 "));
}

TEST_F(CliCompare, OnlyComparesWhatANameChooses) {
  Results base = run_of(1e-3, 1e-3);
  CaseResult other = base.cases[0];
  other.experiment = "stride";
  other.variant = other.compared_with = "add";
  base.cases.push_back(other);
  Results current = base;
  for (auto& [kernel, result] : current.cases[0].kernels) result = timed(1.2e-3);
  write_results(folder_ / "base.json", base);
  write_results(folder_ / "new.json", current);
  EXPECT_EQ(compare("base.json new.json").status, 1);
  const std::string out = output_of(compare("base.json new.json --only stride"));
  EXPECT_THAT(out, HasSubstr("\nonly stride: --only leaves out the rest of both files\n"
                             "compared 2 results of 1 case: 0 slower"));
  EXPECT_THAT(out, testing::Not(HasSubstr("transpose")));
  EXPECT_EQ(compare("base.json new.json --only stride,transpose/tile").status, 1);
  expect_usage_error("base.json new.json --only strid", "did you mean 'stride'?");
  expect_usage_error("base.json new.json --only stride,matmul", "no case of matmul is in ");
}

TEST_F(CliCompare, AnotherGpuOfTheSameModelIsALineAndNoRefusal) {
  const auto write = [&](const std::string& file, const std::string& uuid) {
    Results results = run_of(1e-3, 1e-3);
    results.device["uuid"] = uuid;
    write_results(folder_ / file, results);
  };
  write("a.json", "GPU-a");
  write("b.json", "GPU-b");
  write("more of a.json", "GPU-a");
  write("more of b.json", "GPU-b");
  const std::string line = "another GPU of the same model: GPU-a -> GPU-b";
  for (const std::string format : {"text", "markdown"}) {
    EXPECT_THAT(output_of(compare("a.json b.json --format " + format)), HasSubstr(line));
    EXPECT_THAT(compare("a.json 'more of a.json' --format " + format).out,
                testing::Not(HasSubstr("another GPU")));
  }
  EXPECT_THAT(compare("b.json 'more of b.json' --again a.json").out, HasSubstr(line));
  EXPECT_THAT(compare("base.json b.json").out, testing::Not(HasSubstr("another GPU")));
}

TEST_F(CliCompare, ComparesRatiosToo) {
  write_results(folder_ / "clock.json", run_of(1.3e-3, 1.3e-3));
  EXPECT_EQ(compare("base.json clock.json").status, 1);
  EXPECT_EQ(compare("base.json clock.json --metric ratio").status, 0);
  EXPECT_EQ(compare("base.json slow.json --metric ratio").status, 1);
}

TEST_F(CliCompare, AnotherRunOfTheBaseSaysWhatVariesByItself) {
  EXPECT_EQ(compare("base.json slow.json --again close.json").status, 1);
  EXPECT_THAT(output_of(compare("base.json slow.json --again slow.json")),
              HasSubstr("and 1 more of the base"));
}

TEST_F(CliCompare, TheOrderOfTheRunsOfTheBaseDoesNotMatter) {
  write_results(folder_ / "a.json", run_of(1e-3, 0.8e-3));
  write_results(folder_ / "b.json", run_of(1e-3, 1.3e-3));
  write_results(folder_ / "c.json", run_of(1e-3, 0.85e-3));
  std::vector<std::string> files = {"a.json", "b.json", "c.json"};
  do {
    EXPECT_THAT(output_of(compare(fmt::format("{} base.json --strict --again {} --again {}",
                                              files[0], files[1], files[2]))),
                HasSubstr("0 slower, 0 invalid, 0 faster, 0 undecided, 2 parity"));
  } while (std::next_permutation(files.begin(), files.end()));
}

TEST_F(CliCompare, TheFileWrittenIsWhatWouldBePrinted) {
  for (const std::string format : {"text", "json", "junit", "markdown"}) {
    const std::string printed = compare("base.json slow.json --format " + format).out;
    const Outcome written = compare("base.json slow.json -o out --format " + format);
    EXPECT_EQ(written.status, 1);
    EXPECT_EQ(file_text(folder_ / "out"), printed);
    EXPECT_THAT(written.out, StartsWith("Slower: 1 result (status 1)\ncompared 2 results of 1 "
                                        "case: 1 slower"));
  }
}

TEST_F(CliCompare, ARunOfAnotherDeviceIsRefusedUnlessForced) {
  Results other = run_of(1e-3, 1e-3);
  other.device["name"] = "NVIDIA H100";
  other.builds["models"]["kokkos@4.7.01"]["release"] = "5.0.0";
  write_results(folder_ / "other.json", other);
  const std::string lines =
      "  device name: NVIDIA H200 -> NVIDIA H100\n  kokkos release: 4.7.01 -> 5.0.0\n";
  const std::string files = "device, build or seed of 'base.json' and 'other.json' differ";
  const Outcome refused = compare("base.json other.json");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.err, "tilebridge: " + files +
                             "; --vary device,kokkos or --force compares them anyway:\n" + lines);
  EXPECT_EQ(compare("base.json base.json --again other.json").status, 2);

  const Outcome forced = compare("base.json other.json --force");
  EXPECT_EQ(forced.status, 0);
  EXPECT_EQ(forced.err, "");
  EXPECT_THAT(forced.out, HasSubstr("although device, build or seed differ:\n" + lines));
  const Outcome to_file = compare("base.json other.json --force -o out");
  EXPECT_EQ(to_file.err, "tilebridge: " + files + ":\n" + lines);
}

TEST_F(CliCompare, TwoKokkosAreAQuestion) {
  Results other = run_of(1e-3, 1.2e-3);
  other.builds["models"]["kokkos@4.7.01"]["release"] = "5.0.0";
  write_results(folder_ / "other.json", other);
  const Outcome varied = compare("base.json other.json --vary kokkos");
  EXPECT_EQ(varied.status, 1);
  EXPECT_THAT(varied.out, HasSubstr("  kokkos release: 4.7.01 -> 5.0.0\n"));
  EXPECT_EQ(compare("base.json other.json --vary device").status, 2);
  other.device["name"] = "NVIDIA H100";
  write_results(folder_ / "other.json", other);
  EXPECT_EQ(compare("base.json other.json --vary kokkos").status, 2);
  EXPECT_EQ(compare("base.json other.json --vary device,kokkos").status, 1);
  EXPECT_EQ(compare("base.json other.json --vary device --vary kokkos").status, 1);
  other.program["seed"] = 2;
  write_results(folder_ / "other.json", other);
  EXPECT_THAT(compare("base.json other.json --vary device,kokkos").err,
              HasSubstr("differ; --force compares them anyway:"));
  expect_usage_error("base.json other.json --vary koks", "unknown difference 'koks'");
}

/// One run with two builds of Kokkos, of which 5.0.2 takes `times` as long as the program's own.
Results run_of_two_kokkos(double times) {
  Results results = run_of(1e-3, 1e-3);
  results.builds["models"]["kokkos@5.0.2"] = results.builds["models"]["kokkos@4.7.01"];
  results.builds["models"]["kokkos@5.0.2"]["release"] = "5.0.2";
  results.cases[0].kernels[{Model("kokkos@5.0.2"), Form::loops}] = timed(1e-3 * times);
  return results;
}

TEST_F(CliCompare, AFileBesideOneOfItsBuildsIsItsOwn) {
  const auto counts = [&](double times, const std::string& files) {
    write_results(folder_ / "two.json", run_of_two_kokkos(times));
    const Outcome outcome = compare(files + " --vary kokkos");
    EXPECT_THAT(outcome.out, HasSubstr("kokkos release: "));
    return std::pair(outcome.status, outcome.out.find("1.200") != std::string::npos ||
                                         outcome.out.find("0.833") != std::string::npos);
  };
  EXPECT_EQ(counts(1.2, "two.json two.json@5.0.2"), std::pair(1, true));
  EXPECT_EQ(counts(1.2, "two.json@5.0.2 two.json"), std::pair(0, true));
  EXPECT_EQ(counts(1 / 1.2, "two.json two.json@kokkos@5.0.2"), std::pair(0, true));
  EXPECT_EQ(counts(1 / 1.2, "two.json@5.0.2 two.json@4.7.01"), std::pair(1, true));
  EXPECT_THAT(output_of("report two.json@5.0.2 two.json", folder_), HasSubstr("0.833"));
}

TEST_F(CliCompare, RefusesTheSameMeasurements) {
  write_results(folder_ / "two.json", run_of_two_kokkos(1.2));
  for (const std::string files :
       {"base.json base.json", "two.json two.json@4.7.01", "two.json@5.0.2 two.json@5.0.2"})
    for (const std::string options : {"", " --vary kokkos", " --metric ratio --allow-missing"})
      expect_usage_error(files + options, "nothing to compare: ");
  expect_usage_error("base.json slow.json --vary kokkos",
                     "is of two builds of kokkos; leave --vary kokkos out, or name a build");
  EXPECT_EQ(compare("two.json two.json@5.0.2 --vary kokkos").status, 1);
}

TEST_F(CliCompare, TwoGpusAreAQuestion) {
  const std::string files =
      "'" TILEBRIDGE_RESULTS "/h200-models.json' '" TILEBRIDGE_RESULTS "/h100-full.json'";
  EXPECT_THAT(compare(files).err, HasSubstr("; --vary device or --force compares them anyway:\n"));
  const Outcome outcome = compare(files + " --vary device");
  EXPECT_EQ(outcome.status, 1);  // the H100 is slower
  EXPECT_THAT(outcome.out, HasSubstr("  device name: NVIDIA H200 -> NVIDIA H100 80GB HBM3\n"));
}

TEST_F(CliCompare, ABusyGpuIsNamed) {
  Results busy = run_of(1e-3, 1e-3);
  busy.program["load"] = {{"processes", 2}, {"utilised", 0.97}};
  write_results(folder_ / "busy.json", busy);
  const std::string line = "measured on a busy GPU, so that times are too long: busy.json";
  for (const std::string arguments : {"base.json busy.json", "busy.json base.json",
                                      "base.json again.json --again busy.json -o out"})
    EXPECT_THAT(compare(arguments).out, HasSubstr(line + "\n")) << arguments;
  EXPECT_THAT(output_of("report busy.json", folder_),
              HasSubstr("the GPU was busy: 2 other processes, 97% utilised; times are too long\n"));
  EXPECT_EQ(schema_error(file_text(folder_ / "busy.json")), "");
}

TEST_F(CliCompare, WhatIsHostBoundGatesOnRequest) {
  Results slow = run_of(1e-3, 1.3e-3);
  slow.cases.push_back(run_of(1e-3, 1e-3).cases[0]);
  slow.cases[1].cache = "hot";
  slow.cases[0].sampling.waits_for_host = true;
  Results base = slow;
  base.cases[0] = run_of(1e-3, 1e-3).cases[0];
  write_results(folder_ / "base.json", base);
  write_results(folder_ / "slow.json", slow);
  EXPECT_THAT(output_of(compare("base.json slow.json")), HasSubstr("\n1 slower, host-bound\n"));
  EXPECT_EQ(compare("base.json slow.json --host-bound").status, 1);
}

TEST_F(CliCompare, WhatSeveralRunsOfTheBaseShareIsSaidOnce) {
  Results other = run_of(1e-3, 1e-3);
  other.device["driver"] = "999.1";
  write_results(folder_ / "other.json", other);
  const std::string out = compare("base.json other.json --force --again slow.json").out;
  const std::size_t at = out.find("  driver: ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(out.find("driver: ", at + 8), std::string::npos);
}

TEST_F(CliCompare, AnotherCommitIsWhatItIsFor) {
  Results other = run_of(1e-3, 1e-3);
  other.program["git"] = "ffffffffffff-dirty";
  write_results(folder_ / "other.json", other);
  EXPECT_EQ(compare("base.json other.json --strict").status, 0);
}

TEST_F(CliCompare, SaysInOneLineWhatItCannotRead) {
  std::ofstream(folder_ / "cut.json") << R"({"schema_version": 3, "cases": [)";
  expect_usage_error("base.json cut.json", "cannot read 'cut.json'");
  expect_usage_error("none.json base.json", "cannot read 'none.json'");
  expect_usage_error("base.json .", "cannot read '.'");
  expect_usage_error("base.json profile.json", "'profile.json' is a profile");
  expect_usage_error("base.json base.json --format html", "unknown format 'html'");
  expect_usage_error("base.json base.json --metric tme", "did you mean 'time'?");
  expect_usage_error("base.json base.json --max-slowdown 5",
                     "500%, is out of range: 0.0001% to 50%; did you mean 5%?");
  expect_usage_error("base.json", "required");
}

TEST_F(CliCompare, RefusesTimesThatCannotBe) {
  for (const double seconds : {0.0, -1e-3}) {
    Results broken = run_of(1e-3, 1e-3);
    broken.cases[0].kernels[kokkos_code].timing->samples[3] = seconds;
    write_results(folder_ / "broken.json", broken);
    expect_usage_error("base.json broken.json", "kernel kokkos@4.7.01 loops: seconds: the sample");
  }
  Results none = run_of(1e-3, 1e-3);
  none.cases[0].kernels[kokkos_code].timing->samples.clear();
  write_results(folder_ / "broken.json", none);
  expect_usage_error("broken.json base.json", "seconds: it has neither samples nor the medians");
  none.cases[0].kernels[kokkos_code].timing.reset();
  write_results(folder_ / "broken.json", none);
  expect_usage_error("broken.json base.json", "it is ok without a time");
}

TEST_F(CliCompare, RefusesToCompareNothing) {
  Results other = run_of(1e-3, 1e-3);
  other.cases[0].cache = "hot";
  write_results(folder_ / "other.json", other);
  expect_usage_error("base.json other.json", "share no result with a time");
}

TEST_F(CliCompare, NeverWritesOverWhatItReads) {
  const std::string before = file_text(folder_ / "base.json");
  expect_usage_error("base.json slow.json -o ./base.json", "name another file with -o");
  expect_usage_error("slow.json slow.json --again base.json -o base.json", "with -o");
  expect_usage_error("base.json slow.json -o missing/out", "cannot write 'missing/out'");
  EXPECT_EQ(file_text(folder_ / "base.json"), before);
}

TEST_F(CliCompare, HostileTextIsNoMarkup) {
  write_results(folder_ / "hostile.json", hostile_run());
  write_results(folder_ / "again.json", hostile_run());
  for (const std::string format : {"text", "json", "junit", "markdown"})
    EXPECT_THAT(output_of(compare("hostile.json again.json --format " + format)),
                testing::Not(HasSubstr("\x1b")))
        << format;
}

}  // namespace
}  // namespace tilebridge::cli
