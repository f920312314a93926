// SPDX-License-Identifier: Apache-2.0
// Writes results for other programs. Results with status ok must have times. Strings may contain
// anything.
#pragma once

#include <map>
#include <span>

#include "catalogue/experiment.hpp"
#include "judge/cells.hpp"
#include "judge/limits.hpp"
#include "judge/outcome.hpp"
#include "pages/costs.hpp"
#include "pages/port.hpp"
#include "pages/scan.hpp"
#include "results/archive.hpp"

namespace tilebridge::write {

/// "kokkos"; "kokkos@5.0.2" of a further build; with a form other than the case's "native-library".
std::string model_name(const judge::Cell& entry);

/// Google Benchmark's JSON: one repetition per sample, the aggregates, and as one more aggregate,
/// `estimate`, the time with its 95% interval, the ratios and the share of the ceiling. Results
/// without a time are left out.
std::string to_gbench(const judge::Cells& cells);

/// CSV (RFC 4180), one row per model and case, of all files below one header. A second build of a
/// model is named in `release`, and has its ratio to the program's own.
std::string to_csv(std::span<const judge::Cells> files);

/// A file's device; where several files are of one device, with the time at which each was
/// started.
std::vector<std::string> platform_names(std::span<const judge::Cells> files);

/// CSV for the P3 Analysis Library, one row per valid kernel, case and file: "problem", "platform",
/// "application", "fom" (seconds), "app eff", "arch eff" (0 where no ceiling is known), "date".
std::string to_p3(std::span<const judge::Cells> files);

/// Profiles in Caliper's JSON-split format, as Hatchet and Thicket read it, by the names of their
/// files: one for each file, model and form, with nodes experiment/variant/case.
std::map<std::string, std::string> to_caliper(std::span<const judge::Cells> files);

/// Returns the record of an archived file from which a web site is built (docs/archive.md): its
/// label, device, builds and rates, and of each kernel that people know, by model and way of
/// writing, [the ratio to native code in the median case, the least, the most, cases]. The cells
/// are of `archive`; `path` is the file's place by its contents.
Json archive_record(const judge::Cells& cells, const Archived& archive, const std::string& path);

/// JUnit XML, one test case per model and case: an invalid result fails, a missing one is skipped.
std::string to_junit(const judge::Cells& cells);

/// Writes a comparison, one test case per compared result: slower or invalid fails, undecided
/// or not compared is skipped.
std::string gate_junit(const judge::GatePage& page);

/// Pretty-printed, with a newline at the end. What is no UTF-8 or not printable(), as file names
/// need not be, is replaced.
std::string json_text(const Json& json);

std::string experiments_json(const std::vector<Experiment>& experiments);

/// {"device": …, "idioms": [{"idiom", "written", "instead", "holds_if", "code_before",
/// "code_after", "matters", "cost", "interval", "in_native", "case", "elsewhere": {"Kokkos 5.0.2":
/// …}, "depends"}]}; costs as in the text, absent where nothing was measured; "elsewhere" has those
/// with another Kokkos or of another file.
std::string costs_json(const pages::CostList& list);
/// {"measured", "files", "places": [{"file", "line", "idiom", "written", "matters", "instead",
/// "holds_if", "code", "kernel", "cost", "gain": {"median", "low", "high", "change", "pattern",
/// "kernels", "experiments", "like", "measured", "holds_if"}}]}; "kernel", "cost" and "gain" where
/// they are known.
std::string scan_json(const pages::ScanReport& report);
/// SARIF 2.1.0, as code hosts and editors read it.
std::string scan_sarif(const pages::ScanReport& report);

/// {"summary", "files", "files_with_kernels", "launches", "kernels": [{"name", "file", "line",
/// "lines", "template_parameters", "pattern", "grid_stride", "type", "block", "launches": [{"file",
/// "line", "block", "shape"}], "loads", "stores", "atomics", "barriers", "run_time_loop", "shared":
/// {"static", "dynamic", "bytes"}, "features", "not_understood"}], "features": {concept: files of
/// host code}, "libraries", "not_understood", "not_read"}.
std::string port_json(const pages::PortReport& report);

/// {"kernels": [{"device", "kernel", "parameters", "type", "model", "form", "seconds", "unit",
/// "best_known", "vendor_variant", "share", "low", "high", "ceiling_share", "reason"}]}: each
/// native tuned kernel, and behind it the kernels of other models, whose best known is "native".
/// What is unknown is absent.
std::string limits_json(const std::vector<judge::TunedKernel>& kernels);
/// Returns these kernels as CSV.
std::string limits_csv(const std::vector<judge::TunedKernel>& kernels);

/// A comparison, as described in docs/gate.md.
std::string gate_json(const judge::GatePage& page);

}  // namespace tilebridge::write
