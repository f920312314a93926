// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <limits>
#include <thread>

#include "base/error.hpp"
#include "ranks/launcher.hpp"
#include "ranks/serial.hpp"

namespace tilebridge::ranks {
namespace {

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    int local_size = 0;
    MPI_Comm_rank(host, &local_rank_);
    MPI_Comm_size(host, &local_size);
    MPI_Comm_free(&host);
    MPI_Allreduce(&local_size, &most_on_a_host_, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  }
  ~MpiRanks() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int local_rank() const override { return local_rank_; }
  int most_on_a_host() const override { return most_on_a_host_; }

  std::vector<std::string> exchange(const std::string& text) override {
    wait_for_all();
    const std::vector<std::size_t> lengths = gather_lengths(text.size());
    std::vector<int> counts;
    std::vector<int> starts;
    std::size_t total = 0;
    for (const std::size_t length : lengths) {
      counts.push_back(static_cast<int>(length));
      starts.push_back(static_cast<int>(total));
      total += length;
    }
    if (total > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw PlatformError(
          fmt::format("the ranks' results, {} bytes, are more than MPI exchanges at once", total));
    std::string all(total, '\0');
    MPI_Allgatherv(text.data(), counts.at(static_cast<std::size_t>(rank_)), MPI_CHAR, all.data(),
                   counts.data(), starts.data(), MPI_CHAR, MPI_COMM_WORLD);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < counts.size(); ++i)
      texts.push_back(all.substr(static_cast<std::size_t>(starts[i]), lengths[i]));
    return texts;
  }

 private:
  /// MPI's own waits keep a processor busy, which would disturb a rank that measures on this host.
  static void wait_for_all() {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int done = 0;;) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (done != 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::vector<std::size_t> gather_lengths(std::size_t length) const {
    const unsigned long long own = length;
    std::vector<unsigned long long> all(static_cast<std::size_t>(size_));
    MPI_Allgather(&own, 1, MPI_UNSIGNED_LONG_LONG, all.data(), 1, MPI_UNSIGNED_LONG_LONG,
                  MPI_COMM_WORLD);
    return {all.begin(), all.end()};
  }

  int rank_ = 0;
  int size_ = 1;
  int local_rank_ = 0;
  int most_on_a_host_ = 1;
};

}  // namespace

std::unique_ptr<Ranks> launched_ranks() {
  const auto start = launched();
  // Without a launcher MPI is not initialised: on some login nodes it cannot start.
  if (!start) return std::make_unique<SerialRanks>();
  auto ranks = std::make_unique<MpiRanks>();
  if (ranks->size() == 1 && start->size > 1)
    throw UsageError(
        fmt::format("{} processes were started, but MPI shows each of them alone; start them with "
                    "the mpirun of the MPI that this was built with, or srun --mpi=<its kind>",
                    start->size));
  return ranks;
}

}  // namespace tilebridge::ranks
