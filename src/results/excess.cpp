// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <utility>

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

Excess excess_in_timeline(const Counters& yours, const Counters& reference) {
  using enum Counter;
  constexpr double clearly_more = 1.5;
  const auto more = [&](Counter counter) {
    return counted_value(counter, yours) > clearly_more * counted_value(counter, reference);
  };
  const auto of_both = [&](Counter counter) {
    return std::pair(counted_value(counter, yours), counted_value(counter, reference));
  };
  if (const auto [waits, its] = of_both(timeline_host_waits); waits > its)
    return {
        fmt::format("The host waits {:.0f} times before all is enqueued, the reference's {:.0f} "
                    "times.",
                    waits, its),
        "Which wait can be a stream's, by an event?"};
  if (const auto [streams, its] = of_both(timeline_streams); streams < its)
    return {fmt::format("Copies and kernels are on {:.0f} stream{}, the reference's on {:.0f}.",
                        streams, streams == 1 ? "" : "s", its),
            "Which of them need not wait for each other?"};
  if (const auto [longest, its] = of_both(timeline_longest_bytes); more(timeline_longest_bytes))
    return {
        fmt::format("The longest copy or kernel is {:.1f} times the reference's.", longest / its),
        "What else can run while the first piece is copied in, and the last one back?"};
  if (const auto [calls, its] = of_both(timeline_calls); more(timeline_calls))
    return {fmt::format("There are {:.0f} copies and kernels, the reference's {:.0f}.", calls, its),
            "Each takes a while to start: how large should a piece be?"};
  return {
      "There are as many streams and pieces as in the reference, but pieces wait for each other.",
      "Which event, or which order on a stream, makes one piece wait for another?"};
}

}  // namespace

Excess excess_of(Amount amount, const Counters& yours, const Counters& reference) {
  using enum Counter;
  if (amount == Amount::atomics)
    return {fmt::format("Warps have {:.0f} atomics in global memory, the reference's {:.0f}.",
                        counted_value(global_reduction_requests, yours),
                        counted_value(global_reduction_requests, reference)),
            "How many threads add to the same word?"};
  if (amount == Amount::timeline) return excess_in_timeline(yours, reference);
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
