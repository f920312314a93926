// SPDX-License-Identifier: Apache-2.0
// How fast a kernel that nobody has ported would be in a model: from the measured kernels that are
// like it.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"
#include "sources/cuda_kernels.hpp"

namespace tilebridge::judge {

/// The properties of a native kernel that a forecast uses.
struct KernelKind {
  Pattern pattern = Pattern::none;
  std::string real = "float";  // the type of its numbers; words are as large as floats
  /// Its time ÷ its threads, of one launch; none where nobody has measured it.
  std::optional<double> seconds_per_thread = {};
  /// How often a thread loads or stores, by the kernel's text: in a loop over two or three
  /// dimensions a port adds the arithmetic of a View's index to each. None where nobody has read
  /// it, or of another pattern.
  std::optional<double> accesses = {};
  int dimensions = 2;  // of the range, in a loop over two or three
  /// Whether threads add up by shuffles, by the kernel's text: a port's loops write such a sum as
  /// the library's, and a tree in shared memory as a tree. None where nobody has read it, or where
  /// it is no sum in a team.
  std::optional<bool> has_shuffles = {};
  std::optional<sources::CudaPattern> text = {};  // its pattern by its text, if anybody has read it

  /// Takes from the text what a forecast of that pattern uses.
  void read(const sources::CudaKernel& kernel);
};

/// How a kernel is ported: a model and a form, in blocks that the library chooses, where it can, or
/// in blocks like native code's.
struct PortedWay {
  ModelForm kernel = {};
  bool is_launched_alike = false;

  auto operator<=>(const PortedWay&) const = default;
};

/// A measured kernel that speaks for others: a variant in one case.
struct Witness {
  std::string experiment;
  std::string variant;
  KernelKind kind;
  PortedWay way;
  double speed = 1;  // relative to the usual native kernel

  std::string name() const { return experiment + "/" + variant; }
};

/// Pattern and type of the native kernel of the cell's case, and its time per thread; none if the
/// case's variant says nothing of other code.
std::optional<KernelKind> kind_of(const Cell& cell, const Catalogue& catalogue);

/// The blocks that a model's library chooses for a loop. They start one after another, so that no
/// kernel takes less time than all of its blocks need for that.
struct LibraryBlocks {
  std::map<int, double> threads = {};  // of a block, by the range's dimensions
  /// The least and the most seconds per block of the kernels whose time that decides.
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
};

struct Forecast {
  /// Relative to the native kernel: the median, and 80 of 100 kernels of that kind.
  Interval speed;
  std::size_t experiments = 0;  // that it is from
  std::size_t kernels = 0;      // variants
  /// The witness whose value is nearest the median of those most like the kernel, of those that
  /// have its pattern by their text if any has: "stride/copy".
  std::string nearest;
};

/// A kernel's forecast from all experiments but its own, beside its measured speed.
struct ForecastTrial {
  const Witness* witness;
  Forecast forecast;
  double mean;  // of the model in that way, over the other experiments, of any pattern

  bool is_hit() const {
    return forecast.speed.low <= witness->speed && witness->speed <= forecast.speed.high;
  }
};

/// Below this number of experiments of a pattern there is no forecast.
inline constexpr std::size_t fewest_like_it = 3;

/// An interval that is wider, by its upper end ÷ its lower end, says nothing of a port: there is no
/// forecast.
inline constexpr double widest_of_port = 4;

/// Forecasts from files of one kind of GPU. What an earlier one has of an experiment is not taken
/// from a later one. Kernels of less than 20 µs are no witnesses: their launch takes a part
/// of the time that larger ones do not have.
///
/// Witnesses are the kernels of the same pattern and type of numbers. Each variant counts once,
/// however many cases it has, and, where the time per thread is known, the more the nearer its own
/// is: by a normal distribution of its logarithm, 0.3 wide, and at least a tenth. A sum by shuffles
/// counts a tenth for one by a tree, and the other way round. The interval is that of one more
/// experiment, where logarithms of speeds are distributed normally.
///
/// If accesses are counted, a witness says how much time its port adds to each access, not which
/// part of its own time: an access of a long thread has more time in which that is hidden. It
/// counts by the shorter ÷ the longer of both kernels' times per access.
///
/// A forecast of a loop in the library's own blocks is that in blocks which a user chose, or longer
/// where the library's take longer to start; it needs a time per thread. A flat loop without one is
/// forecast from loops in the library's blocks, one over two or three dimensions is not.
class Forecaster {
 public:
  Forecaster(std::span<const Cells> files, const Catalogue& catalogue);
  /// Forecasts from these alone, however wide an interval is.
  explicit Forecaster(std::vector<Witness> witnesses) : witnesses_(std::move(witnesses)) {}

