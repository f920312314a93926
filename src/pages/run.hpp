// SPDX-License-Identifier: Apache-2.0
// These lines speak of a run as a whole: its device, its builds, its self-check.
#pragma once

#include "judge/cells.hpp"

namespace tilebridge::pages {

/// "NVIDIA H200 (sm_90)".
std::string device_text(const Results& results);

/// "NVIDIA H200 (sm_90), driver 580.1, CUDA 13.0".
std::string device_and_driver_text(const Results& results);

/// The language of native code: "CUDA", "HIP", or on a host "C++".
std::string native_name(const Results& results);

/// The name of a model for readers: "CUDA", "Kokkos", "RAJA"; of a build with a release in its key,
/// "Kokkos 5.0.2". Files and options have the key.
std::string label_of(const Results& results, const Model& model);

/// "Kokkos 4.7.01 (Cuda, Serial)": the first build of each model other than native code.
std::string models_text(const Results& results);

/// Without the spaces: "Kokkos 4.7.01, RAJA 2025.09.1".
std::string releases_text(const Results& results);

/// "tilebridge 0.1.0 (0123456789ab), 2026-11-20T10:00:00Z": what measured, and when.
std::string program_text(const Results& results);

/// The command that measured, at most 200 bytes.
std::string command_line_text(const Results& results);

/// Says that the build was not of type Release; "" if it was.
std::string build_warning(const Results& results);

/// Says that other processes kept the GPU busy when the run began; "" if they did not.
std::string busy_warning(const Results& results);

bool is_of_host(const Results& results);

/// Says that a run on a host says nothing about a GPU; "" for a run on a GPU.
std::string host_note(const Results& results);

/// Half the width of the parity band; 0.05 if the file does not give it.
double parity_band(const Results& results);

/// "1358 cases in 5.7 min: 2494 results valid, 17 skipped"; invalid ones come first.
std::string counts_line(const judge::Cells& cells);

/// "copies 89%, arithmetic 98% of the datasheet; 1.80–1.98 GHz; throttled: 2 cases": what is
/// known of it; "" on a host.
std::string health_line(const Results& results);

/// The number of verdicts of native code against itself, and how often they are false.
std::vector<std::string> self_check_lines(const SelfCheck& check);

}  // namespace tilebridge::pages
