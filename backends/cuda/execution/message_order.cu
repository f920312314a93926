// SPDX-License-Identifier: Apache-2.0
// Threads send words to threads of another block, or to the host; the variants differ in what is
// between the store of a word and the store of its flag, and between the loads.
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/execution/message_order.hpp"

namespace tilebridge::cuda::message_order_experiment {
namespace {

using Word = std::uint32_t;
constexpr int lanes = Messages::lanes;
constexpr int apart = Messages::apart;

/// A message has a word and a flag, a sender an answer: how many of its messages were received.
struct Mailboxes {
  Word* words;
  Word* flags;
  Word* answers;

  static std::size_t bytes(const Messages& m) {
    return (2 * m.messages() + m.senders()) * apart * sizeof(Word);
  }
  static Mailboxes in(Word* memory, const Messages& m) {
    const std::size_t size = m.messages() * apart;
    return {memory, memory + size, memory + 2 * size};
  }
};

/// No compiler leaves these loads out, moves them or takes them from L1.
struct Volatile {
  __device__ static Word load(const Word* word) { return *static_cast<const volatile Word*>(word); }
};

struct Unfenced : Volatile {
  __device__ static void fence() {}
};

struct Cached {
  __device__ static void fence() {}
  __device__ static Word load(const Word* word) { return __ldca(word); }
};

struct BlockFence : Volatile {
  __device__ static void fence() { __threadfence_block(); }
};

struct DeviceFence : Volatile {
  __device__ static void fence() { __threadfence(); }
};

struct SystemFence : Volatile {
  __device__ static void fence() { __threadfence_system(); }
};

/// Index of the sender's message in this round.
__device__ std::size_t message(const Messages& m, int round, int sender) {
  return static_cast<std::size_t>(round) * (m.pairs * lanes) + sender;
}

__device__ bool becomes(const volatile Word* word, Word wanted) {
  for (int poll = 0; poll < Messages::most_polls; ++poll)
    if (*word == wanted) return true;
  return false;
}

template <class Order, bool waits>
__device__ void send(const Messages& m, const Mailboxes& boxes, int pair) {
  const int sender = pair * lanes + threadIdx.x;
  for (int round = 0; round < m.rounds; ++round) {
    const std::size_t i = message(m, round, sender);
    *static_cast<volatile Word*>(boxes.words + i * apart) = m.in[i] + 1;
    Order::fence();
    *static_cast<volatile Word*>(boxes.flags + i * apart) = 1;
    if (waits && !becomes(boxes.answers + sender * apart, round + 1)) return;
  }
}

template <class Order>
__device__ void receive(const Messages& m, const Mailboxes& boxes, int pair) {
  const int sender = pair * lanes + threadIdx.x;
  Word reordered = 0;
  for (int round = 0; round < m.rounds; ++round) {
    const std::size_t i = message(m, round, sender);
    const volatile Word* const flag = boxes.flags + i * apart;
    bool is_set = false;
    Word word = 0;
    for (int poll = 0; poll < Messages::most_polls && !is_set; ++poll) {
      is_set = *flag != 0;
      Order::fence();
      word = Order::load(boxes.words + i * apart);
    }
    if (!is_set) break;
    m.received[i] = word;
    if (word == 0) ++reordered;
    *static_cast<volatile Word*>(boxes.answers + sender * apart) = round + 1;
  }
  if (reordered > 0) atomicAdd(m.reordered, reordered);
}

/// Blocks 2k and 2k + 1 are a pair. There are few enough to be resident at the same time.
template <class Order>
__global__ void pass_on(Messages m, Mailboxes boxes) {
  const int pair = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0)
    send<Order, true>(m, boxes, pair);
  else
    receive<Order>(m, boxes, pair);
}

/// Returns what is loaded together with the flag; `missed` if the flag is not set in time.
template <class Order>
__device__ Word word_received(const Word* word, const Word* flag) {
  for (int poll = 0; poll < Messages::few_polls; ++poll) {
    const bool is_set = Order::load(flag) != 0;
    Order::fence();
    const Word received = Order::load(word);
    if (is_set) return received;
  }
  return Messages::missed;
}

template <class Order>
__device__ void receive_one_way(const Messages& m, const Mailboxes& boxes, int pair) {
  const int sender = pair * lanes + threadIdx.x;
  for (int round = 0; round < m.rounds; ++round) {
    const std::size_t i = message(m, round, sender);
    const Word word = word_received<Order>(boxes.words + i * apart, boxes.flags + i * apart);
    m.received[i] = word;
    if (word == 0) atomicAdd(m.reordered, 1);
  }
}

/// Blocks 2k and 2k + 1 are a pair, and may run one after the other.
template <class Order>
__global__ void pass_one_way(Messages m, Mailboxes boxes) {
  const int pair = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0)
    send<Order, false>(m, boxes, pair);
  else
    receive_one_way<Order>(m, boxes, pair);
}

