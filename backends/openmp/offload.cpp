// SPDX-License-Identifier: Apache-2.0
// Four functions of LLVM's interface between a program and its offloading runtime, in the layout of
// LLVM 17 to 19 (third version of the kernel's arguments; offload/include/Shared/APITypes.h and
// Environment.h there).
#include "backends/openmp/offload.hpp"

#include <omp.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "backends/openmp/device.hpp"

namespace tilebridge::openmp {
namespace {

/// A function that a target region became, on the host and by name on a device.
struct Entry {
  const void* host;
  const char* name;
  std::size_t size;
  std::int32_t flags, reserved;
};

struct Image {
  const char* begin;
  const char* end;
  const Entry *first_entry, *last_entry;
};

struct Binary {
  std::int32_t images;
  const Image* first_image;
  const Entry *first_entry, *last_entry;
};

struct KernelArguments {
  std::uint32_t version, count;
  void** bases;
  void** values;
  std::int64_t* sizes;
  std::int64_t* types;
  void** names;
  void** mappers;
  std::uint64_t trip_count;  // of the loops; 0 if it is not known
  std::uint64_t flags;
  std::uint32_t teams[3];
  std::uint32_t threads[3];
  std::uint32_t shared_bytes;
};
constexpr std::uint32_t known_version = 3;

/// Kinds of arguments, in `types`.
constexpr std::int64_t to_device = 0x01;
constexpr std::int64_t from_device = 0x02;
constexpr std::int64_t is_parameter = 0x20;
constexpr std::int64_t is_private = 0x80;

/// What the compiler says of a kernel in the variable <kernel>_kernel_environment; a bare kernel,
/// which begins without the runtime, has none.
struct KernelEnvironment {
  std::uint8_t uses_generic_state_machine, may_nest, mode;
  std::int32_t least_threads, most_threads, least_teams, most_teams;
  std::int32_t reduction_bytes, reduction_teams;
};
constexpr std::uint8_t generic = 1;  // a thread starts parallel regions, which workers wait for
constexpr std::uint8_t spmd = 2;     // every thread runs the region

/// The first argument of every kernel; read by reductions over teams alone.
struct LaunchEnvironment {
  std::uint32_t count = 0, iterations = 0;
  void* buffer = nullptr;
};

/// The number of teams of a region without `teams`.
constexpr std::uint32_t no_teams = ~0U;

// libomptarget's defaults for NVIDIA's GPUs: the numbers of teams and threads of a region that
// names none.
constexpr std::uint64_t default_teams = 3200;
constexpr std::uint32_t default_threads = 128;
constexpr std::uint32_t least_threads = 32;

struct Kernel {
  DeviceFunction function;
  KernelEnvironment environment = {};
  void* launch_environment = nullptr;  // on the device; for reductions
};

/// The device code of one link: an image for each architecture, by ascending architecture.
class Code {
 public:
  explicit Code(std::span<const Image> images) {
    for (const Image& image : images) images_.emplace_back(image.begin, image.end - image.begin);
  }
  /// Throws std::runtime_error.
  Kernel load(const std::string& name) {
    const DeviceModule& code = module();
    const std::string environment = name + "_kernel_environment";
    Kernel kernel = {.function = code.function(name)};
    if (image_.find(environment) == std::string_view::npos) return kernel;
    code.read(environment, &kernel.environment, sizeof kernel.environment);
    const KernelEnvironment& e = kernel.environment;
    if (e.reduction_bytes > 0) {
      LaunchEnvironment launch;
      launch.buffer = allocate(std::size_t(e.reduction_bytes) * std::size_t(e.reduction_teams));
      kernel.launch_environment = allocate(sizeof launch);
      copy_to_device(kernel.launch_environment, &launch, sizeof launch);
    }
    return kernel;
  }

 private:
  /// Returns the image for this GPU: the driver refuses the others.
  const DeviceModule& module() {
    for (auto image = images_.rbegin(); !module_; ++image) {
      if (image == images_.rend()) throw std::runtime_error("there is no OpenMP code for this GPU");
      module_ = DeviceModule::loaded(image->data());
      image_ = *image;
    }
    return *module_;
  }

