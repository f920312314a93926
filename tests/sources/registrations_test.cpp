// SPDX-License-Identifier: Apache-2.0
// Every registered variant has a listing with its kernel.
#include <gmock/gmock.h>

#include <regex>
#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"

namespace tilebridge::sources {
namespace {

using testing::AnyOf;

/// The variants that a file registers: "direct" for native.add("stencil3d/direct", …), "tile_halo
/// by index" for by_index.add("stencil3d/tile_halo", …).
std::set<std::string> variants_in(const SourceFile& file) {
  static const std::regex call(R"re((\w*)\)?\.add(?:_prepared)?\("\w+/(\w+)")re");
  const std::string text(file.text);
  std::set<std::string> variants;
  for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match)
    variants.insert(match->str(2).append((*match)[1] == "by_index" ? by_index : ""));
  return variants;
}

std::string_view without_form(std::string_view name) {
  if (name.ends_with(by_index)) name.remove_suffix(by_index.size());
  return name;
}

/// The name of the file's experiment.
std::string stem_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.find('.')));
}

Listing listing_in(const SourceFile& file, const std::string& variant) {
  return list_backend_sources(file.path, stem_of(file.path) + "/" + variant);
}

/// Calls body(file, variant) for all that files register.
template <class Body>
void for_each_registration(const Body& body) {
  for (const SourceFile& file : backend_sources())
    for (const std::string& variant : variants_in(file)) {
      SCOPED_TRACE(file.path);
      SCOPED_TRACE(variant);
      body(file, variant);
    }
}

bool is_of_experiment(const SourceFile& file) { return !variants_in(file).empty(); }

TEST(SharedFiles, HaveThreeMarks) {
  for (const SourceFile& file : backend_sources())
    for (const std::string_view line : lines_of(file.text).text)
      if (line.find("// [") == line.find_first_not_of(' ') && !line.empty()) {
        EXPECT_THAT(line, AnyOf("// [shown]", "// [mentioned]", "// [hidden]")) << file.path;
        EXPECT_FALSE(is_of_experiment(file)) << file.path << " is shown anyway";
      }
}

TEST(SharedFiles, AreNotMarkedInVain) {
  std::set<std::string_view> listed;
  for_each_registration([&](const SourceFile& file, const std::string& variant) {
    const Listing listing = listing_in(file, variant);
    for (const Fragment& fragment : listing.fragments) listed.insert(fragment.path);
    for (const Helper& helper : listing.helpers) listed.insert(helper.path);
  });
  for (const SourceFile& file : backend_sources())
    EXPECT_TRUE(file.text.find("\n// [") == std::string_view::npos || listed.contains(file.path))
        << file.path;
}

TEST(Registrations, AreVariantsOfTheFilesExperiment) {
  for_each_registration([](const SourceFile& file, const std::string& variant) {
    EXPECT_NO_THROW(catalogue().experiment(stem_of(file.path)).variant(without_form(variant)));
    EXPECT_FALSE(listing_in(file, variant).empty());
  });
}

/// A kernel's code is a definition, or a lambda in the registration.
TEST(Registrations, AreShownWithAKernel) {
  for_each_registration([](const SourceFile& file, const std::string& variant) {
    const Listing listing = listing_in(file, variant);
    ASSERT_FALSE(listing.empty());
    EXPECT_TRUE(listing.fragments.size() > 1 || listing.fragments.front().lines.size() > 2);
  });
}

}  // namespace
}  // namespace tilebridge::sources
