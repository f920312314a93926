// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "results/hints.hpp"

namespace tilebridge {
namespace {

/// An instruction of warps, and the units that it takes.
struct Instruction {
  const char* verb;  // what a thread does
  const char* name;  // in a sentence
  const char* unit;
  Counter units, executions;
};
using Instructions = std::array<Instruction, 2>;

Instructions instructions_of(Amount amount) {
  using enum Counter;
  if (amount == Amount::wavefronts)
    return {{{"load", "load from shared memory", "wavefront", shared_load_wavefronts,
              shared_load_instructions},
             {"store", "store to shared memory", "wavefront", shared_store_wavefronts,
              shared_store_instructions}}};
  return {{{"load", "load", "sector", global_load_sectors, global_load_requests},
           {"store", "store", "sector", global_store_sectors, global_store_requests}}};
}

double counted_value(Counter counter, const Counters& of) { return of.of(counter).value_or(0); }

/// Units per instruction; 0 without any.
double spread(const Instruction& instruction, const Counters& of) {
  const double instructions = counted_value(instruction.executions, of);
  return instructions > 0 ? counted_value(instruction.units, of) / instructions : 0;
}

/// "4 sectors"
std::string units_text(double units, const char* unit) {
  return fmt::format("{:.3g} {}{}", units, unit, units == 1 ? "" : "s");
}

Excess excess_in(const Instruction& instruction, Amount amount, const Counters& yours,
                 const Counters& reference) {
  constexpr double clearly_more = 1.1;
  const double of_yours = spread(instruction, yours), of_reference = spread(instruction, reference);
  const std::string units = units_text(of_yours, instruction.unit);
  if (of_yours > clearly_more * of_reference && of_reference > 0)
    return {fmt::format("A {} takes {}, one of the reference's {:.3g}.", instruction.name, units,
                        of_reference),
            amount == Amount::wavefronts
                ? "In which banks are the words that a warp accesses at the same time? Word w is "
                  "in bank w modulo 32."
                : fmt::format("Which elements do the 32 threads of a warp {} at the same time?",
                              instruction.verb)};
  return {fmt::format("Warps execute {:.0f} times a {}, of {}; the reference's {:.0f} times.",
                      counted_value(instruction.executions, yours), instruction.name, units,
                      counted_value(instruction.executions, reference)),
          fmt::format("Which elements does the kernel {} more than once?", instruction.verb)};
}

}  // namespace

Excess excess_of(Amount amount, const Counters& yours, const Counters& reference) {
  using enum Counter;
  if (amount == Amount::atomics)
    return {fmt::format("Warps have {:.0f} atomics in global memory, the reference's {:.0f}.",
                        counted_value(global_reduction_requests, yours),
                        counted_value(global_reduction_requests, reference)),
            "How many threads add to the same word?"};
  if (amount == Amount::requests)
    return {fmt::format("Warps have {:.0f} loads and {:.0f} stores, the reference's {:.0f} and "
                        "{:.0f}.",
                        counted_value(global_load_requests, yours),
                        counted_value(global_store_requests, yours),
                        counted_value(global_load_requests, reference),
                        counted_value(global_store_requests, reference)),
            "how many bytes does a thread access by one instruction?"};
  const auto [loads, stores] = instructions_of(amount);
  const auto more = [&](const Instruction& of) {
    return counted_value(of.units, yours) - counted_value(of.units, reference);
  };
  return excess_in(more(loads) >= more(stores) ? loads : stores, amount, yours, reference);
}

}  // namespace tilebridge
