// SPDX-License-Identifier: Apache-2.0
// What `explain` says first: how fast a kernel is in each model and form, why it is slower in
// loops, and what to write instead.
#pragma once

#include "pages/explain.hpp"

namespace tilebridge::pages {

/// Ratios to native code in the setting of the case `like`: a row for each model, a column for each
/// form. Of several variants in one form the fastest counts; a step counts where it is the subject.
Table ratios_table(const Subject& subject, const judge::Cells& cells, const CaseResult& like);

/// The ratios of the largest case, of floats where there is a choice; the factors of a loss in
/// loops; the idioms with what avoiding each gains here; what to write instead; as far as they are
/// known.
std::vector<Section> answer_sections(const Subject& subject,
                                     const std::optional<judge::Cells>& cells,
                                     const Catalogue& catalogue);

/// The ratios of the largest case of doubles, where the answer has those of floats.
Section ratios_in_double(const Subject& subject, const std::optional<judge::Cells>& cells);

}  // namespace tilebridge::pages
