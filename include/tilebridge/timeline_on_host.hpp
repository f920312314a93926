// SPDX-License-Identifier: Apache-2.0
// The order of copies and kernels that a launch puts on the streams of cuda_on_host.hpp. A host
// runs them as they are called; this says which of them a GPU could run in another order with other
// results, and how far a GPU could run them at the same time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tilebridge/watchers_on_host.hpp>
#include <utility>
#include <vector>

namespace tilebridge::emulation {

class Timeline final : public StreamWatcher {
 public:
  void begin(const void* queue) override {
    *this = Timeline();
    queue_ = queue;
    is_open_ = true;
    calls_.push_back({});
    last_[queue] = {before_the_launch};
  }

  void add(const void* stream, Engine engine, const Place& place) override {
    if (!is_open_) return;
    if (host_has_waited_ && calls_.size() > 1) ++host_waits_;
    host_has_waited_ = false;
    Calls follows = last_[stream];
    join(follows, host_);
    last_[stream] = {calls_.size()};
    streams_.insert(stream);
    calls_.push_back({.engine = engine, .place = place, .follows = std::move(follows)});
  }
  void access(const Bytes& bytes, Operation operation) override {
    if (!is_open_ || calls_.size() == 1) return;
    Call& call = calls_.back();
    const double moved = static_cast<double>(bytes.end - bytes.first);
    call.moved += operation == Operation::atomic ? 2 * moved : moved;
    std::vector<Bytes>& all = call.accessed[static_cast<std::size_t>(operation)];
    if (!all.empty() && all.back().end == bytes.first)
      all.back().end = bytes.end;
    else
      all.push_back(bytes);
  }

  void record(const void* event, const void* stream) override { events_[event] = last_[stream]; }
  void wait(const void* stream, const void* event) override { join(last_[stream], events_[event]); }
  void forget(const void* event) override { events_.erase(event); }
  void wait_on_host_for_event(const void* event) override { wait_on_host(events_[event]); }
  void wait_on_host_for_stream(const void* stream) override { wait_on_host(last_[stream]); }
  void wait_on_host_for_all() override {
    for (const auto& [stream, last] : last_) wait_on_host(last);
  }

  /// Throws, too, if a call is not between those that the queue had before the launch and those
  /// that follow it.
  void end() override {
    is_open_ = false;
    Calls last = last_[queue_];
    join(last, host_);
    calls_.push_back({.follows = std::move(last)});
    const std::vector<Set> before = all_before();
    for (Call& call : calls_)
      for (std::vector<Bytes>& all : call.accessed) sort(all);
    calls_.pop_back();
    for (std::size_t i = 1; i < calls_.size(); ++i) refuse_unordered(i, before[i]);
    refuse_unjoined(before.back());
  }

  /// When the last call ends. A call is as long as its bytes, and begins as soon as those that it
  /// follows have ended and its engine is idle.
  double bytes() const {
    std::vector<double> ends(calls_.size(), not_yet);
    ends.front() = 0;
    std::array<double, 3> idle_from = {};
    for (std::size_t done = 1; done < calls_.size(); ++done) {
      const auto [next, start] = next_of(ends, idle_from);
      ends[next] = start + length(calls_[next]);
      idle_from[static_cast<std::size_t>(calls_[next].engine)] = ends[next];
    }
    return *std::max_element(ends.begin(), ends.end());
  }
  double longest() const {
    double most = 0;
    for (std::size_t i = 1; i < calls_.size(); ++i) most = std::max(most, length(calls_[i]));
    return most;
  }
  bool has_calls() const { return calls_.size() > 1; }
  std::size_t count() const { return calls_.size() - 1; }
  std::size_t streams() const { return streams_.size(); }
  /// How often the host has waited between two calls.
  std::size_t host_waits() const { return host_waits_; }

 private:
  using Calls = std::vector<std::size_t>;  // by their index
  using Set = std::vector<bool>;           // of calls
  static constexpr std::size_t before_the_launch = 0;
  static constexpr double not_yet = -1;
  /// A call takes so much longer than its bytes.
  static constexpr double start_bytes = 256;

  struct Call {
    Engine engine = Engine::kernel;
    Place place = {};
    Calls follows = {};                               // directly
    double moved = 0;                                 // read and written
    std::array<std::vector<Bytes>, 3> accessed = {};  // by operation
  };

  static void join(Calls& all, const Calls& more) {
    for (const std::size_t call : more)
      if (std::find(all.begin(), all.end(), call) == all.end()) all.push_back(call);
  }
  void wait_on_host(const Calls& calls) {
    if (!is_open_) return;
    join(host_, calls);
    host_has_waited_ = true;
  }

