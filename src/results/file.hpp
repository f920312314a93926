// SPDX-License-Identifier: Apache-2.0
// The result file on disk.
#pragma once

#include <deque>
#include <filesystem>

#include "results/results.hpp"

namespace tilebridge {

class FileLock;

/// Throws UsageError, saying what is there, if `path` is a non-empty file or a run's journal is
/// next to it. Measured results are expensive to reproduce.
void check_new(const std::filesystem::path& path);

/// A process writes its results here.
struct Output {
  std::string path;
  std::shared_ptr<const FileLock> lock;  // keeps other runs out; null for a device
};

/// Chooses where to write: `asked`, or "<stem>-<time>.json" if that is "". Throws UsageError if no
/// file can be created there, if another run writes it, or if it would replace one.
Output choose_output(const std::string& asked, std::string_view stem, bool overwrite);

/// Replaces the file like replace_text().
void write_results(const std::filesystem::path& path, const Results& results);
/// `results`: those of a run, or of a tuning.
void write_results(const std::filesystem::path& path, const Json& results);

/// Writes the results elsewhere: to the temporary folder or the user's home, under a new name that
/// begins as that of `path`. Returns the new file's path, or "" if that failed too.
std::filesystem::path write_elsewhere(const std::filesystem::path& path, const Json& results);

/// Reads a result file or a run's journal; "results.json@5.0.2", or "results.json@kokkos@5.0.2",
/// is a run with several builds of a model as a run of that one. Throws UsageError, one line with
/// the path, for a file that cannot be read or understood.
Results read_results(const std::filesystem::path& path);

/// Reads files that are compared with each other. Where one is read as a run of one build of a
/// model
/// ("results.json@5.0.2"), files that have several builds of that model are read as runs of the
/// program's own: nothing is compared with itself.
std::deque<Results> read_together(const std::vector<std::string>& paths);

/// Whether both are read from the same file, as runs of whichever builds.
bool are_one_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace tilebridge
