// SPDX-License-Identifier: Apache-2.0
#include "sources/scan.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sources/sources.hpp"

namespace tilebridge::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> idioms(std::string_view text) {
  std::vector<std::string> found;
  for (const Finding& finding : scan_source(text).findings)
    found.push_back(finding.idiom + ":" + std::to_string(finding.line));
  return found;
}

/// In a kernel with a barrier, from line 3 on.
std::string in_team(const std::string& body) {
  return "Kokkos::parallel_for(\"sums\", policy,\n  KOKKOS_LAMBDA(const Team& team) {\n" + body +
         "\nteam.team_barrier();\n});";
}
std::vector<std::string> idioms_in_team(const std::string& body) { return idioms(in_team(body)); }

/// The remedy of each place.
std::vector<std::string> remedies(std::string_view text) {
  std::vector<std::string> instead;
  for (const Finding& finding : scan_source(text).findings)
    instead.push_back(finding.advice.instead);
  return instead;
}

/// In a loop of the host that does something else too, from line 2 on.
std::vector<std::string> idioms_in_loop(const std::string& body) {
  return idioms("void run(int steps, V a, V b) {\nfor (int s = 0; s < steps; ++s) {" + body +
                " step(s);}}");
}

/// The idioms of the findings that are questions, or of the others.
std::vector<std::string> questions(std::string_view text, bool are_questions = true) {
  std::vector<std::string> found;
  for (const Finding& finding : scan_source(text).findings)
    if (finding.is_question == are_questions) found.push_back(finding.idiom);
  return found;
}

TEST(Scan, FlatLoopsOfOpenmpTargetWhoseTeamsTheRuntimeChooses) {
  const auto loop = [](const std::string& clauses) {
    return "void f(int n) {\n#pragma omp " + clauses +
           "\nfor (int i = 0; i < n; ++i) out[i] = in[i];\n}";
  };
  for (const char* flat :
       {"target teams distribute parallel for", "target teams loop",
        "target teams distribute parallel for simd collapse(2) \\\n  is_device_ptr(in, out)"})
    EXPECT_THAT(idioms(loop(flat)), ElementsAre("unmeasured/openmp_loop:2")) << flat;
  for (const char* other :
       {"parallel for", "target teams distribute",
        "target teams distribute parallel for num_teams(m)", "target enter data map(to : in)",
        "teams distribute parallel for", "target teams distribute parallel for reduction(+ : sum)"})
    EXPECT_THAT(idioms(loop(other)), IsEmpty()) << other;
  EXPECT_TRUE(scan_source(loop("target data map(to : in)")).has_kokkos);
  EXPECT_FALSE(scan_source(loop("parallel for")).has_kokkos);
}

/// The remedy of the only finding.
Remedy remedy_in(std::string_view text) {
  const Scan scan = scan_source(text);
  EXPECT_EQ(scan.findings.size(), 1U) << text;
  return scan.findings.empty() ? Remedy() : scan.findings.front().remedy;
}

constexpr const char* element_by_element =
    "Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 256), [&](int i) { s(i) = a(i); });";

TEST(Scan, ARemedyIsAStepInAKernelOfAPattern) {
  const auto pattern = [](const std::string& more) {
    const std::vector<Finding> findings = scan_source(in_team(more + element_by_element)).findings;
    const auto range =
        std::ranges::find(findings, std::string("team_control/team_range"), &Finding::idiom);
    return range == findings.end() ? CudaPattern::other : range->remedy.pattern;
  };
  EXPECT_EQ(remedy_in(in_team(element_by_element)).step, Step::by_index);
  EXPECT_EQ(pattern(""), CudaPattern::row_per_block);
  EXPECT_EQ(pattern("const Tile s(team.team_scratch(0));"), CudaPattern::tile);
  EXPECT_EQ(pattern("Kokkos::atomic_add(&b(0), 1);"), CudaPattern::atomics);
  EXPECT_EQ(pattern("const Tile s(team.team_scratch(0)); team.team_scan(n, &b(0));"),
            CudaPattern::block_sum);
  EXPECT_FALSE(remedy_in(in_team(element_by_element)).is_double);
  EXPECT_TRUE(remedy_in(in_team(std::string("double sum = 0;") + element_by_element)).is_double);
}

TEST(Scan, ATileIsAStepWhereTheContiguousIndexMayBeTheLast) {
  const auto tile = [](const std::string& layout) {
    return remedy_in("void f(Kokkos::View<float**" + layout +
                     "> v, int n) { Kokkos::parallel_for(Kokkos::MDRangePolicy<Kokkos::Rank<2>>("
                     "{0, 0}, {n, n}), KOKKOS_LAMBDA(int i, int j) { v(i, j) = 0; }); }");
  };
  EXPECT_EQ(tile(", Kokkos::LayoutRight").step, Step::tile);
  EXPECT_EQ(tile(", Kokkos::LayoutRight").pattern, CudaPattern::range_2d);
  EXPECT_EQ(tile(", Kokkos::LayoutRight").holds_if, "");
  EXPECT_EQ(tile(", Kokkos::LayoutLeft").step, Step::none);
  EXPECT_EQ(tile(", Layout").step, Step::tile);
  EXPECT_EQ(tile(", Layout").holds_if, "the contiguous index is the policy's last");
}

TEST(Scan, ARemedyThatIsNoStepHasNone) {
  EXPECT_EQ(remedy_in(in_team("Kokkos::single(Kokkos::PerTeam(team), [&] { a(0) = 0; });")).step,
            Step::none);
}

TEST(Scan, ALoopOfOpenmpHasThePatternOfItsDirective) {
  const auto remedy = [](const std::string& clauses) {
    return remedy_in("#pragma omp target teams loop " + clauses + "\nfor (;;) out[i] = 0;\n");
  };
  EXPECT_EQ(remedy("").step, Step::rewritten);
  EXPECT_EQ(remedy("").pattern, CudaPattern::flat);
  EXPECT_EQ(remedy("collapse(2)").pattern, CudaPattern::range_2d);
}

TEST(Scan, ATileOfPerhapsFewValuesIsAQuestion) {
  const auto tile = [](const std::string& upper) {
    return "template <int N> void f(int nx, int ny, int steps) {\nconst std::size_t ten = 10;\n"
           "for (int s = 0; s < steps; ++s)\n"
           "parallel_for(Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {" +
           upper + "}), KOKKOS_LAMBDA(int i, int j) { a(i, j) = 0; }); }";
  };
  for (const char* few : {"200, 300", "nx, N", "nx, 16", "nx, ten", "INX, INX", "nx, n_gll",
                          "num_vec, ny", "nx, Traits::size"}) {
    EXPECT_THAT(questions(tile(few)), ElementsAre("policies/mdrange_tile")) << few;
    EXPECT_THAT(questions(tile(few), false), IsEmpty()) << few;
  }
  for (const char* many : {"nx, ny", "nx, 1024", "a.extent(0), a.extent(1)", "nx - 1, 2 * ny"})
    EXPECT_THAT(questions(tile(many), false), ElementsAre("policies/mdrange_tile")) << many;
}

TEST(Scan, OnlyATileInALoopIsNoQuestion) {
  const std::string tile =
      "parallel_for(Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {nx, ny}), KOKKOS_LAMBDA(int i, "
      "int j) { a(i, j) = 0; });";
  EXPECT_THAT(questions("void f(int nx, int ny) { " + tile + " }"),
              ElementsAre("policies/mdrange_tile"));
  EXPECT_THAT(questions("void f(int nx, int ny) { while (go()) " + tile + " }", false),
              ElementsAre("policies/mdrange_tile"));
  EXPECT_THAT(questions("void step(int nx, int ny) { " + tile +
                            " }\nvoid f(int n) { for (int s = 0; s < n; ++s) step(64, n); }",
                        false),
              ElementsAre("policies/mdrange_tile"));
  EXPECT_THAT(
      questions("void f(int nx, int ny) { for (int s = 0; s < nx; ++s) { if (s % 100 == 0) { " +
                tile + " } g(s); } }"),
      ElementsAre("policies/mdrange_tile"));
  EXPECT_THAT(idioms("void solve_cpu(int nx, int ny) { while (go()) " + tile + " }"), IsEmpty());
  EXPECT_THAT(questions("void f() { for (;;) { Kokkos::deep_copy(a, b); g(); } }"),
              ElementsAre("views/deep_copy"));
}

/// No compiler for GPUs takes such a lambda as a kernel.
TEST(Scan, ALambdaWithoutAMarkRunsOnTheHost) {
  const auto tile = [](const std::string& lambda) {
    return idioms(
        "void f(int n) { parallel_for(Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {n, "
        "n}), " +
        lambda + "(int i, int j) { a(i, j) = 0; }); }");
  };
  for (const char* host : {"[&]", "[=]", "[&, n]"}) EXPECT_THAT(tile(host), IsEmpty()) << host;
  for (const char* device : {"KOKKOS_LAMBDA", "[=] __device__", "[=] DEVICE "})
    EXPECT_THAT(tile(device), ElementsAre("policies/mdrange_tile:1")) << device;
  const std::string loop = "for (;;) { Kokkos::View<int*> a(\"a\", n); g(); }";
  EXPECT_THAT(idioms("void f(int n) { " + loop + " }"), ElementsAre("views/allocation:1"));
  EXPECT_THAT(idioms("void f(int n) { " + loop + " parallel_for(n, [=](int i) { g(i); }); }"),
              IsEmpty());
}

TEST(Scan, NewArraysOfALoopOverArraysAreNoSteps) {
  const auto loop = [](const std::string& body) {
    return idioms("void f(int n, Views views) {\nfor (int k = 0; k < n; ++k) { " + body + " } }");
  };
  EXPECT_THAT(loop("Matrix m(k); auto part = subview(u[k], range, ALL); deep_copy(m, part);"),
              IsEmpty());
  EXPECT_THAT(loop("Matrix m(n); deep_copy(m, u);"), ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(loop("views[k] = Kokkos::View<int*>(\"v\", n);"), IsEmpty());
  EXPECT_THAT(loop("views[0] = Kokkos::View<int*>(\"v\", n);"), ElementsAre("views/allocation:2"));
}

TEST(Scan, CopiesOfOtherLibrariesAndViewsWithoutElementsAreNoFindings) {
  const auto loop = [](const std::string& body) {
    return idioms("void f() { for (;;) { " + body + " g(); } }");
  };
  EXPECT_THAT(loop("Tpetra::deep_copy(a, b);"), IsEmpty());
  EXPECT_THAT(loop("Kokkos::deep_copy(a, b);"), ElementsAre("views/deep_copy:1"));
  EXPECT_THAT(loop("Kokkos::View<int*> v(\"v\", 0);"), IsEmpty());
  EXPECT_THAT(loop("Kokkos::View<int*> v(\"v\", n);"), ElementsAre("views/allocation:1"));
}

TEST(Scan, SingleBetweenBarriersOrInALoop) {
  const std::string single = "Kokkos::single(Kokkos::PerTeam(team), [&] { sum() = 1; });";
  EXPECT_THAT(idioms_in_team(single), ElementsAre("team_control/single:3"));
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void operator()(const T& team) const {\n" + single + "}"),
              IsEmpty());
  EXPECT_THAT(
      idioms("KOKKOS_FUNCTION void operator()(const T& team) const {\nwhile (go)\n" + single + "}"),
      ElementsAre("team_control/single:3"));
  EXPECT_THAT(idioms_in_team("Kokkos::single(Kokkos::PerThread(team), [&] { sum() = 1; });"),
              IsEmpty());
}

