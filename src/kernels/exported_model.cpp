// SPDX-License-Identifier: Apache-2.0
#include "kernels/exported_model.hpp"

#include <cstdio>
#include <exception>
#include <map>
#include <span>
#include <string_view>
#include <typeinfo>
#include <utility>

#include "base/error.hpp"

namespace tilebridge::kernels {
namespace {

/// TILEBRIDGE_PREPARED, which is 0, or what `body` threw: its kind, and its reason in `error`.
template <class Body>
int reported(char* error, std::size_t bytes, const Body& body) {
  const auto failed = [&](int kind, const char* reason) {
    std::snprintf(error, bytes, "%s", reason);
    return kind;
  };
  try {
    body();
    return TILEBRIDGE_PREPARED;
  } catch (const Unavailable& reason) {
    return failed(TILEBRIDGE_UNAVAILABLE, reason.what());
  } catch (const NoEquivalent& reason) {
    return failed(TILEBRIDGE_NO_EQUIVALENT, reason.what());
  } catch (const std::exception& reason) {
    return failed(TILEBRIDGE_FAILED, reason.what());
  } catch (...) {
    return failed(TILEBRIDGE_FAILED, "it threw something that is no std::exception");
  }
}

/// The kernels of a platform.
class Opened final : public Registry {
 public:
  struct Kernel {
    std::string key;
    std::string_view form;  // "": the variant's own
    const std::type_info* arguments;
    Prepare prepare;
  };

  void add(const char* key, const Form* form, const std::type_info& type,
           Prepare prepare) override {
    kernels_.push_back({key, form != nullptr ? name_of(*form) : "", &type, std::move(prepare)});
  }
  void keep(Owned object) override { kept_.push_back(std::move(object)); }

  const std::vector<Kernel>& kernels() const { return kernels_; }

 private:
  std::vector<Owned> kept_;  // what the kernels use
  std::vector<Kernel> kernels_;
};

/// C functions have no object: there is one.
struct Exported {
  ModelContents* contents = nullptr;
  ModelContents::Description description;
  std::string configuration;
  std::map<std::int32_t, Opened> opened;  // by platform
  void* queue = nullptr;                  // of what is prepared now
  tilebridge_model interface = {};
};

Exported& self() {
  static Exported exported;
  return exported;
}

int start(std::int32_t device, char* error, std::size_t bytes) {
  return reported(error, bytes, [&] {
    self().contents->start(device);
    self().configuration = self().contents->configuration();
  });
}

std::uint32_t threads() { return static_cast<std::uint32_t>(self().contents->threads()); }

const char* configuration() { return self().configuration.c_str(); }

int open(std::int32_t platform, std::uint32_t threads, char* error, std::size_t bytes) {
  return reported(error, bytes, [&] {
    if (self().opened.contains(platform)) throw InternalError("a platform is opened twice");
    Opened opened;
    self().contents->add(Platform(platform), static_cast<int>(threads), opened,
                         [] { return self().queue; });
    self().opened.emplace(platform, std::move(opened));
  });
}

std::uint32_t kernels(std::int32_t platform) {
  return static_cast<std::uint32_t>(self().opened.at(platform).kernels().size());
}

tilebridge_kernel kernel(std::int32_t platform, std::uint32_t index) {
  const Opened::Kernel& kernel = self().opened.at(platform).kernels().at(index);
  return {kernel.key.c_str(), kernel.arguments->name(), kernel.form.data()};
}

LaunchShapes shapes_of(std::span<const tilebridge_launch_shape> launches) {
  LaunchShapes shapes;
  for (const auto& [grid, block, shared_bytes] : launches)
    shapes.push_back({{grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, shared_bytes});
  return shapes;
}

int prepare(std::int32_t platform, std::uint32_t index, const void* arguments, void* queue,
            const tilebridge_launch_shape* followed, std::uint32_t followed_count, void** prepared,
            char* error, std::size_t bytes) {
  return reported(error, bytes, [&] {
    self().queue = queue;
    const Prepare& prepare = self().opened.at(platform).kernels().at(index).prepare;
    *prepared = new PreparedLaunch(prepare(arguments, shapes_of({followed, followed_count})));
  });
}

int launch(void* prepared, char* error, std::size_t bytes) {
  return reported(error, bytes, [&] { (*static_cast<PreparedLaunch*>(prepared))(); });
}

void destroy(void* prepared) { delete static_cast<PreparedLaunch*>(prepared); }

void close(std::int32_t platform) { self().opened.erase(platform); }

void stop() { self().contents->stop(); }

std::uint32_t bits_of(const std::vector<Platform>& platforms) {
  std::uint32_t bits = 0;
  for (const Platform platform : platforms) bits |= 1U << static_cast<std::uint32_t>(platform);
  return bits;
}

}  // namespace

void throw_no_equivalent(const char* reason) { throw NoEquivalent(reason); }

const tilebridge_model* exported(ModelContents& contents) {
  if (self().contents != nullptr) return &self().interface;
  self().contents = &contents;
  self().description = contents.describe();
  const ModelContents::Description& d = self().description;
  self().interface = {TILEBRIDGE_MODEL_VERSION,
                      d.build.c_str(),
                      d.key.c_str(),
                      d.label.c_str(),
                      d.code.c_str(),
                      d.release.c_str(),
                      d.spaces.c_str(),
                      d.compiler.c_str(),
                      d.flags.c_str(),
                      d.architectures.c_str(),
                      bits_of(d.platforms),
                      start,
                      threads,
                      configuration,
                      open,
                      kernels,
                      kernel,
                      prepare,
                      launch,
                      destroy,
                      close,
                      stop};
  return &self().interface;
}

}  // namespace tilebridge::kernels
