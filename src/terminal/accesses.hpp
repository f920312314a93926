// SPDX-License-Identifier: Apache-2.0
// What threads do and what a warp touches, drawn with characters.
#pragma once

#include <span>
#include <string>

#include "hardware/limits.hpp"
#include "pages/drawing.hpp"
#include "pages/picture.hpp"
#include "pages/subject.hpp"

namespace tilebridge::terminal {

std::string drawing_text(const pages::Drawing& drawing);

std::string picture_text(const pages::Picture& picture);

/// The pictures of one model's kernels, their requests in all, and how many blocks fit on an SM.
std::string part_text(const pages::Part& part, const Limits& limits);

}  // namespace tilebridge::terminal
