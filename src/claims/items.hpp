// SPDX-License-Identifier: Apache-2.0
// What the five documents show and state, item by item, and where each is found here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue/experiment.hpp"

namespace tilebridge::claims {

enum class Kind { listing, experiment, figure, tool, picture, advice };
enum class Coverage { covered, open, out_of_scope };

std::string_view name_of(Kind kind);
std::string_view name_of(Coverage coverage);

/// An item that several places repeat stands at the first of them.
struct Item {
  Source source;
  Kind kind = Kind::figure;
  std::string text;
  /// Where it is run, checked or stated; none if it is out of scope.
  std::vector<std::string> places;
  std::string open = {};          // what is still to be done, "" if nothing
  std::string out_of_scope = {};  // why, "" if it is not

  Coverage coverage() const;
};

/// What a place is: "stride/add" (an experiment may stand alone), "D1-2.2-stride-2",
/// "docs/claims.md", "tilebridge explain".
enum class PlaceKind { variant, claim, page, command };
PlaceKind kind_of(std::string_view place);

/// All items, in the order of the documents.
const std::vector<Item>& items();

}  // namespace tilebridge::claims
