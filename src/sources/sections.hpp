// SPDX-License-Identifier: Apache-2.0
// Marker lines divide a source file into sections, such as those of the models in a user's file:
//
//   // [native, raja]   what these names stand for
//   // [/]              what belongs to no name
//
// A section ends at the next marker line. What comes before the first one is in no section. Shared
// files of the backends have such lines too (listing.hpp).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tilebridge::sources {

/// Consecutive lines of a file, without their ends.
struct Lines {
  std::size_t first = 1;  // the first one's number in the file, from 1
  std::vector<std::string_view> text = {};
};

/// All lines of a file, whose text must outlive them.
Lines lines_of(std::string_view text);

struct Section {
  std::vector<std::string_view> names;  // as in the marker line
  Lines lines = {};                     // without blank ones at the beginning and the end

  bool names_one(std::string_view name) const;
};

/// The sections of a file, in order, without those after [/].
std::vector<Section> sections_of(const Lines& file);

bool is_marker(std::string_view line);
/// Whether a line is a comment alone, but no marker.
bool is_comment(std::string_view line);
/// The path in #include "…"; "" for any other line.
std::string_view included_by(std::string_view line);

}  // namespace tilebridge::sources
