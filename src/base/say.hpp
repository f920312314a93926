// SPDX-License-Identifier: Apache-2.0
// Messages to the user besides the results: on standard error; write errors there (a file on a full
// disk) are ignored.
#pragma once

#include <cstdio>
#include <string>

namespace tilebridge {

inline void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace tilebridge
