// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>
#include <string>
#include <tilebridge/timeline_on_host.hpp>

namespace tilebridge::emulation {
namespace {

using testing::HasSubstr;

constexpr std::size_t piece_bytes = 1000;
constexpr double of_a_call = piece_bytes + 256;  // how long it takes

/// A launch on three streams besides the queue, with an event for each.
class TimelineTest : public testing::Test {
 protected:
  TimelineTest() { timeline.begin(queue); }

  void fork() {
    timeline.record(queue, queue);  // any address names an event
    for (const char& stream : streams) timeline.wait(&stream, queue);
  }
  void join() {
    for (const char& stream : streams) put_after(queue, &stream);
  }
  void put_after(const void* later, const void* earlier) {
    timeline.record(earlier, earlier);
    timeline.wait(later, earlier);
  }

  /// A call in line `line`, which loads and stores a piece.
  void call(const void* stream, Engine engine, std::size_t loads, std::size_t stores,
            int line = 1) {
    timeline.add(stream, engine, {"a/yours.hpp", line});
    timeline.access(bytes_at(memory.data() + loads * piece_bytes, piece_bytes), Operation::load);
    timeline.access(bytes_at(memory.data() + stores * piece_bytes, piece_bytes), Operation::store);
  }
  /// Three calls in lines 1 to 3, on places of the piece's own.
  void enqueue(const void* stream, std::size_t piece) {
    call(stream, Engine::to_gpu, 3 * piece, 3 * piece + 1, 1);
    call(stream, Engine::kernel, 3 * piece + 1, 3 * piece + 1, 2);
    call(stream, Engine::to_host, 3 * piece + 1, 3 * piece + 2, 3);
  }
  std::string refusal() {
    try {
      timeline.end();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  Timeline timeline;
  std::array<char, 3> streams = {};
  char of_queue = 0;
  const void* const queue = &of_queue;
  std::array<char, 30 * piece_bytes> memory = {};
};

TEST_F(TimelineTest, OneStreamRunsOneCallAfterAnother) {
  for (std::size_t piece = 0; piece < 4; ++piece) enqueue(queue, piece);
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.bytes(), 12 * of_a_call);
  EXPECT_EQ(timeline.longest(), of_a_call);
  EXPECT_EQ(timeline.count(), 12U);
  EXPECT_EQ(timeline.streams(), 1U);
}

TEST_F(TimelineTest, PiecesOnThreeStreamsKeepAllEnginesBusy) {
  fork();
  for (std::size_t piece = 0; piece < 9; ++piece) enqueue(&streams.at(piece % 3), piece);
  join();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.bytes(), (9 + 2) * of_a_call);
  EXPECT_EQ(timeline.streams(), 3U);
}

TEST_F(TimelineTest, AnEngineTakesTheCallThatCanBeginFirst) {
  fork();
  for (std::size_t piece = 0; piece < 9; ++piece) enqueue(&streams.at(piece / 3), piece);
  join();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.bytes(), (9 + 2) * of_a_call);
}

TEST_F(TimelineTest, CopiesInOneDirectionDoNotOverlap) {
  fork();
  call(&streams[0], Engine::to_gpu, 0, 1);
  call(&streams[1], Engine::to_gpu, 2, 3);
  call(&streams[2], Engine::to_host, 4, 5);
  join();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.bytes(), 2 * of_a_call);
}

TEST_F(TimelineTest, WhatTheHostWaitsForIsBeforeAllThatFollows) {
  fork();
  for (std::size_t piece = 0; piece < 3; ++piece) {
    enqueue(&streams.at(piece), piece);
    timeline.wait_on_host_for_stream(&streams.at(piece));
  }
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.bytes(), 9 * of_a_call);
  EXPECT_EQ(timeline.host_waits(), 2U);  // not the last one, behind which nothing is enqueued
}

TEST_F(TimelineTest, CallsOnTheSameMemoryAreOrderedOrRefused) {
  fork();
  call(&streams[0], Engine::kernel, 0, 1, 7);
  call(&streams[1], Engine::to_host, 1, 2, 8);
  join();
  EXPECT_THAT(refusal(), HasSubstr("the copy to the host in line 8 of yours.hpp reads what the "
                                   "kernel in line 7 of yours.hpp writes, and nothing orders"));
}

