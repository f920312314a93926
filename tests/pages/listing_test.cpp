// SPDX-License-Identifier: Apache-2.0
#include "pages/listing.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "sources/tokens.hpp"
#include "tests/pages/listing_text.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string listed(std::string_view experiment, std::string_view variant, const Model& model,
                   Platform platform = Platform::cuda) {
  const Experiment& e = catalogue().experiment(experiment);
  const Variant& v = e.variant(variant);
  return text(listing_of(e, v, {model, v.form_of(model)}, platform));
}

bool holds(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

/// A kernel's body, or the call that does the work without one: the host's, where it does it.
bool holds_work(const std::string& code, const ModelForm& kernel, Platform platform) {
  if (holds(code, "a.use(")) return true;
  if (kernel.form == Form::vendor)
    return holds(code, "cub") || holds(code, "cusparse") || holds(code, "thrust::") ||
           holds(code, "cudaMemcpy");
  if (kernel.model == Model::kokkos)
    return holds(code, "void operator()") || holds(code, "KOKKOS_LAMBDA") ||
           holds(code, "deep_copy");
  if (platform == Platform::host) return holds(code, "for (") || holds(code, "[](");
  return holds(code, "__global__") || holds(code, "cudaMemcpy");
}

/// Calls body(experiment, variant, kernel, platform) for all that the catalogue says there is.
template <class Body>
void for_each_implementation(const Body& body) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants)
      for (const Support& s : v.models)
        for (const Platform platform : s.platforms) {
          SCOPED_TRACE(e.name + "/" + v.name + " " + std::string(name_of(s.model)) + " " +
                       std::string(name_of(platform)));
          body(e, v, {s.model, v.form_of(s.model)}, platform);
        }
}

TEST(ListingOf, EveryImplementationIsListedWithItsKernel) {
  for_each_implementation(
      [](const Experiment& e, const Variant& v, const ModelForm& kernel, Platform where) {
        const std::string code = text(listing_of(e, v, kernel, where));
        ASSERT_FALSE(code.empty());
        const std::string& key = v.name;
        EXPECT_THAT(code, HasSubstr("\"" + e.name + "/" + key + "\""));
        EXPECT_TRUE(!holds(code, "<<<") || holds(code, "__global__")) << code;
        EXPECT_TRUE(!holds(code, "parallel_") || holds(code, "operator()") ||
                    holds(code, "KOKKOS_LAMBDA"))
            << code;
        EXPECT_TRUE(holds_work(code, kernel, where)) << code;
      });
}

TEST(ListingOf, EveryListingIsBounded) {
  for_each_implementation(
      [](const Experiment& e, const Variant& v, const ModelForm& kernel, Platform where) {
        const std::string code = text(listing_of(e, v, kernel, where));
        const std::string& own = v.name;
        for (const Variant& other : e.variants) {
          const std::string call = "(\"" + e.name + "/" + other.name + "\"";
          EXPECT_TRUE(other.name == own ||
                      !(holds(code, "add" + call) || holds(code, "add_prepared" + call)));
        }
        // The longest is of `stencil_wide/plane_boxes`: its kernel, the sums of its planes, their
        // ring and the copy engine's calls.
        EXPECT_LE(std::count(code.begin(), code.end(), '\n'), 555);
        std::size_t kernels = 0;
        for (std::size_t at = 0; (at = code.find("__global__", at)) != std::string::npos; ++at)
          ++kernels;
        EXPECT_LE(kernels, 3U);  // a plan and two passes
      });
}

TEST(ListingOf, LeavesOutOtherVariantsKernels) {
  EXPECT_THAT(listed("transpose", "padded_tile", Model::native), Not(HasSubstr("swizzled_tile")));
  EXPECT_THAT(listed("transpose", "padded_tile", Model::kokkos), Not(HasSubstr("swizzled_tile")));
  EXPECT_THAT(listed("transpose", "padded_tile_rewritten", Model::kokkos),
              Not(HasSubstr("struct Swizzled")));
  EXPECT_THAT(listed("stride", "copy", Model::native), Not(HasSubstr("void add(")));
  EXPECT_THAT(listed("bandwidth", "shared", Model::native), Not(HasSubstr("ReadBandwidth")));
  EXPECT_THAT(listed("bandwidth", "shared", Model::kokkos), Not(HasSubstr("struct Read {")));
  EXPECT_THAT(listed("cluster", "reduce", Model::native), Not(HasSubstr("ClusterHistogram")));
}

