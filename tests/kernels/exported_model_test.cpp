// SPDX-License-Identifier: Apache-2.0
#include "kernels/exported_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <typeinfo>

#include "base/error.hpp"

namespace tilebridge::kernels {
namespace {

struct Twice {
  int* number;
};

/// "e/twice", native, of the host; and what cannot be prepared or launched.
class Numbers final : public ModelContents {
 public:
  Description describe() const override {
    return {.build = "1 abc",
            .label = "numbers",
            .compiler = "none",
            .flags = "-O0",
            .platforms = {Platform::host, Platform::hip}};
  }
  void start(int device) override {
    if (device != 0) throw std::runtime_error("one device only");
  }
  void add(Platform, int threads, Registry& registry, const CurrentQueue& queue) override {
    if (threads == 0) throw std::runtime_error("no threads");
    Registrar<void*> native(registry, queue);
    native.add("e/twice", [](const Twice& t, void* on) {
      if (on == nullptr) throw std::runtime_error("no queue");
      *t.number *= 2;
    });
    native.add_prepared("e/unavailable", [](const Twice&, void*) -> PreparedLaunch {
      throw Unavailable("too small a device");
    });
    native.add_prepared("e/thrown", [](const Twice&, void*) -> PreparedLaunch { throw 1; });
  }
};

class ExportedModel : public testing::Test {
 protected:
  static constexpr std::int32_t host = 0;
  using Text = std::array<char, 100>;

  const tilebridge_model& model() {
    static Numbers numbers;
    return *exported(numbers);
  }
  void SetUp() override {
    ASSERT_EQ(model().open(host, 1, text_.data(), text_.size()), 0) << text_.data();
  }
  void TearDown() override { model().close(host); }

  /// Returns what prepare() returns for the kernel of this name.
  int prepare(const std::string& key, void* queue, void** prepared) {
    for (std::uint32_t i = 0; i < model().kernels(host); ++i)
      if (key == model().kernel(host, i).key)
        return model().prepare(host, i, &twice_, queue, nullptr, 0, prepared, text_.data(),
                               text_.size());
    return -1;
  }

  int number_ = 21;
  Twice twice_ = {&number_};
  Text text_{};
};

TEST_F(ExportedModel, SaysWhatItIs) {
  EXPECT_EQ(model().version, unsigned{TILEBRIDGE_MODEL_VERSION});
  EXPECT_STREQ(model().build, "1 abc");
  EXPECT_STREQ(model().key, "native");
  EXPECT_STREQ(model().release, "");
  EXPECT_EQ(model().platforms, 0b101U);
  EXPECT_EQ(model().start(1, text_.data(), text_.size()), 1);
  EXPECT_STREQ(text_.data(), "one device only");
}

TEST_F(ExportedModel, LaunchesItsKernelsOnTheQueueTheyWerePreparedFor) {
  ASSERT_EQ(model().kernels(host), 3U);
  EXPECT_STREQ(model().kernel(host, 0).arguments, typeid(Twice).name());
  EXPECT_STREQ(model().kernel(host, 0).form, "");
  void* prepared = nullptr;
  ASSERT_EQ(prepare("e/twice", &number_, &prepared), TILEBRIDGE_PREPARED);
  EXPECT_EQ(model().launch(prepared, text_.data(), text_.size()), 0);
  EXPECT_EQ(number_, 42);
  model().destroy(prepared);
}

TEST_F(ExportedModel, WhatItThrowsIsAStatusAndAText) {
  void* prepared = nullptr;
  EXPECT_EQ(prepare("e/unavailable", nullptr, &prepared), TILEBRIDGE_UNAVAILABLE);
  EXPECT_STREQ(text_.data(), "too small a device");
  EXPECT_EQ(prepare("e/thrown", nullptr, &prepared), TILEBRIDGE_FAILED);
  EXPECT_STREQ(text_.data(), "it threw something that is no std::exception");
  ASSERT_EQ(prepare("e/twice", nullptr, &prepared), TILEBRIDGE_PREPARED);
  EXPECT_EQ(model().launch(prepared, text_.data(), text_.size()), 1);
  EXPECT_STREQ(text_.data(), "no queue");
  model().destroy(prepared);
}

TEST_F(ExportedModel, APlatformIsOpenedOnceAndMayBeOpenedAgain) {
  EXPECT_EQ(model().open(host, 1, text_.data(), text_.size()), 1);
  model().close(host);
  EXPECT_EQ(model().open(host, 0, text_.data(), text_.size()), 1);
  EXPECT_STREQ(text_.data(), "no threads");
  EXPECT_EQ(model().open(host, 1, text_.data(), text_.size()), 0);
}

}  // namespace
}  // namespace tilebridge::kernels
