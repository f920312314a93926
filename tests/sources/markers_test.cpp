// SPDX-License-Identifier: Apache-2.0
// The marker lines in the backends' files against what the files define and register.
#include <gmock/gmock.h>

#include <regex>
#include <set>
#include <string>

#include "catalogue/catalogue.hpp"
#include "sources/listing.hpp"
#include "sources/sections.hpp"
#include "sources/tokens.hpp"

namespace tilebridge::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

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
  return list_sources(backend_sources(), file.path, stem_of(file.path) + "/" + variant);
}

/// Calls body(file, section) for all that marker lines begin.
template <class Body>
void for_each_section(const Body& body) {
  for (const SourceFile& file : backend_sources())
    for (const Section& section : sections_of(lines_of(file.text))) {
      SCOPED_TRACE(file.path);
      SCOPED_TRACE(section.names.front());
      body(file, section);
    }
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

TEST(Markers, EndWithABracket) {
  for (const SourceFile& file : backend_sources())
    for (const std::string_view line : lines_of(file.text).text) {
      const bool begins_as_one = line.find("// [") == line.find_first_not_of(' ');
      EXPECT_TRUE(line.empty() || !begins_as_one || is_marker(line)) << file.path << ": " << line;
    }
}

TEST(Markers, HaveNamesAndSections) {
  for_each_section([](const SourceFile&, const Section& section) {
    EXPECT_THAT(section.lines.text, Not(IsEmpty()));
    for (const std::string_view name : section.names)
      EXPECT_EQ(tokenise(without_form(name)).size(), 1U) << name;
  });
}

TEST(Markers, NameVariantsThatTheFileRegisters) {
  for_each_section([](const SourceFile& file, const Section& section) {
    const std::set<std::string> variants = variants_in(file);
    if (variants.empty()) return;
    if (section.names_one("*"))
      EXPECT_THAT(section.names, ElementsAre("*"));
    else
      EXPECT_THAT(variants, IsSupersetOf(section.names));
  });
}

TEST(Markers, NameWhatTheSectionDefines) {
  for_each_section([](const SourceFile& file, const Section& section) {
    if (!variants_in(file).empty()) return;
    std::set<std::string_view> tokens;
    for (const std::string_view line : section.lines.text)
      for (const Token& token : tokenise(line)) tokens.insert(token.text);
    EXPECT_THAT(tokens, IsSupersetOf(section.names));
  });
}

/// "path 12" for the line where a shown section begins, "path name" for a name that is mentioned.
std::set<std::string> shown_somewhere() {
  std::set<std::string> shown;
  for_each_registration([&](const SourceFile& file, const std::string& variant) {
    const Listing listing = listing_in(file, variant);
    for (const Fragment& f : listing.fragments)
      shown.insert(std::string(f.path) + ' ' + std::to_string(f.first_line));
    for (const Helper& h : listing.helpers)
      shown.insert(std::string(h.path) + ' ' + std::string(h.name));
  });
  return shown;
}

TEST(Markers, NothingIsMarkedInVain) {
  const std::set<std::string> shown = shown_somewhere();
  for_each_section([&](const SourceFile& file, const Section& section) {
    const std::string path = std::string(file.path) + ' ';
    if (!section.is_mentioned)
      EXPECT_TRUE(shown.contains(path + std::to_string(section.lines.first)));
    else
      for (const std::string_view name : section.names)
        EXPECT_TRUE(shown.contains(path + std::string(name))) << name;
  });
}

TEST(Registrations, AreVariantsOfTheFilesExperiment) {
  for_each_registration([](const SourceFile& file, const std::string& variant) {
    EXPECT_NO_THROW(catalogue().experiment(stem_of(file.path)).variant(without_form(variant)));
    EXPECT_FALSE(listing_in(file, variant).empty());
  });
}

/// A kernel's code is in a section, or in a lambda in the registration.
TEST(Registrations, AreShownWithAKernel) {
  for_each_registration([](const SourceFile& file, const std::string& variant) {
    const Listing listing = listing_in(file, variant);
    ASSERT_FALSE(listing.empty());
    EXPECT_TRUE(listing.fragments.size() > 1 || listing.fragments.front().lines.size() > 2);
  });
}

}  // namespace
}  // namespace tilebridge::sources
