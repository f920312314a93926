// SPDX-License-Identifier: Apache-2.0
// Watches what kernels of cuda_on_host.hpp access. The object's other files are compiled with
// -fsanitize=thread, which calls the functions at the end of this file before each access to
// memory; this file is not, and no sanitizer's library is linked.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <tilebridge/pair.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <tilebridge/cuda_on_host.hpp>
#include <tilebridge/timeline_on_host.hpp>
#include <tuple>
#include <unordered_map>

namespace tilebridge::emulation {
namespace {

/// Returns where the objects of the process have their static variables, shared memory among them.
std::vector<Bytes> static_variables() {
  std::vector<Bytes> all;
  const auto add = [](dl_phdr_info* object, std::size_t, void* to) {
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const auto& part = object->dlpi_phdr[i];
      const Number first = object->dlpi_addr + part.p_vaddr;
      if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0)
        static_cast<std::vector<Bytes>*>(to)->push_back({first, first + part.p_memsz});
    }
    return 0;
  };
  ::dl_iterate_phdr(add, &all);
  return all;
}

Bytes own_stack() {
  pthread_attr_t attributes;
  void* first = nullptr;
  std::size_t bytes = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return {};
  ::pthread_attr_getstack(&attributes, &first, &bytes);
  ::pthread_attr_destroy(&attributes);
  return {reinterpret_cast<Number>(first), reinterpret_cast<Number>(first) + bytes};
}

template <class T>
Bytes bytes_of(const T& object) {
  return bytes_at(&object, sizeof(T));
}

struct Seen {
  std::int32_t space;
  Operation operation;
  std::uint32_t bytes;
  std::uint32_t thread;
  std::uint32_t meeting;  // how often the thread's warp had met
  const void* instruction;
  Number at;

  std::uint32_t warp_number() const { return thread / warp; }
};

/// Finds two threads of which one writes a word and the other reads it, with no barrier between.
class Races {
 public:
  /// Returns an access that is in conflict with this one, if there is one. What it is given stays
  /// in its place until clear().
  const Seen* conflict(const Seen& seen) {
    for (Number at = seen.at; at < seen.at + seen.bytes; at = (at / word + 1) * word) {
      const Number end = std::min(seen.at + seen.bytes, (at / word + 1) * word);
      const Use use{&seen, mask_of(at, end)};
      Word& of = words_[at / word];
      for (Use* other : others(of, seen.operation))
        if (is_unordered(*other, use)) return other->seen;
      keep(of, seen.operation, use);
    }
    return nullptr;
  }
  void clear() { words_.clear(); }

 private:
  static constexpr Number word = 4;
  struct Use {
    const Seen* seen = nullptr;  // null: there was no use
    unsigned bytes = 0;          // of the word, a bit each
  };
  struct Word {
    Use store, atomic;
    std::array<Use, 2> loads;  // of two threads
  };

  static unsigned mask_of(Number at, Number end) {
    return ((1U << (end - at)) - 1U) << (at % word);
  }
  static bool is_unordered(const Use& a, const Use& b) {
    return (a.bytes & b.bytes) != 0 && a.seen->thread != b.seen->thread &&
           (a.seen->warp_number() != b.seen->warp_number() || a.seen->meeting == b.seen->meeting);
  }
  /// Two stores may store the same.
  static std::vector<Use*> others(Word& of, Operation operation) {
    if (operation == Operation::load) return {&of.store, &of.atomic};
    if (operation == Operation::store) return {&of.atomic, &of.loads[0], &of.loads[1]};
    return {&of.store, &of.loads[0], &of.loads[1]};
  }
  static void keep(Word& of, Operation operation, const Use& use) {
    if (operation == Operation::store) of.store = use;
    if (operation == Operation::atomic) of.atomic = use;
    if (operation == Operation::load)
      of.loads[of.loads[0].bytes != 0 && of.loads[0].seen->thread != use.seen->thread ? 1 : 0] =
          use;
  }

