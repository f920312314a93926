// SPDX-License-Identifier: Apache-2.0
// The options of `explain`, and what it says of variants of the catalogue and of pairs of kernels
// of the user's own alike.
#pragma once

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "measure/plan.hpp"
#include "pages/explain.hpp"
#include "results/results.hpp"
#include "write/page.hpp"

namespace tilebridge::cli {

struct ExplainOptions {
  std::string variant;               // or a pair's file
  std::string results;               // "": none
  std::optional<Platform> platform;  // none: chosen by what the variant supports
  std::size_t width = 0;             // 0: that of the terminal
  std::vector<Assignment> assignments;
  std::string arch;  // "": of the platform
  bool rewritten = false;
  std::vector<std::string> models;  // whose code is shown; none: native code and Kokkos
  bool all = false;                 // every section, on however many lines
  bool accesses = false;            // of warps, and nothing else
  bool svg = false;
  bool narrow = false;
  std::string output;  // of the picture; "": standard output

  write::Style style() const;
  /// The option that asks for accesses alone, "--svg"; "" without one.
  std::string_view accesses_option() const { return svg ? "--svg" : accesses ? "--accesses" : ""; }
};

/// Adds the subcommand `explain`. `options` must outlive the parse.
CLI::App* add_explain_options(CLI::App& app, ExplainOptions& options);

/// The variant of the catalogue that a command's argument names. Throws UsageError if the name is
/// not a variant; for an experiment the message lists its variants.
pages::Subject variant_named(const std::string& name, std::string_view command);

/// A request about a subject of `catalogue`.
struct ExplainRequest {
  Platform platform;               // that of the architecture; CUDA if the variant supports it
  std::optional<Results> results;  // the file that the options name
  measure::PlannedCase planned;    // the subject's first case with the values of the options
};

/// Throws UsageError if the variant does not support the platform that the options name, or the
/// result file has no case of it; `runnable` is what measures one.
ExplainRequest explain_request(const pages::Subject& subject, const ExplainOptions& options,
                               const Catalogue& catalogue, const std::string& runnable);

/// Prints at most 60 lines of the page, unless the options ask for all of it.
void show_explanation(const std::vector<pages::Section>& page, const ExplainOptions& options);

/// Says that the option has nothing to show, since the access model knows nothing of the variant.
UsageError without_accesses(const std::string& name, std::string_view option);
UsageError without_rewritten_form(const std::string& name);

/// `tilebridge explain ./pair.so`: loads the pair, in this process. Throws UsageError as
/// kernels::Pair does.
int explain_pair(const ExplainOptions& options);

/// `tilebridge list ./pair.so`: question, parameters and models of each, likewise.
void list_pairs(const std::vector<std::string>& files);

}  // namespace tilebridge::cli
