// SPDX-License-Identifier: Apache-2.0
// The part of the backends' sources that belongs to one variant: the statement that registers it,
// and what it uses, directly or not, of its file and of shared files. A line of a shared file says
// what listings have of the definitions below it:
//
//   // [shown]       their code
//   // [mentioned]   their names
//   // [hidden]      nothing, as at the beginning of the file
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/sources.hpp"

namespace tilebridge::sources {

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
  /// Definitions of shared files, then the experiment's own in order, then the registration.
  std::vector<Fragment> fragments;
  /// Names of what is mentioned and not shown.
  std::vector<Helper> helpers;

  bool empty() const { return fragments.empty(); }
};

/// Ends the key of a variant's kernel by thread index where the file also has one in loops:
/// by_index.add("key", …) registers it.
inline constexpr std::string_view by_index = " by index";

/// Lists kernels of some source files, of which it reads each once. Listings' views point into
/// these files, which outlive it.
class Listings {
 public:
  explicit Listings(std::span<const SourceFile> sources);
  ~Listings();
  Listings(const Listings&) = delete;
  Listings& operator=(const Listings&) = delete;

  /// What is registered as `key` ("transpose/padded_tile") in a file of `folder`
  /// ("backends/cuda/tiling/"); empty if nothing is. The key of a kernel by index ends so.
  Listing of(std::string_view folder, std::string_view key);

 private:
  struct File;
  class Lister;

  const File& file(const SourceFile& source);

  std::span<const SourceFile> sources_;
  std::map<std::string_view, std::unique_ptr<File>> files_;  // by path
};

/// The same of the backends' sources.
Listing list_backend_sources(std::string_view folder, std::string_view key);

/// The key under which a line registers a kernel: native.add("key", …) or
/// native.add_prepared("key", …). Nothing if it registers none.
std::optional<std::string_view> registered_by(std::string_view line);

/// The index of the line behind the call that begins in line `begin`.
std::size_t end_of_call(const std::vector<std::string_view>& lines, std::size_t begin);

/// The sections of one file that name `name`, in order. Their views point into `file`.
std::vector<Fragment> sections_named(const SourceFile& file, std::string_view name);

/// Lines that hold more than a comment.
int lines_of_code(const Fragment& fragment);
/// Counts the lines of all fragments but those that all models share: the struct that kernels take.
int lines_of_code(const Listing& listing);

}  // namespace tilebridge::sources
