// SPDX-License-Identifier: Apache-2.0
#include "ranks/gathering.hpp"

#include <gmock/gmock.h>

#include <mutex>

#include "base/error.hpp"
#include "results/json.hpp"
#include "tests/ranks/fake_ranks.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge::ranks {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Results header_of(int rank) {
  Results header = sample_results();
  header.cases.clear();
  header.self_check.reset();
  header.host["name"] = "node" + std::to_string(rank / 2);
  header.device["pci_bus"] = "0000:0" + std::to_string(rank) + ":00.0";
  return header;
}

/// A case that takes rank r (r + 1) · 600 µs in native code.
CaseResult case_of(int rank) {
  CaseResult c = sample_case("tile");
  c.models[Model::native].timing = timing((rank + 1) * 6e-4);
  c.models[Model::kokkos] = {Status::ok, "", valid(), timing((rank + 1) * 6.3e-4), 0.8, 0.7};
  c.comparisons.push_back({Model::kokkos, Model::native, {0.95, 0.94, 0.96}, Verdict::parity});
  return c;
}

RankWork work_of(int rank) {
  RankWork work;
  work.host = "node" + std::to_string(rank / 2);
  work.open = [rank] { return header_of(rank); };
  work.measure_ceilings = [rank] { return Ceilings{(rank + 1) * 1e12, 1e12, 1e12, 1e12}; };
  work.run = [rank](std::size_t) { return case_of(rank); };
  return work;
}

/// What every rank ends with after `cases` cases; that all have the same is checked.
Results gathered(int size, int cases, const std::function<RankWork(int)>& work = work_of) {
  std::mutex mutex;
  std::vector<Results> all;
  as_ranks(size, [&](Ranks& ranks) {
    Gathering gathering(ranks, Order::together, work(ranks.rank()));
    gathering.open(false);
    gathering.measure_ceilings();
    for (int i = 0; i < cases; ++i)
      if (!gathering.run(static_cast<std::size_t>(i), "transpose/tile")) break;
    const std::lock_guard lock(mutex);
    all.push_back(gathering.results());
  });
  for (const Results& one : all) EXPECT_EQ(to_json(one), to_json(all.front()));
  return all.front();
}

TEST(Gathering, OneFileHoldsEveryRanksMedians) {
  const Results results = gathered(3, 2);
  EXPECT_EQ(schema_error(to_json(results).dump()), "");
  ASSERT_EQ(results.ranks.size(), 3U);
  EXPECT_EQ(results.ranks[2].host, "node1");
  EXPECT_EQ(results.ranks[2].pci_bus, "0000:02:00.0");
  EXPECT_EQ(results.ranks[2].ceilings.read_bytes_per_s, 3e12);
  EXPECT_EQ(results.ceilings.read_bytes_per_s, 1e12);
  ASSERT_EQ(results.cases.size(), 2U);
  const CaseResult& c = results.cases.front();
  EXPECT_EQ(c.rank, 0);
  EXPECT_EQ(c.models.at(Model::native).timing->samples.size(), 3U);
  ASSERT_EQ(c.by_rank.size(), 3U);
  for (const RankCase& part : c.by_rank)
    EXPECT_EQ(part.models.at(Model::native).seconds->median, (part.rank + 1) * 6e-4);
  EXPECT_EQ(c.by_rank[2].models.at(Model::kokkos).ratio->median, 0.95);
}

TEST(Gathering, TheBusiestDeviceIsTheRunsLoad) {
  const auto busy = [](int rank) {
    RankWork work = work_of(rank);
    work.open = [rank] {
      Results header = header_of(rank);
      header.program["load"] = {{"processes", rank}, {"utilised", 0.3 * rank}};
      return header;
    };
    return work;
  };
  EXPECT_EQ(gathered(3, 1, busy).program["load"]["processes"], 2);
}

TEST(Gathering, IsReadAsItWasWritten) {
  const Json json = to_json(gathered(2, 1));
  EXPECT_EQ(to_json(results_from_json(json)), json);
}