TEST(Scan, NotASingleWhoseValueEachThreadNeeds) {
  EXPECT_THAT(idioms_in_team("single(PerTeam(team), [&](int& n) { n = count(0); }, first);"),
              IsEmpty());
  EXPECT_THAT(idioms_in_team("while (!p) single(PerTeam(team), [&](T*& q) { q = get(); }, p);"),
              IsEmpty());
}

TEST(Scan, OnlyABarrierOfTheSameBlockIsNear) {
  const auto kernel = [](const std::string& body) {
    return idioms("KOKKOS_FUNCTION void f(const T& team) {\n" + body + "}");
  };
  const std::string single = "single(PerTeam(team), [&] { out() = 1; });\n";
  const auto is_found = ElementsAre("team_control/single:2");
  EXPECT_THAT(kernel(single + "team.team_barrier();"), is_found);
  EXPECT_THAT(kernel("{ " + single + "} { g(); } if (go) { h(); } team.team_barrier();"), is_found);
  EXPECT_THAT(kernel("while (go) { g(); team.team_barrier(); }\n" + single), IsEmpty());
  EXPECT_THAT(kernel(single + "for (;;) { g(); team.team_barrier(); }"), IsEmpty());
  EXPECT_THAT(kernel(single + "g(); g(); g(); g(); g(); g(); team.team_barrier();"), IsEmpty());
  EXPECT_THAT(kernel("while (go) { team.team_barrier(); }\n"
                     "parallel_for(TeamThreadRange(team, 64), [&](int t) { s(t) = 0; });\n"),
              IsEmpty());
}

/// `if (team.team_rank() == 0)` is run by each lane of a vector.
TEST(Scan, NotASingleThatLanesWouldRepeat) {
  const auto body = [](const std::string& policy, const std::string& body) {
    return idioms("void f() { parallel_for(\"f\", " + policy +
                  ", KOKKOS_LAMBDA(const Team& team) {\nsingle(PerTeam(team), [&] { " + body +
                  " }); team.team_barrier(); }); }");
  };
  const auto is_found = ElementsAre("team_control/single:2");
  for (const char* effect : {"pool.put(p);", "atomic_add(&a(0), 1);", "a(0) += 1;", "++count;",
                             "count++;", "Kokkos::atomic_inc(&n);", "push(a, 1);"}) {
    EXPECT_THAT(body("TeamPolicy<>(n, 64)", effect), is_found) << effect;
    EXPECT_THAT(body("Kokkos::TeamPolicy<E>(n, 64, 1)", effect), is_found) << effect;
    EXPECT_THAT(body("TeamPolicy<>(n, 64, 8)", effect), IsEmpty()) << effect;
    EXPECT_THAT(body("TeamPolicy<>(n, 64, vs)", effect), IsEmpty()) << effect;
    EXPECT_THAT(body("policy", effect), IsEmpty()) << effect;
    EXPECT_THAT(
        body("TeamPolicy<>(n, 64)", effect + std::string("}); single(PerThread(t), [&] { ")),
        IsEmpty())
        << effect;
  }
  for (const char* store : {"a(0) = 1;", "a(i) = sum;",
                            "int s = 0; for (int k = 0; k < 4; ++k) s "
                            "+= b(k); a(0) = s;",
                            "if (go) a(team.league_rank()) = x.extent(0);"})
    EXPECT_THAT(body("TeamPolicy<>(n, 64, 8)", store), is_found) << store;
}

TEST(Scan, NestedRanges) {
  EXPECT_THAT(idioms_in_team("parallel_for(TeamThreadRange(team, 8), [&](int y) {\n"
                             "  const auto row = Kokkos::ThreadVectorRange(team, 32);\n"
                             "  Kokkos::parallel_for(row, [&](int x) { tile(y, x) = 0; }); });"),
              ElementsAre("team_control/vector_range:3"));
  EXPECT_THAT(idioms_in_team("parallel_for(TeamThreadRange(team, 256), [&](int t) { f(t); });"),
              ElementsAre("team_control/team_range:3"));
  EXPECT_THAT(idioms_in_team("parallel_for(TeamThreadRange(team, n), [&](int t) { f(team); });"),
              IsEmpty());
  EXPECT_THAT(idioms_in_team("parallel_reduce(Kokkos::TeamThreadRange(team, n), f, sum);\n"
                             "for (int i = 0; i < rows; ++i)\n"
                             "parallel_reduce(Kokkos::ThreadVectorRange(team, n), f, row);\n"
                             "team.team_reduce(Kokkos::Sum<T>(all));"),
              ElementsAre("team_sums/nested_reduce:3", "team_sums/team_reduce:6"));
}

TEST(Scan, DividedRanks) {
  EXPECT_THAT(idioms_in_team("const int y = team.team_rank() / 32;"),
              ElementsAre("team_control/signed_rank:3"));
  EXPECT_THAT(idioms_in_team("const int t = team.team_rank();\nf(t);\nf(t % width);"),
              ElementsAre("team_control/signed_rank:5"));
  EXPECT_THAT(idioms_in_team("const unsigned t = team.team_rank();\nf(t % width);"), IsEmpty());
  EXPECT_THAT(idioms_in_team("f(static_cast<unsigned>(team.team_rank()) % 32);"), IsEmpty());
  EXPECT_THAT(idioms_in_team("const int row = team.league_rank() / across;"),
              ElementsAre("team_control/league_division:3"));
  EXPECT_THAT(idioms_in_team("const int row = team.league_rank() / 16;"), IsEmpty());
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void operator()(const T& team) const {\n"
                     "if (team.team_rank() % 32 == 0) f(); }"),
              IsEmpty());  // once
}

TEST(Scan, OnlyARangeAsLongAsTheTeamHasAThreadPerElement) {
  const auto remedy = [](const std::string& extent, const std::string& policy = "policy") {
    return remedies("void f() { parallel_for(\"f\", " + policy +
                    ", KOKKOS_LAMBDA(const Team& team) {\nparallel_for(TeamThreadRange(team, " +
                    extent + "), [&](int t) { s(t) = 0; });\nteam.team_barrier(); }); }");
  };
  for (const char* extent : {"256", "team.team_size()", "0, team.team_size()", "BLOCK", "T::size"})
    EXPECT_THAT(remedy(extent), ElementsAre("")) << extent;
  EXPECT_THAT(remedy("block", "TeamPolicy<>(n, block)"), ElementsAre(""));
  for (const char* extent : {"rows", "n * m", "0, x.extent(0)"})
    EXPECT_THAT(remedy(extent, "TeamPolicy<>(rows, block)"), IsEmpty()) << extent;
  EXPECT_THAT(idioms_in_team("parallel_for(TeamThreadRange(team, n), [&](int t) { "
                             "Trsm<A>::invoke(a, t); });"),
              IsEmpty());
}

TEST(Scan, NestedRangesHaveFixedLengths) {
  const auto nested = [](const std::string& rows, const std::string& columns) {
    return idioms_in_team("parallel_for(TeamThreadRange(team, " + rows +
                          "), [&](int y) { "
                          "parallel_for(ThreadVectorRange(team, " +
                          columns + "), [&](int x) { tile(y, x) = 0; }); });");
  };
  EXPECT_THAT(nested("8", "32"), ElementsAre("team_control/vector_range:3"));
  EXPECT_THAT(nested("T::rows", "WIDTH"), ElementsAre("team_control/vector_range:3"));
  EXPECT_THAT(nested("n", "32"), IsEmpty());
  EXPECT_THAT(nested("8", "x.extent(1)"), IsEmpty());
}

TEST(Scan, VectorsOf32Lanes) {
  const auto rows = [](const std::string& policy) {
    return idioms("void f() { parallel_for(\"f\", " + policy +
                  ", KOKKOS_LAMBDA(const Team& team) {\nfor (int i = 0; i < rows; ++i) "
                  "parallel_reduce(ThreadVectorRange(team, n), f, sum); }); }");
  };
  EXPECT_THAT(rows("TeamPolicy<>(n, 8, 32)"), ElementsAre("team_sums/vector_reduce:2"));
  EXPECT_THAT(rows("TeamPolicy<>(n, AUTO, 8)"), IsEmpty());
  EXPECT_THAT(rows("TeamPolicy<>(n, AUTO, lanes)"), IsEmpty());
  EXPECT_THAT(rows("policy"), IsEmpty());
  const auto functor = [](const std::string& launches) {
    return idioms(
        "struct F { KOKKOS_FUNCTION void operator()(const T& team) const {\nfor (;;) "
        "parallel_reduce(ThreadVectorRange(team, n), g, sum); } };\nvoid f() {" +
        launches + "}");
  };
  const std::string wide = "parallel_for(TeamPolicy<>(n, 8, 32), F{});";
  EXPECT_THAT(functor(wide), ElementsAre("team_sums/vector_reduce:2"));
  EXPECT_THAT(functor("F f; parallel_for(\"f\", team_policy(n, 8, 32), f);"),
              ElementsAre("team_sums/vector_reduce:2"));
  EXPECT_THAT(functor(wide + "parallel_for(TeamPolicy<>(n, 8, 4), F{});"), IsEmpty());
  EXPECT_THAT(functor(""), IsEmpty());
}

TEST(Scan, NotASumThatEveryThreadNeeds) {
  const auto sum = [](const std::string& body, const std::string& use) {
    return idioms_in_team("parallel_reduce(TeamThreadRange(team, n), [&](int i, int& l) { " + body +
                          " }, sum);\nteam.team_barrier();\n" + use);
  };
  const auto is_found = ElementsAre("team_sums/nested_reduce:3");
  for (const char* use : {"", "if (team.team_rank() == 0) out(0) = sum;", "out(row) += sum / n;",
                          "if (team.team_rank() == 0) { g(sum); }"})
    EXPECT_THAT(sum("l += x(i);", use), is_found) << use;
  for (const char* use :
       {"if (!sum) return;", "const int scale = 1 / sum;", "while (sum > 0) g();", "scale(sum);"})
    EXPECT_THAT(sum("l += x(i);", use), IsEmpty()) << use;
  EXPECT_THAT(sum("l = l + x(i);", ""), is_found);
  EXPECT_THAT(sum("l = max(l, x(i));", ""), IsEmpty());
  EXPECT_THAT(sum("if (x(i) > l) l = x(i);", ""), IsEmpty());
}