  std::vector<std::string_view> images_;
  std::string_view image_;  // which became the module
  std::optional<DeviceModule> module_;
};

class Program {
 public:
  void add(const Binary& binary) {
    Code& code = codes_.emplace_back(std::span(binary.first_image, std::size_t(binary.images)));
    for (const Entry& entry : std::span(binary.first_entry, binary.last_entry))
      regions_[entry.host] = {&code, entry.name};
  }
  /// Throws std::runtime_error.
  Kernel& kernel(const void* host) {
    if (const auto known = kernels_.find(host); known != kernels_.end()) return known->second;
    const Region& region = regions_.at(host);
    return kernels_.emplace(host, region.code->load(region.name)).first->second;
  }

 private:
  struct Region {
    Code* code;
    std::string name;
  };
  std::deque<Code> codes_;  // a deque, which moves none of them
  std::map<const void*, Region> regions_;
  std::map<const void*, Kernel> kernels_;
};

/// It is filled before main(), and outlives what static objects still launch.
Program& program() {
  static auto& program = *new Program;
  return program;
}

thread_local Queue current;
thread_local std::string failure;

struct Shape {
  std::uint64_t teams;
  std::uint32_t threads;
};

/// The teams and threads that libomptarget launches (GenericKernelTy::getNumBlocks).
Shape shape_of(const KernelArguments& a, const Kernel& kernel) {
  const bool is_generic = kernel.environment.mode == generic;
  const std::uint32_t limit = a.threads[0];
  std::uint32_t threads = limit == 0 ? default_threads : limit + (is_generic ? warp_size() : 0);
  threads = std::min(threads, kernel.function.most_threads());
  if (a.teams[0] == no_teams) return {1, threads};
  if (a.teams[0] > 0) return {a.teams[0], threads};
  if (a.trip_count == 0) return {default_teams, threads};
  if (kernel.environment.mode != spmd) return {std::min(a.trip_count, default_teams), threads};
  if (limit == 0 && a.trip_count < default_teams * threads) {
    const std::uint64_t each = (a.trip_count + default_teams - 1) / default_teams;
    const auto fewer = static_cast<std::uint32_t>(std::bit_ceil(each));
    threads = std::min(threads, std::max(fewer, least_threads));
  }
  return {std::min((a.trip_count - 1) / threads + 1, default_teams), threads};
}

void check(const KernelArguments& a) {
  if (a.version != known_version)
    throw std::runtime_error("the compiler's OpenMP is of another version than LLVM 17 to 19");
  for (std::uint32_t i = 0; i < a.count; ++i)
    if ((a.types[i] & (to_device | from_device | is_private)) != 0 ||
        (a.types[i] & is_parameter) == 0)
      throw std::runtime_error("a target region maps memory of the host");
}

void launch(const void* host, const KernelArguments& a) {
  check(a);
  Kernel& kernel = program().kernel(host);
  if (kernel.launch_environment != nullptr)
    clear(kernel.launch_environment, offsetof(LaunchEnvironment, buffer), current.stream);
  std::vector<void*> values(a.bases, a.bases + a.count);
  std::vector<void*> addresses = {&kernel.launch_environment};
  for (void*& value : values) addresses.push_back(&value);
  const Shape shape = shape_of(a, kernel);
  kernel.function.launch(shape.teams, shape.threads, a.shared_bytes, current.stream,
                         addresses.data());
}

}  // namespace

void run_on(Queue queue, const std::function<void()>& regions) {
  current = queue;
  failure.clear();
  regions();
  if (!failure.empty()) throw std::runtime_error(failure);
}

int resident_teams(int threads, Queue queue) {
  return queue.on_host ? omp_get_max_threads() : resident_threads() / threads;
}

std::shared_ptr<void> allocate_workspace(std::size_t bytes, Queue queue) {
  if (queue.on_host) return std::make_shared<std::byte[]>(bytes);
  return {allocate(bytes), release};
}

}  // namespace tilebridge::openmp

// Calls of these are what the compiler makes of target regions. Nothing thrown may pass through the
// code that it made.
extern "C" {

void __tgt_register_lib(tilebridge::openmp::Binary* binary) {
  tilebridge::openmp::program().add(*binary);
}
void __tgt_unregister_lib(tilebridge::openmp::Binary*) {}

/// Returns 0 if the region was launched; then the host does not run it.
int __tgt_target_kernel(void* /*place*/, std::int64_t /*device*/, std::int32_t /*teams*/,
                        std::int32_t /*threads*/, const void* host,
                        tilebridge::openmp::KernelArguments* arguments) {
  using namespace tilebridge::openmp;
  if (current.on_host) return 1;
  if (!failure.empty()) return 0;
  try {
    launch(host, *arguments);
  } catch (const std::exception& error) {
    failure = error.what();
  }
  return 0;
}
}
