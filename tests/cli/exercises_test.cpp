// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "pages/grade.hpp"
#include "run/output.hpp"
#include "tests/cli/command.hpp"
#include "tests/results/sample_results.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> exercises = {"coalescing", "structure_of_arrays", "tile",
                                            "padding",    "reduction",           "histogram"};

TEST(CliExercises, AreListedAndWrittenWithoutTheirSolutions) {
  const TemporaryFolder folder;
  const Outcome list = run_tilebridge("new --exercise list", folder);
  EXPECT_EQ(std::ranges::count(list.out, '\n'), 6);
  for (const std::string& name : exercises) {
    EXPECT_THAT(list.out, HasSubstr(name + " "));
    for (const char* language : {"cuda", "kokkos"}) {
      const std::string in = std::string(" --in ") + language;
      ASSERT_EQ(run_tilebridge("new --exercise " + name + " work" + in, folder).status, 0);
      ASSERT_EQ(run_tilebridge("new --exercise " + name + in + " --solution", folder).status, 0);
      EXPECT_NE(file_text(folder / "work" / "yours.hpp"),
                file_text(folder / (name + "_solution") / "yours.hpp"));
      EXPECT_THAT(file_text(folder / "work" / "pair.cpp"),
                  AllOf(HasSubstr("#include \"" + name + ".hpp\""), Not(HasSubstr("#if"))));
      std::filesystem::remove_all(folder / "work");
      std::filesystem::remove_all(folder / (name + "_solution"));
    }
  }
}

TEST(CliExercises, AreRefusedInOneLine) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "tile");
  for (const char* arguments :
       {"--exercise tile", "--exercise none", "--exercise tile x --in fortran",
        "--exercise tile x --team", "x --in kokkos", "x --solution", ""}) {
    const Outcome outcome = run_tilebridge(std::string("new ") + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }
}

/// One wrong solution: in the solution's kernel, `from` becomes `to`.
struct Mistake {
  std::string exercise, from, to;
  std::string hint;
};

const std::vector<Mistake> mistakes = {
    {"coalescing", "tilebridge::covering(a.n, threads)", "unsigned(a.n / threads)",
     "It was never written"},
    {"coalescing", "a.x[i]", "a.x[i ^ 1]", "and from no other?"},
    {"structure_of_arrays", "tilebridge::covering(a.n, threads)", "unsigned(a.n / threads)",
     "It was never written"},
    {"structure_of_arrays", "m * a.n + i", "m + i", "have the same place"},
    {"tile", "__syncthreads();", "", "Is there a barrier"},
    {"tile", "* a.rows + x]", "* a.cols + x]", "written to row x, column y"},
    {"padding", "tilebridge::covering(a.rows, Arguments::tile)", "a.rows / Arguments::tile",
     "It was never written"},
    {"padding", "__syncthreads();", "", "Is there a barrier"},
    {"reduction", "__syncthreads();", "", "Is there a barrier"},
    {"reduction", "i < a.n", "i < a.n - 1", "added exactly once"},
    {"histogram", "__syncthreads();", "", "counted exactly once"},
    {"histogram", "i < a.n", "i < a.n - 1", "counted exactly once"},
};

/// Replaces all of `from`.
void make(const Mistake& mistake, const std::filesystem::path& file) {
  std::string text = file_text(file);
  ASSERT_THAT(text, HasSubstr(mistake.from));
  for (std::size_t at = 0; (at = text.find(mistake.from, at)) != std::string::npos;
       at += mistake.to.size())
    text.replace(at, mistake.from.size(), mistake.to);
  std::ofstream(file) << text;
}

/// Exercises in folders, all built by one project.
class Project {
 public:
  explicit Project(std::string language) : language_(std::move(language)) {}