TEST_F(TimelineTest, AnEventOrders) {
  fork();
  call(&streams[0], Engine::kernel, 0, 1);
  put_after(&streams[1], &streams[0]);
  call(&streams[1], Engine::to_host, 1, 2);
  join();
  EXPECT_EQ(refusal(), "");
}

TEST_F(TimelineTest, AnEventOrdersNothingThatIsEnqueuedBehindIt) {
  fork();
  timeline.record(&streams[0], &streams[0]);
  call(&streams[0], Engine::kernel, 0, 1);
  timeline.wait(&streams[1], &streams[0]);
  call(&streams[1], Engine::to_gpu, 3, 0);
  join();
  EXPECT_THAT(refusal(), HasSubstr("writes what the kernel in line 1 of yours.hpp reads"));
}

TEST_F(TimelineTest, TwoStoresToTheSameMemoryAreRefusedAndTwoAtomicsAreNot) {
  for (const Operation operation : {Operation::store, Operation::atomic}) {
    timeline.begin(queue);
    fork();
    for (const char& stream : streams) {
      timeline.add(&stream, Engine::kernel, {"yours.hpp", 1});
      timeline.access(bytes_at(memory.data(), 4), operation);
    }
    join();
    EXPECT_EQ(refusal().empty(), operation == Operation::atomic);
  }
}

TEST_F(TimelineTest, ACallIsBetweenWhatTheQueueHasBeforeAndBehindTheLaunch) {
  enqueue(&streams[0], 0);
  join();
  EXPECT_THAT(refusal(), HasSubstr("the copy to the GPU in line 1 of yours.hpp does not wait for"));
  timeline.begin(queue);
  fork();
  enqueue(&streams[0], 0);
  EXPECT_THAT(refusal(), HasSubstr("the queue does not wait for the copy to the host in line 3"));
  timeline.begin(queue);
  timeline.wait_on_host_for_stream(queue);
  enqueue(&streams[0], 0);
  timeline.wait_on_host_for_all();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.host_waits(), 0U);  // at both ends it keeps nothing from overlapping
}

TEST_F(TimelineTest, AnEventThatIsGoneOrdersNothing) {
  fork();
  call(&streams[0], Engine::kernel, 0, 1);
  timeline.record(&streams[0], &streams[0]);
  timeline.forget(&streams[0]);  // another event may get its address
  timeline.wait(&streams[1], &streams[0]);
  call(&streams[1], Engine::to_host, 1, 2);
  join();
  EXPECT_THAT(refusal(), HasSubstr("nothing orders"));
}

TEST_F(TimelineTest, WordsThatAreFarApartAreKnownOneByOne) {
  constexpr std::size_t word = 4;
  const auto store = [&](const char& stream, std::size_t number) {
    timeline.add(&stream, Engine::kernel, {"yours.hpp", 1});
    for (std::size_t i = 20; i-- > 0;)
      timeline.access(bytes_at(memory.data() + (2 * i + number) * word, word), Operation::store);
  };
  fork();
  store(streams[0], 0);
  store(streams[1], 1);
  join();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.longest(), 20 * word / 2.0 + 256);
  timeline.begin(queue);
  fork();
  store(streams[0], 0);
  store(streams[1], 38);
  join();
  EXPECT_THAT(refusal(), HasSubstr("nothing orders"));
}

TEST_F(TimelineTest, AnAtomicLoadsAndStores) {
  timeline.add(queue, Engine::kernel, {"yours.hpp", 1});
  timeline.access(bytes_at(memory.data(), 8), Operation::atomic);
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(timeline.bytes(), 8 + 256);
}

TEST_F(TimelineTest, CallsOutsideOfALaunchAreIgnored) {
  EXPECT_EQ(refusal(), "");
  enqueue(&streams[0], 0);
  EXPECT_FALSE(timeline.has_calls());
}

}  // namespace
}  // namespace tilebridge::emulation
