// SPDX-License-Identifier: Apache-2.0
// A kernel that is not what it seems is refused, with the reason.
#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::ContainsRegex;

struct Cheat {
  const char* how;
  const char* reason;  // a regular expression
  bool needs_gpu = false;
};

constexpr const char* off = "off by|nothing was written|left its whole output as it was";

const Cheat cheats[] = {
    {"skips what looks right", "on inputs that had changed|left its whole output as it was"},
    {"computes once", "left its whole output as it was"},
    {"computes every second time", "left its whole output as it was"},
    {"computes later", "left its whole output as it was|still worked after|off by"},
    {"remembers its output", "after it was timed: .*off by"},
    {"remembers by a few inputs", "after it was timed: .*off by"},
    {"changes its input", "changed the input 'x'|on inputs that had changed"},
    {"computes half", "after it was timed: .*off by"},
    {"leaves the last", "after it was timed: .*off by"},
    {"writes beyond", "wrote beyond the array 'y'"},
    {"claims too much", "implausible: "},
    {"copies from where its output was", off, true},
    {"computes elsewhere", "still worked after its launch had ended|off by|left its whole", true},
    {"computes before its turn", "before its turn on the queue|off by|left its whole", true},
    {"keeps the device busy", "still worked after its launch had ended", true},
};

class Cheats : public testing::Test {
 protected:
  Outcome run(const std::string& how, const std::string& platform) const {
    return run_command("TILEBRIDGE_TEST_CHEAT='" + how +
                           "' " TILEBRIDGE_PROGRAM " run ./pair.so --platform " + platform +
                           " --set n=1Mi --budget 0.05 --at-least 0.9 --overwrite -o r.json",
                       folder_);
  }

  /// "" of the honest model, or of one that does not cheat.
  std::string reason(const Model& model) const {
    const Results results = read_results(folder_ / "r.json");
    return results.cases.at(0).kernels.at(model).reason;
  }

  void expect_refused(const std::string& platform) {
    std::filesystem::copy_file(TILEBRIDGE_CHEATING_PAIR_FILE, folder_ / "pair.so");
    const Outcome honest = run("", platform);
    if (!std::filesystem::exists(folder_ / "r.json")) GTEST_SKIP() << honest.err;
    EXPECT_EQ(reason(Model("cheat")), "");
    EXPECT_NE(honest.status, 3) << honest.err;
    for (const Cheat& cheat : cheats) {
      if (cheat.needs_gpu && platform == "host") continue;
      const Outcome outcome = run(cheat.how, platform);
      EXPECT_EQ(outcome.status, 3) << cheat.how;
      EXPECT_THAT(reason(Model("cheat")), ContainsRegex(cheat.reason)) << cheat.how;
      // A fault of the arrays, or of the work, is nobody's alone.
      const std::string_view how = cheat.how;
      if (how != "claims too much" && how != "changes its input") {
        EXPECT_EQ(reason(Model::native), "") << how;
      }
    }
  }

  TemporaryFolder folder_;
};

TEST_F(Cheats, AreRefusedOnAHost) { expect_refused("host"); }

TEST_F(Cheats, AreRefusedOnAGpu) { expect_refused("cuda"); }

}  // namespace
}  // namespace tilebridge::cli
