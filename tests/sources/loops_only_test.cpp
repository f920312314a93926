// SPDX-License-Identifier: Apache-2.0
// Kernels in loops are made of ranges and nested ranges alone.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "sources/definitions.hpp"
#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using testing::IsEmpty;

/// Not the headers of idioms, which hold what a kernel with an idiom and the one without share.
bool is_kokkos_in_loops(std::string_view path) {
  return path.starts_with("backends/kokkos/") && path.ends_with(".cpp");
}

/// The code before the kernels by index, and the rewritten and tuned ones.
std::string part_in_loops(std::string_view text) {
  std::string part(text.substr(
      0, std::min(text.find("\nnamespace by_index {\n"), text.find("\nnamespace rewritten {\n"))));
  constexpr std::string_view first_thread = "team.team_rank() == 0";  // the guide's way for one
  for (std::size_t at = 0; (at = part.find(first_thread)) != std::string::npos;)
    part.erase(at, first_thread.size());
  return part;
}

/// Finds in `text` what rewritten and tuned kernels are made of.
std::set<std::string_view> rewriting_in(std::string_view text) {
  constexpr std::array names = {
      "__builtin_unreachable", "team_rank", "get_shmem", "rewritten", "techniques",
      "integer_sequence"};
  std::set<std::string_view> found;
  for (const Token& token : tokenise(text)) {
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

TEST(KokkosInLoops, IsWhatTheGuideTeaches) {
  int files = 0;
  for (const SourceFile& file : backend_sources()) {
    if (!is_kokkos_in_loops(file.path)) continue;
    ++files;
    const std::string part = part_in_loops(file.text);
    EXPECT_THAT(rewriting_in(part), IsEmpty()) << file.path;
    EXPECT_THAT(asking_for_platform(part), IsEmpty()) << file.path;
  }
  EXPECT_GT(files, 0);
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
  EXPECT_EQ(part_in_loops("int in_loops;\n\nnamespace rewritten {\nint rewritten;\n}\n"),
            "int in_loops;\n");
  EXPECT_EQ(part_in_loops("int in_loops;\n\nnamespace by_index {\nint i;\n}\n\nnamespace "
                          "rewritten {\nint rewritten;\n}\n"),
            "int in_loops;\n");
  EXPECT_THAT(
      asking_for_platform("void copy() { if constexpr (is_host<Exec>) return; }\n"
                          "void add_copy() { if (!is_host<Exec>) kokkos.add(\"a/b\", copy); }\n"),
      testing::ElementsAre("copy"));
}

}  // namespace
}  // namespace tilebridge::sources
