// SPDX-License-Identifier: Apache-2.0
// Why a variant's figures are what they are: what a warp touches, and both models' code.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pages/drawing.hpp"
#include "pages/listing.hpp"
#include "pages/picture.hpp"
#include "pages/report.hpp"

namespace tilebridge::pages {

/// The pictures of one model in a report: small arrays suffice to show the access pattern.
struct PicturedPart {
  std::string title;  // "native, with n=1Ki stride=32"
  std::vector<Picture> pictures;
};

/// A variant of an experiment.
struct Explanation {
  std::string name;
  std::string technique;
  std::optional<Drawing> drawing;
  std::vector<PicturedPart> pictured;  // neither on hosts, whose code and memory differ
  ListingColumn left;
  ListingColumn right;
  std::shared_ptr<const Explanation> matched = nullptr;  // its matched form, if there is one
};

/// Of each variant of the experiment that has cases in the report and is in the catalogue.
std::vector<Explanation> explanations(const ExperimentCases& experiment);

}  // namespace tilebridge::pages
