// SPDX-License-Identifier: Apache-2.0
// Kernels in loops are made of ranges and nested ranges alone.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "sources/definitions.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using testing::IsEmpty;

/// Finds in `text` what rewritten and tuned kernels are made of.
std::set<std::string_view> rewriting_in(std::string_view text) {
  constexpr std::array names = {
      "__builtin_unreachable", "team_rank", "get_shmem", "rewritten", "techniques",
      "integer_sequence"};
  std::set<std::string_view> found;
  for (const Token& token : tokenise(text)) {
    // The guide's way for one thread of a team.
    if (text.substr(token.begin).starts_with("team_rank() == 0")) continue;
    for (const std::string_view name : names)
      if (token.is(name) || token.is("make_" + std::string(name))) found.insert(token.text);
  }
  return found;
}

/// The definitions in `text` that are not the same on a host and a GPU, by their first name. What
/// registers kernels may ask where it is.
std::set<std::string_view> asking_for_platform(std::string_view text) {
  std::set<std::string_view> found;
  for (const Definition& definition : definitions_in(text)) {
    const auto registers = [](std::string_view line) {
      return line.find(".add") != std::string_view::npos;
    };
    const bool asks =
        std::ranges::find(definition.uses, "is_host", &Use::name) != definition.uses.end();
    if (asks && std::ranges::none_of(definition.lines.text, registers))
      found.insert(definition.names.front());
  }
  return found;
}

/// The part of a kernel's listing that stands in the experiment's own file.
std::string code_of(const Listing& listing) {
  std::string code;
  for (const Fragment& fragment : listing.fragments)
    if (fragment.path == listing.fragments.back().path)
      for (const std::string& line : fragment.lines) code += line + '\n';
  return code;
}

TEST(KokkosInLoops, IsWhatTheGuideTeaches) {
  int kernels = 0;
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      // An idiom's header holds what the kernel with it and the one without share.
      if (v.form != Form::loops || e.family == Family::idioms) continue;
      const Listing listing = list_backend_sources(
          "backends/kokkos/" + std::string(name_of(e.family)) + "/", e.name + "/" + v.name);
      if (listing.empty()) continue;
      ++kernels;
      EXPECT_THAT(rewriting_in(code_of(listing)), IsEmpty()) << e.name << "/" << v.name;
      EXPECT_THAT(asking_for_platform(code_of(listing)), IsEmpty()) << e.name << "/" << v.name;
    }
  EXPECT_GT(kernels, 100);
}

/// techniques.hpp says that it can be copied with execution.hpp alone, and for HIP with one more.
TEST(Techniques, NeedNoOtherFileOfTheProject) {
  int files = 0;
  for (const SourceFile& file : backend_sources()) {
    if (file.path != "backends/kokkos/techniques.hpp" &&
        file.path != "backends/kokkos/execution.hpp")
      continue;
    ++files;
    for (const std::string_view line : lines_of(file.text).text)
      if (line.starts_with("#include \"")) {
        EXPECT_THAT(line, testing::AnyOf("#include \"backends/kokkos/execution.hpp\"",
                                         "#include \"backends/hip/launch_bounds.hpp\""))
            << file.path;
      }
  }
  EXPECT_EQ(files, 2);
}

TEST(KokkosInLoops, RewritingIsSeen) {
  EXPECT_THAT(rewriting_in("int i = team.team_rank();  // get_shmem\n"
                           "const techniques::Divisor divisor(i);\n"
                           "std::make_integer_sequence<int, 4> four;\n"),
              testing::UnorderedElementsAre("team_rank", "techniques", "make_integer_sequence"));
  EXPECT_THAT(rewriting_in("if (team.team_rank() == 0) f();"), IsEmpty());
  EXPECT_THAT(
      asking_for_platform("void copy() { if constexpr (is_host<Exec>) return; }\n"
                          "void add_copy() { if (!is_host<Exec>) kokkos.add(\"a/b\", copy); }\n"),
      testing::ElementsAre("copy"));
}

}  // namespace
}  // namespace tilebridge::sources
