// SPDX-License-Identifier: Apache-2.0
// `tilebridge claims`: what the documents in documents/ claim and show, with what a result file
// says of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "catalogue/catalogue.hpp"
#include "judge/claims.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// The document of this name, or all for "". Throws UsageError, with a suggestion, for an unknown
/// name.
std::vector<judge::Document> documents_named(std::string_view name);

/// The claims; with results, whether these reproduce them, and how well the access model's
/// predicted times order the cases.
Document claims_page(const std::vector<judge::Document>& documents, const Results* results,
                     const Catalogue& catalogue);
Json claims_json(const std::vector<judge::Document>& documents, const Results* results);

/// Everything that the documents show or state, and where it is run, checked or stated.
Document items_page(const std::vector<judge::Document>& documents);
Json items_json(const std::vector<judge::Document>& documents);

/// "32.8×", "91%", "400 … 600 cycles", "≥ 1.1×": this many digits, or all before the point.
std::string figure(double value, std::string_view unit, int digits = 3);
std::string figure(const judge::Range& range, std::string_view unit, int digits = 3);

}  // namespace tilebridge::pages
