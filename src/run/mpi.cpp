// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "base/launcher.hpp"
#include "run/ranks.hpp"

namespace tilebridge::run {
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
    const int length = static_cast<int>(text.size());  // results go by file: a text is a few lines
    std::vector<int> lengths(static_cast<std::size_t>(size_));
    MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> starts(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
    std::string all(static_cast<std::size_t>(starts.back() + lengths.back()), '\0');
    MPI_Allgatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(),
                   MPI_CHAR, MPI_COMM_WORLD);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < lengths.size(); ++i)
      texts.push_back(
          all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(lengths[i])));
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

  int rank_ = 0;
  int size_ = 1;
  int local_rank_ = 0;
  int most_on_a_host_ = 1;
};

}  // namespace

std::unique_ptr<Ranks> launched_ranks() {
  const auto start = launched();
  // A process alone does not initialise MPI: on some login nodes it cannot start.
  if (!start || start->size == 1) return std::make_unique<Ranks>();
  auto ranks = std::make_unique<MpiRanks>();
  if (ranks->size() == 1)
    throw UsageError(
        fmt::format("{} processes were started, but MPI shows each of them alone; start them with "
                    "the mpirun of the MPI that this was built with, or srun --mpi=<its kind>",
                    start->size));
  return ranks;
}

}  // namespace tilebridge::run
