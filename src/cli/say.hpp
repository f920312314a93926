// SPDX-License-Identifier: Apache-2.0
// What the user is told beside the results: on standard error, and no reason to stop where that is
// a file on a full disk.
#pragma once

#include <cstdio>
#include <string>

namespace tilebridge {

inline void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace tilebridge
