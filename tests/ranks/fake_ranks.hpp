// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of the test.
#pragma once

#include <algorithm>
#include <barrier>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "ranks/ranks.hpp"

namespace tilebridge {

/// What the threads share: `size` ranks, `per_host` of them on each host.
struct FakeWorld {
  FakeWorld(int size_, int per_host_)
      : size(size_), per_host(per_host_), texts(static_cast<std::size_t>(size_)), all(size_) {}

  int size;
  int per_host;
  std::vector<std::string> texts;
  std::barrier<> all;
};

class FakeRanks final : public ranks::Ranks {
 public:
  FakeRanks(FakeWorld& world, int rank) : world_(world), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return world_.size; }
  int local_rank() const override { return rank_ % world_.per_host; }
  int most_on_a_host() const override { return world_.per_host; }

  /// A rank that has left counts as a process that has ended.
  std::vector<std::string> exchange(const std::string& text) override {
    world_.texts[static_cast<std::size_t>(rank_)] = text;
    world_.all.arrive_and_wait();
    std::vector<std::string> texts = world_.texts;
    world_.all.arrive_and_wait();
    return texts;
  }

  void leave() {
    world_.texts[static_cast<std::size_t>(rank_)].clear();
    world_.all.arrive_and_drop();
  }

 private:
  FakeWorld& world_;
  int rank_;
};

/// Runs `body` as every rank and throws what the first rank that threw anything threw.
inline void as_ranks(int size, const std::function<void(FakeRanks&)>& body, int per_host = 8) {
  FakeWorld world(size, std::min(size, per_host));
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(size));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      FakeRanks ranks(world, rank);
      try {
        body(ranks);
      } catch (...) {
        errors[static_cast<std::size_t>(rank)] = std::current_exception();
      }
      ranks.leave();
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace tilebridge