  std::unordered_map<Number, Word> words_;
};

/// " in line 14 of yours.hpp"; "" where addr2line or the lines are not there.
std::string line_of(const Seen& seen) {
  Dl_info object;
  if (::dladdr(seen.instruction, &object) == 0) return "";
  const auto offset = reinterpret_cast<Number>(seen.instruction) -
                      reinterpret_cast<Number>(object.dli_fbase) - 1;  // it returns behind it
  std::array<char, 1024> text = {};
  std::snprintf(text.data(), text.size(), "addr2line -e '%s' %zx 2>/dev/null", object.dli_fname,
                static_cast<std::size_t>(offset));
  std::FILE* const output = ::popen(text.data(), "r");
  if (output == nullptr) return "";
  const bool is_read = std::fgets(text.data(), text.size(), output) != nullptr;
  ::pclose(output);
  const std::string place = is_read ? text.data() : "";  // /folder/yours.hpp:14
  const std::size_t colon = place.rfind(':');
  const int line = colon == std::string::npos ? 0 : std::atoi(place.c_str() + colon + 1);
  const std::string file = place.substr(0, colon);
  return line == 0 ? "" : " in " + text_of({file.c_str(), line});
}

/// Gathers what a block accesses between two barriers, and tells it as requests of warps: the k-th
/// times that the lanes of a warp execute an instruction are one request.
class Requests final : public Watcher {
 public:
  void (*see)(void*, const tilebridge_request*) = nullptr;
  void* sum = nullptr;

  void begin(std::size_t threads, const char* stacks, std::size_t stack_bytes) override {
    if (statics_.empty()) statics_ = static_variables();
    const auto first = reinterpret_cast<Number>(stacks);
    local_ = {Bytes{first, first + stack_bytes},
              own_stack(),
              bytes_of(threadIdx),
              bytes_of(blockIdx),
              bytes_of(blockDim),
              bytes_of(gridDim),
              bytes_of(state)};
    meetings_.assign((threads + warp - 1) / warp, 0);
    seen_.clear();
    before_ = {};
  }

  void access(std::size_t thread, const void* at, std::size_t bytes, Operation operation,
              const void* instruction) override {
    const auto first = reinterpret_cast<Number>(at);
    const auto has = [&](const Bytes& b) { return b.have(first); };
    if (std::any_of(local_.begin(), local_.end(), has)) return;
    const bool is_shared = std::any_of(statics_.begin(), statics_.end(), has);
    seen_.push_back({is_shared ? TILEBRIDGE_SHARED : TILEBRIDGE_GLOBAL, operation,
                     static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(thread),
                     meetings_[thread / warp], instruction, first});
    if (!is_shared) timeline_.access(bytes_at(at, bytes), operation);
  }

  void warp_met(std::size_t first) override { ++meetings_[first / warp]; }
  void block_met(const Place& barrier) override {
    tell();
    before_ = barrier;
  }
  void end() override { tell(); }
  StreamWatcher* streams() override { return &timeline_; }

  /// Of the last launch.
  tilebridge_timeline told_timeline() const {
    if (!timeline_.has_calls()) return {};
    return {timeline_.bytes(), timeline_.longest(), static_cast<double>(timeline_.count()),
            static_cast<double>(timeline_.streams()), static_cast<double>(timeline_.host_waits())};
  }

 private:
  void tell() {
    refuse_races();
    std::stable_sort(seen_.begin(), seen_.end(), [](const Seen& a, const Seen& b) {
      return std::tuple(a.warp_number(), a.meeting, a.instruction, a.thread) <
             std::tuple(b.warp_number(), b.meeting, b.instruction, b.thread);
    });
    for (auto first = seen_.begin(); first != seen_.end();) {
      const auto is_other = [&](const Seen& seen) {
        return seen.warp_number() != first->warp_number() || seen.meeting != first->meeting ||
               seen.instruction != first->instruction;
      };
      const auto end = std::find_if(first, seen_.end(), is_other);
      tell(&*first, &*first + (end - first));
      first = end;
    }
    seen_.clear();
  }

