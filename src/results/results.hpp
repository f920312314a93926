// SPDX-License-Identifier: Apache-2.0
// A run's results in memory: what the result file has (schema/results-3.schema.json).
#pragma once

#include "access/traffic.hpp"
#include "base/json.hpp"
#include "catalogue/experiment.hpp"
#include "catalogue/terms.hpp"
#include "results/by_kernel.hpp"
#include "results/counters.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

enum class Status { ok, invalid, skipped, no_equivalent };

std::string_view name_of(Status status);

struct Timing {
  Interval seconds;                    // over the blocks
  std::vector<double> samples;         // seconds, in the order of the rounds, block after block;
                                       // empty in a compact file
  std::vector<double> clocks_hz = {};  // around each sample; empty if the platform cannot tell
  /// Whether this kernel's launch waits for the device: its samples include the host's work.
  bool waits_for_host = false;
  /// Seconds per launch by the host's clock of launches issued back to back, over the blocks.
  std::optional<Interval> back_to_back = {};
  /// Seconds, the median of each block that has rounds, with the digits of a file; empty in files
  /// of the older method.
  std::vector<double> block_medians = {};
  std::vector<double> back_to_back_medians = {};  // the same of `back_to_back`
};

/// Returns the number of samples of a time; a compact file has none of them, and the number is
/// `rounds`.
std::size_t sample_count(const Timing& timing, int rounds);

/// The access model's prediction for one kernel of a case.
struct Prediction {
  Traffic traffic;
  /// The time for the traffic at the measured ceilings; 0 if one is unknown.
  double seconds = 0;
};

/// One kernel's result in a case.
struct KernelResult {
  Status status = Status::skipped;
  std::string reason;  // where status is not ok
  std::optional<Validation> validation;
  std::optional<Timing> timing = {};
  /// The best time that the measured, or the datasheet's, ceiling allows ÷ the measured time; 0 if
  /// unknown.
  double share_of_ceiling = 0;
  double share_of_datasheet = 0;
  std::optional<Prediction> prediction = {};
  std::optional<Counters> counters = {};  // if the case was counted, and therefore not timed
  LaunchShapes launches = {};  // its kernels', the first of many; empty where nothing can tell
};

struct ComparisonResult {
  ModelForm kernel = {};
  ModelForm against = {};
  Interval ratio = {};  // performance: time of `against` ÷ time of `kernel`; over the blocks
  Verdict verdict = Verdict::undecided;
  Interval within = {};  // the same of all rounds alike: what varies within a block alone
  /// The median of each block, as in Timing, but of the ratios of the rounds.
  std::vector<double> block_medians = {};
};

/// How the samples of a case were taken.
struct SamplingResult {
  int rounds = 0;
  int repeats = 1;
  int discarded_for_clock = 0;
  int discarded_as_early = 0;
  bool waits_for_host = false;  // a launch waits for the device: times include the host's work
  double clock_hz = 0;
  std::string stop;
  std::vector<std::string> throttle_reasons;
  std::vector<int> blocks = {};  // rounds in each; empty in files from before there were blocks
  double timer_step = 0;         // seconds that times are multiples of; 0 if unknown
};

struct CaseResult {
  std::string experiment;
  std::string variant;
  std::string form;
  std::string compared_with;  // the variant whose native code is the reference
  std::string platform;
  Parameters parameters;
  std::string cache;
  Work work;
  ByKernel<KernelResult> kernels;
  std::vector<ComparisonResult> comparisons;
  SamplingResult sampling;
};

/// A part of the device that work may have to wait for.
enum class Unit { none, on_chip, memory, link, arithmetic };

/// The shortest time that ceilings allow for work, and the unit that takes so long; 0 seconds where
/// no ceiling of that unit is known.
struct LeastTime {
  Unit unit = Unit::none;
  double seconds = 0;
};

/// The best rates measured in the same run; 0 where not measured.
struct Ceilings {
  double read_bytes_per_s = 0;
  double write_bytes_per_s = 0;
  double copy_bytes_per_s = 0;
  double flops = 0;
  double to_device_bytes_per_s = 0;
  double to_host_bytes_per_s = 0;
  double l2_bytes_per_s = 0;
  double launch_seconds = 0;  // of an empty kernel

  double& of(Rate rate);
  /// The shortest time for `work` at these rates: what moves in each direction, and the arithmetic,
  /// at the same time. Of memory, as much is written as read at the rate of a copy, and the rest at
  /// that of reading or writing alone. An unknown rate sets no bound; 0 if none does, or if the
  /// work stays on chip. The multiply-add rate is for single precision: double-precision work
  /// limited by arithmetic has no known bound.
  LeastTime least_time(const Work& work) const;
  double least_seconds(const Work& work) const { return least_time(work).seconds; }
  /// Returns that time if a cache of so many bytes may keep what was written, to be written to
  /// memory later.
  double least_plausible_seconds(Work work, double cache_bytes) const;
};

