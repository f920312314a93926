// SPDX-License-Identifier: Apache-2.0
// A thread sends words to a second one, for a block's threads in turn and pair after pair; the
// variants differ in what is between the store of a word and the store of its flag, and between the
// loads. Every access is atomic: C++ says nothing of a program whose threads race.
#include "catalogue/execution/message_order.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "backends/host/native.hpp"

namespace tilebridge::host::message_order_experiment {
namespace {

using Word = std::uint32_t;
using Words = std::vector<Word>;
using Clock = std::chrono::steady_clock;
constexpr int lanes = Messages::lanes;
constexpr std::size_t apart = Messages::apart;

Word load(Word& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }
void store(Word& word, Word value) {
  std::atomic_ref(word).store(value, std::memory_order_relaxed);
}

struct Unfenced {
  static void after_store() {}
  static void after_load() {}
};

struct Fenced {
  static void after_store() { std::atomic_thread_fence(std::memory_order_release); }
  static void after_load() { std::atomic_thread_fence(std::memory_order_acquire); }
};

/// A message has a word and a flag, a sender an answer: how many of its messages were received.
struct Mailboxes {
  Words words, flags, answers;

  explicit Mailboxes(const Messages& m)
      : words(m.messages() * apart), flags(m.messages() * apart), answers(m.senders() * apart) {}
  void clear() {
    for (Words* all : {&words, &flags, &answers}) std::fill(all->begin(), all->end(), 0U);
  }
};

/// Calls visit(first, round) for each pair in turn, a round of all its senders after another, until
/// that returns false. The senders are those from `first` on, and their messages are those from
/// round * m.senders() + first on.
template <class Visit>
void for_each_round(const Messages& m, const Visit& visit) {
  for (int pair = 0; pair < m.pairs; ++pair)
    for (int round = 0; round < m.rounds; ++round)
      if (!visit(static_cast<std::size_t>(pair) * lanes, static_cast<Word>(round))) return;
}

/// Polls until `condition` holds, and returns whether it does in time. The other thread gets the
/// processor now and then: there may be only one.
template <class Condition>
bool holds(const Condition& condition) {
  constexpr int polls = 1024;
  std::optional<Clock::time_point> deadline;
  do {
    for (int poll = 0; poll < polls; ++poll)
      if (condition()) return true;
    std::this_thread::yield();
    if (!deadline) deadline = Clock::now() + std::chrono::seconds(Messages::host_waits);
  } while (Clock::now() < *deadline);
  return false;
}

template <class Order>
void send(const Messages& m, Mailboxes& boxes, bool waits) {
  for_each_round(m, [&](std::size_t first, Word round) {
    for (std::size_t sender = first; sender < first + lanes; ++sender) {
      const std::size_t i = round * m.senders() + sender;
      store(boxes.words[i * apart], m.in[i] + 1);
      Order::after_store();
      store(boxes.flags[i * apart], 1);
    }
    for (std::size_t sender = first; waits && sender < first + lanes; ++sender)
      if (!holds([&] { return load(boxes.answers[sender * apart]) == round + 1; })) return false;
    return true;
  });
}

/// Returns how many messages were seen before their words.
template <class Order>
Word receive(const Messages& m, Mailboxes& boxes) {
  Word reordered = 0;
  for_each_round(m, [&](std::size_t first, Word round) {
    for (std::size_t sender = first; sender < first + lanes; ++sender) {
      const std::size_t i = round * m.senders() + sender;
      Word word = 0;
      const auto is_set = [&] {
        const Word flag = load(boxes.flags[i * apart]);
        Order::after_load();
        word = load(boxes.words[i * apart]);
        return flag != 0;
      };
      if (!holds(is_set)) return false;
      m.received[i] = word;
      if (word == 0) ++reordered;
      store(boxes.answers[sender * apart], round + 1);
    }
    return true;
  });
  return reordered;
}

template <class Order, bool waits>
auto prepare(const Messages& m, Threads) {
  return [m, boxes = std::make_shared<Mailboxes>(m)] {
    boxes->clear();
    std::thread sender([&] { send<Order>(m, *boxes, waits); });
    *m.reordered = receive<Order>(m, *boxes);
    sender.join();
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("message_order/unfenced", prepare<Unfenced, true>);
  native.add_prepared("message_order/device_fence", prepare<Fenced, true>);
  native.add_prepared("message_order/one_way_unfenced", prepare<Unfenced, false>);
  native.add_prepared("message_order/one_way", prepare<Fenced, false>);
}

}  // namespace tilebridge::host::message_order_experiment
