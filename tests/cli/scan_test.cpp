// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"
#include "tests/write/width.hpp"

namespace tilebridge::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A folder with two files, of which one has two idioms.
class CliScan : public testing::Test {
 protected:
  CliScan() {
    std::filesystem::create_directories(folder_ / "src/.hidden");
    write("src/sums.cpp",
          "struct Sums {\n"
          "  KOKKOS_FUNCTION void operator()(const Team& team) const {\n"
          "    for (int i = 0; i < n; ++i) {\n"
          "      Kokkos::single(Kokkos::PerTeam(team), [&] { out(i) = 0; });\n"
          "      team.team_barrier();\n"
          "    }\n"
          "  }\n"
          "};\n"
          "void run() { Kokkos::parallel_for(\"sums\", policy, Sums{}); }\n"
          "void all() { for (;;) { Kokkos::deep_copy(a, b); run(); } }\n");
    write("src/plain.hpp", "int add(int a, int b) { return a + b; }\n");
    write("src/.hidden/copy.cpp", "void f() { for (;;) Kokkos::deep_copy(a, b); }\n");
  }
  void write(const std::string& path, const std::string& text) const {
    std::ofstream(folder_ / path) << text;
  }
  Outcome scan(const std::string& arguments) const {
    return run_tilebridge("scan " + arguments, folder_);
  }

  TemporaryFolder folder_;
};

TEST_F(CliScan, NamesEachPlaceItsCostAndWhatToWrite) {
  const std::string out = output_of(scan("src"));
  EXPECT_THAT(out, ContainsRegex(
                       "\nteam_control/single costs up to [0-9.]+×\n"
                       "write: if \\(team.team_rank\\(\\) == 0\\) \\(holds if: vector length 1\\)\n"
                       "matters: .*\n  src/sums.cpp:4: in Sums\n"));
  EXPECT_THAT(out, ContainsRegex("\nviews/deep_copy costs up to [0-9.]+×\n"));
  EXPECT_THAT(out, HasSubstr("0 places and 2 questions in 2 files; costs measured on NVIDIA H200"));
  EXPECT_LT(out.find("single"), out.find("deep_copy"));  // the more expensive first
  EXPECT_THAT(scan("src/sums.cpp").out, HasSubstr("0 places and 2 questions in 1 file;"));
}

TEST_F(CliScan, QuestionsComeLast) {
  const std::string tile =
      "void f(int n) { for (;;)\nparallel_for(Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {n, "
      "n}), KOKKOS_LAMBDA(int i, int j) { a(i, j) = 0; }); }\n";
  write("src/tile.cpp", tile);
  const Outcome both = scan("src");
  EXPECT_THAT(both.out, ContainsRegex("^policies/mdrange_tile costs up to [^?]*\n"
                                      "Questions: whether these matter, the text does not say\n"
                                      "team_control/single "));
  EXPECT_THAT(both.out, HasSubstr("1 place and 2 questions in 3 files;"));
  const auto json = nlohmann::json::parse(scan("src --format json").out)["places"];
  EXPECT_EQ(json[0]["question"], false);
  EXPECT_EQ(json[1]["question"], true);
  const auto sarif = nlohmann::json::parse(scan("src --format sarif").out)["runs"][0]["results"];
  std::vector<std::string> levels;
  for (const auto& result : sarif) levels.push_back(result["level"]);
  EXPECT_THAT(levels, testing::UnorderedElementsAre("warning", "note", "note"));
  std::filesystem::create_directories(folder_ / "src/cpu");
  write("src/cpu/tile.cpp", tile);
  EXPECT_THAT(scan("src/cpu").out, HasSubstr("0 places and 1 question in 1 file;"));
}

TEST_F(CliScan, LinesAreOneForEachPlace) {
  const std::string out = scan("src --format lines").out;
  EXPECT_THAT(out,
              ContainsRegex("^src/sums.cpp:4: team_control/single in Sums costs up to [0-9.]+×; "
                            "write: .* \\(holds if: vector length 1\\); matters: .*\n"
                            "src/sums.cpp:10: views/deep_copy costs up to [0-9.]+×; "));
  EXPECT_EQ(std::ranges::count(out, '\n'), 2);
}

/// A kernel that stages a tile, element by element.
constexpr const char* staging =
    "void stage() {\n"
    "  Kokkos::parallel_for(\"stage\", policy, KOKKOS_LAMBDA(const Team& team) {\n"
    "    const Tile tile(team.team_scratch(0));\n"
    "    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 256), [&](int i) { tile(i) = a(i); "
    "});\n"
    "    team.team_barrier();\n"
    "  });\n"
    "}\n";

