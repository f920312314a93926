// SPDX-License-Identifier: Apache-2.0
// The claims of the five documents, as data: the figure, how to check it, and what counts as the
// same finding. src/claims/evaluation.hpp compares them with results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "access/warp.hpp"
#include "catalogue/experiment.hpp"
#include "results/counters.hpp"

namespace tilebridge::claims {

/// Native cases on a GPU with these parameters; if there are several the largest, and cold before
/// hot.
struct CaseRef {
  std::string experiment;
  std::string variant;
  Parameters parameters = {};
};

enum class By { time, rate };  // rate: bytes requested ÷ time

/// Performance of `of` ÷ performance of `over`; parameters that neither fixes are the same in both.
struct Performance {
  CaseRef of;
  CaseRef over;
  By by = By::time;
};

/// The largest gain of several uses, for a figure that speaks of all of them.
struct Best {
  std::vector<Performance> of;
};

/// For how many pairs of these steps the earlier one gains more.
struct OrderOfGains {
  std::vector<Performance> steps;
};

/// The share a case reaches of a rate that the same run measured, or the datasheet's.
struct Share {
  CaseRef of;
  Rate rate = Rate::read;
  bool datasheet = false;
};

/// A plateau of a walk through `latency` (results/latency_levels.hpp): the first level of the
/// variant's memory, the last one if the walk finds several, or what lies beyond every cache; or
/// the only case of a variant that has no levels.
enum class Plateau { first_level, beyond_l1, memory, only_case };
struct Cycles {
  std::string variant;
  Plateau plateau = Plateau::first_level;
};

/// How many times longer a step takes.
struct CyclesRatio {
  Cycles slow;
  Cycles fast;
};

/// A rate in GB/s, of a case or of a ceiling (TFLOP/s for Rate::fma). It is a property of the
/// device: tested only on the one that the document names.
struct Throughput {
  std::variant<CaseRef, Rate> of;
};

/// The median time of a case, in milliseconds: like a rate a property of the device.
struct Milliseconds {
  CaseRef of;
};

/// The share of right elements in every case of these parameters: the document says that such a
/// kernel works, not how fast it is.
struct Valid {
  CaseRef of;
};

/// A number that the device reports ("Warp size"); if a compute capability is given, tested only
/// there.
struct Limit {
  std::string name;
  std::string capability = {};
  int dimension = 0;  // of "1024 x 1024 x 64": the first, the second or the third number
};

/// What multiply-adds take from registers and leave there, in GB/s: 4 operands of 4 bytes each.
struct RegisterRate {};

/// The registers that a thread may have, as NVIDIA states it for the device's compute capability.
struct RegistersPerThread {};

/// The number of blocks that an SM (streaming multiprocessor) holds by its shared memory, including
/// what the system reserves.
struct ResidentBlocks {
  double shared_kib = 0;
};

/// Memory clock × bus width, as a share of the datasheet's bandwidth.
struct ClockTimesBus {};

/// What the access model counts. `transactions` are sectors ÷ 4: what moves, in units of 128 bytes;
/// `use` is the use of sectors. `segments` are the 128-byte segments that the lanes touch: the
/// documents' own formula.
enum class Count { transactions, sectors, segments, use, conflict_degree };

/// One access of a warp: lane i at first + i·stride, all in bytes.
struct WarpRule {
  Count what = Count::transactions;
  std::int64_t first = 0;
  std::int64_t stride = 4;
  int bytes = 4;
  int lanes = 32;

  double predicted() const;
};

/// For how many of the strides 1 … 32 (in words of 4 bytes) `what` is the stride, or gcd(stride,
/// 32).
enum class Formula { stride, gcd_with_32 };
struct StrideRule {
  Count what = Count::transactions;
  Formula formula = Formula::stride;

  double predicted() const;
};

/// What the access model adds up over a whole launch; `loads` and `atomics` are single lanes' of 4
/// bytes.
enum class Tally { load_requests, load_sectors, loads, atomics };

/// That of `of`, or how many times as much it is as that of `over`. Both must be in the results,
/// which have the model's counts.
struct Launch {
  Tally what = Tally::loads;
  CaseRef of;
  std::optional<CaseRef> over = {};
  double aside = 0;  // loads per stored element that the document does not count
};

/// A ratio of hardware counters of one launch: only a profile has it.
struct Profiled {
  CaseRef of;
  Counter above;
  Counter below;
};

/// No measurement here covers it.
struct Untested {
  std::string why;
};

using Check =
    std::variant<Performance, Best, OrderOfGains, Share, Cycles, CyclesRatio, Throughput,
                 Milliseconds, RegisterRate, Valid, Limit, RegistersPerThread, ResidentBlocks,
                 ClockTimesBus, WarpRule, StrideRule, Launch, Profiled, Untested>;

/// An answer rests on one of these: a run, the access model, the documents' own formula, or the
/// device's word.
enum class Basis { measured, modelled, calculated, reported };

std::string_view name_of(Basis basis);
Basis basis_of(const Check& check);

/// Both ends are included. An infinite end is no bound.
struct Range {
  double low = 0;
  double high = 0;
};

struct Claim {
  std::string id;  // document, place, subject: "D1-2.2-stride-32"
  Source source;
  std::string statement;
  /// The unit of the figures: "×", "cycles", "transactions", …; "%" for a share, where 1 is all.
  std::string quantity;
  std::string device;           // as the document names it; "" where it speaks of every GPU
  std::optional<Range> stated;  // a figure has equal ends; none where the document has only a word
  Range accepted;               // measured values that are the same finding
  Check check;
  std::string when_not;  // why it is not reproduced, where it is not
};

/// All claims, in the order of the documents.
const std::vector<Claim>& claims();

struct Document {
  std::string name;  // "D1"
  std::string title;
};

const std::vector<Document>& documents();

/// "stride/copy stride=32": what a check looks for.
std::string to_string(const CaseRef& ref);

/// How a claim is checked, in a few words.
std::string describe(const Check& check);

/// The cases that a check looks for; none where it needs no kernel.
std::vector<CaseRef> cases_of(const Check& check);

/// "32.8×", "91%", "400 … 600 cycles", "≥ 1.1×": this many digits, or all before the point.
std::string figure(double value, std::string_view quantity, int digits = 3);
std::string figure(const Range& range, std::string_view quantity, int digits = 3);

}  // namespace tilebridge::claims
