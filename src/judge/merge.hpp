// SPDX-License-Identifier: Apache-2.0
// Merges the parts of a run into one result.
#pragma once

#include "results/results.hpp"

namespace tilebridge::judge {

struct ResultPart {
  std::string file;
  Results results;
};

/// The programs that measured the parts of a result.
enum class Commits {
  one,
  several,  // parts are in the order in which they were measured
};

/// The cases of all parts, in order. Ceilings are the best that any part measured; everything else
/// comes from the first part, and `program.parts` records how each part was made. Of several
/// commits `program.git` names all, and of an experiment that a later one has measured, the cases
/// of earlier ones are left out: what is compared with one another is of one commit. Throws
/// UsageError, one line naming two files, unless all parts were measured alike on one device and
/// have no case in common.
Results merged(std::vector<ResultPart> parts, Commits commits = Commits::one);

/// Merges what are parts of one result, as two runs of different cases of one build on one device,
/// and leaves all else as it is. The order of `files` makes no difference.
std::vector<Results> with_parts_merged(std::vector<Results> files);

}  // namespace tilebridge::judge