  /// Written with `options`, as "given/tile": the object is that, with ".so".
  std::filesystem::path add(const std::string& group, const std::string& name,
                            const std::string& options = "") {
    std::filesystem::create_directory(folder / group);
    const Outcome written = run_tilebridge(
        "new --exercise " + name + " " + group + "/" + name + " --in " + language_ + options,
        folder);
    EXPECT_EQ(written.status, 0) << written.err;
    const std::string target = group + "_" + name;
    lists_ += "tilebridge_add_pair(" + target + (language_ == "cuda" ? " WITHOUT_KOKKOS " : " ") +
              group + "/" + name + "/pair.cpp)\nset_target_properties(" + target +
              " PROPERTIES OUTPUT_NAME " + name + " LIBRARY_OUTPUT_DIRECTORY objects/" + group +
              ")\n";
    return folder / group / name / "yours.hpp";
  }
  /// Adds one by the CMakeLists.txt that was written for it: "build/tile/tile.so".
  void add_by_its_own_lists(const std::string& name) {
    const std::string of = "new --exercise " + name + " --in " + language_;
    EXPECT_EQ(run_tilebridge(of, folder).status, 0);
    lists_ += "add_subdirectory(" + name + ")\n";
  }
  Outcome build() const {
    std::ofstream(folder / "CMakeLists.txt")
        << "cmake_minimum_required(VERSION 3.22)\nproject(exercises LANGUAGES CXX)\n"
           "find_package(tilebridge REQUIRED)\n"
        << lists_;
    return run_command(
        cmake_command(folder) +
            " -S . -B build -DCMAKE_PREFIX_PATH=" TILEBRIDGE_BUILD
            " -DCMAKE_BUILD_TYPE=Test -DCMAKE_CXX_FLAGS=-O0 && cmake --build build --parallel 2",
        folder);
  }
  Outcome run(const std::string& objects) const {
    return run_tilebridge("run --platform host --budget 0.01 " + objects, folder);
  }
  /// Adds every exercise, as given and solved.
  void add_all() {
    for (const std::string& name : exercises) {
      add("given", name);
      add("solved", name, " --solution");
    }
  }
  /// Runs all exercises of a group.
  Outcome run_group(const std::string& group) const {
    std::string objects;
    for (const std::string& name : exercises)
      objects += " build/objects/" + group + "/" + name + ".so";
    return run(objects);
  }

  TemporaryFolder folder;

 private:
  std::string language_, lists_;
};

TEST(CliExercises, KernelsInCudaAreGradedOnAHost) {
  Project project("cuda");
  if (const std::string reason = why_not_runnable(project.folder); !reason.empty())
    GTEST_SKIP() << reason;
  if (!is_installed("cmake", project.folder)) GTEST_SKIP() << "no CMake";
  project.add_all();
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    const std::string group = i % 2 == 0 ? "wrong" : "wrong_too";
    make(mistakes[i], project.add(group, mistakes[i].exercise, " --solution"));
  }
  project.add_by_its_own_lists("reduction");
  const Outcome built = project.build();
  ASSERT_EQ(built.status, 0) << built.out << built.err;

  for (const char* group : {"given", "solved"}) {
    const Outcome right = project.run_group(group);
    EXPECT_EQ(right.status, 0) << right.out << right.err;
    for (const std::string& name : exercises)
      EXPECT_THAT(right.out, HasSubstr("\n" + name + ": validated: 0."));
    EXPECT_THAT(right.out, HasSubstr("slow: transpose/tile: 4 sectors per load"));
  }
  for (std::size_t first : {0U, 1U}) {
    const Outcome wrong = project.run_group(first == 0 ? "wrong" : "wrong_too");
    EXPECT_EQ(wrong.status, 3) << wrong.err;
    for (std::size_t i = first; i < mistakes.size(); i += 2) {
      const std::size_t begin = wrong.out.find("wrong: " + mistakes[i].exercise + "/");
      ASSERT_NE(begin, std::string::npos) << mistakes[i].exercise << wrong.out;
      const std::size_t end = wrong.out.find(mistakes[i].exercise + ": refused", begin);
      ASSERT_NE(end, std::string::npos) << mistakes[i].exercise << wrong.out;
      std::string said = wrong.out.substr(begin, end - begin);
      std::ranges::replace(said, '\n', ' ');
      EXPECT_THAT(said, HasSubstr(mistakes[i].hint));
      EXPECT_THAT(said, HasSubstr("element "));
    }
  }
  const Outcome alone = project.run("build/reduction/reduction.so");
  EXPECT_THAT(alone.out, HasSubstr("\nvalidated: 0.90 of the reference is asked for on a GPU\n"));
}

