// SPDX-License-Identifier: Apache-2.0
// What threads do and what a warp touches, drawn with characters.
#pragma once

#include <span>
#include <string>

#include "hardware/limits.hpp"
#include "view/drawing.hpp"
#include "view/picture.hpp"
#include "view/subject.hpp"

namespace tilebridge::terminal {

std::string drawing_text(const view::Drawing& drawing);

std::string picture_text(const view::Picture& picture);

/// The pictures of one model's kernels, their requests in all, and how many blocks fit on an SM.
std::string part_text(const view::Part& part, const Limits& limits);

}  // namespace tilebridge::terminal
