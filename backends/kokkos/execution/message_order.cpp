// SPDX-License-Identifier: Apache-2.0
// The threads of a team send words to those of another one, which may run before or after it, so
// that neither waits. Words and flags are volatile: a fence orders accesses, and no compiler may
// leave one out.
#include "catalogue/execution/message_order.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::message_order_experiment {
namespace {

using Word = std::uint32_t;
constexpr int lanes = Messages::lanes;
constexpr int apart = Messages::apart;

struct Unfenced {
  KOKKOS_FUNCTION static void fence() {}
};

struct DeviceFence {
  KOKKOS_FUNCTION static void fence() { Kokkos::memory_fence(); }
};

template <class Exec>
struct Mailboxes {
  OwnedVector<Word, Exec> words, flags;

  explicit Mailboxes(const Messages& m)
      : words("words", m.messages() * apart), flags("flags", m.messages() * apart) {}
};

template <class Order>
KOKKOS_FUNCTION void send(volatile Word& word, volatile Word& flag, Word value) {
  word = value;
  Order::fence();
  flag = 1;
}

/// Returns what is loaded together with the flag; `missed` if the flag is not set in time.
template <class Order>
KOKKOS_FUNCTION Word word_received(const volatile Word& word, const volatile Word& flag) {
  for (int poll = 0; poll < Messages::few_polls; ++poll) {
    const bool is_set = flag != 0;
    Order::fence();
    const Word received = word;
    if (is_set) return received;
  }
  return Messages::missed;
}

/// Teams 2k and 2k + 1 are a pair.
template <class Order, class Exec>
void pass_one_way(const Messages& m, const Mailboxes<Exec>& boxes, const Exec& exec) {
  const Vector<const Word, Exec> in(m.in, m.messages());
  const Vector<Word, Exec> received(m.received, m.messages());
  const Vector<Word, Exec> reordered(m.reordered, 1);
  const OwnedVector<Word, Exec> words = boxes.words, flags = boxes.flags;
  const int rounds = m.rounds, senders = m.pairs * lanes;
  Kokkos::deep_copy(exec, reordered, 0);
  Kokkos::deep_copy(exec, words, 0);
  Kokkos::deep_copy(exec, flags, 0);
  Kokkos::parallel_for(
      "message_order/one_way", Kokkos::TeamPolicy<Exec>(exec, 2 * m.pairs, team_of<Exec, lanes>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const int pair = team.league_rank() / 2;
        const bool sends = team.league_rank() % 2 == 0;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, lanes), [&](int lane) {
          for (int round = 0; round < rounds; ++round) {
            const std::size_t i = std::size_t(round) * senders + pair * lanes + lane;
            if (sends) {
              send<Order>(words(i * apart), flags(i * apart), in(i) + 1);
            } else {
              received(i) = word_received<Order>(words(i * apart), flags(i * apart));
              if (received(i) == 0) Kokkos::atomic_add(&reordered(0), 1U);
            }
          }
        });
      });
}

template <class Order, class Exec>
auto prepare(const Messages& m, const Exec& exec) {
  return [m, exec, boxes = Mailboxes<Exec>(m)] { pass_one_way<Order>(m, boxes, exec); };
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add_prepared("message_order/one_way_unfenced", prepare<Unfenced, Exec>);
  kokkos.add_prepared("message_order/one_way", prepare<DeviceFence, Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::message_order_experiment
