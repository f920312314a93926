// SPDX-License-Identifier: Apache-2.0
// Many GPUs of one kind: which is slower, or faster, than the others.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::judge {

/// Median of the clocks of its cases, in Hz; 0 if none is known.
double median_clock(const Results& results);

/// The results that are judged together: all of them; and each group whose time is limited by
/// memory, by the link to the host or by the chip itself.
enum class FleetPart { all, memory, link, chip };
inline constexpr std::array fleet_parts = {FleetPart::all, FleetPart::memory, FleetPart::link,
                                           FleetPart::chip};

/// One value for each part.
template <class T>
using ByPart = std::array<T, fleet_parts.size()>;

/// A valid result of 20 µs or more whose launch does not wait for the host.
struct FleetResult {
  double seconds = 0;
  FleetPart limited_by = FleetPart::chip;
};

/// The figures of one result file by which a fleet is judged.
struct FleetFile {
  std::string name;    // of the file
  std::string device;  // "NVIDIA H200"
  Ceilings ceilings = {};
  double clock_hz = 0;
  std::size_t invalid = 0;
  Results run = {};  // its program, device and builds: no cases
  /// The key is the experiment and "padded_tile  rows=16Ki cols=16Ki, cold  kokkos loops".
  std::map<std::pair<std::string, std::string>, FleetResult> results = {};
};

FleetFile fleet_file(const std::string& name, const Results& results);

enum class Standing { alike, slow, fast };

/// A result in which a file differs from the others.
struct Deviation {
  std::string experiment, what;  // as in FleetFile
  double time = 1;               // ÷ the median over the files
};

/// Time relative to the fleet: the mean, over experiments, of the means over their results of the
/// time ÷ the median over the files; ÷ the median of that over the files. The interval covers what
/// varies between experiments and what a process changes, not what varies between GPUs.
struct RelativeTime {
  std::size_t results = 0;  // that it has in common with others; no time without any
  GeometricMean time = {1, 1, 1};
  Standing standing = Standing::alike;
};

/// A file among others.
struct FleetRow {
  const FleetFile* file = nullptr;
  ByPart<RelativeTime> times = {};
  /// The results in which it differs most for what they scatter over the files, at most three.
  std::vector<Deviation> most = {};

  const RelativeTime& of(FleetPart part) const { return times[static_cast<std::size_t>(part)]; }
  bool is(Standing standing) const;
};

/// The differences between files in a part, as shares of a time.
struct PartScatter {
  double scatter = 0;  // 1.4826 times the median deviation of the files' times
  double limit = 0;    // a file that differs by more is named; 0 if none can be
};

struct Fleet {
  std::vector<FleetRow> rows;              // the slowest first
  std::vector<const FleetFile*> left_out;  // without a result that more than half of the files have
  ByPart<PartScatter> scatter = {};
};

/// At most this share of fleets of GPUs that are all alike, in which times scatter normally, has a
/// GPU named.
inline constexpr double false_alarms = 0.01;

/// Fewer files cannot be told apart.
inline constexpr std::size_t fewest_files = 3;

/// Returns a distance from the median, in robust standard deviations. In a simulation with a fixed
/// seed, of fleets with `files` GPUs that are all alike, `false_alarms` ÷ the number of parts have
/// a GPU farther away.
double fleet_quantile(std::size_t files);

/// Judges files of one kind of GPU: one is slow or fast in a part if it is further from the median
/// than fleet_quantile() allows and than `least`, a share. The scatter counts as no less than what
/// two processes on one GPU differ in. Points into the files.
Fleet judge_fleet(std::span<const FleetFile> files, double least);

}  // namespace tilebridge::judge
