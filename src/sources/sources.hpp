// SPDX-License-Identifier: Apache-2.0
// The backends' source files, as they were when this program was built.
#pragma once

#include <span>
#include <string_view>

namespace tilebridge::sources {

struct SourceFile {
  std::string_view path;  // "backends/cuda/tiling/transpose.cu"
  std::string_view text;
};

std::span<const SourceFile> backend_sources();

}  // namespace tilebridge::sources
