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

const std::vector<std::string> exercises = {
    "coalescing",     "structure_of_arrays", "tile",      "padding",  "halo",
    "matrix_product", "missing_barrier",     "reduction", "histogram"};

/// The learner has to find a mistake in these; a host sees a missing barrier in CUDA alone.
bool is_wrong_as_given(const std::string& exercise, const std::string& language) {
  return exercise == "halo" || (exercise == "missing_barrier" && language == "cuda");
}

TEST(CliExercises, AreListedAndWrittenWithoutTheirSolutions) {
  const TemporaryFolder folder;
  const Outcome list = run_tilebridge("new --exercise list", folder);
  EXPECT_EQ(std::ranges::count(list.out, '\n'), std::ssize(exercises));
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

/// A solution with a mistake: in the solution's kernel, `from` becomes `to`. What it says of it.
struct Mistake {
  std::string exercise, from, to;
  std::string said;
};

const std::vector<Mistake> mistakes = {
    {"coalescing", "tilebridge::covering(a.n, threads)", "unsigned(a.n / threads)",
     "It was never written"},
    {"coalescing", "a.x[i]", "a.x[i ^ 1]", "and from no other?"},
    {"structure_of_arrays", "tilebridge::covering(a.n, threads)", "unsigned(a.n / threads)",
     "It was never written"},
    {"structure_of_arrays", "m * a.n + i", "m + i", "no barrier is between them: global memory"},
    {"tile", "__syncthreads();", "", "no barrier is between them: shared memory"},
    {"tile", "* a.rows + x]", "* a.cols + x]", "written to row x, column y"},
    {"padding", "tilebridge::covering(a.rows, Arguments::tile)", "a.rows / Arguments::tile",
     "It was never written"},
    {"padding", "__syncthreads();", "if (x >= a.cols) return; __syncthreads();",
     "does not reach: it has ended"},
    {"halo", "__syncthreads();", "", "no barrier is between them: shared memory"},
    {"halo", "blockIdx.y * tile - 1,", "blockIdx.y * tile,", "Which elements of the halo"},
    {"halo", "tilebridge::covering(a.rows, Arguments::tile)", "unsigned(a.rows / Arguments::tile)",
     "It was never written"},
    {"halo", "__syncthreads();", "if (x0 + int(threadIdx.x) >= a.cols) return; __syncthreads();",
     "does not reach: it has ended"},
    {"matrix_product", "__syncthreads();\n    for", "for",
     "no barrier is between them: shared memory"},
    {"matrix_product", "__syncthreads();  // all", "// all",
     "no barrier is between them: shared memory"},
    {"matrix_product", "first < p.k;", "first + tile <= p.k;", "Is what lies outside of a or b 0"},
    {"matrix_product", "tilebridge::covering(p.m, Arguments::tile)",
     "unsigned(p.m / Arguments::tile)", "It was never written"},
    {"missing_barrier",
     "__syncthreads();\n    std::", "std::", "no barrier is between them: shared memory"},
    {"missing_barrier", "__syncthreads();  // before", "// before",
     "no barrier is between them: shared memory"},
    {"missing_barrier", "k >= 0", "k > 0", "What keeps a fast warp"},
    {"missing_barrier", "tilebridge::covering(a.pieces, Arguments::pieces_per_block)",
     "unsigned(a.pieces / Arguments::pieces_per_block)", "It was never written"},
    {"reduction", "__syncthreads();", "", "no barrier is between them"},
    {"reduction", "__syncthreads();", "if (thread < half) __syncthreads();",
     "waits at the barrier in line "},
    {"reduction", "i < a.n", "i < a.n - 1", "added exactly once"},
    {"histogram", "__syncthreads();", "", "no barrier is between them"},
    {"histogram", "i < a.n", "i < a.n - 1", "counted exactly once"},
};

/// Right solutions that access too much.
const std::vector<Mistake> wastes = {
    {"coalescing", "2 * a.x[i] + 1;", "2 * a.x[i] + 1 + 0 * a.x[4 * i % a.n];",
     "3.0 times the reference's sectors, of at most 1.1 times"},
    {"padding", "tile + 1]", "tile]", "times the reference's wavefronts"},
    {"missing_barrier", "sum += staged[k];",
     "sum += staged[k] + (staged[(thread * 31 + k) % piece] < 0 ? 1 : 0);",
     "times the reference's wavefronts"},
    {"reduction", "if (thread == 0) atomicAdd(sum, sums[0]);",
     "if (thread < 32) atomicAdd(sum, thread == 0 ? sums[0] : 0);\n"
     "  for (int i = 0; i < 8; ++i) atomicAdd(sum, Word{0});",
     "times the reference's atomics, of at most 8.0 times"},
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

/// Each mistake of an exercise is in a group of its own.
std::string group_of(std::size_t mistake) {
  const auto before =
      std::count_if(mistakes.begin(), mistakes.begin() + static_cast<std::ptrdiff_t>(mistake),
                    [&](const Mistake& m) { return m.exercise == mistakes[mistake].exercise; });
  return "wrong_" + std::to_string(before);
}

/// Expects what is said of the mistake in the output of a run.
void expect_said(const Mistake& mistake, const std::string& out) {
  const std::size_t begin = out.find("wrong: " + mistake.exercise + "/");
  ASSERT_NE(begin, std::string::npos) << mistake.exercise << out;
  std::string said = out.substr(begin, out.find("refused", begin) - begin);
  std::ranges::replace(said, '\n', ' ');
  EXPECT_THAT(said, HasSubstr(mistake.said));
  const bool is_of_barriers = mistake.said.find("barrier") != std::string::npos ||
                              mistake.said.find("reach") != std::string::npos;
  if (is_of_barriers) return;
  EXPECT_THAT(said, HasSubstr("element "));
  const bool has_map = mistake.exercise != "reduction";  // which has one element
  EXPECT_EQ(said.find("wrong elements (x) of rows of") != std::string::npos, has_map) << said;
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
    lists_ += "tilebridge_add_pair(" + target +
              (language_ == "cuda" ? " WITHOUT_KOKKOS COUNTED " : " ") + group + "/" + name +
              "/pair.cpp)\nset_target_properties(" + target + " PROPERTIES OUTPUT_NAME " + name +
              " LIBRARY_OUTPUT_DIRECTORY objects/" + group + ")\n";
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
  Outcome run_group(const std::string& group) const { return run_of(group, exercises); }
  /// Runs those as given that are right, or those that are wrong.
  Outcome run_given(bool wrong) const {
    std::vector<std::string> names;
    for (const std::string& name : exercises)
      if (is_wrong_as_given(name, language_) == wrong) names.push_back(name);
    return run_of("given", names);
  }

  TemporaryFolder folder;

 private:
  Outcome run_of(const std::string& group, const std::vector<std::string>& names) const {
    std::string objects;
    for (const std::string& name : names) objects += " build/objects/" + group + "/" + name + ".so";
    return run(objects);
  }

  std::string language_, lists_;
};

TEST(CliExercises, KernelsInCudaAreGradedOnAHost) {
  Project project("cuda");
  if (const std::string reason = why_not_runnable(project.folder); !reason.empty())
    GTEST_SKIP() << reason;
  if (!is_installed("cmake", project.folder)) GTEST_SKIP() << "no CMake";
  project.add_all();
  for (std::size_t i = 0; i < mistakes.size(); ++i)
    make(mistakes[i], project.add(group_of(i), mistakes[i].exercise, " --solution"));
  for (const Mistake& waste : wastes)
    make(waste, project.add("waste", waste.exercise, " --solution"));
  project.add_by_its_own_lists("reduction");
  const Outcome built = project.build();
  ASSERT_EQ(built.status, 0) << built.out << built.err;

  const Outcome given = project.run_given(false);
  EXPECT_EQ(given.status, 1) << given.out << given.err;
  const Outcome wrong_as_given = project.run_given(true);
  EXPECT_EQ(wrong_as_given.status, 3) << wrong_as_given.out << wrong_as_given.err;
  const Outcome solved = project.run_group("solved");
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  for (const std::string& name : exercises) {
    if (is_wrong_as_given(name, "cuda")) {
      EXPECT_THAT(wrong_as_given.out, HasSubstr("\n" + name + ": refused: "));
    } else {
      EXPECT_THAT(given.out, HasSubstr("\n" + name + ": not yet: "));
    }
    EXPECT_THAT(solved.out,
                HasSubstr("\n" + name + ": passed as counted: 1.0 times the reference"));
  }
  EXPECT_THAT(given.out, HasSubstr("yours: 4 sectors per load, 32 sectors per store"));
  for (const Outcome& right : {given, solved})  // the ratio of an emulator says nothing
    EXPECT_THAT(right.out, Not(testing::AnyOf(HasSubstr("faster"), HasSubstr("slower"))));

  std::string objects;
  for (const Mistake& waste : wastes) objects += " build/objects/waste/" + waste.exercise + ".so";
  Outcome wasted = project.run(objects);
  EXPECT_EQ(wasted.status, 1) << wasted.out << wasted.err;
  std::ranges::replace(wasted.out, '\n', ' ');
  for (const Mistake& waste : wastes) {
    EXPECT_THAT(wasted.out, HasSubstr(" " + waste.exercise + ": not yet: "));
    EXPECT_THAT(wasted.out, HasSubstr(waste.said));
  }
  for (const std::string group : {"wrong_0", "wrong_1", "wrong_2", "wrong_3"}) {
    objects.clear();
    for (std::size_t i = 0; i < mistakes.size(); ++i)
      if (group_of(i) == group)
        objects += " build/objects/" + group + "/" + mistakes[i].exercise + ".so";
    const Outcome wrong = project.run(objects);
    EXPECT_EQ(wrong.status, 3) << wrong.err;
    for (std::size_t i = 0; i < mistakes.size(); ++i)
      if (group_of(i) == group) expect_said(mistakes[i], wrong.out);
  }
  const Outcome alone = project.run("build/reduction/reduction.so");
  EXPECT_THAT(alone.out, HasSubstr("\nnot yet: "));
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
  const Outcome given = project.run_given(false);
  if (given.status == 2) GTEST_SKIP() << "this Kokkos is for a GPU: " << given.err;
  const Outcome solved = project.run_group("solved");
  const Outcome wrong = project.run_given(true);
  EXPECT_EQ(given.status, 0) << given.out << given.err;
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  EXPECT_EQ(wrong.status, 3) << wrong.out << wrong.err;
  for (const std::string& name : exercises) {
    EXPECT_THAT(solved.out, HasSubstr("\n" + name + ": validated: 0."));
    const Outcome& as_given = is_wrong_as_given(name, "kokkos") ? wrong : given;
    EXPECT_THAT(as_given.out,
                HasSubstr(&as_given == &wrong ? "\nrefused: " : "\n" + name + ": validated: 0."));
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