TEST(ListingOf, FollowsWhatOtherFilesDefine) {
  EXPECT_THAT(listed("roofline", "fma_chain", Model::native), HasSubstr("fma_chains(FmaChain f)"));
  EXPECT_THAT(listed("roofline", "fma_chain", Model::kokkos), HasSubstr("struct FmaChains"));
  EXPECT_THAT(listed("reduce", "shuffle", Model::native), HasSubstr("__shfl_down_sync"));
  EXPECT_THAT(listed("bank_conflict", "strided_rewritten", Model::kokkos),
              HasSubstr("constexpr auto strided"));
}

TEST(ListingOf, NoPartNoListing) {
  EXPECT_THAT(listed("cluster", "reduce", Model::kokkos), IsEmpty());
}

std::vector<std::size_t> marks(const char* line, Model model) {
  return concepts_in({line}, model).front();
}

TEST(Concepts, StandWhereTheirTokensDo) {
  EXPECT_THAT(marks("int x = blockIdx.x * n + threadIdx.x;", Model::native), ElementsAre(3, 4));
  EXPECT_THAT(marks("int x = my_threadIdx;  // threadIdx", Model::native), IsEmpty());
  EXPECT_THAT(marks("__shfl_xor_sync(a, b);", Model::native), ElementsAre(10));
  EXPECT_THAT(marks("k<<<a, b>>>(); c << 2;", Model::native), ElementsAre(1, 2));
  EXPECT_THAT(marks("#pragma omp parallel for", Model::native), ElementsAre(1));
  EXPECT_THAT(marks("team.team_barrier();", Model::kokkos), ElementsAre(7));
  EXPECT_THAT(marks("team.team_barrier();", Model::native), IsEmpty());
  EXPECT_THAT(marks("if (threadIdx.x == 0) atomicAdd(sum, 1);", Model::native),
              ElementsAre(4, 9, 20));
  EXPECT_THAT(marks("const auto sums = scratch<Sums>(team);", Model::kokkos), ElementsAre(6));
  EXPECT_THAT(marks("reinterpret_cast<Pack<T>*>(out)[v] = sum;", Model::native), ElementsAre(13));
}

TEST(Concepts, TheGuidesConstructsHaveTheMarksOfCudas) {
  const auto of = [](const char* line) { return marks(line, Model::kokkos); };
  const std::vector<std::size_t> thread_index = marks("threadIdx.y", Model::native);
  EXPECT_EQ(of("Kokkos::parallel_for(Kokkos::TeamThreadRange(team, n), [&](int r) {"),
            thread_index);
  EXPECT_EQ(of("Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, n), [&](int c) {"),
            marks("threadIdx.x", Model::native));
  EXPECT_EQ(of("Kokkos::parallel_for(Kokkos::TeamVectorRange(team, n), [&](int i) {"),
            thread_index);
  EXPECT_EQ(of("Kokkos::parallel_for(each, [&](int i) {"), std::vector<std::size_t>{});
  EXPECT_THAT(of("const int x0 = team.league_rank() % across;"), ElementsAre(3));
  EXPECT_THAT(of("Kokkos::TeamPolicy<Exec> policy(exec, n, 8, 32);"), ElementsAre(2));
  EXPECT_THAT(of("Range2D<Exec>(exec, {0, 0}, {rows, cols}, {32, 8}),"), ElementsAre(2));
  EXPECT_THAT(of("Kokkos::parallel_for(\"a/b\", policy, KOKKOS_LAMBDA(int i) {"),
              ElementsAre(0, 1));
  EXPECT_THAT(of("const Tile staged(team.team_scratch(0));"), ElementsAre(6));
  EXPECT_THAT(of("using Tile = Scratch<float[32][32], Exec>;"), ElementsAre(6));
  EXPECT_EQ(of("team.team_barrier();"), marks("__syncthreads();", Model::native));
  EXPECT_EQ(of("Kokkos::atomic_add(&bins(i), 1);"), marks("atomicAdd(p, 1);", Model::native));
  EXPECT_THAT(of("Kokkos::single(Kokkos::PerTeam(team), [&] {"), ElementsAre(20));
  EXPECT_THAT(of("Kokkos::parallel_reduce(Kokkos::TeamThreadRange(team, n),"), ElementsAre(4, 10));
  EXPECT_THAT(of("Kokkos::parallel_reduce(\"dot\", policy,"), ElementsAre(1, 10));
}

