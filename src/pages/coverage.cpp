// SPDX-License-Identifier: Apache-2.0
#include "pages/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace tilebridge::pages {
namespace {

Items items_of(const claims::Document& document) {
  Items found;
  for (const claims::Item& item : claims::items())
    if (item.source.document == document.name) found.push_back(&item);
  return found;
}

}  // namespace

std::vector<DocumentItems> coverage_of(std::string_view document) {
  std::vector<DocumentItems> chosen;
  std::vector<std::string> known;
  for (const claims::Document& one : claims::documents()) {
    known.push_back(one.name);
    if (document.empty() || one.name == document) chosen.push_back({one, items_of(one)});
  }
  if (chosen.empty()) throw unknown_name("document", document, known);
  return chosen;
}

std::string counts_text(const Items& items) {
  const auto count = [&](claims::Coverage coverage) {
    return std::count_if(items.begin(), items.end(),
                         [&](const claims::Item* item) { return item->coverage() == coverage; });
  };
  return fmt::format("{} items: {} covered, {} open, {} out of scope", items.size(),
                     count(claims::Coverage::covered), count(claims::Coverage::open),
                     count(claims::Coverage::out_of_scope));
}

std::string counts_text(const std::vector<DocumentItems>& documents) {
  Items all;
  for (const DocumentItems& one : documents)
    all.insert(all.end(), one.items.begin(), one.items.end());
  return counts_text(all);
}

std::string state_text(const claims::Item& item) {
  const std::string& why =
      item.coverage() == claims::Coverage::open ? item.open : item.out_of_scope;
  const std::string name(name_of(item.coverage()));
  return why.empty() ? name : name + ": " + why;
}

}  // namespace tilebridge::pages
