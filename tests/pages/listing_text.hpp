// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pages/listing.hpp"

namespace tilebridge {

inline std::string text(const sources::Listing& listing) {
  std::string all;
  for (const sources::Fragment& f : listing.fragments)
    for (const std::string& line : f.lines) all += line + '\n';
  return all;
}

}  // namespace tilebridge