TEST(Scan, ADivisorMayBeAConstant) {
  const auto by = [](const std::string& declaration, const std::string& divisor) {
    return idioms(declaration + "\n" +
                  in_team("const int r = team.league_rank() / " + divisor + ";"));
  };
  for (const char* declaration :
       {"constexpr int np = 4;", "constexpr int np = NP_OF_BUILD;", "static constexpr int np{4};",
        "enum { np = 4 };", "enum Sizes : int { first = 2, np = 4 };", "const int np = 4;",
        "template <int np> struct S;", "template <class T, int np, class U> struct S;"})
    EXPECT_THAT(by(declaration, "np"), IsEmpty()) << declaration;
  for (const char* divisor : {"NP", "(NP * NP)", "Traits::size", "(2 * Traits<T>::size)"})
    EXPECT_THAT(by("", divisor), IsEmpty()) << divisor;
  const auto is_found = ElementsAre("team_control/league_division:4");
  for (const char* declaration : {"int np = count();", "const int np = count();", "int np;", ""})
    EXPECT_THAT(by(declaration, "np"), is_found) << declaration;
  for (const char* divisor : {"n", "(NP * n)", "size.x", "x.extent(0)", "count()"})
    EXPECT_THAT(by("", divisor), is_found) << divisor;
  EXPECT_THAT(idioms("struct F {\nKOKKOS_FUNCTION void operator()(const T& team) const {\nfor (;;) "
                     "f(team.league_rank() % np);\n}\nstatic constexpr int np = NP;\n};"),
              IsEmpty());
}

TEST(Scan, DividedRanksInBrackets) {
  EXPECT_THAT(idioms_in_team("const int m = (team.league_rank()) / (n * k);\n"
                             "f();\nint c = (team.league_rank() - m * n) / k;"),
              ElementsAre("team_control/league_division:3", "team_control/league_division:5"));
  EXPECT_THAT(idioms_in_team("const int r = team.league_rank(), c = 0;\nf((r - 1) % n);"),
              ElementsAre("team_control/league_division:4"));
  EXPECT_THAT(idioms_in_team("f(g(team.league_rank()) / n);"), IsEmpty());
  EXPECT_THAT(idioms_in_team("f((team.league_rank() < m) / n);"), IsEmpty());
}

TEST(Scan, ReductionsOfTeams) {
  const std::string reduce = "parallel_reduce(TeamThreadRange(team, n), [&](int i, double& s) ";
  EXPECT_THAT(idioms_in_team(reduce + "{ s += x(i); }, sum);"),
              ElementsAre("team_sums/nested_reduce:3"));
  EXPECT_THAT(idioms_in_team(reduce + "{ s = max(s, x(i)); }, Kokkos::Max<double>(most));"),
              IsEmpty());
  EXPECT_THAT(idioms_in_team(reduce + "{ for (;;) s += x(i); }, sum);"), IsEmpty());
  EXPECT_THAT(idioms("template <class Function> KOKKOS_FUNCTION void each(const T& team, const "
                     "Function& function) {\n" +
                     reduce + "{ function(i, s); }, sum); }"),
              IsEmpty());
  EXPECT_THAT(remedies(in_team("team.team_reduce(Kokkos::Max<int>(most));\nf();\n"
                               "team.team_reduce(Kokkos::Sum<int>(sum));")),
              ElementsAre(testing::HasSubstr("the reduction in two steps"), ""));
}

TEST(Scan, MarksOfFunctionsForDevices) {
  const std::string body =
      "(const T& team) {\nfor (;;)\nKokkos::single(Kokkos::PerTeam(team), [&] { s() = 1; }); }";
  for (const char* mark : {"KOKKOS_INLINE_FUNCTION", "__host__ __device__", "MY_HOST_DEVICE",
                           "MY_DEVICE_FUNCTION", "MY_HOST_DEVICE_ALWAYS_INLINE"})
    EXPECT_THAT(idioms(std::string(mark) + " void f" + body), ElementsAre("team_control/single:3"))
        << mark;
  EXPECT_THAT(idioms("#define MY_FUNC KOKKOS_FUNCTION inline\nMY_FUNC void f" + body),
              ElementsAre("team_control/single:4"));
  EXPECT_THAT(idioms("void f(const member_type& team) {\nfor (;;)\n"
                     "Kokkos::single(Kokkos::PerTeam(team), [&] { s() = 1; }); }"),
              ElementsAre("team_control/single:3"));
  EXPECT_THAT(idioms("#define MY_FUNC inline\nMY_FUNC void f" + body), IsEmpty());
  EXPECT_THAT(idioms("template <class DEVICE> void f(V a) {\nfor (;;) Kokkos::deep_copy(a, 0); }"),
              ElementsAre("views/deep_copy:2"));
}

TEST(Scan, TilesByDefault) {
  EXPECT_THAT(idioms("Kokkos::MDRangePolicy<Kokkos::Rank<2>> p({0, 0}, {n, m});"),
              ElementsAre("policies/mdrange_tile:1"));
  EXPECT_THAT(idioms("f(Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>>(e, {0, 0, 0}, {n, m, k}));"),
              ElementsAre("policies/mdrange3_tile:1"));
  EXPECT_THAT(idioms("Kokkos::MDRangePolicy<Kokkos::Rank<2>> p({0, 0}, {n, m}, {32, 8});"),
              IsEmpty());
  EXPECT_THAT(idioms("Kokkos::MDRangePolicy policy({0, 0, 0}, {n, m, k});"),
              ElementsAre("policies/mdrange3_tile:1"));
  EXPECT_THAT(idioms("Kokkos::MDRangePolicy policy({0, 0, 0}, {n, m, k}, {32, 4, 2});"), IsEmpty());
  EXPECT_THAT(idioms("using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;\n"
                     "const Range range({0, 0}, {n, m});"),
              ElementsAre("policies/mdrange_tile:2"));
}

/// A reduction over two indices or more in a loop of the host, on line 3.
std::vector<std::string> idioms_of_reduction(const std::string& arguments,
                                             const std::string& before = "") {
  return idioms("void run(int steps, V a) {\nfor (int s = 0; s < steps; ++s) { " + before +
                "\nKokkos::parallel_reduce(" + arguments + ");\nuse(sum); } }");
}

TEST(Scan, ReductionsOverMDRanges) {
  const auto is_found = ElementsAre("policies/mdrange_reduce:3");
  const std::string lists = "({0, 0}, {n, m})";
  const std::string body = ", KOKKOS_LAMBDA(int i, int j, double& s) { s += a(i, j); }";
  for (const char* policy :
       {"Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {n, m})",
        "Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>>(exec, {0, 0}, {n, m}, {32, 8})",
        "Kokkos::MDRangePolicy({0, 0}, {n, m})", "Kokkos::MDRangePolicy<Kokkos::Rank<2>>{lo, hi}",
        "Kokkos::MDRangePolicy<Kokkos::Rank<4>>({0, 0, 0, 0}, {n, m, k, l})"})
    for (const char* label : {"", "\"sum\", ", "label, "})
      for (const char* result : {", sum", ", Kokkos::Max<double>(sum)", ", total_view",
                                 ", Kokkos::Sum<double>(sum), Kokkos::Min<double>(least)"})
        EXPECT_THAT(idioms_of_reduction(std::string(label) + policy + body + result), is_found)
            << label << policy << result;
  for (const char* declared :
       {"Kokkos::MDRangePolicy<Kokkos::Rank<2>> range({0, 0}, {n, m});",
        "const Kokkos::MDRangePolicy range({0, 0}, {n, m}, {32, 8});",
        "auto range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {n, m});",
        "using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>; const Range range({0, 0}, {n, m});",
        "typedef Kokkos::MDRangePolicy<Kokkos::Rank<2>> Range; Range range{{0, 0}, {n, m}};"}) {
    EXPECT_THAT(idioms_of_reduction("range" + body + ", sum", declared), is_found) << declared;
    EXPECT_THAT(idioms_of_reduction("\"sum\", range, functor, sum", declared), is_found)
        << declared;
  }
  EXPECT_THAT(idioms_of_reduction("Range" + lists + body + ", sum",
                                  "using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;"),
              is_found);
  const std::string remedy = "a RangePolicy with IndexType<int>, the indices by divisions";
  const std::string call = "KOKKOS_LAMBDA(int j, int i, double& s) { s += a(j, i); }, sum);\n}";
  EXPECT_THAT(
      remedies("void f() {\nKokkos::parallel_reduce(MDRangePolicy<Rank<2>>" + lists + ", " + call),
      ElementsAre(remedy + "; or Kokkos 5.2, where it is faster"));
  const Scan scan = scan_source("void f() {\npar_reduce(\"k\", 0, n, 0, m, " + call,
                                {{"par_reduce", "MDRangePolicy"}});
  ASSERT_EQ(scan.findings.size(), 1U);
  EXPECT_EQ(scan.findings[0].idiom, "policies/mdrange_reduce");
  EXPECT_THAT(scan.findings[0].advice.instead, testing::HasSubstr(", in par_reduce; or"));
}

TEST(Scan, NotReductionsOverOtherRanges) {
  const std::string range = "using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;\n";
  const std::string lists = "({0, 0}, {n, m}, {32, 8})";
  for (const char* policy :
       {"n", "Kokkos::RangePolicy<Exec>(0, n)", "Kokkos::TeamPolicy<Exec>(n, 256)", "policy",
        "Kokkos::MDRangePolicy<Kokkos::OpenMP, Kokkos::Rank<2>>({0, 0}, {n, m})",
        "Kokkos::MDRangePolicy<HostExec, Kokkos::Rank<2>>({0, 0}, {n, m})"})
    EXPECT_THAT(idioms_of_reduction(std::string("\"sum\", ") + policy + ", functor, sum",
                                    "RangePolicy<> policy(0, n);"),
                IsEmpty())
        << policy;
  EXPECT_THAT(idioms(range + "void f() { parallel_for(Range" + lists + ", g); }"), IsEmpty());
  EXPECT_THAT(idioms(range + "void f() { Range p" + lists +
                     "; parallel_for(p, g); }\n"
                     "void h() { parallel_reduce(n, g, sum); }"),
              IsEmpty());
  EXPECT_THAT(idioms("void f() { " + range +
                     "}\nvoid h() { using Range = Kokkos::RangePolicy<>; "
                     "parallel_reduce(Range(0, n), g, sum); }"),
              IsEmpty());
  EXPECT_THAT(idioms("void f() { parallel_reduce(MDRangePolicy<Rank<2>>" + lists +
                     ", [=](int i, int j, int& s) { s += a(i, j); }, sum); }"),
              IsEmpty());
  for (const char* function : {"sum_cpu", "sum_ghost_cells", "initialize"})
    EXPECT_THAT(idioms(std::string("void ") + function + "() { parallel_reduce(MDRangePolicy<>" +
                       lists + ", g, sum); }"),
                IsEmpty())
        << function;
}

/// The tile matters to the loop; the reduction is to be written without.
TEST(Scan, APolicyOfALoopAndOfAReduction) {
  EXPECT_THAT(idioms("void f() {\nMDRangePolicy<Rank<2>> p({0, 0}, {n, m});\n"
                     "parallel_reduce(p, a, sum);\nparallel_for(p, b);\n}"),
              ElementsAre("policies/mdrange_tile:2", "policies/mdrange_reduce:3"));
}

