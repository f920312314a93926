// SPDX-License-Identifier: Apache-2.0
#include "sources/scan.hpp"

#include <gmock/gmock.h>

#include <string>

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

/// In a loop of the host, from line 2 on.
std::vector<std::string> idioms_in_loop(const std::string& body) {
  return idioms("void run(int steps, V a, V b) {\nfor (int s = 0; s < steps; ++s) {" + body + "}}");
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
                             "parallel_reduce(Kokkos::ThreadVectorRange(team, n), f, sum);\n"
                             "team.team_reduce(Kokkos::Sum<T>(sum));"),
              ElementsAre("team_sums/nested_reduce:3", "team_sums/vector_reduce:5",
                          "team_sums/team_reduce:6"));
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
}

TEST(Scan, TilesByDefault) {
  EXPECT_THAT(idioms("Kokkos::MDRangePolicy<Kokkos::Rank<2>> p({0, 0}, {n, m});"),
              ElementsAre("policies/mdrange_tile:1"));
  EXPECT_THAT(idioms("f(Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>>(e, {0, 0, 0}, {n, m, k}));"),
              ElementsAre("policies/mdrange3_tile:1"));
  EXPECT_THAT(idioms("Kokkos::MDRangePolicy<Kokkos::Rank<2>> p({0, 0}, {n, m}, {32, 8});"),
              IsEmpty());
  EXPECT_THAT(idioms("using Range = Kokkos::MDRangePolicy<Kokkos::Rank<2>>;\n"
                     "const Range range({0, 0}, {n, m});"),
              ElementsAre("policies/mdrange_tile:2"));
}

TEST(Scan, ScratchViews) {
  EXPECT_THAT(idioms("using Tile = Kokkos::View<float[8][32], Exec::scratch_memory_space>;"),
              ElementsAre("scratch_use/layout_left:1"));
  EXPECT_THAT(idioms("Kokkos::View<T**, Kokkos::LayoutRight, ScratchSpace> tile(team, n, m);"),
              ElementsAre("scratch_use/run_time_extents:1"));
  EXPECT_THAT(idioms("Kokkos::View<T*, ScratchSpace> row(team, n); Kokkos::View<T**> a(\"a\");"),
              IsEmpty());
}

TEST(Scan, BetweenKernels) {
  EXPECT_THAT(idioms_in_loop("Kokkos::deep_copy(a, 0);"), ElementsAre("views/deep_copy:2"));
  EXPECT_THAT(idioms_in_loop("Kokkos::deep_copy(exec, a, 0);"), IsEmpty());
  EXPECT_THAT(idioms("void run() { Kokkos::deep_copy(a, 0); }"), IsEmpty());
  EXPECT_THAT(idioms_in_loop("auto h = Kokkos::create_mirror_view(a);"),
              ElementsAre("views/mirror:2"));
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

TEST(Scan, ReductionsIntoNumbersOfTheHost) {
  EXPECT_THAT(idioms("double sum = 0;\nKokkos::parallel_reduce(n, f, sum);"),
              ElementsAre("views/scalar_result:2"));
  EXPECT_THAT(idioms("Energies e;\nparallel_reduce(\"e\", n, f, Kokkos::Max<double>(e.most));"),
              ElementsAre("views/scalar_result:2"));
  EXPECT_THAT(idioms("Kokkos::View<double> sum(\"sum\");\nKokkos::parallel_reduce(n, f, sum);"),
              IsEmpty());
  EXPECT_THAT(idioms("Functor f;\nKokkos::parallel_reduce(\"label\", n, f);"), IsEmpty());
}

TEST(Scan, LoopsOfExchanges) {
  EXPECT_THAT(idioms("KOKKOS_FUNCTION void most(int* p, int x) {\nint old = *p;\nwhile (old < x)\n"
                     "old = Kokkos::atomic_compare_exchange(p, old, x); }"),
              ElementsAre("atomics/compare:4"));
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
      "f(team.team_rank() / 2); } };\nvoid run() { Kokkos::parallel_for(\"sum\", p, Sum{a}); }");
  ASSERT_EQ(functor.findings.size(), 1U);
  EXPECT_EQ(functor.findings[0].kernel, "Sum");
  EXPECT_FALSE(functor.findings[0].is_labelled);
  ASSERT_EQ(functor.functors.size(), 1U);
  EXPECT_EQ(functor.functors[0].label, "sum");
  EXPECT_EQ(functor.functors[0].functor, "Sum");
}

}  // namespace
}  // namespace tilebridge::sources
