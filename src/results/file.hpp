// SPDX-License-Identifier: Apache-2.0
// The result file on disk.
#pragma once

#include <filesystem>
#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// Throws UsageError, saying what is there, if `path` is a non-empty file or a run's journal is
/// next to it. Measured results are expensive to reproduce.
void check_new(const std::filesystem::path& path);

/// The path to write to: `asked`, or "<stem>-<time>.json" if that is "". Throws UsageError if no
/// file can be created there, or if it would replace one without `overwrite`.
std::string choose_output(const std::string& asked, std::string_view stem, bool overwrite);

/// Replaces the file like replace_text().
void write_results(const std::filesystem::path& path, const Results& results);

/// Writes the results elsewhere: to the temporary folder or the user's home, under the file name of
/// `path`. Returns the new file's path, or "" if that failed too.
std::filesystem::path write_elsewhere(const std::filesystem::path& path, const Results& results);

/// Reads a result file or a run's journal; "results.json@5.0.2" is a run with several Kokkos as a
/// run of the one called 5.0.2. Throws UsageError, one line with the path, for a file
/// that cannot be read or understood.
Results read_results(const std::filesystem::path& path);

}  // namespace tilebridge
