// SPDX-License-Identifier: Apache-2.0
#include "run/channel.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "run/interruption.hpp"

namespace tilebridge::run {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Connected : public testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    here_ = std::make_unique<Connection>(ends[0]);
    there_ = std::make_unique<Connection>(ends[1]);
  }
  std::unique_ptr<Connection> here_;
  std::unique_ptr<Connection> there_;
};

TEST_F(Connected, MessagesArriveInOrderWithAnyBytes) {
  here_->send({{"path", "r\xe9s.json"}});
  here_->send(2);
  EXPECT_EQ(there_->receive(seconds(5))->at("path"), "r\xe9s.json");
  EXPECT_EQ(there_->receive(seconds(5)), Json(2));
  EXPECT_EQ(there_->receive(milliseconds(0)), std::nullopt);
  EXPECT_FALSE(there_->is_closed());
}

TEST_F(Connected, AMessageMayBeLargerThanASocketHolds) {
  const std::string large(5'000'000, 'a');
  std::thread sender([&] { here_->send(large); });
  EXPECT_EQ(there_->receive(seconds(60)), Json(large));
  sender.join();
}

TEST_F(Connected, KnowsThatTheOtherEndIsClosed) {
  here_->send("last");
  here_.reset();
  EXPECT_EQ(there_->receive(seconds(5)), Json("last"));
  EXPECT_EQ(there_->receive(seconds(5)), std::nullopt);
  EXPECT_TRUE(there_->is_closed());
  there_->send("to nobody");  // raises no signal
}

TEST(AChannelThatLeadsNowhere, TakesEverythingAndWaitsForNothing) {
  Channel channel;
  channel.write_heartbeat({"stride/add n=1Ki", "kokkos"});
  channel.end({{"status", 0}});
  EXPECT_FALSE(channel.is_connected());
}

TEST(AHeartbeat, IsTheSameInTheOtherProcess) {
  for (const Doing doing : {Doing::running, Doing::discarding, Doing::discarding_finished}) {
    const Heartbeat same = Heartbeat::of(Heartbeat{"stride/add n=1Ki", "kokkos", doing}.text());
    EXPECT_EQ(same.label, "stride/add n=1Ki");
    EXPECT_EQ(same.code, "kokkos");
    EXPECT_EQ(same.doing, doing);
  }
  EXPECT_EQ(Heartbeat().text(), "");
  EXPECT_EQ(Heartbeat::of("").label, "");
}

TEST(Interruption, ASignalAsksToStopAndDoesNotEndTheProcess) {
  EXPECT_EXIT(
      {
        catch_signals();
        const bool before = is_stop_asked();
        if (const pid_t other = ::fork(); other == 0) {
          ::kill(::getppid(), SIGTERM);
          ::_exit(0);
        } else {
          while (::waitpid(other, nullptr, 0) < 0 && errno == EINTR) continue;
        }
        std::exit(!before && is_stop_asked() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

/// A kernel may raise any.
TEST(Interruption, ASignalOfItsOwnEndsTheProcess) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EXIT(
        {
          catch_signals();
          std::raise(signal);
          std::exit(0);
        },
        testing::KilledBySignal(signal), "");
}

}  // namespace
}  // namespace tilebridge::run
