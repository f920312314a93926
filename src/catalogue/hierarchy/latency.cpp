// SPDX-License-Identifier: Apache-2.0
#include "catalogue/hierarchy/latency.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/fma_chain.hpp"
#include "catalogue/fma_chain_problem.hpp"
#include "catalogue/row_walk_problem.hpp"

namespace tilebridge::latency_experiment {

constexpr std::size_t node_bytes = PointerChase::words_per_node * sizeof(Word);
constexpr std::int64_t largest_l1 = 256 * Ki;
constexpr std::int64_t largest_l2 = 128 * Mi;

/// Powers of two, with intermediate sizes where an L1 or an L2 may end.
std::vector<std::int64_t> sizes(Preset preset, Platform platform) {
  if (platform == Platform::host) {
    if (preset == Preset::quick) return {16 * Ki, Mi};
    return {Ki,     4 * Ki, 16 * Ki, 32 * Ki, 64 * Ki, 256 * Ki, 512 * Ki, 1 * Mi,
            2 * Mi, 4 * Mi, 8 * Mi,  16 * Mi, 32 * Mi, 64 * Mi,  128 * Mi, 256 * Mi};
  }
  if (preset == Preset::quick) return {16 * Ki, Mi, 256 * Mi};
  return {Ki,       2 * Ki,   4 * Ki,   8 * Ki,   16 * Ki,  32 * Ki,  64 * Ki, 128 * Ki,
          160 * Ki, 192 * Ki, 224 * Ki, 256 * Ki, 512 * Ki, Mi,       2 * Mi,  4 * Mi,
          8 * Mi,   16 * Mi,  20 * Mi,  24 * Mi,  28 * Mi,  32 * Mi,  40 * Mi, 48 * Mi,
          56 * Mi,  64 * Mi,  128 * Mi, 256 * Mi, 512 * Mi, 1024 * Mi};
}

/// Enough steps that the launch, and the loads that warm the cache, take less than 1% of the time
/// on a GPU.
std::int64_t steps(Preset preset, bool is_in_l1) {
  if (preset == Preset::quick) return is_in_l1 ? 8 * Ki : Ki;
  return is_in_l1 ? 256 * Ki : 32 * Ki;
}

void fill_cycle(std::span<std::byte> bytes, const Random& random) {
  const std::vector<Word> successor = random_cycle(bytes.size() / node_bytes, random);
  auto* words = reinterpret_cast<Word*>(bytes.data());
#pragma omp parallel for
  for (std::size_t node = 0; node < successor.size(); ++node) {
    Word* first = words + node * PointerChase::words_per_node;
    std::fill_n(first, PointerChase::words_per_node, 0U);
    *first = successor[node] * PointerChase::words_per_node;
  }
}

std::size_t nodes(const Parameters& p) { return p.as_size("bytes") / node_bytes; }

struct ChaseProblem {
  std::int64_t largest;  // bytes of a chain
  bool bypasses_l1 = false;

  PointerChase make(ArrayList& arrays, const Parameters& p) const {
    return {.next = arrays.input<Word>({.name = "next",
                                        .bytes = nodes(p) * node_bytes,
                                        .role = Role::input,
                                        .fill = fill_cycle}),
            .last = arrays.output<Word>("last", 1),
            .nodes = nodes(p),
            .steps = p.as_int("steps")};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  /// The cycle closes after as many steps as there are nodes.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto next = host.get<Word>("next");
    const std::size_t steps = p.as_size("steps") % nodes(p);
    Word at = 0;
    for (std::size_t step = 0; step < steps; ++step) at = next[at];
    return compare_all(host.get<Word>("last"), exactly(at));
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    std::vector<Parameters> result;
    for (const std::int64_t bytes : sizes(preset, platform)) {
      const bool is_in_l1 = bytes <= largest_l1 && !bypasses_l1;
      if (bytes <= largest)
        result.push_back({{"bytes", bytes}, {"steps", steps(preset, is_in_l1)}});
    }
    return result;
  }
};

/// A chain of multiply-adds in each thread: in as many registers as the chain has words.
struct RegisterProblem {
  FmaChain make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("bytes") / sizeof(float);
    return {arrays.uniform("in", n), arrays.output<float>("out", n), n, p.as_int("steps")};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("steps")}; }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_chains(host.get<float>("in"), host.get<float>("out"), p.as_int("steps"));
  }
  /// The chain has a word for each lane of a warp.
  std::vector<Parameters> cases(Preset preset, Platform) const {
    constexpr auto bytes = static_cast<std::int64_t>(node_bytes);
    return {{{"bytes", bytes}, {"steps", steps(preset, true)}}};
  }
};

void describe(Experiment& e) {
  const ProblemPointer anywhere = problem(ChaseProblem{.largest = 1024 * Mi});
  const ProblemPointer in_textures = problem(ChaseProblem{.largest = largest_l2});
  const ProblemPointer in_shared =
      problem(ChaseProblem{.largest = PointerChase::most_shared * node_bytes});
  const ProblemPointer in_constant =
      problem(ChaseProblem{.largest = PointerChase::most_constant * node_bytes});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(ChaseProblem{.largest = largest_l2, .bypasses_l1 = true});
  e.question = "How long does a dependent load take at each level of memory?";
  e.parameters = {
      {"bytes",
       "size of the chain, of whole nodes of 128 bytes; for `register`, of the registers, 4 bytes "
       "of each thread",
       16 * Mi, node_bytes, std::int64_t{16} << 30},
      {"steps",
       "loads, each at the position that the previous one returns, or multiply-adds (`register`)",
       32 * Ki, 1, 1 << 30},
  };
  e.variants = {
      loops("global", "plain loads by one thread: L1, then L2, then DRAM", native_and_kokkos(),
            anywhere),
      rewritten(
          "global",
          "raw team ranks; one team per SM is requested (DesiredOccupancy), which leaves to L1 "
          "what Kokkos would reserve as shared memory",
          {"team_control/single"}),
      native_only("l2", "__ldcg: bypasses L1", "Kokkos has no cache hint for a load"),
      loops("l2_home",
            "atomic additions of 0, made where L2 keeps the line: a load may be served by a "
            "nearer copy"),
      loops("shared", "the chain in shared memory", in_shared),
      native_only(
          "constant", "the chain in __constant__ memory, which has its own cache",
          "no user-defined constant memory: only what a functor captures, up to 32 KiB of values "
          "that the host has at launch, may lie there; an array on the device cannot",
          in_constant),
      native_only("texture",
                  "fetches from a texture of linear memory (tex1Dfetch) by one thread: L1, by way "
                  "of its texture units, then L2",
                  "Kokkos has no texture objects: a View with RandomAccess is loaded (__ldg)",
                  in_textures),
      loops("register",
            "a multiply-add of the result of the one before, in a register of each thread: a step "
            "is one instruction",
            problem(RegisterProblem{})),
  };
  e.tested_at = {
      {.axes = {{"bytes", {128, 255, 256, 384, 1024, 4224, 32768}}, {"steps", {1, 2, 31, 1000}}}},
      {.axes = {{"bytes", {262144, 262272, 1000000}}, {"steps", {10007}}}, .variant = "global"},
  };
}

}  // namespace tilebridge::latency_experiment
