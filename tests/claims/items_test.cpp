// SPDX-License-Identifier: Apache-2.0
#include "claims/items.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "catalogue/catalogue.hpp"
#include "claims/claims.hpp"

namespace tilebridge::claims {
namespace {

bool is_variant(const std::string& place) {
  const std::size_t slash = place.find('/');
  const Experiment* experiment = catalogue().find(place.substr(0, slash));
  if (experiment == nullptr) return false;
  return slash == std::string::npos || experiment->find(place.substr(slash + 1)) != nullptr;
}

bool is_claim(const std::string& place) {
  return std::any_of(claims().begin(), claims().end(),
                     [&](const Claim& claim) { return claim.id == place; });
}

bool is_page(const std::string& place) {
  const std::filesystem::path docs = TILEBRIDGE_DOCS;
  return std::filesystem::exists(docs.parent_path() / place);
}

/// Commands are held against the program by tests/cli/coverage_test.cpp.
bool exists(const std::string& place) {
  switch (kind_of(place)) {
    case PlaceKind::variant:
      return is_variant(place);
    case PlaceKind::claim:
      return is_claim(place);
    case PlaceKind::page:
      return is_page(place);
    case PlaceKind::command:
      return true;
  }
  return false;
}

std::string name(const Item& item) {
  return item.source.document + " " + item.source.section + " " + item.text;
}

TEST(Items, AreThoseOfTheDocuments) {
  std::map<std::string, int> counts;
  std::set<std::string> names;
  for (const Item& item : items()) {
    ++counts[item.source.document];
    EXPECT_TRUE(names.insert(name(item)).second) << name(item);
  }
  const std::map<std::string, int> expected = {
      {"D1", 70}, {"D2", 42}, {"D3", 35}, {"D4", 96}, {"D5", 60}};
  EXPECT_EQ(counts, expected);
}

TEST(Items, AreCoveredOpenOrOutOfScope) {
  std::map<Coverage, int> counts;
  for (const Item& item : items()) ++counts[item.coverage()];
  EXPECT_EQ(counts[Coverage::covered], 295);
  EXPECT_EQ(counts[Coverage::open], 5);
  EXPECT_EQ(counts[Coverage::out_of_scope], 3);
}

TEST(Items, SayWhereOrWhyNot) {
  for (const Item& item : items()) {
    switch (item.coverage()) {
      case Coverage::covered:
        EXPECT_FALSE(item.places.empty()) << name(item);
        break;
      case Coverage::open:
        EXPECT_EQ(item.out_of_scope, "") << name(item);
        break;
      case Coverage::out_of_scope:
        EXPECT_TRUE(item.places.empty()) << name(item);
        break;
    }
  }
}

TEST(Items, NamePlacesThatExist) {
  for (const Item& item : items()) {
    std::set<std::string> places;
    for (const std::string& place : item.places) {
      EXPECT_TRUE(exists(place)) << name(item) << ": " << place;
      EXPECT_TRUE(places.insert(place).second) << name(item) << ": " << place << " twice";
    }
  }
}

TEST(Items, AreOpenWhereAClaimIsNotMeasured) {
  std::set<std::string> unmeasured;
  for (const Claim& claim : claims())
    if (std::holds_alternative<Untested>(claim.check)) unmeasured.insert(claim.id);
  for (const Item& item : items())
    for (const std::string& place : item.places)
      EXPECT_TRUE(!unmeasured.contains(place) || item.coverage() == Coverage::open) << name(item);
}

/// An item whose figures are claims names them; so no claim is of no item.
TEST(Items, LeaveNoClaimOut) {
  std::set<std::string> named;
  for (const Item& item : items()) named.insert(item.places.begin(), item.places.end());
  for (const Claim& claim : claims()) EXPECT_TRUE(named.contains(claim.id)) << claim.id;
}

TEST(Place, IsKnownByItsForm) {
  EXPECT_EQ(kind_of("stride/add"), PlaceKind::variant);
  EXPECT_EQ(kind_of("stride"), PlaceKind::variant);
  EXPECT_EQ(kind_of("D1-2.2-stride-2"), PlaceKind::claim);
  EXPECT_EQ(kind_of("docs/claims.md"), PlaceKind::page);
  EXPECT_EQ(kind_of("tilebridge explain"), PlaceKind::command);
}

}  // namespace
}  // namespace tilebridge::claims