TEST(Scan, AReductionOverPerhapsLittleIsAQuestion) {
  const auto is_question = [](const std::string& upper, const std::string& body = "") {
    const std::string text =
        "void f(int n, int steps) { for (int k = 0; k < steps; ++k)\nparallel_reduce("
        "MDRangePolicy<Rank<2>>({0, 0}, {" +
        upper +
        "}, {32, 8}), KOKKOS_LAMBDA(int i, int j, "
        "double& s) { " +
        body + "s += a(i, j); }, sum); }";
    EXPECT_THAT(idioms(text), ElementsAre("policies/mdrange_reduce:2"));
    return !questions(text).empty();
  };
  EXPECT_FALSE(is_question("n, n"));
  EXPECT_FALSE(is_question("1024, 1024"));
  EXPECT_TRUE(is_question("200, 300"));
  EXPECT_TRUE(is_question("n, n", "for (int d = 0; d < count(i); ++d) s += b(d); "));
  EXPECT_THAT(questions("void f() { parallel_reduce(MDRangePolicy<Rank<2>>({0, 0}, {n, m}), "
                        "g, sum); }"),
              ElementsAre("policies/mdrange_reduce"));
}

TEST(Scan, NotATileOfABoundary) {
  const std::string kernel =
      "() { parallel_for(MDRangePolicy<Rank<2>>({0, 0}, {n, m}), KOKKOS_LAMBDA(int k, int j) { "
      "f(k, j); }); }";
  EXPECT_THAT(idioms("void advance" + kernel), ElementsAre("policies/mdrange_tile:1"));
  EXPECT_THAT(idioms("void Poisson::EnforceBoundary" + kernel), IsEmpty());
  EXPECT_THAT(idioms("void fill_ghost_cells" + kernel), IsEmpty());
  EXPECT_THAT(idioms("void Communicate" + kernel), IsEmpty());
  EXPECT_THAT(idioms("void ComputeSurfaceLeft" + kernel), IsEmpty());
}

TEST(Scan, TilesOfMoreDimensionsHaveNoMeasuredCost) {
  const auto found = [](const std::string& layout, const std::string& tile = "") {
    return idioms("void f(Kokkos::View<int****, Kokkos::" + layout +
                  "> v) {\nparallel_for(MDRangePolicy<Rank<4>>({0, 0, 0, 0}, {a, b, c, d}" + tile +
                  "), KOKKOS_LAMBDA(int i, int j, int k, int l) { v(i, j, k, l) = 0; }); }");
  };
  EXPECT_THAT(found("LayoutLeft"), ElementsAre("unmeasured/mdrange_tile:2"));
  EXPECT_THAT(found("LayoutLeft", ", {32, 4, 1, 1}"), IsEmpty());
  // Which of many indices neighbouring threads should have is not asked here.
  EXPECT_THAT(found("LayoutRight"), IsEmpty());
  EXPECT_THAT(idioms("MDRangePolicy<Rank<4>> p({0, 0, 0, 0}, {a, b, c, d});"), IsEmpty());
}

/// A kernel over two indices of a View of that type.
std::string over_two(const std::string& view, const std::string& indices,
                     const std::string& access) {
  return "void f(" + view +
         " a) {\nKokkos::parallel_for(\"k\", Kokkos::MDRangePolicy<Kokkos::Rank<2>>({0, 0}, {n, "
         "m}), KOKKOS_LAMBDA(" +
         indices + ") { " + access + " = 0; });\n}";
}

TEST(Scan, ATileIsInTheOrderOfThePolicy) {
  const auto is_first = ElementsAre("a tile of 32 × 8");
  const auto is_last = ElementsAre(
      "the contiguous index first and a tile of 32 × 8, or, with it last, a tile of 8 × 32");
  const auto is_unknown = ElementsAre(testing::StartsWith("a tile with 32 along the contiguous"));
  const std::string left = "Kokkos::View<float**, Kokkos::LayoutLeft>";
  const std::string right = "Kokkos::View<float**, Kokkos::LayoutRight>";
  EXPECT_THAT(remedies(over_two(right, "int y, int x", "a(y, x)")), is_last);
  EXPECT_THAT(remedies(over_two(right, "int y, int x", "a(y, x + 1)")), is_last);
  EXPECT_THAT(remedies(over_two(right, "int x, int y", "a(y, x)")), is_first);
  EXPECT_THAT(remedies(over_two(left, "int y, int x", "a(y, x)")), is_first);
  EXPECT_THAT(remedies(over_two("const Kokkos::View<float**>&", "int i, int j", "a(i, j)")),
              is_first);
  EXPECT_THAT(remedies(over_two("Kokkos::View<float**, MyLayout>", "int i, int j", "a(i, j)")),
              is_unknown);
  EXPECT_THAT(remedies(over_two("Array2D", "int i, int j", "a(i, j)")), is_unknown);
  EXPECT_THAT(remedies(over_two(right, "int i, int j", "a(i, j) = a(j, i)")), is_unknown);
  EXPECT_THAT(remedies(over_two("Array", "int y, int x", "a(x + nx * y)")), is_last);
  EXPECT_THAT(remedies(over_two("Array", "int y, int x", "const int i = y * nx + x; a(i)")),
              is_last);
  EXPECT_THAT(remedies(over_two("Array", "int x, int y", "a[(y * nx) + (x - 1)]")), is_first);
  EXPECT_THAT(remedies(over_two("Array", "int y, int x", "a(cell(x, y))")), is_unknown);
  EXPECT_THAT(remedies(over_two("Array", "int y, int x", "double v = x + 2 * y; a(y, x)")),
              is_unknown);
  EXPECT_THAT(remedies(over_two("Array", "int y, int x", "a(x * ny + nx * y)")), is_unknown);
  EXPECT_THAT(remedies("using Matrix = Kokkos::View<float**, Kokkos::LayoutRight>;\n" +
                       over_two("Matrix", "int y, int x", "a(y, x)")),
              is_last);
}

/// A kernel over that range of indices of a View.
std::vector<std::string> remedies_of(const std::string& range, const std::string& indices,
                                     const std::string& view = "Array",
                                     const std::string& body = "a(i, j, k) = 0;") {
  return remedies("void f(" + view + " a) {\nKokkos::parallel_for(\"k\", " + range +
                  ", KOKKOS_LAMBDA(" + indices + ") { " + body + " });\n}");
}

TEST(Scan, ADimensionOfAFewValuesIsNotTiled) {
  const auto range = [](const std::string& lower, const std::string& upper) {
    return "Kokkos::MDRangePolicy<Kokkos::Rank<3>>({" + lower + "}, {" + upper + "})";
  };
  const std::string indices = "int i, int j, int k";
  const std::string left = "Kokkos::View<double***, Kokkos::LayoutLeft>";
  const std::string right = "Kokkos::View<double***, Kokkos::LayoutRight>";
  EXPECT_THAT(remedies_of(range("0, 0, 0", "n, m, 3"), indices, left),
              ElementsAre("a tile of 32 × 8 × 1"));
  EXPECT_THAT(remedies_of(range("0, 0, 0", "3, m, n"), indices, right),
              ElementsAre("a tile of 1 × 8 × 32"));
  EXPECT_THAT(remedies_of(range("0, s, 0", "n, s + 1, m"), indices),
              ElementsAre("a tile with 32 along the contiguous index: 32 × 1 × 8 if that is the "
                          "policy's first, 8 × 1 × 32 if it is the last"));
  EXPECT_THAT(remedies_of(range("0, 0, 0", "n, m, 3"), indices, right), IsEmpty());
  EXPECT_THAT(remedies_of(range("0, 0, 0", "n, m, 3"), indices), IsEmpty());
  EXPECT_THAT(remedies_of(range("0, 0, 0", "n, 4, 3"), indices, left), IsEmpty());
  EXPECT_THAT(remedies_of(range("0, 0, 0", "n, m, 64"), indices, left),
              ElementsAre("a tile of 32 × 4 × 2"));
  for (const char* upper : {"{n, 3}", "{n, dim}", "{3, n}", "{n, 8}"})
    EXPECT_THAT(idioms(std::string("constexpr int dim = 3;\nMDRangePolicy<Rank<2>> p({0, 0}, ") +
                       upper + ");"),
                IsEmpty())
        << upper;
  EXPECT_THAT(idioms("constexpr int size = 64;\nMDRangePolicy<Rank<2>> p({0, 0}, {n, size});"),
              ElementsAre("policies/mdrange_tile:2"));
}

TEST(Scan, FacesAndBoundariesAreNotTiled) {
  const Wrappers wrappers = {{"par_for", "MDRangePolicy"}, {"par_for_bndry", "MDRangePolicy"}};
  const auto count = [&](const std::string& call) {
    return scan_source("void f() { " + call +
                           "KOKKOS_LAMBDA(int k, int j, int i) { a(k, j, i) = 0; "
                           "}); }",
                       wrappers)
        .findings.size();
  };
  const std::string k = "kb.s, kb.e, ";
  const std::string j = "jb.s, jb.e, ";
  const std::string i = "ib.s, ib.e, ";
  EXPECT_EQ(count("par_for(tag, \"x\", exec, " + k + j + i), 1U);
  EXPECT_EQ(count("par_for(tag, \"x\", exec, " + k + "jb.s, jb.s, " + i), 1U);
  EXPECT_EQ(count("par_for(tag, \"x\", exec, " + k + j + "ib.s, ib.s, "), 0U);
  EXPECT_EQ(count("par_for(tag, \"x\", exec, " + k + j + "ib.e + 1, ib.e + 1, "), 0U);
  EXPECT_EQ(count("par_for(tag, \"x\", exec, " + k + "0, 2, 0, 2, "), 0U);
  EXPECT_EQ(count("par_for(\"x\", n, m, l, "), 1U);
  EXPECT_EQ(count("par_for(\"x\", n, m, 3, "), 0U);
  EXPECT_EQ(count("par_for(\"Ghosts\", " + k + j + i), 0U);
  EXPECT_EQ(count("par_for_bndry(\"x\", domain, "), 0U);
}

TEST(Scan, ATileHardlyMattersForALongBody) {
  const std::string range = "Kokkos::MDRangePolicy<Kokkos::Rank<3>>({0, 0, 0}, {n, m, l})";
  const auto count = [&](const std::string& body) {
    return remedies_of(range, "int i, int j, int k", "Array", body).size();
  };
  EXPECT_EQ(count("for (int d = 0; d < 3; ++d) a(i, j, k) += b(d);"), 1U);
  EXPECT_EQ(count("for (int d = 0; d < dims; ++d) a(i, j, k) += b(d);"), 1U);
  EXPECT_EQ(count("constexpr int c = 2 * w; for (int d = 0; d < c; ++d) a(i, j, k) += b(d);"), 1U);
  EXPECT_EQ(count("const int c = count(i); for (int d = 0; d < c; ++d) a(i, j, k) += b(d);"), 0U);
  EXPECT_EQ(count("for (int d = 0; d < count(i); ++d) a(i, j, k) += b(d);"), 0U);
}

