// SPDX-License-Identifier: Apache-2.0
// A thread sends words to a second one, for a block's threads in turn and pair after pair; the
// variants differ in what is between the store of a word and the store of its flag, and between the
// loads. Every access is atomic: C++ says nothing of a program whose threads race.
#include "catalogue/execution/message_order.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
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

/// Calls visit(i, sender, round) for the messages of each pair in turn, a round of all its senders
/// after another, and then end_round(the first sender, round) until that returns false.
template <class Visit, class EndRound>
void for_each_message(const Messages& m, const Visit& visit, const EndRound& end_round) {
  for (int pair = 0; pair < m.pairs; ++pair)
    for (int round = 0; round < m.rounds; ++round) {
      const auto first = static_cast<std::size_t>(pair) * lanes;
      for (std::size_t sender = first; sender < first + lanes; ++sender)
        visit(static_cast<std::size_t>(round) * m.senders() + sender, sender,
              static_cast<Word>(round));
      if (!end_round(first, static_cast<Word>(round))) return;
    }
}

/// Polls until `condition` holds, and returns whether it does in time. The other thread gets the
/// processor now and then: there may be only one.
template <class Condition>
bool holds(const Condition& condition, Clock::time_point deadline) {
  constexpr int polls = 1024;
  do {
    for (int poll = 0; poll < polls; ++poll)
      if (condition()) return true;
    std::this_thread::yield();
  } while (Clock::now() < deadline);
  return false;
}

template <class Order>
void send(const Messages& m, Mailboxes& boxes, bool waits, Clock::time_point deadline) {
  for_each_message(
      m,
      [&](std::size_t i, std::size_t, Word) {
        store(boxes.words[i * apart], m.in[i] + 1);
        Order::after_store();
        store(boxes.flags[i * apart], 1);
      },
      [&](std::size_t first, Word round) {
        if (!waits) return true;
        bool are_answered = true;
        for (std::size_t sender = first; sender < first + lanes && are_answered; ++sender)
          are_answered =
              holds([&] { return load(boxes.answers[sender * apart]) == round + 1; }, deadline);
        return are_answered;
      });
}

/// Returns how many messages were seen before their words.
template <class Order>
Word receive(const Messages& m, Mailboxes& boxes, Clock::time_point deadline) {
  Word reordered = 0;
  for_each_message(
      m,
      [&](std::size_t i, std::size_t sender, Word round) {
        Word word = 0;
        const auto is_set = [&] {
          const Word flag = load(boxes.flags[i * apart]);
          Order::after_load();
          word = load(boxes.words[i * apart]);
          return flag != 0;
        };
        if (!holds(is_set, deadline)) return;
        m.received[i] = word;
        if (word == 0) ++reordered;
        store(boxes.answers[sender * apart], round + 1);
      },
      [&](std::size_t, Word) { return Clock::now() < deadline; });
  return reordered;
}

template <class Order, bool waits>
auto prepare(const Messages& m, Threads) {
  return [m, boxes = std::make_shared<Mailboxes>(m)] {
    boxes->clear();
    const Clock::time_point deadline = Clock::now() + std::chrono::seconds(Messages::host_waits);
    std::thread sender([&] { send<Order>(m, *boxes, waits, deadline); });
    *m.reordered = receive<Order>(m, *boxes, deadline);
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
