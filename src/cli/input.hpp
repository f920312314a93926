// SPDX-License-Identifier: Apache-2.0
// Reading and writing that several subcommands share.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "pages/scan.hpp"
#include "sources/cuda_kernels.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {

/// A result file of `tilebridge run`. Throws UsageError, one line with the path, for a file that
/// cannot be read, for a profile, and for a file in which a result with status ok has no time or a
/// time is not positive.
Results read_timed_results(const std::string& path);
/// Throws as read_timed_results() does, of what was read from `path`.
void check_timed(const std::string& path, const Results& results);

/// The result file that is shown where none is named: in share/tilebridge/results/ beside the
/// program's folder, in a build and where it is installed. Throws UsageError if there is none.
std::string stored_results();
/// Returns that file, which is of floats, and the one of the same run in doubles.
std::vector<std::string> stored_results_by_type();

/// "stored results of NVIDIA H200, measured on 2026-11-26, not on this machine:
/// …/h200-models.json", of results that no user named.
std::string stored_origin(const std::string& file, const Results& results);

/// Says which source files were read, and which were not.
struct FoundSources {
  std::vector<std::string> inputs;   // as they are opened
  std::vector<std::string> missing;  // messages about paths that were named
  std::vector<std::string> unread;   // what folders have and was not read: "'a.cpp': no permission"
  std::vector<std::string> left_out;  // on purpose: "'build': a build tree of CMake"
};

struct ScannedSources : FoundSources {
  std::vector<pages::ScannedFile> files;
};

struct CudaSources : FoundSources {
  std::vector<sources::CudaSource> files;
};

/// Scans these files, and the C++ files in these folders and below, each file once whatever its
/// names. Hidden folders and build trees of CMake are left out; links to folders are not followed.
/// Throws UsageError if there is nothing to scan.
ScannedSources scanned_sources(const std::vector<std::string>& paths,
                               const sources::Wrappers& wrappers = {});

/// Reads the same files for an inventory of CUDA kernels. Throws as scanned_sources() does.
CudaSources cuda_sources(const std::vector<std::string>& paths);

/// Throws UsageError if `output` is one of `inputs`, by whatever name.
void check_distinct(const std::string& output, const std::vector<std::string>& inputs);

/// Throws UsageError if `output` cannot be written or is one of `inputs`; "" is standard output.
void check_output(const std::string& output, const std::vector<std::string>& inputs);

/// Writes all of `text` to `output`, never part of it; "" is standard output.
void write_output(const std::string& output, const std::string& text);

/// Throws UsageError as check_output() does, and if `output` is named and is no SVG: `example` is a
/// name that it may have.
void check_picture(const std::string& output, std::string_view example,
                   const std::vector<std::string>& inputs);

/// Writes an SVG element as a file of its own, and says so; "" is standard output, with put().
void write_picture(const std::string& output, std::string_view element);

/// Prints to standard output, printable(): names of files and devices may have any characters.
template <class... Words>
void put(fmt::format_string<Words...> format, Words&&... words) {
  std::fputs(printable(fmt::format(format, std::forward<Words>(words)...)).c_str(), stdout);
}

/// Writes the page to standard output.
void show(const pages::Document& page, const write::Style& style = write::stdout_style());

}  // namespace tilebridge::cli
