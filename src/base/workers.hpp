// SPDX-License-Identifier: Apache-2.0
// Threads that are kept ready.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tilebridge {

/// So many threads, the caller of run() among them, do a job at the same time. One thread at a time
/// may call run().
class Workers {
 public:
  using Job = std::function<void(int worker)>;

  explicit Workers(int count) : count_(count) {
    for (int worker = 1; worker < count; ++worker)
      threads_.emplace_back([this, worker] { work(worker); });
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    begun_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  /// Calls job(0), …, job(count - 1), each in a thread of its own, and returns when all are done.
  /// Throws what the first of them to fail threw.
  void run(const Job& job) {
    {
      const std::lock_guard lock(mutex_);
      job_ = &job;
      busy_ = count_;
      ++round_;
    }
    begun_.notify_all();
    perform(job, 0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (const std::exception_ptr failure = std::exchange(failure_, nullptr))
      std::rethrow_exception(failure);
  }

 private:
  void work(int worker) {
    for (int round = 1; const Job* job = job_of(round); ++round) perform(*job, worker);
  }

  /// Waits for the round; null if there is none any more.
  const Job* job_of(int round) {
    std::unique_lock lock(mutex_);
    begun_.wait(lock, [&] { return is_over_ || round_ == round; });
    return is_over_ ? nullptr : job_;
  }

  void perform(const Job& job, int worker) {
    std::exception_ptr failure;
    try {
      job(worker);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = failure;
    if (--busy_ == 0) done_.notify_one();
  }

  int count_;
  std::mutex mutex_;
  std::condition_variable begun_, done_;
  int round_ = 0;             // of runs, from 1 on
  const Job* job_ = nullptr;  // of the round
  int busy_ = 0;              // workers that are not done with it
  bool is_over_ = false;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace tilebridge