template <void (*kernel)(Messages, Mailboxes)>
auto prepare(const Messages& m, Stream stream) {
  return [m, stream, memory = device_memory<Word>(Mailboxes::bytes(m) / sizeof(Word))] {
    check(cudaMemsetAsync(m.reordered, 0, sizeof(Word), stream), "clearing a count");
    if (m.pairs == 0) return;
    check(cudaMemsetAsync(memory.get(), 0, Mailboxes::bytes(m), stream), "clearing mailboxes");
    kernel<<<2 * m.pairs, lanes, 0, stream>>>(m, Mailboxes::in(memory.get(), m));
  };
}

auto prepare_cached(const Messages& m, Stream stream) {
  if (!cache_operators.present) throw NoEquivalent(cache_operators.lack);
  return prepare<pass_on<Cached>>(m, stream);
}

template <class Order>
__global__ void send_to_host(Messages m, Mailboxes boxes) {
  send<Order, true>(m, boxes, blockIdx.x);
}

using Clock = std::chrono::steady_clock;

bool is_set(Word& flag) {
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(Messages::host_waits);
  while (std::atomic_ref<Word>(flag).load(std::memory_order_acquire) == 0)
    if (Clock::now() > deadline) return false;
  return true;
}

/// Returns how many messages were seen before their words.
Word receive_on_host(const Messages& m, const Mailboxes& boxes) {
  Word reordered = 0;
  for (std::size_t i = 0; i < m.messages(); ++i) {
    if (!is_set(boxes.flags[i * apart])) break;
    const Word word = std::atomic_ref<Word>(boxes.words[i * apart]).load(std::memory_order_relaxed);
    m.received[i] = word;
    if (word == 0) ++reordered;
    const auto round = static_cast<Word>(i / m.senders());
    std::atomic_ref<Word>(boxes.answers[i % m.senders() * apart])
        .store(round + 1, std::memory_order_release);
  }
  return reordered;
}

/// Page-locked memory is mapped: its addresses are valid on the device too.
std::shared_ptr<Word> mapped_memory(std::size_t bytes) {
  Word* pointer = nullptr;
  check(cudaMallocHost(reinterpret_cast<void**>(&pointer), bytes), "allocating page-locked memory");
  return {pointer, [](Word* p) { cudaFreeHost(p); }};
}

/// The launch waits for its kernel, since the host is the receiver.
template <class Order>
auto prepare_to_host(const Messages& m, Stream stream) {
  return [m, stream, memory = mapped_memory(Mailboxes::bytes(m) + sizeof(Word))] {
    const Mailboxes boxes = Mailboxes::in(memory.get(), m);
    std::memset(memory.get(), 0, Mailboxes::bytes(m));
    if (m.pairs > 0) send_to_host<Order><<<m.pairs, lanes, 0, stream>>>(m, boxes);
    const Word reordered = receive_on_host(m, boxes);
    check(cudaStreamSynchronize(stream), "sending to the host");
    *m.reordered = reordered;
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("message_order/unfenced", prepare<pass_on<Unfenced>>);
  native.add_prepared("message_order/cached", prepare_cached);
  native.add_prepared("message_order/block_fence", prepare<pass_on<BlockFence>>);
  native.add_prepared("message_order/device_fence", prepare<pass_on<DeviceFence>>);
  native.add_prepared("message_order/system_fence", prepare<pass_on<SystemFence>>);
  native.add_prepared("message_order/one_way_unfenced", prepare<pass_one_way<Unfenced>>);
  native.add_prepared("message_order/one_way", prepare<pass_one_way<DeviceFence>>);
  native.add_prepared("message_order/to_host_unfenced", prepare_to_host<Unfenced>);
  native.add_prepared("message_order/to_host", prepare_to_host<SystemFence>);
}

}  // namespace tilebridge::cuda::message_order_experiment
