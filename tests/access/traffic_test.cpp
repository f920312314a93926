// SPDX-License-Identifier: Apache-2.0
#include "access/traffic.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tilebridge {
namespace {

constexpr int block_size = 64;
constexpr double all = 1e12;

/// out[i] = in[i · stride] for i < count.
Kernel copy(std::int64_t count, std::int64_t stride) {
  const auto at = [&](auto index_of) { return each(count, block_size, 4, index_of); };
  return {blocks_for(count, block_size),
          block_size,
          {load("in", 4, at([=](std::int64_t i) { return i * stride; })),
           store("out", 4, at([](std::int64_t i) { return i; }))}};
}

TEST(Traffic, CountsRequestsSectorsAndBytes) {
  const Traffic t = traffic(std::vector{copy(256, 2)}, all);
  EXPECT_EQ(t.load.requests, 8);
  EXPECT_EQ(t.load.sectors, 64);
  EXPECT_EQ(t.load.bytes_asked, 1024);
  EXPECT_EQ(t.load.sectors_per_request(), 8);
  EXPECT_EQ(t.load.use(), 0.5);
  EXPECT_EQ(t.store.sectors_per_request(), 4);
  EXPECT_EQ(t.store.use(), 1);
  EXPECT_EQ(t.bytes_moved(), (64 + 32) * 32);
  EXPECT_EQ(t.l1_passes, 8 * 2 + 8);
  EXPECT_TRUE(t.exact);
}

TEST(Traffic, WhatLanesShareIsUsedOnce) {
  const Kernel broadcast = {1, 32, {load("in", 4, [](Thread, std::int64_t) { return 0; })}};
  const Traffic t = traffic(std::vector{broadcast}, all);
  EXPECT_EQ(t.load.bytes_asked, 128);
  EXPECT_EQ(t.load.bytes_used, 4);
  EXPECT_EQ(t.load.use(), 0.125);
}

TEST(Traffic, AWarpBehindTheEndAsksForNothing) {
  const Traffic t = traffic(std::vector{copy(33, 1)}, all);
  EXPECT_EQ(t.load.requests, 2);
  EXPECT_EQ(t.load.sectors, 5);
  EXPECT_EQ(t.load.bytes_asked, 33 * 4);
  EXPECT_EQ(traffic(std::vector{copy(32, 1)}, all).load.requests, 1);
  EXPECT_EQ(traffic(std::vector{copy(0, 1)}, all).load.requests, 0);
}

TEST(Traffic, ASectorThatABlockReadsAgainCrossesToItOnce) {
  Kernel kernel = copy(64, 1);
  kernel.accesses.push_back(kernel.accesses[0]);  // reads the same again
  const Traffic t = traffic(std::vector{kernel}, all);
  EXPECT_EQ(t.load.sectors, 16);
  EXPECT_EQ(t.arrays.at("in").loaded, 8);
  EXPECT_EQ(t.arrays.at("in").stored, 0);
  EXPECT_EQ(t.arrays.at("out").stored, 8);
}

TEST(Traffic, MemoryMovesABurstOnceForAllBlocks) {
  Kernel strided_copy = copy(256, 16);  // a word of every burst
  const ArrayTraffic lone = traffic(std::vector{strided_copy}, all).arrays.at("in");
  EXPECT_EQ(lone.loaded, 256);
  EXPECT_EQ(lone.sectors_once, 256);
  EXPECT_EQ(lone.bursts_once, 256);
  EXPECT_EQ(lone.bytes_moved_per_byte(), 2);

  const Traffic dense = traffic(std::vector{copy(256, 8)}, all);  // of every sector
  EXPECT_EQ(dense.arrays.at("in").bursts_once, 128);
  EXPECT_EQ(dense.arrays.at("in").bytes_moved_per_byte(), 1);
  EXPECT_EQ(dense.bytes_from_memory(), 128 * 64);  // nothing for what is stored

  const Address same = [](Thread thread, std::int64_t) { return thread.rank * std::int64_t{64}; };
  Kernel again{3, 64, {load("in", 4, same, 5)}};  // by each of three blocks, five times
  EXPECT_EQ(traffic(std::vector{again}, all).bytes_from_memory(), 64 * 64);
  again.accesses.front().past_l1 = true;
  EXPECT_EQ(traffic(std::vector{again}, all).bytes_from_memory(), 64 * 64);
  EXPECT_EQ(traffic(std::vector{again, again}, all).bytes_from_memory(), 2 * 64 * 64);
}

TEST(Traffic, BlocksThatAreDrawnShareTheirNeighboursBursts) {
  const auto half_a_burst = [](std::int64_t step) {
    return [=](Thread thread, std::int64_t) { return thread.block * step + thread.rank; };
  };
  const Kernel side_by_side{1 << 16, 32, {load("in", 1, half_a_burst(32))}};
  const Kernel apart{1 << 16, 32, {load("in", 1, half_a_burst(64))}};
  const Traffic dense = traffic(std::vector{side_by_side}, 1e4);
  EXPECT_FALSE(dense.exact);
  EXPECT_NEAR(dense.arrays.at("in").bytes_moved_per_byte(), 1, 0.01);
  EXPECT_EQ(dense.bytes_from_memory(), 0);  // not known
  EXPECT_EQ(traffic(std::vector{apart}, 1e4).arrays.at("in").bytes_moved_per_byte(), 2);
}

TEST(Traffic, ArraysDoNotShareSectors) {
  Kernel kernel = copy(64, 1);
  kernel.accesses[1] = load("other", 4, kernel.accesses[0].at);
  const Traffic t = traffic(std::vector{kernel}, all);
  EXPECT_EQ(t.arrays.at("in").loaded, 8);
  EXPECT_EQ(t.arrays.at("other").loaded, 8);
}

TEST(Traffic, SharedMemoryCountsWavefronts) {
  const Address column = [](Thread thread, std::int64_t step) {
    return (thread.rank % 32 * 32 + step) * 4;
  };
  Kernel kernel{3, 64, {in_shared(load("tile", 4, column, 5))}};
  const Traffic t = traffic(std::vector{kernel}, all);
  EXPECT_EQ(t.shared_load.requests, 3 * 2 * 5);
  EXPECT_EQ(t.shared_load.wavefronts_per_request(), 32);
  EXPECT_EQ(t.l1_passes, 3 * 2 * 5 * 32);
  EXPECT_EQ(t.load.requests, 0);
  EXPECT_TRUE(t.arrays.empty());
}

TEST(Traffic, LoadsPastL1AreServedByL2EveryTime) {
  const Address same = [](Thread thread, std::int64_t) { return thread.rank * std::int64_t{4}; };
  Kernel kernel{3, 64, {load("in", 4, same, 5)}};
  EXPECT_EQ(traffic(std::vector{kernel}, all).arrays.at("in").loaded, 3 * 8);
  kernel.accesses.front().past_l1 = true;
  const Traffic t = traffic(std::vector{kernel}, all);
  EXPECT_EQ(t.arrays.at("in").loaded, 3 * 8 * 5);
  EXPECT_EQ(t.load.sectors, 3 * 8 * 5);
}

TEST(Traffic, CopiesAreNoRequestsOfThreads) {
  const Address same = [](Thread thread, std::int64_t) { return thread.rank * std::int64_t{4}; };
  const Access in = load("in", 4, same), tile = in_shared(store("tile", 4, same));
  const Traffic by_threads = traffic(std::vector{Kernel{3, 64, {in, by_copy(tile)}}}, all);
  EXPECT_EQ(by_threads.load.requests, 3 * 2);
  EXPECT_EQ(by_threads.shared_store.requests, 0);
  EXPECT_EQ(by_threads.l1_passes, 2 * 3 * 2);
  const Traffic by_engine = traffic(std::vector{Kernel{3, 64, {by_copy(in), by_copy(tile)}}}, all);
  EXPECT_EQ(by_engine.load.requests, 0);
  EXPECT_EQ(by_engine.arrays.at("in").loaded, 3 * 8);
  EXPECT_EQ(by_engine.l1_passes, 3 * 2);
}

/// A warp copies four rows of 8 vectors of 16 bytes to rows that are `pitch` vectors apart.
Traffic copied_to_rows(int pitch) {
  Access in = load("in", 16, [](Thread thread, std::int64_t) { return thread.rank * 16; });
  in.into = [=](Thread thread, std::int64_t) {
    return (thread.rank / 8 * pitch + thread.rank % 8) * 16;
  };
  return traffic(std::vector{Kernel{1, 32, {in}}}, all);
}

TEST(Traffic, ACopysSectorIsAskedForOnceForEachLineThatItGoesTo) {
  EXPECT_EQ(copied_to_rows(8).load.sectors, 16);
  EXPECT_EQ(copied_to_rows(9).load.sectors, 18);
  EXPECT_EQ(copied_to_rows(9).arrays.at("in").loaded, 16);
}

TEST(Traffic, DrawsBlocksAndScalesWhereThereAreTooMany) {
  const Traffic whole = traffic(std::vector{copy(1 << 16, 4)}, all);
  const Traffic drawn = traffic(std::vector{copy(1 << 16, 4)}, 1000);
  EXPECT_TRUE(whole.exact);
  EXPECT_FALSE(drawn.exact);
  EXPECT_DOUBLE_EQ(drawn.load.sectors, whole.load.sectors);
  EXPECT_DOUBLE_EQ(drawn.arrays.at("in").loaded, whole.arrays.at("in").loaded);
}

TEST(Traffic, KernelsOfOneVariantAddUp) {
  const Traffic t = traffic(std::vector{copy(64, 1), copy(128, 1)}, all);
  EXPECT_EQ(t.load.requests, 2 + 4);
}

TEST(Traffic, AtomicsAreOfTheirOwnKind) {
  const Address counter = [](Thread, std::int64_t) { return std::int64_t{0}; };
  const Traffic t = traffic(std::vector{Kernel{2, 64, {atomic("sum", 4, counter)}}}, all);
  EXPECT_EQ(t.atomic.requests, 4);
  EXPECT_EQ(t.atomic.sectors, 4);
  EXPECT_EQ(t.arrays.at("sum").stored, 2);
  EXPECT_EQ(t.load.requests + t.store.requests, 0);
}

TEST(Traffic, AWavefrontHas64LanesAndMovesWholeLines) {
  const Traffic t = traffic(std::vector{copy(256, 1)}, all, *find_architecture("gfx942"));
  EXPECT_EQ(t.load.requests, 4);
  EXPECT_EQ(t.load.sectors_per_request(), 2);  // lines of 128 bytes
  const Traffic older = traffic(std::vector{copy(256, 1)}, all, *find_architecture("gfx90a"));
  EXPECT_EQ(older.load.sectors_per_request(), 4);  // of 64 bytes
  EXPECT_EQ(older.load.use(64), 1);
  EXPECT_EQ(older.bytes_moved(64), 2 * 256 * 4);
}

}  // namespace
}  // namespace tilebridge
