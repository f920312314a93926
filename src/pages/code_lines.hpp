// SPDX-License-Identifier: Apache-2.0
// How many lines of code a result stands for, in this program's sources.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"

namespace tilebridge::pages {

/// Counts the lines of each listing once. The catalogue must outlive it.
class CodeLines {
 public:
  explicit CodeLines(const Catalogue& catalogue) : catalogue_(catalogue) {}

  /// "17"; "" for a variant that is unknown here, or whose code is not listed.
  std::string of(const CaseResult& c, const ModelForm& kernel);

 private:
  using Key = std::tuple<std::string, std::string, std::string, ModelForm>;

  std::string count(const CaseResult& c, const ModelForm& kernel) const;

  const Catalogue& catalogue_;
  std::map<Key, std::string> known_;
};

}  // namespace tilebridge::pages