TEST_F(CliScan, FitsIntoTheTerminal) {
  write("src/stage.cpp", staging);
  for (const std::size_t width : {60U, 80U, 100U, 140U, 200U})
    for (const char* arguments : {"src", "--tested"}) {
      const std::string line =
          "COLUMNS=" + std::to_string(width) + " " TILEBRIDGE_PROGRAM " scan " + arguments;
      EXPECT_GT(expect_columns(run_command(line, folder_).out, width), 5);
    }
}

TEST_F(CliScan, SaysWhatAChangeGainsInKernelsThatWereMeasured) {
  write("src/stage.cpp", staging);
  const std::string out = scan("src/stage.cpp").out;
  EXPECT_THAT(out, ContainsRegex("\ngains: [0-9.]+× \\[[0-9.]+, [0-9.]+\\] by index, in tiles"));
  EXPECT_THAT(out, ContainsRegex("; NVIDIA\\s+H200,\\s+Kokkos\\s+4.7.01\\)"));
  EXPECT_THAT(out, HasSubstr("`tilebridge scan --tested`"));
  EXPECT_THAT(scan("src/sums.cpp").out, Not(HasSubstr("gains")));
  const auto place = nlohmann::json::parse(scan("src/stage.cpp --format json").out)["places"][0];
  EXPECT_EQ(place["gain"]["pattern"], "tile");
  EXPECT_LE(place["gain"]["low"], place["gain"]["median"]);
  EXPECT_GE(place["gain"]["experiments"], 3);
  const std::string other = scan("src --results '" TILEBRIDGE_RESULTS "/h100-full.json'").out;
  EXPECT_THAT(other, ContainsRegex("gains: .*NVIDIA\\s+H100\\s+80GB\\s+HBM3"));
}

/// Leaving out the experiments that are forecast, at least 7 of 10 kernels are in their intervals.
TEST_F(CliScan, SaysHowWellGainsHold) {
  const std::string out = output_of(scan("--tested"));
  EXPECT_THAT(out, ContainsRegex("\n *Kokkos: by index +all +[0-9]+ +([789][0-9]|100)% "));
  EXPECT_THAT(out, ContainsRegex("\n *Kokkos: by blocks chosen +all +[0-9]+ +[789][0-9]% "));
  EXPECT_EQ(scan("--tested src").status, 2);
  EXPECT_EQ(scan("").status, 2);
}

TEST_F(CliScan, TestsAreScannedIfTheyAreNamed) {
  std::filesystem::create_directories(folder_ / "src/unit_tests");
  write("src/unit_tests/a.cpp", "void f() { for (;;) Kokkos::deep_copy(a, b); }\n");
  const Outcome all = scan("src");
  EXPECT_THAT(all.out, HasSubstr("0 places and 2 questions in 2 files;"));
  EXPECT_THAT(all.err, HasSubstr("left out: 'src/unit_tests': tests; name it to scan it"));
  EXPECT_THAT(scan("src/unit_tests").out, HasSubstr("0 places and 1 question in 1 file;"));
}

TEST_F(CliScan, TakesTheCostsOfAResultFile) {
  const std::string costs = "src --results '" TILEBRIDGE_RESULTS "/h100-full.json'";
  EXPECT_THAT(scan(costs).out, HasSubstr("costs measured on NVIDIA H100 80GB HBM3, Kokkos"));
  EXPECT_EQ(scan("src --results nothing.json").status, 2);
}

TEST_F(CliScan, RefusesAFileWithoutCosts) {
  for (const char* file : {"h200-profile.json", "h200-self-check.json"})
    EXPECT_EQ(
        scan(std::string("src --fail-above 1.01 --results '") + TILEBRIDGE_RESULTS "/" + file + "'")
            .status,
        2)
        << file;
}

TEST_F(CliScan, FailsAboveACost) {
  EXPECT_EQ(scan("src --fail-above 2").status, 1);
  EXPECT_EQ(scan("src --fail-above 1000").status, 0);
  for (const char* none : {"0", "-1", "nan", "inf", "x"}) {
    const Outcome outcome = scan(std::string("src --fail-above ") + none);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_LT(outcome.err.size(), 200U);
  }
}

/// "Nothing found" is a claim about what was looked at.
TEST_F(CliScan, IsNotGreenWhereNothingWasLookedFor) {
  const Outcome plain = scan("src/plain.hpp --fail-above 1.1");
  EXPECT_EQ(plain.status, 4);
  EXPECT_THAT(plain.out, HasSubstr("no Kokkos in 1 file: nothing was looked for"));
  EXPECT_THAT(plain.err, HasSubstr("could not tell: no Kokkos in 1 file"));

  write("src/other.cu",
        "// Kokkos\n__global__ void f(V a) { }\n"
        "void g() { for (;;) deep_copy(a, b); }\n");
  EXPECT_THAT(output_of(scan("src/other.cu")),
              HasSubstr("no Kokkos in 1 file (CUDA or HIP: 1): nothing was looked for"));

  write("src/more.foo", "Kokkos::deep_copy(a, b);");
  const Outcome more = scan("src --fail-above 1000");
  EXPECT_EQ(more.status, 4);
  EXPECT_THAT(more.err, HasSubstr("not read: 1 file with Kokkos that end in '.foo'"));
  EXPECT_EQ(scan("src src/more.foo").status, 0);
  EXPECT_EQ(scan("src --fail-above 1.01").status, 1);  // found is found
}

