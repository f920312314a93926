// SPDX-License-Identifier: Apache-2.0
// Marker lines divide the backends' source files into the sections that listings are made of:
//
//   // [tile, padded_tile]          in an experiment's file: what these variants consist of
//   // [*]                          what every variant in this file consists of
//   // [Pack, pack_width]           in any other file: what defines these names
//   // [mentioned: check, Stream]   the same, but a listing only mentions the names that it uses
//   // [/]                          what no listing shows
//
// A section ends at the next marker line. What comes before the first one is in no section.
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
  std::vector<std::string_view> names;  // as in the marker line; "*" is a name too
  bool is_mentioned = false;            // after "mentioned:"
  Lines lines = {};                     // without blank ones at the beginning and the end

  bool names_one(std::string_view name) const;
};

/// The sections of a file, in order, without those after [/].
std::vector<Section> sections_of(const Lines& file);

bool is_marker(std::string_view line);

}  // namespace tilebridge::sources
