// SPDX-License-Identifier: Apache-2.0
// The part of the backends' sources that belongs to one variant: the statement that registers it
// and every definition that it reaches.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/sources.hpp"

namespace tilebridge {

/// Consecutive lines of a file.
struct Fragment {
  std::string_view path;
  std::size_t first_line;  // from 1
  std::vector<std::string> lines;

  std::size_t end_line() const { return first_line + lines.size(); }
};

/// A name that the fragments use, and the file that defines it.
struct Helper {
  std::string_view name;
  std::string_view path;
};

struct Listing {
  /// Definitions from other files, then the file's own definitions in order, then the registration.
  std::vector<Fragment> fragments;
  /// Names of the files that every experiment of a backend shares, which are not listed.
  std::vector<Helper> helpers;

  bool empty() const { return fragments.empty(); }
};

/// The listing of what is registered as `key` ("transpose/padded_tile") in a file of `folder`
/// ("backends/cuda/"); empty if nothing is. Its views point into `files`.
Listing list_sources(std::span<const SourceFile> files, std::string_view folder,
                     std::string_view key);

}  // namespace tilebridge