TEST_F(CliScan, ReadsEachFileOfATreeOnce) {
  const std::string code = "void f() { for (;;) Kokkos::deep_copy(a, b); }\n";
  for (const char* ending : {"tpp", "txx", "tcc", "icc", "inc", "hip", "c++", "cppm", "ixx"})
    write(std::string("src/b.") + ending, code);
  std::filesystem::create_directories(folder_ / "src/build/_deps");
  write("src/build/CMakeCache.txt", "");
  write("src/build/_deps/library.cpp", code);
  std::filesystem::create_symlink("sums.cpp", folder_ / "src/a_link.cpp");
  std::filesystem::create_symlink(".", folder_ / "src/here");
  const Outcome outcome = scan("src src/sums.cpp ./src/b.tpp");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("0 places and 11 questions in 11 files;"));
  EXPECT_THAT(outcome.err, testing::StrEq("left out: 'src/build': a build tree of CMake\n"));
  EXPECT_THAT(scan("src/build").out, HasSubstr("0 places and 1 question in 1 file;"));

  std::filesystem::create_directories(folder_ / "elsewhere");
  std::filesystem::create_symlink("../elsewhere", folder_ / "src/there");
  EXPECT_THAT(scan("src").err, HasSubstr("not read: 'src/there': a link to another folder"));
}

TEST_F(CliScan, NamesWhatItCannotReadAndReadsTheRest) {
  std::filesystem::create_symlink("nowhere.cpp", folder_ / "src/broken.cpp");
  ASSERT_EQ(run_command("mkfifo src/pipe.cpp", folder_).status, 0);
  const Outcome outcome = scan("src");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("0 places and 2 questions in 2 files; "));
  EXPECT_THAT(outcome.out, HasSubstr("; 2 paths not read\n"));
  EXPECT_THAT(outcome.err, HasSubstr("not read: 'src/broken.cpp': No such file"));
  EXPECT_THAT(outcome.err, HasSubstr("not read: 'src/pipe.cpp': it is a device or a pipe"));
  EXPECT_EQ(scan("src --fail-above 1000").status, 4);
  for (const char* file : {"/dev/zero", "src/pipe.cpp", "/proc/self/mem"}) {
    const Outcome special = scan(file);
    EXPECT_EQ(special.status, 2) << file;
    EXPECT_THAT(special.err, ContainsRegex("^tilebridge: cannot read '.*': .*\n$"));
  }
  EXPECT_EQ(run_tilebridge("costs /dev/zero", folder_).status, 2);
}

TEST_F(CliScan, WritesJsonAndSarif) {
  const auto json = nlohmann::json::parse(scan("src --format json").out);
  ASSERT_EQ(json["places"].size(), 2U);
  EXPECT_EQ(json["places"][0]["idiom"], "team_control/single");
  EXPECT_EQ(json["places"][0]["line"], 4);
  EXPECT_EQ(json["places"][0]["kernel"], "Sums");
  EXPECT_GT(json["places"][0]["cost"], 1.05);

  const Outcome written = scan("src --format sarif -o scan.sarif");
  EXPECT_EQ(written.status, 0);
  EXPECT_THAT(written.err, HasSubstr("0 places and 2 questions in 2 files"));
  const auto sarif = nlohmann::json::parse(file_text(folder_ / "scan.sarif"));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const auto& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
  const auto& place = run["results"][0];
  EXPECT_EQ(place["ruleId"], "team_control/single");
  const auto& location = place["locations"][0]["physicalLocation"];
  EXPECT_EQ(location["artifactLocation"]["uri"], "src/sums.cpp");
  EXPECT_EQ(location["region"]["startLine"], 4);
}

