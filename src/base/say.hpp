// SPDX-License-Identifier: Apache-2.0
// Messages to the user besides the results: on standard error; write errors there (a file on a full
// disk) are ignored.
#pragma once

#include <cstdio>
#include <string_view>

#include "base/text.hpp"

namespace tilebridge {

inline void say(std::string_view message) {
  const std::string text = printable(message);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace tilebridge