TEST(Concepts, MarkTheLineOfAFragment) {
  EXPECT_THAT(concepts_in({"/* threadIdx", "*/ f();", "threadIdx;"}, Model::native),
              ElementsAre(IsEmpty(), IsEmpty(), ElementsAre(4)));
}

/// The tokens of `code`, without comments and what strings hold: " a + b ".
std::string spaced(std::string_view code) {
  std::string all = " ";
  for (const sources::Token& token : sources::tokenise(code))
    all += token.kind == sources::TokenKind::literal ? "\"\" " : std::string(token.text) + " ";
  return all;
}

/// Spaces tokens as spaced() does, without the space behind the beginning of a name.
std::string spaced_spelling(std::string_view spelling) {
  std::string all = spaced(spelling);
  if (spelling.ends_with('_') && !spelling.ends_with("__")) all.pop_back();
  return all;
}

/// The code of all files of a model; native code is that of CUDA and of the host.
std::string spaced_code(const std::string& model) {
  std::string all;
  for (const sources::SourceFile& file : sources::backend_sources())
    if (!file.path.ends_with(".txt") &&
        (file.path.starts_with("backends/" + model + "/") ||
         (model == "cuda" && file.path.starts_with("backends/host/"))))
      all += spaced(file.text);
  return all;
}

TEST(Concepts, EverySpellingOccursInTheModelsCode) {
  for (const Concept& c : concepts()) EXPECT_EQ(columns(c.mark), 1U);
  EXPECT_THAT(models_with_code(), testing::IsSupersetOf({"cuda", "kokkos"}));
  for (const std::string& model : models_with_code()) {
    const std::string code = spaced_code(model);
    const Model named(model == "cuda" ? "native" : model);
    const Dialect& dialect = dialect_of(named);
    EXPECT_FALSE(dialect.label.empty()) << model;
    for (std::size_t k = 0; k < concepts().size(); ++k) {
      EXPECT_FALSE(dialect.wordings[k].meaning.empty()) << model << ": " << concepts()[k].name;
      for (const std::string& spelling : dialect.wordings[k].spellings)
        EXPECT_TRUE(holds(code, spaced_spelling(spelling))) << model << ": " << spelling;
    }
  }
}

std::set<std::string_view> concepts_of(const sources::Listing& listing, Model model) {
  std::set<std::string_view> names;
  for (const sources::Fragment& f : listing.fragments)
    for (const auto& line : concepts_in(f.lines, model))
      for (const std::size_t k : line) names.insert(concepts()[k].name);
  return names;
}

/// The access model knows who loads a vector: who loads 16 bytes at once.
/// (Of shared memory a compiler does that by itself.)
std::set<std::string_view> concepts_by_accesses(const Variant& v, Model model) {
  std::set<std::string_view> names;
  const Parameters p = cases_of(v, Preset::quick, Platform::cuda).front();
  for (const Kernel& kernel : v.accesses({model, v.form_of(model)}, p, {{}, 1}))
    for (const Access& access : kernel.accesses) {
      if (access.memory == Memory::shared)
        names.insert("shared memory");
      else if (access.bytes == 16)
        names.insert("vector access");
    }
  return names;
}

TEST(Concepts, MarkSharedMemoryAndVectorsWhereverAccessesHaveThem) {
  std::map<std::string_view, int> expected;
  for_each_implementation(
      [&](const Experiment& e, const Variant& v, const ModelForm& kernel, Platform where) {
        if (where != Platform::cuda || !v.accesses || e.addresses_follow_data) return;
        const sources::Listing listing = listing_of(e, v, kernel, where);
        auto names = concepts_by_accesses(v, kernel.model);
        // A team's own reduction uses shared memory as Kokkos likes; that is not listed.
        if (holds(text(listing), "Kokkos::parallel_reduce")) names.erase("shared memory");
        EXPECT_THAT(concepts_of(listing, kernel.model), testing::IsSupersetOf(names));
        for (const std::string_view name : names) ++expected[name];
      });
  EXPECT_EQ(expected.size(), 2U);
}

