// SPDX-License-Identifier: Apache-2.0
#include "judge/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "judge/limit_notes.hpp"
#include "judge/machines.hpp"

namespace tilebridge::judge {
namespace {

using CellList = std::vector<const Cell*>;

/// Null if the catalogue lacks it.
const Variant* variant_in(const Catalogue& catalogue, const std::string& experiment,
                          const std::string& name) {
  const Experiment* found = catalogue.find(experiment);
  return found == nullptr ? nullptr : found->find(name);
}

/// The valid kernels of a file that are tuned, rewritten or a vendor's, by what they do.
class SameTask {
 public:
  SameTask(const Cells& cells, const Catalogue& catalogue) : catalogue_(catalogue) {
    for (const Cell& cell : cells.shown(Builds::first))
      if (cell.is_valid() && is_fast_form(cell.kernel.form))
        by_key_[key_of(*cell.of)].push_back(&cell);
  }

  /// The kernel itself is among them, and what does the same as any of them: a vendor's call may be
  /// of one variant's problem and be compared with another.
  CellList as(const Cell& native) const {
    CellList others = by_key_.at(key_of(*native.of)), same = {&native};
    std::erase(others, &native);
    for (std::size_t i = 0; i < same.size(); ++i) {
      const auto kin = std::ranges::stable_partition(
          others, [&](const Cell* cell) { return !do_the_same(*cell->of, *same[i]->of); });
      same.insert(same.end(), kin.begin(), kin.end());
      others.erase(kin.begin(), kin.end());
    }
    return same;
  }

 private:
  static bool is_fast_form(Form form) {
    return form == Form::tuned || form == Form::rewritten || form == Form::vendor;
  }

  /// Each variant that works on the chip does something else.
  static std::string key_of(const CaseResult& c) {
    return fmt::format("{} {}", task_key(c), c.work.on_chip ? c.variant : "");
  }

  /// Equal work is not enough: a scan of each block reads and writes what a scan of all elements
  /// does. Variants of one problem have the same result, and a variant that of the one with which
  /// it is compared.
  bool do_the_same(const CaseResult& a, const CaseResult& b) const {
    return is_same(a, b) || is_same(b, a);
  }

  bool is_same(const CaseResult& c, const CaseResult& known) const {
    if (c.variant == known.variant || c.compared_with == known.variant) return true;
    const Problem* problem = problem_of(known, known.variant);
    return problem != nullptr &&
           (problem == problem_of(c, c.variant) || problem == problem_of(c, c.compared_with));
  }

  /// Null if the catalogue lacks the variant.
  const Problem* problem_of(const CaseResult& c, const std::string& name) const {
    const Variant* variant = variant_in(catalogue_, c.experiment, name);
    return variant == nullptr ? nullptr : &variant->problem->of_case(c.parameters);
  }

