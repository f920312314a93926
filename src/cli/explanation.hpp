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
  std::string arch = "sm_90";
  bool matched = false;
  std::vector<std::string> models;  // whose code is shown; none: native code and Kokkos

  write::Style style() const;
};

/// Adds the subcommand `explain`. `options` must outlive the parse.
CLI::App* add_explain_options(CLI::App& app, ExplainOptions& options);

/// CUDA if the variant supports it. Throws UsageError if the variant does not support the requested
/// platform.
Platform choose_platform(const pages::Subject& subject, std::optional<Platform> asked);

/// The subject's first case with these values.
measure::PlannedCase case_of(const pages::Subject& subject, const ExplainOptions& options,
                             Platform platform, const Catalogue& catalogue);

UsageError without_matched_form(const std::string& name);

/// The file that the options name; none if they name none. Throws UsageError if it has no case of
/// the subject; `runnable` is what measures it.
std::optional<Results> read_measured(const pages::Subject& subject, const ExplainOptions& options,
                                     const std::string& runnable);

/// `tilebridge explain ./pair.so`: loads the pair, in this process. Throws UsageError as
/// kernels::Pair does.
int explain_pair(const ExplainOptions& options);

/// `tilebridge list ./pair.so`: question, parameters and models of each, likewise.
void list_pairs(const std::vector<std::string>& files);

}  // namespace tilebridge::cli
