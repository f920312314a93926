// SPDX-License-Identifier: Apache-2.0
// The Kokkos kernels as a shared object of their own: what measure/model.h says.
#include "measure/model.h"

#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "backends/kokkos/session.hpp"
#include "base/error.hpp"
#include "build_info.hpp"
#include "catalogue/terms.hpp"
#include "git_state.hpp"
#include "measure/implementations.hpp"

namespace tilebridge::kokkos {
namespace {

class ExportedModel {
 public:
  static ExportedModel& instance() {
    static ExportedModel model;
    return model;
  }

  tilebridge_model interface() const {
    tilebridge_model c = {};
    c.version = TILEBRIDGE_MODEL_VERSION;
    c.build = build_.c_str();
    c.kokkos = version_.c_str();
    c.spaces = spaces_.c_str();
    c.flags = build_info::kokkos_flags;
    c.open = open;
    c.kernels = kernels;
    c.kernel = kernel;
    c.prepare = prepare;
    c.launch = launch;
    c.release = release;
    c.close = close;
    return c;
  }

 private:
  static int open(std::int32_t platform, std::int32_t device, char* error, std::size_t bytes) {
    return reported(error, bytes, [&] { instance().open_on(Platform(platform), device); });
  }
  void open_on(Platform platform, int device) {
    const bool on_host = platform == Platform::host;
    if (!on_host && !has_gpu()) throw UsageError("its Kokkos has no GPU: " + spaces_);
    session_.emplace(device);
    if (on_host)
      add_host(implementations_);
    else
      add_gpu(implementations_, [this] { return queue_; });
    entries_ = implementations_.entries();
  }

  static std::uint32_t kernels() { return static_cast<std::uint32_t>(instance().entries_.size()); }
  static tilebridge_kernel kernel(std::uint32_t index) {
    const auto& entry = instance().entries_.at(index);
    return {entry.key.c_str(), entry.arguments.name()};
  }

  static int prepare(std::uint32_t index, const void* arguments, void* queue, void** prepared,
                     char* error, std::size_t bytes) {
    try {
      *prepared = instance().prepared(index, arguments, queue);
      return TILEBRIDGE_PREPARED;
    } catch (const Unavailable& reason) {
      return write(error, bytes, reason.what()), TILEBRIDGE_UNAVAILABLE;
    } catch (const NoEquivalent& reason) {
      return write(error, bytes, reason.what()), TILEBRIDGE_NO_EQUIVALENT;
    } catch (const std::exception& reason) {
      return write(error, bytes, reason.what()), TILEBRIDGE_FAILED;
    } catch (...) {
      return write(error, bytes, no_exception), TILEBRIDGE_FAILED;
    }
  }
  measure::Launch* prepared(std::uint32_t index, const void* arguments, void* queue) {
    queue_ = queue;
    const auto& entry = entries_.at(index);
    // Only looked at until prepare() returns, which copies the struct.
    const std::shared_ptr<const void> borrowed(std::shared_ptr<const void>(), arguments);
    return new measure::Launch(
        implementations_.prepare(Model::kokkos, entry.key, {entry.arguments, borrowed}));
  }

  static int launch(void* prepared, char* error, std::size_t bytes) {
    return reported(error, bytes, [&] { (*static_cast<measure::Launch*>(prepared))(); });
  }
  static void release(void* prepared) { delete static_cast<measure::Launch*>(prepared); }
  static void close() {
    ExportedModel& self = instance();
    self.implementations_ = {};  // holds execution spaces
    self.session_.reset();
  }

  static void write(char* error, std::size_t bytes, const char* text) {
    std::snprintf(error, bytes, "%s", text);
  }

  /// 0, or 1 and what `body` threw.
  template <class Body>
  static int reported(char* error, std::size_t bytes, const Body& body) try {
    body();
    return 0;
  } catch (const std::exception& reason) {
    write(error, bytes, reason.what());
    return 1;
  } catch (...) {
    write(error, bytes, no_exception);
    return 1;
  }

  static constexpr const char* no_exception = "it threw something that is no std::exception";

  std::string build_ = std::string(build_info::version) + " " + shared_headers;
  std::string version_ = version();
  std::string spaces_ = spaces();
  std::optional<Session> session_;
  measure::Implementations implementations_;
  std::vector<measure::Implementations::Entry> entries_;
  void* queue_ = nullptr;  // of what is prepared now
};

}  // namespace
}  // namespace tilebridge::kokkos

__attribute__((visibility("default"))) const tilebridge_model* tilebridge_export_model() {
  static const tilebridge_model model = tilebridge::kokkos::ExportedModel::instance().interface();
  return &model;
}
