// SPDX-License-Identifier: Apache-2.0
// A pair, y = x² + 1, with an honest model and one that cheats as TILEBRIDGE_TEST_CHEAT says. On a
// GPU it is compiled as CUDA.
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <tilebridge/pair.hpp>
#include <vector>

namespace {

using tilebridge::PairArray;
using tilebridge::PairCase;
using tilebridge::PairLaunch;
using tilebridge::PairPlatform;

struct Squares {
  const std::int32_t* x;
  std::int32_t* y;
  std::int64_t n;
};

std::string cheat() {
  const char* const asked = std::getenv("TILEBRIDGE_TEST_CHEAT");
  return asked == nullptr ? "" : asked;
}

#ifdef __CUDACC__

using Queue = cudaStream_t;

void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

__global__ void square(Squares s) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < s.n) s.y[i] = s.x[i] * s.x[i] + 1;
}

__global__ void change(std::int32_t* x) { x[1] ^= 1; }

__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) continue;
}

void compute(const Squares& s, Queue queue) {
  constexpr int threads = 256;
  const auto blocks = static_cast<unsigned>((s.n + threads - 1) / threads);
  if (blocks > 0) square<<<blocks, threads, 0, queue>>>(s);
}

void copy(void* to, const void* from, std::size_t bytes, Queue queue) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, queue));
}

/// A launch may look at memory while the queue waits: through another queue.
std::int32_t value_at(const std::int32_t* at) {
  static cudaStream_t looking = [] {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return stream;
  }();
  std::int32_t value = 0;
  check(cudaMemcpyAsync(&value, at, sizeof value, cudaMemcpyDefault, looking));
  check(cudaStreamSynchronize(looking));
  return value;
}

void change_input(const Squares& s, Queue queue) {
  change<<<1, 1, 0, queue>>>(const_cast<std::int32_t*>(s.x));
}

std::shared_ptr<std::int32_t> memory_for(std::int64_t n) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, n * sizeof(std::int32_t)));
  return {static_cast<std::int32_t*>(memory), [](std::int32_t* p) { cudaFree(p); }};
}

cudaStream_t another_stream() {
  static cudaStream_t stream = [] {
    cudaStream_t made;
    check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking));
    return made;
  }();
  return stream;
}

/// Leaves the queue to wait for nothing.
void compute_elsewhere(const Squares& s, Queue queue, bool waits_for_its_turn) {
  static cudaEvent_t turn = [] {
    cudaEvent_t event;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    return event;
  }();
  if (waits_for_its_turn) {
    check(cudaEventRecord(turn, queue));
    check(cudaStreamWaitEvent(another_stream(), turn));
    spin<<<1, 1, 0, another_stream()>>>(1'000'000);
  }
  compute(s, another_stream());
}

void keep_busy() { spin<<<1, 1, 0, another_stream()>>>(20'000'000); }

constexpr bool is_of_gpu = true;

#else

using Queue = void*;

void compute(const Squares& s, Queue) {
  for (std::int64_t i = 0; i < s.n; ++i) s.y[i] = s.x[i] * s.x[i] + 1;
}

void copy(void* to, const void* from, std::size_t bytes, Queue) { std::memcpy(to, from, bytes); }
std::int32_t value_at(const std::int32_t* at) { return *at; }
void change_input(const Squares& s, Queue) { const_cast<std::int32_t*>(s.x)[1] ^= 1; }

std::shared_ptr<std::int32_t> memory_for(std::int64_t n) {
  return {new std::int32_t[static_cast<std::size_t>(n)], std::default_delete<std::int32_t[]>()};
}

void compute_elsewhere(const Squares&, Queue, bool) { throw std::runtime_error("no GPU"); }
void keep_busy() { throw std::runtime_error("no GPU"); }

constexpr bool is_of_gpu = false;

#endif

std::array<std::int64_t, 4> probed(std::int64_t n) { return {0, n / 3, n / 2, n - 1}; }

/// A cheat's knowledge of earlier launches.
struct Memory {
  int launches = 0;
  std::shared_ptr<std::int32_t> outputs;
  std::vector<std::int32_t> probes;  // of the inputs
};

bool looks_right(const Squares& s) {
  for (const std::int64_t i : probed(s.n)) {
    const std::int32_t x = value_at(s.x + i);
    if (value_at(s.y + i) != x * x + 1) return false;
  }
  return true;
}

