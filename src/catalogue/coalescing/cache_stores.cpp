// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/cache_stores.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::cache_stores_experiment {

/// One element per thread, in every form. Step 0 loads `in`, odd steps load `first`, and the other
/// even steps `second`.
template <bool past_l1>
std::vector<Kernel> turned(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int piece = StoreAndRead::piece;
  const std::int64_t steps = p["steps"];
  const Address own = [](Thread thread, std::int64_t) {
    return (thread.block * piece + thread.rank) * 4;
  };
  const Address next = [](Thread thread, std::int64_t) {
    return (thread.block * piece + StoreAndRead::next(thread.rank)) * 4;
  };
  Kernel kernel{p["blocks"],
                piece,
                {load("in", 4, next), load("first", 4, next, steps / 2),
                 load("second", 4, next, (steps - 1) / 2), store("first", 4, own, (steps + 1) / 2),
                 store("second", 4, own, steps / 2)}};
  for (Access& access : kernel.accesses)
    access.past_l1 = past_l1 && access.operation == Operation::load;
  return {kernel};
}

constexpr std::size_t piece = StoreAndRead::piece;

/// Compares an output with the input after `steps` steps.
Validation compare_turned(const HostArrays& host, const char* output, std::size_t steps) {
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>(output), [&](std::size_t i) {
    const std::size_t place = i % piece;
    return exactly(in[i - place + (place + steps * StoreAndRead::turn) % piece]);
  });
}

struct StoreProblem {
  StoreAndRead make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t elements = p.as_size("blocks") * piece;
    return {arrays.uniform("in", elements), arrays.output<float>("first", elements),
            arrays.output<float>("second", elements), p["blocks"], p.as_int("steps")};
  }
  /// Every step loads an element and stores it. Memory has to move only what step 0 loads and what
  /// the outputs hold at the end; the rest is a cache's, if a cache holds what was stored.
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(p["blocks"] * p["steps"]) * piece * sizeof(float);
    return {.bytes_read = bytes, .bytes_written = bytes, .on_chip = true};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t steps = p.as_size("steps");
    const bool ends_in_first = steps % 2 == 1;
    return both(compare_turned(host, "first", ends_in_first ? steps : steps - 1),
                compare_turned(host, "second", ends_in_first ? steps - 1 : steps));
  }
  /// On GPUs, arrays that are together larger than the L2 cache of today's.
  Cases cases = {.quick = every({{"blocks", {64 * Ki}}, {"steps", {2, 32}}}),
                 .standard = every({{"blocks", {64 * Ki}}, {"steps", {2, 8, 32}}}),
                 .host_quick = every({{"blocks", {512}}, {"steps", {2, 32}}}),
                 .host = every({{"blocks", {4 * Ki}}, {"steps", {2, 8, 32}}})};
};

void describe(Experiment& e) {
  constexpr auto through_l1 = turned<false>;
  constexpr auto past_l1 = turned<true>;
  const std::string no_hint = "Kokkos has no cache hint for a store";
  e.problem = problem(StoreProblem{});
  e.pattern = Pattern::team_loop;
  e.question = "Which cache keeps stored data, and do cache hints on stores matter?";
  e.parameters = {
      {"blocks", "thread blocks, each with a piece of 256 elements (4 bytes)", 64 * Ki, 0, 1 << 20},
      {"steps", "times a block loads and stores its piece", 32, 2, 1024},
  };
  e.variants = {
      loops("default_store", "plain stores, plain loads: L1 may serve a load of what was stored",
            through_l1),
      rewritten("default_store", "one element per thread by raw team rank, no loop over the piece",
                {"team_control/team_range"}),
      native_only("read_from_l2", "plain stores, __ldcg: L2 serves every load",
                  "Kokkos has no cache hint for a load", past_l1),
      native_only("l2_store", "__stcg: cached in L2; __ldcg", no_hint, past_l1),
      native_only("streaming_store", "__stcs: cached, and evicted first; __ldcg", no_hint, past_l1),
      native_only("write_through",
                  "__stwt: written through L2 where the memory is the host's; __ldcg", no_hint,
                  past_l1),
  };
  e.ragged = {{"blocks", 3}};
  e.tested_at = {{.axes = {{"blocks", {0, 1, 2, 131}}, {"steps", {2, 3, 7, 8, 31, 32, 33}}}}};
}

}  // namespace tilebridge::cache_stores_experiment