TEST(Scan, APolicyBelongsToTheKernelThatUsesIt) {
  const Scan scan = scan_source(
      "void f() {\nMDRangePolicy<Rank<2>> p({0, 0}, {n, m});\nMDRangePolicy<Rank<2>> q({0, 0}, "
      "{n, m});\nparallel_for(\"first\", p, a);\nparallel_for(\"second\", q, b);\n}");
  ASSERT_EQ(scan.findings.size(), 2U);  // in adjoining lines, but of two kernels
  EXPECT_EQ(scan.findings[0].kernel, "first");
  EXPECT_EQ(scan.findings[1].kernel, "second");
}

TEST(Scan, FlatTeams) {
  const auto team = [](const std::string& size, const std::string& body) {
    return idioms("void f() { parallel_for(\"f\", TeamPolicy<>(n, " + size +
                  "), KOKKOS_LAMBDA(const Team& team) {\n"
                  "parallel_for(TeamThreadRange(team, 256), [&](int t) {\n"
                  "const int i = team.league_rank() * 256 + t;\n" +
                  body + " }); }); }");
  };
  EXPECT_THAT(team("Kokkos::AUTO", "a(i) = 0;"), ElementsAre("policies/team_auto:1"));
  EXPECT_THAT(team("256", "a(i) = 0;"), IsEmpty());
  EXPECT_THAT(team("Kokkos::AUTO", "for (int k = 0; k < i; ++k) a(k) = 0;"), IsEmpty());
  EXPECT_THAT(team("Kokkos::AUTO", "a(i) = 0; }); team.team_barrier(); f([&] {"), IsEmpty());
}

TEST(Scan, SeveralIndicesOfATeam) {
  EXPECT_THAT(idioms_in_team("parallel_for(Kokkos::TeamThreadMDRange(team, n, m), [&](int i, int "
                             "j) { a(i, j) = 0; });"),
              ElementsAre("unmeasured/team_md_range:3"));
  EXPECT_THAT(remedies(in_team("parallel_for(Kokkos::TeamVectorMDRange<Rank<2>, T>(team, n, m), "
                               "[&](int i, int j) { a(i, j) += 1; });")),
              ElementsAre(testing::StartsWith("TeamVectorRange(team, n * m)")));
}

TEST(Scan, ScratchViews) {
  EXPECT_THAT(idioms("using Tile = Kokkos::View<float[8][32], Exec::scratch_memory_space>;"),
              ElementsAre("scratch_use/layout_left:1"));
  EXPECT_THAT(idioms("Kokkos::View<T**, Kokkos::LayoutRight, ScratchSpace> tile(team, 8, 32);"),
              ElementsAre("scratch_use/run_time_extents:1"));
  EXPECT_THAT(idioms("Kokkos::View<T*, ScratchSpace> row(team, n); Kokkos::View<T**> a(\"a\");"),
              IsEmpty());
}

TEST(Scan, ExtentsOfScratchViewsMayBeKnownWhenCompiling) {
  const auto made = [](const std::string& extents) {
    return idioms("using S = Kokkos::View<double**, LayoutRight, Exec::scratch_memory_space>;\n" +
                  in_team("S tile(team.team_scratch(0), " + extents + ");"));
  };
  EXPECT_THAT(made("8, columns); const int rows = 8, columns = 32; g("),
              ElementsAre("scratch_use/run_time_extents:1"));
  for (const char* extents : {"8, 32", "ROWS, COLUMNS", "T::rows, 2 * T::columns"})
    EXPECT_THAT(made(extents), ElementsAre("scratch_use/run_time_extents:1")) << extents;
  for (const char* extents : {"n, m", "x.extent(0), 5", "n, n + 4", "8, count()"})
    EXPECT_THAT(made(extents), IsEmpty()) << extents;
}

TEST(Scan, ScratchViewsByColumnsAreLeft) {
  const auto used = [](const std::string& use) {
    return idioms("using S = Kokkos::View<double**, Exec::scratch_memory_space>;\n" +
                  in_team("S w(team.team_scratch(0), n, 5);\n" + use));
  };
  const std::string each = "parallel_for(TeamVectorRange(team, n), [&](int i) { ";
  EXPECT_THAT(used(""), ElementsAre("scratch_use/layout_left:1"));
  EXPECT_THAT(used(each + "w(c, i) = 0; });"), ElementsAre("scratch_use/layout_left:1"));
  EXPECT_THAT(used("auto row = Kokkos::subview(w, 0, Kokkos::ALL);"),
              ElementsAre("scratch_use/layout_left:1"));
  EXPECT_THAT(used("auto column = Kokkos::subview(w, Kokkos::ALL, 0);"), IsEmpty());
  EXPECT_THAT(used(each + "w(i, c) = 0; });"), IsEmpty());
}

TEST(Scan, ScratchViewsOfAnyType) {
  EXPECT_THAT(idioms("template <class T> using Pad = Kokkos::View<T**, LayoutRight, Scratch>;"),
              IsEmpty());
}

/// In a kernel over a flat range, whose index is i.
std::vector<std::string> idioms_in_flat(const std::string& parameters, const std::string& body) {
  return idioms("void f(" + parameters +
                ") {\nKokkos::parallel_for(\"f\", n, KOKKOS_LAMBDA(const int i) {\n" + body +
                "\n}); }");
}

TEST(Scan, StridedViews) {
  const std::string walk = "for (int k = 0; k < m; ++k) ";
  EXPECT_THAT(idioms_in_flat("Kokkos::View<double**> a", walk + "sum += a(k, i);"),
              ElementsAre("unmeasured/strided_view:3"));
  EXPECT_THAT(
      idioms_in_flat("Kokkos::View<double**, Kokkos::LayoutRight> a", walk + "s += a(i, k);"),
      ElementsAre("unmeasured/strided_view:3"));
  EXPECT_THAT(idioms_in_flat("Kokkos::View<double**> a", walk + "sum += a(i, k);"), IsEmpty());
  EXPECT_THAT(idioms_in_flat("Matrix a", walk + "sum += a(k, i);"), IsEmpty());
  EXPECT_THAT(idioms_in_flat("Kokkos::View<double**, Layout> a", walk + "s += a(k, i);"),
              IsEmpty());
  EXPECT_THAT(
      idioms_in_flat("Kokkos::View<double**> a", "for (int d = 0; d < 3; ++d) s += a(d, i);"),
      IsEmpty());
  EXPECT_THAT(idioms_in_flat("Kokkos::View<double**> a", walk + "sum += a(index(k), i);"),
              IsEmpty());
  EXPECT_THAT(idioms_in_flat("Kokkos::View<double**, Kokkos::HostSpace> a", walk + "s += a(k, i);"),
              IsEmpty());
}

/// The text of a file of exercises/.
std::string exercise_text(std::string_view path) {
  const auto files = exercises();
  const auto found = std::ranges::find(files, path, &SourceFile::path);
  return found == files.end() ? "" : std::string(found->text);
}

TEST(Scan, FindsEachStridedViewOfTheExerciseAndNoneInItsSolution) {
  const std::string solution = exercise_text("layout/solution/kokkos.hpp");
  ASSERT_FALSE(solution.empty());
  EXPECT_THAT(idioms(solution), IsEmpty());
  EXPECT_THAT(questions(exercise_text("layout/kokkos.hpp")),
              ElementsAre("unmeasured/strided_view"));
  for (const auto& [right, wrong] :
       {std::pair("Left = Kokkos::View<std::int32_t**, Kokkos::LayoutLeft",
                  "Left = Kokkos::View<std::int32_t**, Kokkos::LayoutRight"),
        std::pair("Right = Kokkos::View<std::int32_t**, Kokkos::LayoutRight",
                  "Right = Kokkos::View<std::int32_t**, Kokkos::LayoutLeft")}) {
    std::string half_solved = solution;
    const std::size_t at = half_solved.find(right);
    ASSERT_NE(at, std::string::npos) << right;
    half_solved.replace(at, std::string_view(right).size(), wrong);
    EXPECT_THAT(questions(half_solved), ElementsAre("unmeasured/strided_view")) << wrong;
  }
}

TEST(Scan, AtomicsOnFewWords) {
  EXPECT_THAT(idioms_in_flat("V count", "Kokkos::atomic_add(&count(0), x(i));"),
              ElementsAre("unmeasured/contended_atomic:3"));
  EXPECT_THAT(idioms_in_flat("V count", "at(i) = Kokkos::atomic_fetch_add(&count(), 1);"),
              ElementsAre("unmeasured/contended_atomic:3"));
  EXPECT_THAT(idioms_in_flat("Kokkos::View<int[32]> bins", "Kokkos::atomic_add(&bins(k(i)), 1);"),
              ElementsAre("unmeasured/contended_atomic:3"));
  EXPECT_THAT(idioms_in_flat("Kokkos::View<int*> bins", "Kokkos::atomic_add(&bins(k(i)), 1);"),
              IsEmpty());
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void helper() const { Kokkos::atomic_inc(&count()); }"),
              IsEmpty());  // its caller may have a condition
  EXPECT_THAT(idioms_in_flat("V count", "if (x(i) > 9) Kokkos::atomic_inc(&count());"), IsEmpty());
  EXPECT_THAT(idioms_in_flat("V count", "if (x(i)) return;\nKokkos::atomic_inc(&count());"),
              IsEmpty());
  EXPECT_THAT(idioms_in_flat("V count", "Kokkos::atomic_add(&count(i), 1);"), IsEmpty());
  EXPECT_THAT(idioms_in_team("single(PerTeam(team), [&] { Kokkos::atomic_add(&count(), s); });"),
              IsEmpty());
}