void remember(Memory& memory, const Squares& s, Queue queue) {
  memory.outputs = memory_for(s.n);
  copy(memory.outputs.get(), s.y, s.n * sizeof(std::int32_t), queue);
}

void recall(const Memory& memory, const Squares& s, Queue queue) {
  copy(s.y, memory.outputs.get(), s.n * sizeof(std::int32_t), queue);
}

std::vector<std::int32_t> probes_of(const Squares& s) {
  std::vector<std::int32_t> values;
  for (const std::int64_t i : probed(s.n)) values.push_back(value_at(s.x + i));
  return values;
}

void compute_later(const Squares& s, Queue queue) {
  std::thread([s, queue] {
    std::this_thread::sleep_for(std::chrono::microseconds(500));
    compute(s, queue);
  }).detach();
}

void cheat_once(const std::string& how, Memory& memory, const Squares& s, Queue queue) {
  const bool is_first = memory.launches++ == 0;
  Squares part = s;
  if (how == "skips what looks right") {
    if (!looks_right(s)) compute(s, queue);
  } else if (how == "computes once") {
    if (is_first) compute(s, queue);
  } else if (how == "computes every second time") {
    if (memory.launches % 2 == 1) compute(s, queue);
  } else if (how == "computes later") {
    compute_later(s, queue);
  } else if (how == "remembers its output") {
    if (is_first) compute(s, queue);
    is_first ? remember(memory, s, queue) : recall(memory, s, queue);
  } else if (how == "remembers by a few inputs") {
    const bool is_known = !is_first && memory.probes == probes_of(s);
    if (!is_known) compute(s, queue);
    is_known ? recall(memory, s, queue) : remember(memory, s, queue);
    memory.probes = probes_of(s);
  } else if (how == "changes its input") {
    compute(s, queue);
    if (!is_first) change_input(s, queue);
  } else if (how == "computes half") {
    if (!is_first) part.n = s.n / 2;
    compute(part, queue);
  } else if (how == "leaves the last") {
    if (!is_first) part.n = s.n - 1;
    compute(part, queue);
  } else if (how == "writes beyond") {
    part.n = s.n + 1;
    compute(part, queue);
  } else if (how == "copies from where its output was") {
    static std::map<std::int64_t, const std::int32_t*> old;
    const std::int32_t*& place = old[s.n];
    if (place == nullptr || place == s.y)
      compute(s, queue);
    else
      copy(s.y, place, s.n * sizeof(std::int32_t), queue);
    if (place == nullptr) place = s.y;
  } else if (how == "computes elsewhere") {
    compute_elsewhere(s, queue, true);
  } else if (how == "computes before its turn") {
    compute_elsewhere(s, queue, false);
  } else if (how == "keeps the device busy") {
    compute(s, queue);
    keep_busy();
  } else {
    compute(s, queue);
  }
}

class CheatingPair final : public tilebridge::Pair {
 public:
  std::string name() const override { return "cheating"; }
  std::string question() const override { return "Is a result what it seems?"; }
  std::vector<tilebridge::PairParameter> parameters() const override {
    return {{"n", "elements", 1 << 20, 2, 1 << 28}};
  }
  std::vector<PairArray> arrays(const std::int64_t* p) const override {
    const auto n = static_cast<std::size_t>(p[0]);
    return {PairArray::input<std::int32_t>("x", n, 1 << 14),
            PairArray::output<std::int32_t>("y", n)};
  }
  tilebridge_work work(const std::int64_t* p) const override {
    const double each = cheat() == "claims too much" ? 4e5 : 4;
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = each * n, .bytes_written = 4 * n, .flops = 0};
  }
  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    const auto* const x = c.array<const std::int32_t>(0);
    for (std::int64_t i = 0; i < c.parameters[0]; ++i) outputs[1][i] = x[i] * x[i] + 1;
  }

  std::vector<std::string> models() const override { return {"native", "cheat"}; }
  bool has(PairPlatform platform, const std::string&) const override {
    return (platform == PairPlatform::host) != is_of_gpu;
  }
  PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform,
                     void* queue) const override {
    const Squares squares = {c.array<const std::int32_t>(0), c.array<std::int32_t>(1),
                             c.parameters[0]};
    auto* const stream = static_cast<Queue>(queue);
    if (model == "native") return [=] { compute(squares, stream); };
    return [=, how = cheat(), memory = std::make_shared<Memory>()] {
      cheat_once(how, *memory, squares, stream);
    };
  }
};

}  // namespace

TILEBRIDGE_EXPORT_PAIR(CheatingPair)