  const std::vector<Witness>& witnesses() const { return witnesses_; }

  /// The key is a model: "kokkos".
  const std::map<std::string, LibraryBlocks>& library_blocks() const { return library_blocks_; }

  /// The ways that have witnesses, in the order in which models are shown.
  std::vector<PortedWay> ways() const;

  /// None where fewer than `fewest_like_it` experiments are like it, or where the interval would be
  /// too wide. An experiment may be left out.
  std::optional<Forecast> forecast(const KernelKind& kind, const PortedWay& way,
                                   std::string_view left_out = "") const;

  /// Forecasts each witness from the experiments that it is not of. Those that have no forecast are
  /// left out. Points into this.
  std::vector<ForecastTrial> trials() const;

 private:
  void add(const Cells& cells, const Catalogue& catalogue);
  void add_witnesses(const Cell& cell, const KernelKind& kind);
  void add_library_blocks(const Cell& cell, Pattern pattern);
  std::optional<Forecast> from_witnesses(const KernelKind& kind, const PortedWay& way,
                                         std::string_view left_out) const;
  std::optional<Forecast> in_library_blocks(Forecast chosen, const KernelKind& kind,
                                            const Model& model) const;
  std::vector<const Witness*> witnesses_like(const KernelKind& kind, const PortedWay& way,
                                             std::string_view left_out) const;

  std::vector<Witness> witnesses_;
  std::map<std::string, LibraryBlocks> library_blocks_;  // by model
  double widest_ = std::numeric_limits<double>::infinity();
};

/// A kernel of an application.
struct ApplicationKernel {
  std::optional<KernelKind> kind = {};  // none: nothing is known to be like it
  double weight = 1;                    // its time, or any other measure of it
};

/// The forecast of an application whose kernels are all ported in one way.
struct ApplicationForecast {
  Interval speed;      // of the kernels that have a forecast, together, relative to today's
  double covered = 0;  // their part of the weights
  /// Each kernel's forecast, if it has one, and what it adds to the time, in the weights' unit.
  std::vector<std::optional<Forecast>> kernels = {};
  std::vector<double> added = {};
};

/// None if no kernel has a forecast. Errors are taken to be the same for all kernels of a pattern
/// and independent between patterns, to first order in the logarithms.
std::optional<ApplicationForecast> application_forecast(const Forecaster& forecaster,
                                                        const PortedWay& way,
                                                        std::span<const ApplicationKernel> kernels);

/// The success of forecasts in one way, for kernels of one pattern or of all.
struct TestedWay {
  PortedWay way;
  Pattern pattern = Pattern::none;  // none: of all
  std::size_t kernels = 0;          // variants
  double hits = 0;           // the part of them in their interval, each variant counting once
  double error = 0;          // median of |ln(forecast ÷ measured)| over them
  double error_of_mean = 0;  // the same of the model's mean
};

/// A row for all patterns of each way, then one for each pattern of `least_kernels` or more.
std::vector<TestedWay> tested_ways(const std::vector<ForecastTrial>& trials,
                                   std::size_t least_kernels = 5);

}  // namespace tilebridge::judge