TEST(CliExercises, KernelsInKokkosAreGradedOnAHost) {
  Project project("kokkos");
  if (const std::string reason = why_not_runnable(project.folder); !reason.empty())
    GTEST_SKIP() << reason;
  if (!is_installed("cmake", project.folder)) GTEST_SKIP() << "no CMake";
  project.add_all();
  const Outcome built = project.build();
  if (built.err.find("Kokkos") != std::string::npos && built.status != 0 &&
      !std::filesystem::exists(project.folder / "build" / "CMakeFiles" / "given_tile.dir"))
    GTEST_SKIP() << "no installed Kokkos: " << built.err;
  ASSERT_EQ(built.status, 0) << built.out << built.err;
  for (const char* group : {"given", "solved"}) {
    const Outcome right = project.run_group(group);
    if (right.status == 2) GTEST_SKIP() << "this Kokkos is for a GPU: " << right.err;
    EXPECT_EQ(right.status, 0) << right.out << right.err;
    for (const std::string& name : exercises)
      EXPECT_THAT(right.out, HasSubstr("\n" + name + ": validated: 0."));
  }
}

/// An exercise on a GPU in which "yours" reaches a share of the reference.
Results graded(double median, double low) {
  CaseResult c;
  c.experiment = "tile";
  c.variant = pair_variant;
  c.platform = "cuda";
  c.work.bytes_read = 3e6;
  c.kernels[native_code].status = Status::ok;
  KernelResult& yours = c.kernels[kokkos_code];
  yours.status = Status::ok;
  yours.timing.emplace().seconds = {1e-5, 1e-5, 1e-5};
  c.comparisons.push_back({kokkos_code, native_code, {median, low, 2 * median - low}});
  Results results;
  results.ceilings.copy_bytes_per_s = 3e12;
  results.builds["pairs"] =
      Json::array({{{"name", "tile"},
                    {"exercise",
                     "at-least 0.9\nslow stride/copy stride=32,real=double\ngood "
                     "stride/copy\nslowness Why?\n"}}});
  results.cases.push_back(c);
  return results;
}

std::string grade_of(const Results& results, double at_least = 0) {
  return write::as_text(
      pages::grade_page(exercises_of(results).at(0), results, at_least, catalogue()), {});
}

TEST(CliExercises, AGradeIsPassedByTheLowerEndOfTheInterval) {
  EXPECT_EQ(grade_of(graded(0.95, 0.93)), "passed: 0.95 of the reference, 0.90 asked for\n");
  EXPECT_EQ(run::status_of(graded(0.95, 0.93), false, false), ExitStatus::fine);
  EXPECT_THAT(grade_of(graded(0.95, 0.85)),
              HasSubstr("not yet: 0.95 of the reference (but perhaps 0.85), 0.90 asked for\n"));
  EXPECT_EQ(run::status_of(graded(0.95, 0.85), false, false), ExitStatus::threshold_failed);
  EXPECT_EQ(grade_of(graded(0.55, 0.53), 0.5), "passed: 0.55 of the reference, 0.50 asked for\n");
  EXPECT_EQ(run::status_of(graded(0.55, 0.53), false, false, 0.5), ExitStatus::fine);
}

TEST(CliExercises, ASlowKernelIsGivenItsRateAndWhatTheAccessModelCounts) {
  EXPECT_THAT(grade_of(graded(0.1, 0.1)),
              AllOf(HasSubstr("0.10 of what a copy moves"), HasSubstr("hint: Why?"),
                    HasSubstr("slow: stride/copy stride=32,real=double: 32 sectors per load"),
                    HasSubstr("good: stride/copy: 4 sectors per load"),
                    HasSubstr("not yet: 0.10 of the reference, 0.90 asked for\n")));
}

TEST(CliExercises, AWrongKernelIsRefusedHoweverFast) {
  Results results = graded(2, 2);
  results.cases[0].kernels[kokkos_code].status = Status::invalid;
  EXPECT_THAT(grade_of(results), testing::EndsWith("refused: the results are wrong\n"));
  EXPECT_EQ(run::status_of(results, false, false), ExitStatus::invalid);
}

TEST(CliExercises, CountersOfAProfileAreShownPerRequest) {
  Results results = graded(1, 1);
  KernelResult& yours = results.cases[0].kernels[kokkos_code];
  yours.counters = Counters{1,
                            {{Counter::global_load_requests, 10},
                             {Counter::global_load_sectors, 320},
                             {Counter::warps_active_percent, 50}}};
  EXPECT_THAT(
      write::as_text(pages::counted_page(exercises_of(results)[0], results, catalogue()), {}),
      HasSubstr("yours: 32 sectors per load; 50% of the warps active"));
  EXPECT_EQ(run::status_of(results, false, false), ExitStatus::fine);
}

}  // namespace
}  // namespace tilebridge::cli
