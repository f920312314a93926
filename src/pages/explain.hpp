// SPDX-License-Identifier: Apache-2.0
// `tilebridge explain`: both models' code of a variant, and what a warp touches.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"
#include "pages/accesses.hpp"
#include "pages/listing.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {

struct Subject {
  const Experiment* experiment;
  const Variant* variant;

  std::string name() const { return experiment->name + "/" + variant->name; }
};

/// The rewritten form of `variant`; null if there is none.
const Variant* rewritten_form_of(const Experiment& experiment, const Variant& variant);

/// Native code, and Kokkos code or the call of the vendor's library.
Code code_of(const Subject& subject, Platform platform, ShownFragments* shown = nullptr);

/// The rewritten kernel as a diff of the kernel in loops; without lines unless half are common.
Code::Listing rewrite_diff(const Subject& subject, Platform platform);

/// The kernels of one model in the subject, and the text that introduces them.
struct Part {
  std::string title;
  std::vector<Model> models;                 // whose kernels access the same
  std::shared_ptr<const HostArrays> inputs;  // if the kernels' addresses depend on them
  std::vector<Kernel> kernels;
  std::vector<Picture> pictures;
};

/// Native and Kokkos code; a single entry if a warp touches the same in both. Empty if the accesses
/// are not declared.
std::vector<Part> parts_of(const Subject& subject, const Parameters& parameters,
                           const Architecture& on = nvidia());

Figure figure_of(const Part& part, std::string title);

/// The case whose accesses are shown, and the GPU that accesses and occupancy are computed for.
struct ExplainedCase {
  std::string label;
  Parameters parameters;
  Limits limits;
};

/// Draws the memory that a warp touches in these parts; below each are the totals of its kernels
/// and their occupancy. Throws UsageError for kernels with more accesses than can be counted.
Document accesses_page(const ExplainedCase& explained, std::span<const Part> parts,
                       const Architecture& on);

/// The cases of a variant, of what is written in its place and of what is compared with it.
Results cases_of(const Subject& subject, Results results);

/// The answer first, then the code, the memory that a warp touches and what was measured. The code
/// is that of these models by thread index and in loops; without any, native code and Kokkos. With
/// `cells` the answer has what these have of the subject, and what its idioms cost. What a warp
/// touches is shown for GPUs.
std::vector<Section> explain_page(const Subject& subject, Platform platform,
                                  const ExplainedCase& explained, const std::vector<Model>& models,
                                  const std::optional<judge::Cells>& cells,
                                  const Catalogue& catalogue);

/// Explains a pair of the user's own, whose `code` and `idioms` come from its sources.
std::vector<Section> pair_page(const Subject& subject, Platform platform,
                               const Parameters& parameters, const Code& code,
                               const std::optional<judge::Cells>& cells, Table idioms);

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

/// An SVG element with a panel for each memory instruction of the parts. In global memory lanes are
/// joined by lines to the bytes that they ask for, in rows of a cache line; in shared memory words
/// and wavefronts are in columns of a bank. Below each panel is the sentence of the text. `label`
/// names the variant and its case. "" if the parts access nothing. `canvas` is wide or narrow.
std::string accesses_svg(std::string_view label, std::span<const Part> parts,
                         const Architecture& on = nvidia(), Canvas canvas = Canvas::wide);

}  // namespace tilebridge::pages
