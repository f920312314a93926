// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/message_order.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::message_order_experiment {

std::size_t messages(const Parameters& p) {
  return p.as_size("rounds") * p.as_size("pairs") * Messages::lanes;
}

/// The orders that a receiver may see.
enum class Order { kept, any };

/// Counts the words that were loaded before they were stored, among those that were not missed.
Count out_of_order(std::span<const Word> received) {
  const auto equal = [&](Word word) {
    return static_cast<std::size_t>(std::count(received.begin(), received.end(), word));
  };
  return {equal(0), received.size() - equal(Messages::missed), "out of order"};
}

struct MessageProblem {
  static constexpr bool has_one_result = false;

  Order order;
  Space receiver;  // pinned: the host receives
  bool may_miss = false;

  Messages make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = messages(p);
    constexpr std::uint64_t limit = std::uint64_t{1} << 30U;
    return {arrays.words("in", n, limit), arrays.output<Word>("reordered", 1, receiver),
            arrays.output<Word>("received", n, receiver), p.as_int("pairs"), p.as_int("rounds")};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(messages(p)) * sizeof(Word);
    const double steps = p["pairs"] > 0 && !may_miss ? p.as_double("rounds") : 0;
    if (receiver == Space::pinned) return {.bytes_read = bytes, .to_host = bytes, .steps = steps};
    return {.bytes_read = bytes, .bytes_written = bytes, .steps = steps};
  }
  /// Counts the messages that were seen before their contents, where this may happen.
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<Word>("in");
    const auto received = host.get<Word>("received");
    const auto reordered = host.get<Word>("reordered");
    const Count count = out_of_order(received);
    const auto zeros = static_cast<double>(count.number);
    const double most = order == Order::any ? static_cast<double>(in.size()) : 0;
    const Validation of_count = compare_elements(reordered, [&](std::size_t i) {
      return reordered[i] == zeros ? within(0, most) : exactly(zeros);
    });
    const Validation of_words = compare_elements(received, [&](std::size_t i) {
      const bool is_early = order == Order::any && received[i] == 0;
      const bool is_missed = may_miss && received[i] == Messages::missed;
      return exactly(is_early || is_missed ? received[i] : in[i] + 1);
    });
    return counted(both(of_count, of_words), count);
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const std::int64_t rounds = preset == Preset::quick ? 32 : 256;
    if (receiver == Space::pinned) return {{{"rounds", rounds}, {"pairs", 1}}};
    if (preset == Preset::quick && may_miss) return {{{"rounds", rounds}, {"pairs", 32}}};
    return every({{"rounds", {rounds}}, {"pairs", {1, 32}}});
  }
};

ProblemPointer sent(Order order, Space receiver = Space::device) {
  return problem(MessageProblem{.order = order, .receiver = receiver});
}

ProblemPointer sent_one_way(Order order) {
  return problem(MessageProblem{.order = order, .receiver = Space::device, .may_miss = true});
}

std::vector<Support> native_everywhere(const std::string& no_equivalent) {
  return {{Model::native, {Platform::host, Platform::cuda}}, {Model::kokkos, {}, no_equivalent}};
}

void describe(Experiment& e) {
  const std::string no_waiting =
      "teams may run one after another: none may wait for what another one stores";
  const std::string native_to_host =
      "memory_fence has one scope, the device's: it orders nothing for the host";
  e.question =
      "How often does a thread see a flag before the data stored before it, and which fence "
      "prevents that?";
  e.parameters = {
      {"rounds", "times each thread sends a word and a flag, and waits for an answer", 256, 1,
       1 << 14},
      {"pairs", "pairs of blocks of 32 threads, or blocks that send to the host", 32, 0, 64},
  };
  e.variants = {
      loops("unfenced",
            "volatile words (on a host relaxed atomics), no fence: any order is right, the wrong "
            "ones are counted",
            native_everywhere(no_waiting), sent(Order::any)),
      native_only("cached",
                  "the same, and the receiver loads the word through L1 (ld.global.ca), which may "
                  "hold what it was",
                  no_waiting, sent(Order::any)),
      native_only("block_fence",
                  "__threadfence_block between the two stores and between the two loads: too small "
                  "a scope for another block",
                  no_waiting, sent(Order::any)),
      loops("device_fence",
            "__threadfence between the two stores and between the two loads (on a host "
            "std::atomic_thread_fence)",
            native_everywhere(no_waiting), sent(Order::kept)),
      native_only("system_fence",
                  "__threadfence_system between the two stores and between the two loads",
                  no_waiting, sent(Order::kept)),
      native_only("to_host_unfenced",
                  "the host polls words and flags in its page-locked memory; no fence",
                  native_to_host, sent(Order::any, Space::pinned)),
      native_only("to_host", "the same with __threadfence_system between the two stores",
                  native_to_host, sent(Order::kept, Space::pinned)),
      loops("one_way_unfenced",
            "nobody answers, so that no team waits for another; no fence, and only what was "
            "received is counted",
            sent_one_way(Order::any)),
      loops("one_way",
            "the same with __threadfence (Kokkos: memory_fence) between the two stores and "
            "between the two loads",
            sent_one_way(Order::kept)),
  };
  for (Variant& variant : e.variants) variant.meets_host = variant.name.starts_with("to_host");
  e.tested_at = {{.axes = {{"rounds", {1, 2, 33}}, {"pairs", {0, 1, 2, 31}}}}};
}

}  // namespace tilebridge::message_order_experiment
