// SPDX-License-Identifier: Apache-2.0
// Where each item of the documents is: run, checked or stated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/claims.hpp"
#include "claims/items.hpp"

namespace tilebridge::pages {

using Items = std::vector<const claims::Item*>;

struct DocumentItems {
  claims::Document document;
  Items items;
};

/// Of all documents, or of the one of that name. Throws UsageError for an unknown name.
std::vector<DocumentItems> coverage_of(std::string_view document);

/// "62 items: 58 covered, 3 open, 1 out of scope".
std::string counts_text(const Items& items);
std::string counts_text(const std::vector<DocumentItems>& documents);

/// "covered", "open: …", "out of scope: …".
std::string state_text(const claims::Item& item);

}  // namespace tilebridge::pages
