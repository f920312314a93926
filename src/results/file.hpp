// SPDX-License-Identifier: Apache-2.0
// The result file on disk.
#pragma once

#include <filesystem>
#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// Throws UsageError, which says what is there, where `path` is a file that holds anything, or a
/// run's journal is beside it. Measured results take time to make again.
void check_new(const std::filesystem::path& path);

/// Replaces the file, as replace_text() does.
void write_results(const std::filesystem::path& path, const Results& results);

/// Writes the results somewhere else: to the folder for temporary files or the user's own, under
/// the name that `path` has. The new file's path, or "" where that failed too.
std::filesystem::path write_elsewhere(const std::filesystem::path& path, const Results& results);

/// Of a result file or a run's journal. Throws UsageError, one line with the path, for a file that
/// cannot be read or understood.
Results read_results(const std::filesystem::path& path);

}  // namespace tilebridge