  const Catalogue& catalogue_;
  std::map<std::string, CellList> by_key_;
};

/// Performance of a kernel relative to a native one: as they were timed in the same rounds, where
/// the kernel's case compares them.
Interval speed_of(const Cell& cell, const Cell& native) {
  if (cell.of->compared_with == native.of->variant && cell.against_native)
    return cell.against_native->ratio;
  return quotient(native.seconds(), cell.seconds());
}

/// Null if no kernel of that form is there. Vendors' calls are native too.
const Cell* fastest_native(const CellList& same_task, Form form) {
  const Cell* fastest = nullptr;
  for (const Cell* cell : same_task)
    if (cell->kernel.form == form && cell->kernel.model.is_native() &&
        (fastest == nullptr || cell->seconds().median < fastest->seconds().median))
      fastest = cell;
  return fastest;
}

/// "" if the kernel itself is the fastest, or as fast.
std::string faster_variant(const Cell& cell, const CellList& same_task) {
  const Cell& fastest = *fastest_native(same_task, Form::tuned);
  const bool is_fastest = reaches(quotient(fastest.seconds(), cell.seconds()));
  return is_fastest ? "" : fastest.of->variant;
}

bool measures_ceiling(const CaseResult& c, const Catalogue& catalogue) {
  const Variant* variant = variant_in(catalogue, c.experiment, c.variant);
  return variant != nullptr && variant->ceiling_of.has_value();
}

double number_at(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

/// The first note of native code on a case that says what unit of the chip limits it; null if there
/// is none.
const LimitNote* unit_note(const Cell& cell) {
  for (const LimitNote& note : limit_notes(Model::native))
    if (!note.unit.empty() && note.is_of(*cell.in, *cell.of)) return &note;
  return nullptr;
}

/// The share of what a unit of every SM moves in each cycle; 0 if that is unknown.
double share_of_peak(const Cell& cell) {
  const LimitNote* note = unit_note(cell);
  if (note == nullptr) return 0;
  const Json& device = cell.in->device;
  const double rate =
      note->bytes_per_cycle * number_at(device, "units") * number_at(device, "clock_hz");
  return rate > 0 ? cell.of->work.bytes() / rate / cell.seconds().median : 0;
}

BestKnown best_by(Yardstick yardstick, double share, const Cell& cell) {
  if (!(share > 0)) return {};
  const auto& [median, low, high] = cell.seconds();
  return {yardstick, "", {share, share * median / high, share * median / low}};
}

BestKnown best_known(const Cell& cell, const CellList& same_task, const Catalogue& catalogue) {
  if (const Cell* call = fastest_native(same_task, Form::vendor); call != nullptr)
    return {Yardstick::vendor, call->of->variant, quotient({1, 1, 1}, speed_of(*call, cell))};
  if (measures_ceiling(*cell.of, catalogue))
    return best_by(Yardstick::datasheet, cell.result->share_of_datasheet, cell);
  if (cell.of->work.on_chip) return best_by(Yardstick::peak, share_of_peak(cell), cell);
  return best_by(Yardstick::ceiling, cell.result->share_of_ceiling, cell);
}

std::string arithmetic_unit(const CaseResult& c) {
  if (!c.work.no_ceiling) return "FP32";
  return is_double(c.parameters) ? "FP64" : "tensor cores";
}

std::string unit_of(const Cell& cell) {
  const CaseResult& c = *cell.of;
  switch (cell.in->ceilings.least_time(c.work).unit) {
    case Unit::memory:
      return c.cache == name_of(Cache::hot) ? "memory, hot" : "memory";
    case Unit::link:
      return "link";
    case Unit::arithmetic:
      return arithmetic_unit(c);
    case Unit::on_chip:
    case Unit::none:
      break;
  }
  const LimitNote* note = unit_note(cell);
  return note == nullptr ? "" : note->unit;
}

/// Orders a model's kernels for one task, the one of the native kernel's variant first.
auto rank_beside(const Cell& native) {
  return [&native](const Cell* cell) {
    const bool is_tuned = cell->kernel.form == Form::tuned;
    const bool is_same = is_tuned && cell->of->variant == native.of->variant;
    return std::tuple(!is_same, !is_tuned, cell->seconds().median);
  };
}

/// "costs what the native copy costs, which is not tuned", of a kernel that is not tuned either and
/// reaches the usual native kernel of its variant; else "".
std::string reason_of_untuned(const Cell& cell) {
  const bool is_even = cell.kernel.form == Form::rewritten && cell.against_native &&
                       reaches(cell.against_native->ratio);
  if (!is_even) return "";
  return fmt::format("costs what the native {} costs, which is not tuned", cell.of->compared_with);
}

Counterpart counterpart_of(const Cell& native, const Cell& cell) {
  Counterpart counterpart = {&cell, speed_of(cell, native)};
  if (reaches(counterpart.share)) return counterpart;
  counterpart.reason = noted_reason(cell.kernel.model, *native.in, *native.of);
  if (counterpart.reason.empty()) counterpart.reason = reason_of_untuned(cell);
  return counterpart;
}

std::vector<Counterpart> counterparts_of(const Cell& native, const CellList& same_task) {
  using Place = std::pair<std::size_t, std::string>;
  const auto rank = rank_beside(native);
  std::map<Place, const Cell*> best;
  for (const Cell* cell : same_task) {
    if (cell->kernel.model.is_native()) continue;
    const Place place(place_of(cell->kernel.model), cell->kernel.model.name());
    const Cell*& known = best.emplace(place, cell).first->second;
    if (rank(cell) < rank(known)) known = cell;
  }
  std::vector<Counterpart> counterparts;
  for (const auto& [place, cell] : best) counterparts.push_back(counterpart_of(native, *cell));
  return counterparts;
}

bool has_row(const Cell& cell) {
  return cell.kernel.model.is_native() && cell.kernel.form == Form::tuned && cell.is_valid() &&
         cell.seconds().median >= shortest_tuned;
}

TunedKernel tuned_kernel(const Cell& cell, const CellList& same_task, const Catalogue& catalogue) {
  TunedKernel kernel = {&cell, best_known(cell, same_task, catalogue), unit_of(cell)};
  kernel.faster = faster_variant(cell, same_task);
  if (!reaches(kernel.best.share)) kernel.reason = noted_reason(Model::native, *cell.in, *cell.of);
  kernel.counterparts = counterparts_of(cell, same_task);
  return kernel;
}

}  // namespace

std::string_view name_of(Yardstick yardstick) {
  return word_of({"none", "vendor", "ceiling", "datasheet", "peak"}, yardstick);
}

const Counterpart* TunedKernel::counterpart(const Model& model) const {
  const auto found = std::ranges::find_if(counterparts, [&](const Counterpart& one) {
    return one.cell->kernel.model.name() == model.name();
  });
  return found == counterparts.end() ? nullptr : &*found;
}

void LimitCounts::add(const Interval& share, const std::string& reason) {
  ++all;
  if (reaches(share))
    ++reaching;
  else if (reason.empty())
    ++without_reason;
  if (share.median < poor_share) ++poor;
}

std::vector<TunedKernel> tuned_kernels(const Cells& cells, const Catalogue& catalogue) {
  const SameTask same_task(cells, catalogue);
  std::vector<TunedKernel> kernels;
  for (const Cell& cell : cells.shown(Builds::first))
    if (has_row(cell)) kernels.push_back(tuned_kernel(cell, same_task.as(cell), catalogue));
  return kernels;
}

}  // namespace tilebridge::judge
