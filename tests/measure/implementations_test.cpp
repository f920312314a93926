#include "measure/implementations.hpp"

#include <gmock/gmock.h>

namespace tilebridge {
namespace {

template <class T>
struct Scale {
  T* values;
};

class ImplementationsTest : public testing::Test {
 protected:
  ImplementationsTest() {
    Registrar<int> native(implementations_, Model::native, 0);
    native.add("scale/direct", [this](const Scale<float>&, int) { ++launches_; });
  }

  Implementations implementations_;
  int launches_ = 0;
};

TEST_F(ImplementationsTest, AreFoundByModelKeyAndType) {
  implementations_.prepare(Model::native, "scale/direct", Scale<float>{})();
  EXPECT_EQ(launches_, 1);
}

TEST_F(ImplementationsTest, AMissingOneIsNamedWithItsModelAndType) {
  EXPECT_THAT(
      [&] { implementations_.prepare(Model::native, "scale/direct", Scale<double>{}); },
      testing::ThrowsMessage<std::exception>(testing::AllOf(
          testing::HasSubstr("internal error: scale/direct has no native implementation for "),
          testing::HasSubstr("Scale<double>"))));
  EXPECT_THAT([&] { implementations_.prepare(Model::kokkos, "scale/direct", Scale<float>{}); },
              testing::ThrowsMessage<std::exception>(testing::HasSubstr(
                  "internal error: scale/direct has no kokkos implementation for ")));
}

}  // namespace
}  // namespace tilebridge