TEST(Scan, BetweenKernels) {
  EXPECT_THAT(idioms_in_loop("Kokkos::deep_copy(a, 0);"), ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(idioms_in_loop("Kokkos::deep_copy(exec, a, 0);"), IsEmpty());
  EXPECT_THAT(idioms("void run() { Kokkos::deep_copy(a, 0); }"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("Kokkos::View<double*> next(\"next\", n);"),
              ElementsAre("views/allocation:2"));
  EXPECT_THAT(idioms_in_loop("Kokkos::View<double*> a(Kokkos::view_alloc(\"a\", "
                             "Kokkos::WithoutInitializing), n);"),
              IsEmpty());
}

TEST(Scan, NotWhatIsDoneOnceOrSeldom) {
  EXPECT_THAT(idioms_in_loop("if (a.extent(0) < n) Kokkos::deep_copy(a, 0);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("if (a.extent(0) < n) { grow(a); } else { deep_copy(a, 0); }"),
              ElementsAre("views/deep_copy:2"));
  const std::string loop = "() { for (;;) Kokkos::deep_copy(a, 0); }";
  EXPECT_THAT(idioms("void Comm::initArrays" + loop), IsEmpty());
  EXPECT_THAT(idioms("void read_file" + loop), IsEmpty());
  EXPECT_THAT(idioms("void spread" + loop), ElementsAre("views/deep_copy:1"));
}

TEST(Scan, NotWhatPreparesOrReports) {
  for (const char* name :
       {"Solver::Solver", "MeshOutput::spread", "LoadData", "DumpFields", "reinit", "buildMaps"})
    EXPECT_THAT(idioms("void " + std::string(name) + "() { for (;;) Kokkos::deep_copy(a, 0); }"),
                IsEmpty())
        << name;
  EXPECT_THAT(idioms("Halo::Halo(int n) : Base(n), size_(n) { for (;;) deep_copy(a, 0); }"),
              IsEmpty());
  EXPECT_THAT(idioms("void reload() { for (;;) Kokkos::deep_copy(a, 0); }"),
              ElementsAre("views/deep_copy:1"));
}

TEST(Scan, NotKernelsThatRunOnce) {
  const auto kernel = [](const std::string& function, const std::string& label) {
    return idioms("void " + function + "() { parallel_for(\"" + label +
                  "\", MDRangePolicy<Rank<2>>({0, 0}, {n, m}), f); }");
  };
  EXPECT_THAT(kernel("step", "flux"), ElementsAre("policies/mdrange_tile:1"));
  EXPECT_THAT(kernel("Solver::initialize", "flux"), IsEmpty());
  EXPECT_THAT(kernel("Solver::Solver", "flux"), IsEmpty());
  EXPECT_THAT(kernel("step", "Init::fields"), IsEmpty());
  for (const char* name : {"ProblemGenerator", "Shock::problem_generator", "set_up_mesh", "SetUp",
                           "create_fields", "initialise"}) {
    EXPECT_THAT(kernel(name, "flux"), IsEmpty()) << name;
    EXPECT_THAT(kernel("step", name), IsEmpty()) << name;
  }
  for (const char* name :
       {"spread", "read_after_write", "recreate", "threadSums", "setupper", "generate"})
    EXPECT_THAT(kernel(name, "flux"), ElementsAre("policies/mdrange_tile:1")) << name;
}

TEST(Scan, NotWhatOnlyAReportNeeds) {
  const auto kernel = [](const std::string& condition) {
    return idioms(
        "void f() { if (" + condition +
        ") { g(); if (n > 0) parallel_for(MDRangePolicy<Rank<2>>({0, 0}, {n, m}), f); } }");
  };
  EXPECT_THAT(kernel("n > 3"), ElementsAre("policies/mdrange_tile:1"));
  EXPECT_THAT(kernel("!debug"), ElementsAre("policies/mdrange_tile:1"));
  for (const char* condition :
       {"report_fails", "verbose", "level > 1 && is_debug", "p.verbosity()"})
    EXPECT_THAT(kernel(condition), IsEmpty()) << condition;
}

TEST(Scan, NotTheLastThingOfALoop) {
  const auto is_found = ElementsAre("views/deep_copy:2");
  EXPECT_THAT(idioms_in_loop("if (done) { deep_copy(a, b); break; }"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("if (done) { deep_copy(a, b); log(s); return s; }"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("if (go) { deep_copy(a, b); if (done) break; }"), is_found);
  EXPECT_THAT(idioms_in_loop("if (go) { deep_copy(a, b); } g(); if (done) { break; }"), is_found);
  EXPECT_THAT(idioms_in_loop("switch (k) { case 1: deep_copy(a, b); break; }"), is_found);
  EXPECT_THAT(idioms_in_loop("switch (k) { case 1: { deep_copy(a, b); break; } }"), is_found);
  EXPECT_THAT(idioms("void g(V a) { deep_copy(a, 0); return; }\nvoid f() { for (;;) g(a); }"),
              ElementsAre("views/deep_copy:1"));
}

TEST(Scan, NotArraysThatTheHostMakesAndFills) {
  const std::string fill =
      "auto h = create_mirror_view(d); for (int i = 0; i < n; ++i) h(i) = in[i]; deep_copy(d, h);";
  EXPECT_THAT(idioms_in_loop("V d = all[s];" + fill), IsEmpty());
  EXPECT_THAT(idioms_in_loop("Kokkos::View<int*> d(\"d\", s);" + fill),
              ElementsAre("views/allocation:2"));  // all of it is copied over
  EXPECT_THAT(idioms_in_loop("auto h = create_mirror_view(a);\nh(0) = s; deep_copy(b, a);"),
              ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms_in_loop("V::HostMirror m(p, n); m(0) = s; deep_copy(a, m);"), IsEmpty());
  const std::string kernel = "parallel_for(n, f);";
  EXPECT_THAT(idioms_in_loop("\n" + fill + "\n" + kernel), IsEmpty());
  EXPECT_THAT(
      idioms("void f(V a) { for (;;) { " + kernel + " for (auto& d : all) {\n" + fill + "} } }"),
      IsEmpty());
}

TEST(Scan, WhatIsRepeatedByACaller) {
  const std::string step = "void step() {\nKokkos::deep_copy(a, 0); }\n";
  EXPECT_THAT(idioms(step + "void run() { for (;;) step(); }"), ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(idioms(step + "void both() { step(); }\nvoid run() { for (;;) both(); }"),
              ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(idioms(step + "void run() { step(); }"), IsEmpty());
  EXPECT_THAT(idioms(step + "void init() { for (;;) step(); }"), IsEmpty());
  EXPECT_THAT(idioms(step + "void run() { for (auto& o : others) o.step(); }"), IsEmpty());
  EXPECT_THAT(idioms(step + "void B::step() { }\nvoid run() { for (;;) step(); }"), IsEmpty());
}

TEST(Scan, NotOnTheHost) {
  for (const char* copy : {"deep_copy(h_a, 0)", "deep_copy(a.h_view, b.h_view)",
                           "deep_copy(a_host, host_b)", "deep_copy(number, 0.0)"})
    EXPECT_THAT(idioms("void f(int steps) { double number; for (;;) " + std::string(copy) + "; }"),
                IsEmpty())
        << copy;
  EXPECT_THAT(idioms_in_loop("deep_copy(a, h_a);"), IsEmpty());
  for (const char* function : {"void GridHost::send() {", "struct DataHost {\nvoid send() {"})
    EXPECT_THAT(idioms(function + std::string(" for (;;) { deep_copy(a, b); f(); } } };")),
                IsEmpty());
  EXPECT_THAT(idioms_in_loop("deep_copy(ghost, a);"), ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(idioms_in_loop("Kokkos::View<int*, Kokkos::HostSpace> a(\"a\", n);"), IsEmpty());
  EXPECT_THAT(idioms("parallel_for(MDRangePolicy<HostExec, Rank<2>>({0, 0}, {n, m}), f);"),
              IsEmpty());
  EXPECT_THAT(idioms("parallel_for(TeamPolicy<Kokkos::OpenMP>(n, 1), KOKKOS_LAMBDA(const T& team) "
                     "{ for (;;) f(team.team_rank() / 3); });"),
              IsEmpty());
  EXPECT_THAT(idioms("using Exec = Kokkos::Serial;\nparallel_for(TeamPolicy<Exec>(n, 1), "
                     "KOKKOS_LAMBDA(const T& team) { for (;;) f(team.team_rank() / 3); });"),
              IsEmpty());
}

TEST(Scan, NotCopiesThatTheHostNeeds) {
  for (const char* copy :
       {"deep_copy(h_a, a);", "deep_copy(a_host, a);", "deep_copy(a.view_host(), a.view_device());",
        "deep_copy(subview(h_a, i), a);", "auto m = a.mirror_host(); deep_copy(m, a);",
        "deep_copy(c, a); if (c() > 3) grow();", "deep_copy(c, a); again = c(0);",
        "deep_copy(c, a); MPI_Send(c.data(), n, t, 0, 0, w);", "deep_copy(c, a); while (c) f();",
        "if (copies) { deep_copy(c, a); } MPI_Isend(c, n, t, 0, 0, w);",
        "deep_copy(c, a); return c;", "T_INT c = 0; deep_copy(c, a);",
        "local_ordinal_t c; deep_copy(c, a);"})
    EXPECT_THAT(idioms_in_loop(copy), IsEmpty()) << copy;
  const auto behind = [](const std::string& declaration, const std::string& copy) {
    return idioms("void f(V a, V b, int n) {\n" + declaration + "\nfor (;;) {\n" + copy + "\n} }");
  };
  for (const char* declaration :
       {"auto c = Kokkos::create_mirror_view(a);", "V::HostMirror c = f(a);",
        "auto c = create_mirror(Kokkos::WithoutInitializing, a);",
        "Kokkos::View<int*, Kokkos::HostSpace> c(p, n);",
        "auto all = Kokkos::create_mirror_view(a); auto c = Kokkos::subview(all, 0);"}) {
    EXPECT_THAT(behind(declaration, "deep_copy(c, b);"), IsEmpty()) << declaration;
    EXPECT_THAT(behind(declaration, "deep_copy(b, c);"), IsEmpty()) << declaration;
  }
  const std::string kernel = "parallel_for(n, KOKKOS_LAMBDA(int i) { a(i) = 0; });";
  for (const std::string copy : {"deep_copy(a, b);", "deep_copy(subview(a, i), b);",
                                 "deep_copy(a, 0);", "real3d t(p, n); deep_copy(t, b);"})
    EXPECT_THAT(behind("", copy + kernel), ElementsAre("views/deep_copy:4")) << copy;
}

TEST(Scan, ACopyOfOneNumberHasARemedyOfItsOwn) {
  EXPECT_THAT(remedies("void f() { for (;;) { double x; deep_copy(x, subview(v, i)); } }"),
              ElementsAre(testing::HasSubstr("one copy of the whole View")));
  EXPECT_THAT(remedies("void f() { for (;;) deep_copy(a, 0); }"), ElementsAre(""));
}

TEST(Scan, ACopyOfAViewIsNotCalledCleared) {
  const Scan scan = scan_source("void f() { for (;;) { deep_copy(a, b); g(); } }");
  ASSERT_EQ(scan.findings.size(), 1);
  EXPECT_THAT(scan.findings[0].advice.written, testing::HasSubstr("a View copied in each step"));
}

TEST(Scan, ALoopOverAFewArraysIsNoStep) {
  const auto loop = [](const std::string& head, const std::string& body) {
    return idioms("void run() { " + head + " { " + body + " } }");
  };
  EXPECT_THAT(loop("for (int d = 0; d < 3; ++d)", "deep_copy(a[d], b[d]); f(d);"), IsEmpty());
  EXPECT_THAT(loop("for (int d = 0; d < DIMENSIONS; ++d)", "deep_copy(a[d], 0); f();"), IsEmpty());
  EXPECT_THAT(loop("for (int i = 0; i < all.size(); ++i)", "deep_copy(all[i], b->one[i].v);"),
              IsEmpty());
  EXPECT_THAT(loop("for (int s = 0; s < 3000; ++s)", "deep_copy(a, b); f();"),
              ElementsAre("views/deep_copy:1"));
  EXPECT_THAT(loop("while (go())", "deep_copy(a, b);"), ElementsAre("views/deep_copy:1"));
  EXPECT_THAT(
      loop("for (int s = 0; s < n; ++s) for (int d = 0; d < 3; ++d)", "deep_copy(a[d], 0); f();"),
      ElementsAre("views/deep_copy:1"));
}

TEST(Scan, ZerosThatAFunctionMayReadAreNotWasted) {
  const std::string made = "Kokkos::View<int*> v(\"v\", n);";
  EXPECT_THAT(idioms_in_loop(made + " rebuild(v);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("auto v = Kokkos::View<bool**>(\"v\", n, m); auto h = "
                             "create_mirror_view(v); net.connect(v, s);"),
              IsEmpty());
  EXPECT_THAT(idioms_in_loop(made + " p->rebuild(k, v);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop(made + " deep_copy(v, w);"), testing::Contains("views/allocation:2"));
  EXPECT_THAT(idioms_in_loop(made + " parallel_for(n, KOKKOS_LAMBDA(int i) { v(i) = i; });"),
              ElementsAre("views/allocation:2"));
}

TEST(Scan, NotCopiesThatMessagesWaitFor) {
  const auto is_found = ElementsAre("views/deep_copy:2");
  EXPECT_THAT(idioms_in_loop("deep_copy(buffer, slab); MPI_Isend(p, n, t, 0, 0, w, &r);"),
              IsEmpty());
  EXPECT_THAT(idioms_in_loop("deep_copy(window, 0); MPI_Win_fence(0, w);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("deep_copy(buffer, slab); comm.send(buffer);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("deep_copy(a, 0); parallel_for(n, f); MPI_Barrier(w);"), is_found);
}

TEST(Scan, ZerosThatAKernelMayLeaveAreNotWasted) {
  const std::string made =
      "Kokkos::View<int*> v(\"v\", n); parallel_for(n, KOKKOS_LAMBDA(int i) { ";
  EXPECT_THAT(idioms_in_loop(made + "if (mark(i)) v(i) = 1; });"), IsEmpty());
  EXPECT_THAT(idioms_in_loop(made + "v(i) = mark(i); });"), ElementsAre("views/allocation:2"));
}

TEST(Scan, NotATileWithoutAContiguousIndex) {
  const auto tile = [](const std::string& access) {
    return idioms(
        "struct S { Kokkos::View<double***> T;\nvoid f() {\n"
        "parallel_for(MDRangePolicy<Rank<2>>({0, 0}, {ny, nz}), KOKKOS_LAMBDA(int y, int "
        "z) { " +
        access + "; }); } };");
  };
  EXPECT_THAT(tile("T(0, y, z) = 1"), IsEmpty());
  EXPECT_THAT(tile("T(X - 1, y, z) += g(y)"), IsEmpty());
  EXPECT_THAT(tile("T(y, z, 0) = 1"), ElementsAre("policies/mdrange_tile:3"));
}

TEST(Scan, ATeamOfAnyLengthMayBeOneWarp) {
  const auto sum = [](const std::string& size) {
    return idioms("parallel_for(TeamPolicy<>(n, " + size +
                  "), KOKKOS_LAMBDA(const T& team) {\nteam.team_reduce(Sum<int>(s)); });");
  };
  EXPECT_THAT(sum("256"), ElementsAre("team_sums/team_reduce:2"));
  EXPECT_THAT(sum("Kokkos::AUTO"), ElementsAre("team_sums/team_reduce:2"));
  EXPECT_THAT(sum("width"), IsEmpty());
}

TEST(Scan, AViewIsOfKokkos) {
  EXPECT_THAT(idioms_in_loop("std::string_view key(\"threads=\");"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("ListView window(\"settings\", 3);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("f(StringView(\"#\", 1));"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("auto a = getView(\"a\", 3);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("auto a = fields.view(\"a\", 3);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("scalar_view_type a(\"a\", n);"), ElementsAre("views/allocation:2"));
  EXPECT_THAT(idioms("using Field = Kokkos::View<double*>;\nvoid f() { for (;;) {\n"
                     "Field a(\"a\", n); } }"),
              ElementsAre("views/allocation:3"));
}

TEST(Scan, ACounterBeginsAtZero) {
  const std::string made = "Kokkos::View<int> next(\"next\");\nKokkos::View<int*> a(\"a\", n);\n";
  EXPECT_THAT(idioms_in_loop(made + "parallel_for(n, KOKKOS_LAMBDA(int i) { a(i) = "
                                    "atomic_fetch_add(&next(), x(i)); });"),
              testing::Not(testing::Contains("views/allocation:2")));
  EXPECT_THAT(idioms_in_loop("Kokkos::View<int*> bins(\"bins\", n);\nparallel_for(n, "
                             "KOKKOS_LAMBDA(int i) { Kokkos::atomic_inc(&bins(x(i))); });"),
              IsEmpty());
}

/// A reduction in a loop of the host, on line 3.
std::vector<std::string> idioms_of_sum(const std::string& use, const std::string& head = "") {
  return idioms("void run(int steps, V a) {\nfor (int s = 0; s < steps; ++s) { double sum = 0" +
                head + ";\nparallel_reduce(\"s\", n, f, sum);\n" + use + "}}");
}

TEST(Scan, ReductionsIntoNumbersThatKernelsNeed) {
  const auto is_found = ElementsAre("views/scalar_result:3");
  const std::string kernel = "parallel_for(n, KOKKOS_LAMBDA(int i) { x(i) *= ";
  EXPECT_THAT(idioms_of_sum(kernel + "sum; });"), is_found);
  EXPECT_THAT(idioms_of_sum("const double scale = 1 / std::sqrt(sum);\n" + kernel + "scale; });"),
              is_found);
  EXPECT_THAT(idioms_of_sum(kernel + "sum; });", ", other = 1"), is_found);
  EXPECT_THAT(idioms("double sum = 0;\nparallel_reduce(n, f, sum);\n" + kernel + "sum; });"),
              IsEmpty());  // once
}

TEST(Scan, NotNumbersThatTheHostNeeds) {
  const std::string kernel = "parallel_for(n, KOKKOS_LAMBDA(int i) { x(i) *= sum; });";
  for (const char* use :
       {"if (sum < tol) break;", "if (tol > sum) break;", "return sum;", "Kokkos::resize(v, sum);",
        "std::cout << sum;", "MPI_Allreduce(&sum, &all, 1, t, op, c);", "total.energy = sum;",
        "while (sum > 0) f();", "V next(\"next\", sum);", "parallel_for(sum, f);",
        "parallel_for(\"p\", Kokkos::RangePolicy<E>(0, sum), B{v});",
        "parallel_for(label, Kokkos::RangePolicy<E>(0, sum), B{v});",
        "parallel_for(sum, KOKKOS_LAMBDA(int i) { y(i) = 0; });", "sums[s] = sum;",
        "x = sum ? a : b;"}) {
    EXPECT_THAT(idioms_of_sum(use), IsEmpty()) << use;
    EXPECT_THAT(idioms_of_sum(use + kernel), IsEmpty()) << use;
  }
  EXPECT_THAT(idioms_of_sum(""), IsEmpty());
  EXPECT_THAT(
      idioms("void run(double& sum) { for (;;) {\n\nparallel_reduce(n, f, sum); " + kernel + "} }"),
      IsEmpty());  // the caller may need it
}

TEST(Scan, FencesThatNothingWaitsFor) {
  const std::string kernel = "Kokkos::parallel_for(n, f);\n";
  EXPECT_THAT(idioms_in_loop(kernel + "Kokkos::fence();\n" + kernel),
              ElementsAre("unmeasured/fence:3"));
  EXPECT_THAT(idioms_in_loop(kernel + "Kokkos::DefaultExecutionSpace().fence();\n" + kernel),
              ElementsAre("unmeasured/fence:3"));
  EXPECT_THAT(idioms("void f(int n) { for (int i = 0; i < n; ++i) {\nKokkos::fence();\n"
                     "MPI_Irecv(buffer.data(), n); } }"),
              ElementsAre("unmeasured/fence:2"));
  EXPECT_THAT(idioms_in_loop(kernel + "Kokkos::fence();\nMPI_Send(buffer.data(), n);"), IsEmpty());
  EXPECT_THAT(idioms_in_loop(kernel + "Kokkos::fence();\nread(a);\n" + kernel), IsEmpty());
  EXPECT_THAT(idioms_in_loop(kernel + "other.fence();\n" + kernel), IsEmpty());
  const auto on = [](const std::string& space) {
    return "Kokkos::parallel_for(Kokkos::RangePolicy<" + space + ", 0, n), f);\n";
  };
  EXPECT_THAT(idioms_in_loop(on("Exec>(one") + "Kokkos::fence();\n" + on("Exec>(one")),
              ElementsAre("unmeasured/fence:3"));
  EXPECT_THAT(idioms_in_loop(on("Exec>(one") + "Kokkos::fence();\n" + on("Exec>(two")), IsEmpty());
  EXPECT_THAT(idioms_in_loop(kernel + "Kokkos::fence();\n" + on("HostExec>(host")), IsEmpty());
  EXPECT_THAT(idioms("void f() { " + kernel + "Kokkos::fence();\n" + kernel + "}"), IsEmpty());
}

TEST(Scan, WrappersOfAProject) {
  const std::string code =
      "void f() {\npar_for(\"k\", 0, n, 0, m, KOKKOS_LAMBDA(int j, int i) { a(j, i) = 0; });\n}";
  EXPECT_THAT(idioms(code), IsEmpty());
  const Wrappers wrappers = {{"par_for", "MDRangePolicy"},
                             {"par_reduce", "MDRangePolicy"},
                             {"par_inner", "TeamThreadRange"}};
  const Scan scan = scan_source(code, wrappers);
  ASSERT_EQ(scan.findings.size(), 1U);
  EXPECT_TRUE(scan.has_kokkos);
  EXPECT_EQ(scan.findings[0].idiom, "policies/mdrange_tile");
  EXPECT_EQ(scan.findings[0].kernel, "k");
  EXPECT_THAT(scan.findings[0].advice.instead, testing::EndsWith(", in par_for"));
  // How long the range is, the wrapper knows.
  EXPECT_THAT(
      scan_source(in_team("par_inner(team, 0, n, [&](int i) { s(i) = 0; });"), wrappers).findings,
      IsEmpty());
}

TEST(Scan, LoopsOfExchanges) {
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void most(int* p, int x) {\nint old = *p;\nwhile (old < x)\n"
                     "old = Kokkos::atomic_compare_exchange(p, old, x); }"),
              ElementsAre("atomics/compare:4"));
  const auto in_loop = [](const std::string& loop) {
    return remedies("KOKKOS_FUNCTION void f(V at, int x) {\nint old = at(0), b = 0, seen;\n" +
                    loop + " }");
  };
  const auto is = [](const std::string& name) {
    return ElementsAre(name + " instead of the loop");
  };
  EXPECT_THAT(in_loop("while (old < x) old = atomic_compare_exchange(&at(0), old, x);"),
              is("atomic_max"));
  EXPECT_THAT(in_loop("while (x < old) old = atomic_compare_exchange(&at(0), old, x);"),
              is("atomic_min"));
  EXPECT_THAT(in_loop("do { seen = old; old = atomic_compare_exchange(&at(0), seen, seen + x); } "
                      "while (seen != old);"),
              is("atomic_add"));
  EXPECT_THAT(in_loop("do { seen = old; old = atomic_compare_exchange(&at(0), seen, fmax(seen, "
                      "x)); } while (seen != old);"),
              is("atomic_max"));
  EXPECT_THAT(in_loop("do { seen = old; old = atomic_compare_exchange(&at(0), seen, g(seen)); } "
                      "while (seen != old);"),
              IsEmpty());
  // The exchange returns the next node, so that this is no maximum.
  EXPECT_THAT(in_loop("while (x != b) if (x < b) b = atomic_compare_exchange(&at(b), b, x);"),
              IsEmpty());
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void insert(int* p, int x) {\nfor (;; ++p)\n"
                     "if (Kokkos::atomic_compare_exchange(p, free, x) == free) return; }"),
              IsEmpty());
}

TEST(Scan, LoopsOverNeighbours) {
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void f(int y) const {\n"
                     "for (int v = y - 1; v <= y + 1; ++v) sum += in(v); }"),
              ElementsAre("indexing/neighbour_loop:2"));
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void f(int y) const {\n"
                     "for (int v = y - 1; v <= y + 1; ++v) for (int i = 0; i < n; ++i) g(i); }"),
              IsEmpty());
  EXPECT_THAT(idioms("void f(int y) {\nfor (int v = y - 1; v <= y + 1; ++v) sum += in(v); }"),
              IsEmpty());
}

TEST(Scan, CommentsAndOtherBranchesDoNotCount) {
  EXPECT_THAT(idioms_in_team("// Kokkos::single(Kokkos::PerTeam(team), [&] {});"), IsEmpty());
  EXPECT_THAT(idioms("#ifdef A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n"
                     "for (;;) {\nKokkos::deep_copy(a, b); } }\nvoid g() { deep_copy(a, b); }"),
              ElementsAre("views/deep_copy:7"));
  EXPECT_THAT(idioms_in_loop("\r\n#if 0\r\nKokkos::deep_copy(a, 0);\r\n#endif\r\n"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("\n#if 0\nKokkos::deep_copy(a, 0);\n#endif\n"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("\n#ifndef KOKKOS_ENABLE_CUDA\nKokkos::deep_copy(a, 0);\n#endif\n"),
              IsEmpty());
  EXPECT_THAT(idioms_in_loop("\n#ifdef KOKKOS_ENABLE_CUDA\nKokkos::deep_copy(a, 0);\n#endif\n"),
              ElementsAre("views/deep_copy:4"));
  EXPECT_THAT(idioms_in_loop("Kokkos::deep_copy(a, 0);  // tilebridge: ignore, once a year"),
              IsEmpty());
}

TEST(Scan, BracketsNeedNotMatch) {
  EXPECT_THAT(idioms(")]}>{[(< for ( single( Kokkos::PerTeam \"\n View<"), IsEmpty());
  EXPECT_THAT(idioms(""), IsEmpty());
  EXPECT_THAT(idioms("(x) > (y)"), IsEmpty());
}

/// A macro closes the bracket of the outer loop, or nothing does yet.
TEST(Scan, SkipsACallWhoseBracketHasNoPartner) {
  const std::string inner =
      "Kokkos::parallel_for(Kokkos::TeamVectorRange(t, 4), [&](int k) {\n"
      "  t.team_barrier();\n"
      "  Kokkos::parallel_for(Kokkos::TeamThreadRange(t, 16), [&](int i) { s(i) = 0; });\n"
      "  t.team_barrier();\n} ";
  EXPECT_THAT(idioms_in_team(inner + "END_OF_LOOP"), ElementsAre("team_control/team_range:5"));
  EXPECT_THAT(idioms_in_team(inner), ElementsAre("team_control/team_range:5"));
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void f(int y) {\nfor (int v = y - 1; v <= y + 1; ++v"),
              IsEmpty());
}

/// A long file of opening or closing brackets is read in a time in proportion to its length: with
/// the square of it, this test takes minutes.
TEST(Scan, ReadsLongFilesOfOneToken) {
  for (const std::string token :
       {"(", "{", ")", "{)", "<", "a<", "a>(", "!", "#if 0\n", "#if ((\n", "R\"(", "\"", "if(",
        "for(;;)", "KOKKOS_LAMBDA(", "x=", "using a="}) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += token;
    EXPECT_THAT(idioms(text), IsEmpty()) << token;
  }
}

/// The two lines of one idiom, from line 2 on, behind `first`.
std::vector<std::string> idioms_behind(const std::string& first) {
  return idioms(first + "\nvoid f(V a) {\nfor (;;) { Kokkos::deep_copy(a, 0); } }");
}

TEST(Scan, StringsAndCommentsHideNoCode) {
  EXPECT_THAT(idioms_behind(""), ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms_behind("auto s = R\"(an unbalanced \" quote)\";"),
              ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms_behind("auto s = u8R\"x(a )\" bracket { )x\";"),
              ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms_behind("auto s = R\"(\n#if 0\n)\";"), ElementsAre("views/deep_copy:5"));
  EXPECT_THAT(idioms_behind("/*\n#if 0\n*/"), ElementsAre("views/deep_copy:5"));
  EXPECT_THAT(idioms_behind("// a comment \\\n that \" goes on {"),
              ElementsAre("views/deep_copy:4"));
  EXPECT_THAT(idioms_behind("// a comment \\\r\n that \" goes on {\r"),
              ElementsAre("views/deep_copy:4"));
  EXPECT_THAT(idioms_behind("#error don't"), ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms_behind("#define BLOCK { \\\n \" \\\n {"), ElementsAre("views/deep_copy:5"));
}

TEST(Scan, ConditionsThatNameNoMacro) {
  const auto around = [](const std::string& condition) {
    return idioms("#if " + condition + "\nvoid f(V a) { for (;;) Kokkos::deep_copy(a, 0); }\n" +
                  "#else\nvoid f(V a) {\nfor (;;) Kokkos::deep_copy(a, 0); }\n#endif");
  };
  for (const char* never : {"0", "0 // off", "0 /* off */", "(0)", "( ( 0 ) )", "false", "!1",
                            "0 && defined(GPU)", "!(1)", "00L"})
    EXPECT_THAT(around(never), ElementsAre("views/deep_copy:5")) << never;
  for (const char* always : {"1", "(1) // on", "true", "!0"})
    EXPECT_THAT(around(always), ElementsAre("views/deep_copy:2")) << always;
  for (const char* either : {"N", "0 || N", "(0) || (N)", "0 + N", "N // 0", "10", ""})
    EXPECT_THAT(around(either), testing::Contains("views/deep_copy:2")) << either;
  EXPECT_THAT(idioms("#if 1\n#elif 1\nvoid f(V a) { for (;;) Kokkos::deep_copy(a, 0); }\n#endif"),
              IsEmpty());
}

TEST(Scan, ReadsOtherLineEndsDigraphsAndUtf16) {
  const std::string code =
      "// a quote: \"\nvoid f(V a) {\nfor (;;) { Kokkos::deep_copy(a, 0); } }\n";
  const auto with = [&](const std::string& end) {
    std::string text;
    for (const char c : code) text += c == '\n' ? end : std::string(1, c);
    return text;
  };
  EXPECT_THAT(idioms(with("\r")), ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms(with("\r\n")), ElementsAre("views/deep_copy:3"));
  EXPECT_THAT(idioms("void f(V a) <%\nfor (;;) <% Kokkos::deep_copy(a, 0); %> %>"),
              ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(idioms("%:if 0\nvoid f(V a) { for (;;) Kokkos::deep_copy(a, 0); }\n%:endif"),
              IsEmpty());
  for (const bool is_big : {false, true})
    for (const bool has_mark : {false, true}) {
      std::string text = !has_mark ? "" : is_big ? "\xfe\xff" : "\xff\xfe";
      for (const char c : code) text += is_big ? std::string({'\0', c}) : std::string({c, '\0'});
      EXPECT_THAT(idioms(text), ElementsAre("views/deep_copy:3")) << is_big << has_mark;
      EXPECT_EQ(scan_source(text).findings[0].code, "for (;;) { Kokkos::deep_copy(a, 0); } }");
    }
}

TEST(Scan, ANameIsWhatWasDeclaredLast) {
  EXPECT_THAT(idioms_in_team("{ const int t = team.team_rank(); f(t); }\nint t = 7;\nf(t / 2);"),
              IsEmpty());
  EXPECT_THAT(idioms("using P = MDRangePolicy<Rank<2>>;\nP p({0, 0}, {n, n});\n"
                     "using P = MDRangePolicy<Rank<3>>;\nP q({0, 0, 0}, {n, n, n});\n"
                     "MDRangePolicy<> r({0, 0}, {n, n}); View<Rank<2>> v;"),
              ElementsAre("policies/mdrange_tile:2", "policies/mdrange3_tile:4"));
  EXPECT_THAT(idioms_in_team("auto r = TeamThreadRange(team, n);\n"
                             "{ auto r = ThreadVectorRange(team, n);\nparallel_reduce(r, f, s); }"),
              IsEmpty());
}

TEST(Scan, TellsWhichModelsAFileIsOf) {
  EXPECT_TRUE(scan_source("#include <Kokkos_Core.hpp>").has_kokkos);
  EXPECT_TRUE(scan_source("KOKKOS_FUNCTION void f();").has_kokkos);
  EXPECT_FALSE(scan_source("// Kokkos\nauto s = \"Kokkos\"; bool use_Kokkos;").has_kokkos);
  EXPECT_THAT(scan_source("__global__ void f();\nRAJA::forall<P>(r, f);").others,
              ElementsAre("CUDA or HIP", "RAJA"));
}

TEST(Scan, NamesKernels) {
  const Scan labelled = scan_source(in_team("f(team.team_rank() / 2);"));
  ASSERT_EQ(labelled.findings.size(), 1U);
  EXPECT_EQ(labelled.findings[0].kernel, "sums");
  EXPECT_TRUE(labelled.findings[0].is_labelled);

  const Scan functor = scan_source(
      "struct Sum {\nKOKKOS_FUNCTION void operator()(const T& team) const {\n"
      "for (;;) f(team.team_rank() / 2); } };\nvoid run() { Kokkos::parallel_for(\"sum\", p, "
      "Sum{a}); }");
  ASSERT_EQ(functor.findings.size(), 1U);
  EXPECT_EQ(functor.findings[0].kernel, "Sum");
  EXPECT_FALSE(functor.findings[0].is_labelled);
  ASSERT_EQ(functor.functors.size(), 1U);
  EXPECT_EQ(functor.functors[0].label, "sum");
  EXPECT_EQ(functor.functors[0].functor, "Sum");
}

}  // namespace
}  // namespace tilebridge::sources
