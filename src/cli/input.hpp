// SPDX-License-Identifier: Apache-2.0
// Reading and writing that several subcommands share.
#pragma once

#include "pages/scan.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {

/// A result file of `tilebridge run`. Throws UsageError, one line with the path, for a file that
/// cannot be read, for a profile, and for a file in which a result with status ok has no time or a
/// time is not positive.
Results read_timed_results(const std::string& path);

/// Scans these files, and the C++ files in these folders and below; hidden folders are left out.
/// Throws UsageError for what cannot be read, or if there is no such file.
std::vector<pages::ScannedFile> scanned_files(const std::vector<std::string>& paths);

/// Throws UsageError if `output` cannot be written or is one of `inputs`; "" is standard output.
void check_output(const std::string& output, const std::vector<std::string>& inputs);

/// Writes all of `text` to `output`, never part of it; "" is standard output.
void write_output(const std::string& output, const std::string& text);

/// Writes the page to standard output.
void show(const pages::Document& page, const write::Style& style = write::stdout_style());

}  // namespace tilebridge::cli