  /// Tells what one warp accessed by one instruction.
  void tell(const Seen* first, const Seen* end) {
    std::vector<tilebridge_request> requests;
    std::size_t k = 0;
    for (const Seen* seen = first; seen != end; ++seen) {
      k = seen != first && seen->thread == seen[-1].thread ? k + 1 : 0;
      if (k == requests.size()) requests.push_back(empty(*seen));
      requests[k].addresses[seen->thread % warp] = static_cast<std::int64_t>(seen->at);
    }
    for (const tilebridge_request& request : requests) see(sum, &request);
  }
  static tilebridge_request empty(const Seen& seen) {
    tilebridge_request request = {};
    request.space = seen.space;
    request.operation = static_cast<std::int32_t>(seen.operation);
    request.bytes = static_cast<std::int32_t>(seen.bytes);
    std::fill(std::begin(request.addresses), std::end(request.addresses), -1);
    return request;
  }

  void refuse_races() {
    races_.clear();
    for (const Seen& seen : seen_)
      if (const Seen* const other = races_.conflict(seen); other != nullptr)
        seen.operation == Operation::load ? refuse(seen, *other) : refuse(*other, seen);
  }
  [[noreturn]] void refuse(const Seen& read, const Seen& written) const {
    const bool is_shared = read.space == TILEBRIDGE_SHARED;
    throw std::runtime_error(
        name_of_thread(read.thread) + " of " + name_of_block() + " reads" + line_of(read) +
        " what " + name_of_thread(written.thread) + " writes" + line_of(written) +
        ", and no barrier is between them: " + (is_shared ? "shared" : "global") + " memory, " +
        (before_.line == 0 ? "from the kernel's begin on" : "after " + text_of(before_)) +
        (is_shared ? "" : ". Do both mean the same element? Check the index."));
  }

  std::vector<Bytes> statics_, local_;
  std::vector<std::uint32_t> meetings_;  // of each warp
  std::vector<Seen> seen_;               // since the last barrier
  Races races_;
  Place before_;  // the last barrier
  Timeline timeline_;
};

Requests requests;

void note(const volatile void* at, std::size_t bytes, Operation operation,
          const void* instruction) {
  if (state.watcher == nullptr || !state.in_kernel) return;
  state.in_kernel = false;
  state.watcher->access(state.thread, const_cast<const void*>(at), bytes, operation, instruction);
  state.in_kernel = true;
}

/// A structure is copied by words.
void note_range(const void* at, std::size_t bytes, Operation operation, const void* instruction) {
  const auto* const first = static_cast<const char*>(at);
  const auto whole = reinterpret_cast<Number>(at) | bytes;
  const std::size_t part = whole % 8 == 0 ? 8 : whole % 4 == 0 ? 4 : 1;
  for (std::size_t i = 0; i < bytes; i += part)
    note(first + i, part, operation, static_cast<const char*>(instruction) + i / part);
}

}  // namespace
}  // namespace tilebridge::emulation

extern "C" __attribute__((visibility("default"))) void tilebridge_pair_observe(
    void (*see)(void*, const tilebridge_request*), void* sum) {
  using namespace tilebridge::emulation;
  requests.see = see;
  requests.sum = sum;
  state.watcher = see == nullptr ? nullptr : &requests;
}

extern "C" __attribute__((visibility("default"))) void tilebridge_pair_timeline(
    tilebridge_timeline* timeline) {
  *timeline = tilebridge::emulation::requests.told_timeline();
}

// Compilers call these functions. NOLINTBEGIN
#define NOTE(bytes, operation)                                                        \
  tilebridge::emulation::note(at, bytes, tilebridge::emulation::Operation::operation, \
                              __builtin_return_address(0))