TEST(Gathering, ARankThatFailsInACaseKeepsWhatItHad) {
  const Results results = gathered(3, 3, [](int rank) {
    RankWork work = work_of(rank);
    if (rank != 1) return work;
    work.run = [](std::size_t index) {
      if (index == 1) throw PlatformError("an illegal access");
      return case_of(1);
    };
    return work;
  });
  EXPECT_EQ(schema_error(to_json(results).dump()), "");
  ASSERT_EQ(results.cases.size(), 3U);
  EXPECT_EQ(results.cases[0].by_rank.size(), 3U);
  EXPECT_EQ(results.cases[1].by_rank.size(), 2U);
  EXPECT_EQ(results.cases[2].by_rank.size(), 2U);  // a device that failed is not asked again
  EXPECT_EQ(results.ranks[1].failure, "transpose/tile: an illegal access");
  EXPECT_EQ(results.ranks[0].failure, "");
}

TEST(Gathering, WhereTheFirstRankCannotOpenTheFileIsTheNextOnes) {
  const Results results = gathered(3, 1, [](int rank) {
    RankWork work = work_of(rank);
    if (rank == 0) work.open = []() -> Results { throw PlatformError("no driver"); };
    return work;
  });
  EXPECT_EQ(text_at(results.device, "pci_bus"), "0000:01:00.0");
  EXPECT_EQ(results.ceilings.read_bytes_per_s, 2e12);
  EXPECT_EQ(results.cases.at(0).rank, 1);
  EXPECT_EQ(results.ranks[0].host, "node0");  // it is named all the same
  EXPECT_EQ(results.ranks[0].failure, "no driver");
}

TEST(Gathering, WhereNoneWorksTheErrorIsTheFirstOnes) {
  EXPECT_THAT(
      [] {
        gathered(2, 1, [](int rank) {
          RankWork work = work_of(rank);
          work.open = [rank]() -> Results {
            throw UsageError("no memory on rank " + std::to_string(rank));
          };
          return work;
        });
      },
      ThrowsMessage<Error>("no rank works; rank 0: no memory on rank 0"));
}

TEST(Gathering, AllRanksFailingInACaseEndsTheRunAndKeepsTheCasesBefore) {
  const Results results = gathered(2, 5, [](int rank) {
    RankWork work = work_of(rank);
    work.run = [rank](std::size_t index) {
      if (index == 2) throw PlatformError("no power");
      return case_of(rank);
    };
    return work;
  });
  EXPECT_EQ(results.cases.size(), 2U);
  EXPECT_EQ(results.ranks[1].failure, "transpose/tile: no power");
}

TEST(Gathering, TwoRanksOnOneDeviceAreRefusedUnlessTheyMayShareIt) {
  const auto open = [](bool may_share) {
    as_ranks(2, [&](Ranks& ranks) {
      RankWork work = work_of(0);
      Gathering(ranks, Order::together, work).open(may_share);
    });
  };
  EXPECT_THAT([&] { open(false); }, ThrowsMessage<UsageError>(HasSubstr("--share-gpu")));
  EXPECT_NO_THROW(open(true));
}

TEST(Gathering, ASignalToOneRankStopsAllAndKeepsWhatWasFinished) {
  const Results results = gathered(3, 4, [](int rank) {
    RankWork work = work_of(rank);
    if (rank != 2) return work;
    const auto asked = std::make_shared<bool>(false);
    work.run = [asked](std::size_t index) {
      *asked = index == 1;
      return case_of(2);
    };
    work.interrupted = [asked] { return *asked; };
    return work;
  });
  EXPECT_EQ(results.cases.size(), 1U);
  EXPECT_EQ(results.ranks[2].failure, "");
}

TEST(Gathering, TheFirstRankWhoseProcessLivesSpeaks) {
  as_ranks(3, [](FakeRanks& ranks) {
    Gathering gathering(ranks, Order::together, work_of(ranks.rank()));
    gathering.open(false);
    EXPECT_EQ(gathering.speaks(), ranks.rank() == 0);
    if (ranks.rank() == 0) return;  // its process ends
    gathering.run(0, "transpose/tile");
    EXPECT_EQ(gathering.speaks(), ranks.rank() == 1);
    EXPECT_EQ(gathering.results().ranks[0].failure, "transpose/tile: its process has ended");
    EXPECT_EQ(gathering.results().cases.at(0).rank, 1);
  });
}

}  // namespace
}  // namespace tilebridge::ranks