/// How long a flush of the last-level cache has to be: how often its size is read, and the times of
/// a kernel, whose data would fit into it, after flushes of several lengths.
struct FlushCheck {
  int times = 2;
  std::map<int, Interval> seconds = {};
};

/// One comparison of native code with itself.
struct SelfComparison {
  std::string experiment;
  std::string variant;
  Parameters parameters;
  std::string cache;
  double seconds = 0;  // median
  Interval ratio;
  Verdict verdict = Verdict::undecided;
  std::vector<std::vector<double>> samples = {};  // seconds, of either side
  std::vector<int> blocks = {};                   // rounds in each
  std::vector<double> block_medians = {};         // of the ratios of the rounds, as in Timing
  double rounding = 0;  // the relative error of the ratio by the steps of the timer
};

struct SelfCheck {
  double parity_band = 0;
  std::vector<SelfComparison> comparisons;

  int count(Verdict verdict) const;
  /// The share of intervals that hold 1, the true ratio; 95% of them should.
  double coverage() const;
  /// 99 of 100 ratios are at most so far from 1.
  double usual_error() const;
  /// Whether chance would give so low a coverage, or so many false verdicts, in less than one of a
  /// thousand checks if the intervals had the level that they state.
  bool fails() const;
  /// The share of comparisons that reported a difference although there is none.
  double false_verdict_rate() const;
  /// Among comparisons over 20 µs, the share whose interval is within ±0.5%; none if no comparison
  /// takes that long.
  std::optional<double> narrow_share() const;
};

struct Results {
  Json program = Json::object();  // version, git state, command line, seed, options
  Json host = Json::object();     // name, processor, system, time
  Json device = Json::object();   // as `tilebridge devices` prints it
  Json builds = Json::object();   // compilers, flags, and by key the builds of models
  Ceilings ceilings;
  Ceilings datasheet;  // copy, read and write alike: the memory's bandwidth
  FlushCheck flush;    // no times where nothing was checked
  std::vector<CaseResult> cases;
  std::optional<SelfCheck> self_check;
};

/// The string member of that name, or "": a file may contain anything there.
std::string text_at(const Json& object, const std::string& name);

/// "2 other processes, 97% utilised", by `program.load`: what other processes put on the device
/// when the run began; "" if the device was not busy, or the file does not say.
std::string load_text(const Json& program);

/// Keeps the greater of both loads in `program`, as for the parts of a run.
void keep_greater_load(Json& program, const Json& other);

/// The time that a run took in seconds, with the parts that it resumed; 0 where the file does not
/// say.
double seconds_taken(const Results& results);

/// Ratios within 1 ± this are parity; 0 where the file does not say.
double parity_band_of(const Results& results);

/// Adds what a run took to what its other parts took.
void add_seconds(Results& results, double seconds);

/// "transpose/tile  rows=16Ki cols=16Ki  cold", at most 200 bytes.
std::string case_text(const CaseResult& c);

/// Whether a kernel is of the case's own variant. In the case of a variant that stands for another
/// one, native code is that variant's, and is only compared with.
bool is_own_result(const CaseResult& c, const ModelForm& kernel);

/// Whether it is of the first build of its model in the case: the program's own.
bool is_first_build(const CaseResult& c, const ModelForm& kernel);

/// The one variant of a pair of the user's own.
inline constexpr const char* pair_variant = "kernel";

/// Whether it is native code that does what another model's code in loops does.
bool is_control(const ModelForm& kernel);

/// The kernel that others are compared with: the usual native one, and in a pair of the user's own
/// without one the kernel of its first model. Null if there is none. The order of kernels does not
/// matter.
const KernelResult* reference_of(const CaseResult& c);

/// Puts the kernels in the order of a run, whatever their order in a file is: the reference, other
/// native code, then the models in the order of `builds`.
void put_in_order(CaseResult& c, const std::vector<Model>& builds);

/// Whether any kernel of any case was profiled.
bool is_profile(const Results& results);
/// Whether any was timed.
bool has_times(const Results& results);

/// The number of results that failed validation.
std::size_t count_invalid(const Results& results);

/// The builds of models that `results` has, in the order in which models are shown, of each the
/// program's own first: "kokkos@4.7.01".
std::vector<Model> builds_of(const Results& results);
/// Those of one model.
std::vector<Model> builds_of(const Results& results, const Model& model);
/// Those that have a kernel in a case: a run may leave models of its program out. All, where the
/// file has no case.
std::vector<Model> measured_builds(const Results& results);

/// Compiler, flags, label of a build, or of the first one of a model; empty if the file says
/// nothing of it.
Json build_of(const Results& results, const Model& model);

/// The build that `release` names: "kokkos@5.0.2" or "5.0.2". Throws UsageError, naming those there
/// are, if there is none.
Model build_called(const Results& results, const std::string& release);

/// The results with that build of its model alone. Throws as build_called() does.
Results with_build(Results results, const std::string& release);

}  // namespace tilebridge
