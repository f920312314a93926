// SPDX-License-Identifier: Apache-2.0
// Source files that are part of this program, as they were when it was built.
#pragma once

#include <span>
#include <string_view>

namespace tilebridge::sources {

struct SourceFile {
  std::string_view path;  // "backends/cuda/tiling/transpose.cu"
  std::string_view text;
};

/// Returns the backends' files, and the headers of the structs that kernels take.
std::span<const SourceFile> backend_sources();

/// The files of examples/idioms. What to write instead of an idiom is in its sections "before
/// team_control/single" and "after team_control/single".
std::span<const SourceFile> idiom_sources();

/// The files of documents/: "documents/D1.txt".
std::span<const SourceFile> documents();

/// The pages of docs/course: "docs/course/banks.md".
std::span<const SourceFile> course();

/// Returns the files of the pair of kernels called my_kernel that `tilebridge new` writes.
std::span<const SourceFile> pair_template();

/// Returns the files outside backends/ that an object of one model is compiled from:
/// "src/kernels/…".
std::span<const SourceFile> object_sources();

/// Returns the files of the folder my_kernel with a variant of the catalogue that `tilebridge new
/// --from` writes.
std::span<const SourceFile> reproducer_template();

/// Returns the script that compares two commits of the repository of my_kernel, and the files with
/// which code hosts run it.
std::span<const SourceFile> gate_template();

/// Returns the files of exercises/: "tile/README.md", and "common/pair.cpp" of all of them, where
/// an exercise is called my_kernel.
std::span<const SourceFile> exercises();

}  // namespace tilebridge::sources
