// SPDX-License-Identifier: Apache-2.0
// What the plain Kokkos kernels may be made of: what the programming guide teaches.
#include <gmock/gmock.h>

#include <array>
#include <set>
#include <string>

#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using testing::IsEmpty;

/// Not the headers of habits, which hold what a kernel with a habit and the one without share.
bool is_plain_kokkos(std::string_view path) {
  constexpr std::string_view folder = "backends/kokkos/";
  return path.starts_with(folder) && path.find("/engineered/") == std::string_view::npos &&
         path.ends_with(".cpp");
}

/// What `text` has of what matched and tuned kernels are made of.
std::set<std::string_view> engineering_in(std::string_view text) {
  constexpr std::array names = {"__builtin_unreachable", "team_rank", "get_shmem", "Divisor",
                                "integer_sequence"};
  std::set<std::string_view> found;
  for (const Token& token : tokenise(text)) {
    if (token.kind == TokenKind::literal && token.text.find("engineered/") != token.text.npos)
      found.insert(token.text);
    for (const std::string_view name : names)
      if (token.is(name) || token.is("make_" + std::string(name))) found.insert(token.text);
  }
  return found;
}

/// The sections of `text` that are not the same on a host and a GPU, by their first name. What
/// registers kernels is in no section, and may ask where it is.
std::set<std::string_view> sections_by_platform(std::string_view text) {
  std::set<std::string_view> found;
  for (const Section& section : sections_of(lines_of(text)))
    for (const std::string_view line : section.lines.text)
      for (const Token& token : tokenise(line))
        if (token.is("is_host")) found.insert(section.names.front());
  return found;
}

TEST(PlainKokkos, IsWhatTheGuideTeaches) {
  int files = 0;
  for (const SourceFile& file : backend_sources()) {
    if (!is_plain_kokkos(file.path)) continue;
    ++files;
    EXPECT_THAT(engineering_in(file.text), IsEmpty()) << file.path;
    EXPECT_THAT(sections_by_platform(file.text), IsEmpty()) << file.path;
  }
  EXPECT_GT(files, 0);
}

TEST(PlainKokkos, EngineeringIsSeen) {
  EXPECT_THAT(engineering_in("#include \"backends/kokkos/engineered/x.hpp\"\n"
                             "int i = team.team_rank();  // Divisor\n"
                             "std::make_integer_sequence<int, 4> four;\n"),
              testing::UnorderedElementsAre("\"backends/kokkos/engineered/x.hpp\"", "team_rank",
                                            "make_integer_sequence"));
  EXPECT_THAT(
      sections_by_platform("// [copy]\nvoid copy() { if constexpr (is_host<Exec>) return; }\n"
                           "// [/]\nvoid add_copy() { is_host<Exec>; }\n"),
      testing::ElementsAre("copy"));
}

}  // namespace
}  // namespace tilebridge::sources