#define NOTE_RANGE(operation)                                                               \
  tilebridge::emulation::note_range(at, bytes, tilebridge::emulation::Operation::operation, \
                                    __builtin_return_address(0))
#define ACCESSES(bytes)                                                  \
  void __tsan_read##bytes(void* at) { NOTE(bytes, load); }               \
  void __tsan_write##bytes(void* at) { NOTE(bytes, store); }             \
  void __tsan_unaligned_read##bytes(void* at) { NOTE(bytes, load); }     \
  void __tsan_unaligned_write##bytes(void* at) { NOTE(bytes, store); }   \
  void __tsan_read##bytes##_pc(void* at, void*) { NOTE(bytes, load); }   \
  void __tsan_write##bytes##_pc(void* at, void*) { NOTE(bytes, store); } \
  void __tsan_volatile_read##bytes(void* at) { NOTE(bytes, load); }      \
  void __tsan_volatile_write##bytes(void* at) { NOTE(bytes, store); }
#define CHANGES(bits, T, name)                                   \
  T __tsan_atomic##bits##_##name(volatile T* at, T value, int) { \
    NOTE(sizeof(T), atomic);                                     \
    return __atomic_##name(at, value, __ATOMIC_SEQ_CST);         \
  }
#define ATOMICS(bits, T)                                                                        \
  T __tsan_atomic##bits##_load(const volatile T* at, int) {                                     \
    NOTE(sizeof(T), atomic);                                                                    \
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                               \
  }                                                                                             \
  void __tsan_atomic##bits##_store(volatile T* at, T value, int) {                              \
    NOTE(sizeof(T), atomic);                                                                    \
    __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                              \
  }                                                                                             \
  T __tsan_atomic##bits##_exchange(volatile T* at, T value, int) {                              \
    NOTE(sizeof(T), atomic);                                                                    \
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                    \
  }                                                                                             \
  CHANGES(bits, T, fetch_add)                                                                   \
  CHANGES(bits, T, fetch_sub)                                                                   \
  CHANGES(bits, T, fetch_and)                                                                   \
  CHANGES(bits, T, fetch_or)                                                                    \
  CHANGES(bits, T, fetch_xor)                                                                   \
  CHANGES(bits, T, fetch_nand)                                                                  \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* at, T* expected, T value, int,  \
                                                    int) {                                      \
    NOTE(sizeof(T), atomic);                                                                    \
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST,            \
                                       __ATOMIC_SEQ_CST);                                       \
  }                                                                                             \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* at, T* expected, T value, int,    \
                                                  int) {                                        \
    return __tsan_atomic##bits##_compare_exchange_strong(at, expected, value, 0, 0);            \
  }                                                                                             \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* at, T expected, T value, int, int) { \
    __tsan_atomic##bits##_compare_exchange_strong(at, &expected, value, 0, 0);                  \
    return expected;                                                                            \
  }

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}
void __tsan_read_range(void* at, unsigned long bytes) { NOTE_RANGE(load); }
void __tsan_write_range(void* at, unsigned long bytes) { NOTE_RANGE(store); }
void* __tsan_memcpy(void* at, const void* from, unsigned long bytes) {
  NOTE_RANGE(store);
  tilebridge::emulation::note_range(from, bytes, tilebridge::emulation::Operation::load,
                                    __builtin_return_address(0));
  return std::memcpy(at, from, bytes);
}
void* __tsan_memmove(void* at, const void* from, unsigned long bytes) {
  NOTE_RANGE(store);
  tilebridge::emulation::note_range(from, bytes, tilebridge::emulation::Operation::load,
                                    __builtin_return_address(0));
  return std::memmove(at, from, bytes);
}
void* __tsan_memset(void* at, int value, unsigned long bytes) {
  NOTE_RANGE(store);
  return std::memset(at, value, bytes);
}
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
ATOMICS(8, char)
ATOMICS(16, short)
ATOMICS(32, int)
ATOMICS(64, long)
}
// NOLINTEND
