// SPDX-License-Identifier: Apache-2.0
#include "catalogue/transfers/linked_list.hpp"

#include <numeric>

#include "catalogue/experiment.hpp"

namespace tilebridge::linked_list_experiment {

/// Nodes with random values that are not yet linked.
ArraySpec list_nodes(std::size_t n) {
  return filled<ListNode>("nodes", n, [](std::size_t i, const Random& random) {
    return ListNode{nullptr, static_cast<Word>(random.bits(i)), {}};
  });
}

/// The numbers below n, shuffled (Fisher and Yates).
ArraySpec random_order(std::size_t n) {
  return {"order", n * sizeof(Word), Role::input,
          [n](std::span<std::byte> bytes, const Random& random) {
            const std::span order(reinterpret_cast<Word*>(bytes.data()), n);
            std::iota(order.begin(), order.end(), 0U);
            for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.bits(i) % i]);
          }};
}

/// The nodes lie in `space`.
struct ListProblem {
  Space space;

  LinkedList make(ArrayList& arrays, const Parameters& p) const {
    const auto n = p.as_size("n");
    return {arrays.add<ListNode>(placed_in(space, list_nodes(n))),
            arrays.input<Word>(placed_in(Space::pageable, random_order(n))),
            arrays.output<Word>("result", 1), n};
  }
  Work work(const Parameters& p) const { return {.steps = p.as_double("n")}; }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto nodes = host.get<ListNode>("nodes");
    Word sum = 0;
    for (const Word number : host.get<Word>("order")) sum = 31 * sum + nodes[number].value;
    return compare_all(host.get<Word>("result"), exactly(sum));
  }
  Cases cases = {.quick = {{{"n", Ki}}}, .standard = every({{"n", {Ki, 16 * Ki}}})};
};

void describe(Experiment& e) {
  const ProblemPointer in_pinned_memory = problem(ListProblem{Space::pinned});
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(ListProblem{Space::managed});
  e.pattern = Pattern::transfer;
  e.question = "What does following pointers set by the host cost in each kind of memory?";
  e.parameters = {
      {"n", "nodes of 256 bytes; the result is the time of one", 16 * Ki, 0, Mi},
  };
  e.variants = {
      loops("managed",
            "one thread walks a list in managed memory, of which the host touches every page "
            "before each launch; the pages' way back to the host is timed too"),
      loops("resident",
            "the same list, whose pages stay on the device from the first launch, which is not "
            "timed"),
      loops("mapped", "a list in page-locked memory, walked over the link", in_pinned_memory),
      loops("copied",
            "the same list, all nodes copied to the device at once; every pointer there still "
            "names the host's node, and is translated when it is followed",
            in_pinned_memory),
  };
  e.tested_at = {{.axes = {{"n", {0, 1, 2, 15, 16, 17, 257, 1009}}}}};
}

}  // namespace tilebridge::linked_list_experiment