  /// A copy reads its bytes and writes as many.
  static double length(const Call& call) { return call.moved / 2 + start_bytes; }

  /// The call that can begin first, and when.
  std::pair<std::size_t, double> next_of(const std::vector<double>& ends,
                                         const std::array<double, 3>& idle_from) const {
    std::pair<std::size_t, double> first = {0, 0};
    for (std::size_t i = 1; i < calls_.size(); ++i) {
      if (ends[i] != not_yet || !can_begin(calls_[i], ends)) continue;
      double start = idle_from[static_cast<std::size_t>(calls_[i].engine)];
      for (const std::size_t before : calls_[i].follows) start = std::max(start, ends[before]);
      if (first.first == 0 || start < first.second) first = {i, start};
    }
    return first;
  }
  static bool can_begin(const Call& call, const std::vector<double>& ends) {
    return std::all_of(call.follows.begin(), call.follows.end(),
                       [&](std::size_t before) { return ends[before] != not_yet; });
  }

  /// For each call those that have ended when it begins, in any order that a GPU takes.
  std::vector<Set> all_before() const {
    std::vector<Set> before(calls_.size(), Set(calls_.size()));
    for (std::size_t i = 0; i < calls_.size(); ++i)
      for (const std::size_t one : calls_[i].follows) {
        before[i][one] = true;
        for (std::size_t k = 0; k < one; ++k)
          if (before[one][k]) before[i][k] = true;
      }
    return before;
  }

  static void sort(std::vector<Bytes>& all) {
    std::sort(all.begin(), all.end(),
              [](const Bytes& a, const Bytes& b) { return a.first < b.first; });
  }
  /// Both are sorted.
  static bool have_common(const std::vector<Bytes>& a, const std::vector<Bytes>& b) {
    for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
      if (a[i].first < b[k].end && b[k].first < a[i].end) return true;
      a[i].end < b[k].end ? ++i : ++k;
    }
    return false;
  }

  /// Whether one call's `mine` and the other's `its` are to the same memory.
  bool have_common(std::size_t one, Operation mine, std::size_t other, Operation its) const {
    return have_common(calls_[one].accessed[static_cast<std::size_t>(mine)],
                       calls_[other].accessed[static_cast<std::size_t>(its)]);
  }
  void refuse_unordered(std::size_t call, const Set& before) const {
    if (!before[before_the_launch])
      throw std::runtime_error(name(call) +
                               " does not wait for what the queue was given before this launch: no "
                               "event of the queue is before it");
    for (std::size_t other = call - 1; other > before_the_launch; --other)
      if (!before[other]) refuse_conflict(call, other);
  }
  void refuse_unjoined(const Set& before_the_end) const {
    for (std::size_t i = calls_.size() - 1; i > before_the_launch; --i)
      if (!before_the_end[i])
        throw std::runtime_error("the queue does not wait for " + name(i) +
                                 ": who reads the results behind this launch may come too early");
  }
  void refuse_conflict(std::size_t later, std::size_t earlier) const {
    using enum Operation;
    for (const Operation read : {load, atomic})
      if (have_common(later, read, earlier, store)) refuse(later, "reads", earlier, "writes");
    for (const Operation written : {store, atomic})
      if (have_common(later, written, earlier, load)) refuse(later, "writes", earlier, "reads");
    for (const Operation written : {store, atomic})
      if (have_common(later, store, earlier, written)) refuse(later, "writes", earlier, "writes");
  }
  [[noreturn]] void refuse(std::size_t later, const char* does, std::size_t earlier,
                           const char* did) const {
    throw std::runtime_error(name(later) + " " + does + " what " + name(earlier) + " " + did +
                             ", and nothing orders the two: they are on different streams, with "
                             "no event between them");
  }

  /// "the copy to the host in line 14 of yours.hpp"
  std::string name(std::size_t call) const {
    const char* const what = calls_[call].engine == Engine::kernel   ? "the kernel"
                             : calls_[call].engine == Engine::to_gpu ? "the copy to the GPU"
                                                                     : "the copy to the host";
    return what + (" in " + text_of(calls_[call].place));
  }

  bool is_open_ = false;
  const void* queue_ = nullptr;
  std::vector<Call> calls_;
  std::map<const void*, Calls> last_;    // of a stream: what its next call follows
  std::map<const void*, Calls> events_;  // what who waits for it follows
  Calls host_;                           // what the host has waited for
  std::set<const void*> streams_;        // with calls
  bool host_has_waited_ = false;         // since the last call
  std::size_t host_waits_ = 0;
};

}  // namespace tilebridge::emulation
