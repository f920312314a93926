// SPDX-License-Identifier: Apache-2.0
// What cuda_on_host.hpp tells of kernels and streams, to whoever asks: accesses_on_host.cpp, which
// is compiled once for all kernels of a folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tilebridge::emulation {

/// A line of the source.
struct Place {
  const char* file = nullptr;
  int line = 0;
};
/// "line 14 of yours.hpp"
inline std::string text_of(const Place& place) {
  const std::string file = place.file;
  return "line " + std::to_string(place.line) + " of " + file.substr(file.rfind('/') + 1);
}

using Number = std::uintptr_t;  // of an address

struct Bytes {
  Number first = 0, end = 0;
  bool have(Number at) const { return first <= at && at < end; }
};
inline Bytes bytes_at(const void* at, std::size_t count) {
  const auto first = reinterpret_cast<Number>(at);
  return {first, first + count};
}

enum class Operation { load, store, atomic };

/// Works on one call at a time: a GPU has one copy engine for each direction, and here it runs one
/// kernel after another.
enum class Engine { to_gpu, kernel, to_host };

/// Is told what a launch puts on streams; timeline_on_host.hpp has one.
class StreamWatcher {
 public:
  virtual ~StreamWatcher() = default;
  /// A launch is between begin() and end(); what is called outside is ignored.
  virtual void begin(const void* queue) = 0;
  /// Throws std::runtime_error if a GPU could run the calls in an order that gives other results.
  virtual void end() = 0;
  /// A call on a stream; access() says what it does to memory.
  virtual void add(const void* stream, Engine engine, const Place& place) = 0;
  virtual void access(const Bytes& bytes, Operation operation) = 0;
  virtual void record(const void* event, const void* stream) = 0;
  /// There is nothing to wait for if the event was not recorded.
  virtual void wait(const void* stream, const void* event) = 0;
  virtual void forget(const void* event) = 0;
  virtual void wait_on_host_for_event(const void* event) = 0;
  virtual void wait_on_host_for_stream(const void* stream) = 0;
  virtual void wait_on_host_for_all() = 0;
};

/// Is told what the threads of a block do; accesses_on_host.cpp has one.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// A block begins, whose threads have their local variables in these bytes.
  virtual void begin(std::size_t threads, const char* stacks, std::size_t stack_bytes) = 0;
  virtual void access(std::size_t thread, const void* at, std::size_t bytes, Operation operation,
                      const void* instruction) = 0;
  /// The threads of a warp have met that thread `first` is the first of.
  virtual void warp_met(std::size_t first) = 0;
  /// All threads wait at this barrier.
  virtual void block_met(const Place& barrier) = 0;
  /// All threads have ended.
  virtual void end() = 0;
  /// Of what is on streams; null: it is not asked for.
  virtual StreamWatcher* streams() { return nullptr; }
};

}  // namespace tilebridge::emulation