TEST_F(CliScan, SarifHasUrisAndFingerprints) {
  const std::string code = "void f() { for (;;) Kokkos::deep_copy(a, b); }\n";
  const auto first = [&](const std::string& file) {
    return nlohmann::json::parse(scan("\"" + file + "\" --format sarif").out)["runs"][0]["results"]
        .at(0);
  };
  const auto uri = [&](const std::string& file) {
    write(file, code);
    return first(file)["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  };
  EXPECT_EQ(uri("src/a b.cpp"), "src/a%20b.cpp");
  EXPECT_EQ(uri("src/\u00fc.cpp"), "src/%C3%BC.cpp");
  EXPECT_EQ(uri("src/a%20b.cpp"), "src/a%2520b.cpp");
  EXPECT_EQ(uri("src/a#b?c:d.cpp"), "src/a%23b%3Fc%3Ad.cpp");
  EXPECT_EQ(uri("./src/../src/e.cpp"), "src/e.cpp");
  const std::string absolute = (folder_ / "src/e.cpp").string();
  EXPECT_EQ(first(absolute)["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/e.cpp");
  const auto print = [&] { return first("src/e.cpp")["partialFingerprints"]; };
  const auto before = print();
  write("src/e.cpp", "// one line more\n" + code);
  EXPECT_EQ(before.size(), 1U);
  EXPECT_EQ(print(), before);
  write("src/e.cpp", "void f() { for (;;) Kokkos::deep_copy(b, a); }\n");
  EXPECT_NE(print(), before);
}

TEST_F(CliScan, SaysWhatItCannotRead) {
  const Outcome missing = scan("src nothing.cpp");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("cannot read 'nothing.cpp'"));
  EXPECT_THAT(missing.out, HasSubstr("0 places and 2 questions in 2 files"));
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THAT(scan("empty").err, HasSubstr("no C++ source files in 'empty'"));
  EXPECT_EQ(scan("").status, 2);
  EXPECT_EQ(scan("src --format yaml").status, 2);
}

TEST_F(CliScan, AnyBytesAreNoHarm) {
  write("src/bytes.cpp", std::string("\xff\0(\"{[<for(", 12) + "Kokkos::single(PerTeam");
  EXPECT_EQ(scan("src --format json").status, 0);
}

/// docs/your-own-code.md shows this command.
TEST_F(CliScan, LeadsFromTheKernelsOfALogToTheirSource) {
  const std::string log = "kernels '" TILEBRIDGE_RESULTS "/h100-molecular-dynamics.json'";
  write(
      "src/pairs.cpp",
      "void step() {\n"
      "  Kokkos::parallel_for(\"forces\", Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {n, m}),\n"
      "                       f);\n"
      "}\n");
  EXPECT_THAT(output_of(log + " --source src", folder_),
              ContainsRegex("forces +28.1% +src/pairs.cpp:2 +policies/mdrange_tile"));
  EXPECT_THAT(output_of(log, folder_), Not(HasSubstr("pairs.cpp")));
}

TEST_F(CliScan, KnowsTheWrappersOfAProject) {
  write("src/loops.cpp",
        "void step() { par_for(\"s\", n, m, [=](int j, int i) { a(j, i) = 0; }); }\n");
  EXPECT_THAT(scan("src/loops.cpp").out, HasSubstr("no Kokkos in 1 file"));
  const std::string known =
      output_of(scan("--wrapper par_for=MDRangePolicy src/loops.cpp --wrapper a=TeamPolicy"));
  EXPECT_THAT(known, HasSubstr("policies/mdrange_tile costs up to "));
  EXPECT_THAT(known, HasSubstr("in par_for (holds if: a GPU)\n"));
  EXPECT_THAT(known, HasSubstr("\n  src/loops.cpp:1: in s\n"));
  for (const char* wrong : {"par_for", "=MDRangePolicy", "par_for=", "par_for=Loop", "''"})
    expect_refused(scan(std::string("src --wrapper ") + wrong), "NAME=RANGE");
  expect_refused(scan("src --wrapper a=RangePolicy b=RangePolicy"),
                 "'b=RangePolicy' is no file; write --wrapper b=RangePolicy");
  write("src/b=RangePolicy", "");
  EXPECT_EQ(scan("src src/b=RangePolicy").status, 0);
}

/// An idiom that was not measured has no cost, and does not fail above one.
TEST_F(CliScan, SaysWhatHasNoMeasuredCost) {
  write("src/four.cpp",
        "void step(Kokkos::View<int****, Kokkos::LayoutLeft> v) { Kokkos::parallel_for("
        "Kokkos::MDRangePolicy<Kokkos::Rank<4>>({0, 0, 0, 0}, {a, b, c, d}), KOKKOS_LAMBDA("
        "int i, int j, int k, int l) { v(i, j, k, l) = 0; }); }\n");
  EXPECT_THAT(scan("src/four.cpp").out, HasSubstr("unmeasured/mdrange_tile may cost\nwrite: "));
  EXPECT_THAT(scan("src/four.cpp").out, HasSubstr("; cost unknown of 1\n"));
  EXPECT_EQ(scan("src/four.cpp --fail-above 1.01").status, 0);
}

}  // namespace
}  // namespace tilebridge::cli