Code::Listing listing_of_fragments(std::string title, Model model,
                                   std::vector<sources::Fragment> fragments) {
  return code_listing(std::move(title), model, "", {std::move(fragments), {}});
}

TEST(CodeListing, NamesFilesAndHasABlankLineWhereLinesAreLeftOut) {
  const Code::Listing listing = listing_of_fragments("a title", Model::native,
                                                     {{"a.cu", 7, {"f();"}},
                                                      {"a.cu", 8, {"g();"}},
                                                      {"a.cu", 20, {"h();"}},
                                                      {"b.cu", 1, {"k();"}}});
  std::vector<std::string> lines;
  for (const Code::Line& line : listing.lines)
    lines.push_back(line.is_title ? "[" + line.text + "]" : line.text);
  EXPECT_THAT(lines, ElementsAre("[a.cu]", "f();", "g();", "", "h();", "", "[b.cu]", "k();"));
}

TEST(CodeListing, MarksItsLinesAndNamesItsHelpers) {
  const Code::Listing listing = code_listing("native", Model::native, "",
                                             {{{"a.cu", 7, {"__syncthreads();", "f();"}}},
                                              {{"h", "a.hpp"}, {"k", "b.hpp"}, {"i", "a.hpp"}}});
  EXPECT_THAT(listing.lines.at(1).marks, ElementsAre("⑧"));
  EXPECT_THAT(listing.lines.at(2).marks, IsEmpty());
  EXPECT_THAT(marks_in(listing), ElementsAre("⑧"));
  EXPECT_EQ(listing.note_below, "helpers: h, i (a.hpp); k (b.hpp)");
}

TEST(CodeListing, NamesTheVariantThatHasShownAFragment) {
  const sources::Listing code = {{{"a.cu", 7, {"f();", "g();"}}}, {}};
  ShownFragments shown;
  code_listing("native", Model::native, "", code, "first", &shown);
  const Code::Listing again = code_listing("native", Model::native, "", code, "second", &shown);
  EXPECT_EQ(again.lines.back().text, "7–8: see first");
}

TEST(CodeListing, AnExperimentShowsItsOwnCodeAgainAndNotThatOfAllKernels) {
  const sources::Listing code = {
      {{"backends/cuda/tiling/a.cu", 7, {"f();"}}, {"backends/cuda/pack.hpp", 3, {"g();"}}}, {}};
  ShownFragments shown;
  code_listing("native", Model::native, "", code, "copy/tile", &shown);
  const Code::Listing other = code_listing("native", Model::native, "", code, "sum/tile", &shown);
  EXPECT_EQ(other.lines.at(1).text, "f();");
  EXPECT_EQ(other.lines.back().text, "3: see copy/tile");
  const Code::Listing same = code_listing("native", Model::native, "", code, "copy/direct", &shown);
  EXPECT_EQ(same.lines.at(1).text, "7: see tile");
}

TEST(Legend, SaysWhatAListingLacks) {
  const Code::Listing left =
      listing_of_fragments("native", Model::native, {{"a.cu", 1, {"__ldg(p); __syncthreads();"}}});
  Code::Listing right =
      listing_of_fragments("Kokkos", Model::kokkos, {{"a.cpp", 1, {"team.team_barrier();"}}});
  EXPECT_THAT(
      legend_of({{left, right}}, Platform::cuda).items,
      ElementsAre(
          AllOf(testing::StartsWith("⑧ barrier. CUDA: __syncthreads()"),
                HasSubstr(". Kokkos: team.team_barrier()"), Not(HasSubstr("not in"))),
          AllOf(testing::StartsWith("⑫ read-only load. "), testing::EndsWith(" (not in Kokkos)"))));
  right.lines.clear();  // there is nothing to compare with
  for (const std::string& item : legend_of({{left, right}}, Platform::cuda).items)
    EXPECT_THAT(item, Not(AnyOf(HasSubstr("not in"), HasSubstr("Kokkos"))));
}

TEST(Legend, CallsNativeCodeOnAnAmdGpuHip) {
  const Code::Listing code =
      listing_of_fragments("native", Model::native, {{"a.cu", 1, {"__syncthreads();"}}});
  EXPECT_THAT(legend_of({{code}}, Platform::hip).items,
              ElementsAre(testing::StartsWith("⑧ barrier. HIP: __syncthreads()")));
}

}  // namespace
}  // namespace tilebridge::pages
