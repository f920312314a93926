// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"
#include "base/process.hpp"

namespace tilebridge {
namespace {

namespace fs = std::filesystem;

TEST(ReplaceText, WritesThroughASymbolicLink) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "there");
  std::ofstream(folder / "there" / "target.json") << "old";
  fs::create_symlink("there/target.json", folder / "link.json");
  fs::create_symlink("there/none.json", folder / "dangling.json");
  for (const char* link : {"link.json", "dangling.json"}) {
    check_writable(folder / link);
    replace_text(folder / link, "new");
    EXPECT_TRUE(fs::is_symlink(folder / link)) << link;
    EXPECT_EQ(read_text(folder / link), "new") << link;
  }
  EXPECT_EQ(read_text(folder / "there" / "target.json"), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "there"), {}), 2);
}

TEST(NewFile, HasANameOfItsOwn) {
  const TemporaryFolder folder;
  const std::string before = (folder / "r-").string();
  const NewFile first = create_new(before, ".json");
  const NewFile second = create_new(before, ".json");
  EXPECT_TRUE(write_to_disk(first.descriptor, "one"));
  ::close(first.descriptor);
  ::close(second.descriptor);
  EXPECT_NE(first.path, second.path);
  EXPECT_THAT(first.path.filename().string(), testing::MatchesRegex("r-[0-9a-f]{8}\\.json"));
  EXPECT_EQ(read_text(first.path), "one");
  EXPECT_EQ(create_new((folder / "missing" / "r").string(), "").descriptor, -1);
}

TEST(FileLock, IsHeldByOne) {
  const TemporaryFolder folder;
  const fs::path name = folder / "r.json";
  {
    const FileLock first(name);
    EXPECT_THAT([&] { FileLock second(name); },
                testing::ThrowsMessage<UsageError>(
                    testing::HasSubstr("r.json' is being written by another run")));
    const FileLock other(folder / "other.json");
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(FileLock, IsThatOfTheFileThatALinkLeadsTo) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  std::filesystem::create_symlink("sub/r.json", folder / "link.json");
  std::filesystem::create_directory_symlink("sub", folder / "other");
  const FileLock lock(folder / "sub" / "r.json");
  EXPECT_THROW(FileLock(folder / "link.json"), UsageError);
  EXPECT_THROW(FileLock(folder / "other" / "r.json"), UsageError);
}

TEST(FileLock, OfAProcessThatWasKilledIsFree) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.json.lock") << "";
  EXPECT_NO_THROW(FileLock(folder / "r.json"));
  EXPECT_FALSE(fs::exists(folder / "r.json.lock"));
}

}  // namespace
}  // namespace tilebridge
