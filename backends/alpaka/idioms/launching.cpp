// SPDX-License-Identifier: Apache-2.0
// Small kernels, one launch after another; the variants differ in what a launch brings along.
#include "catalogue/idioms/launching.hpp"

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::launching_experiment {
namespace {

using Word = std::uint32_t;
constexpr std::uint32_t block_size = SmallKernels::block_size;

/// Kernel k copies the first of these to the second.
template <class Queue>
auto input_of(const SmallKernels& s, int k, const Queue& queue) {
  return makeView(queue, s.in + static_cast<std::size_t>(k) * s.words,
                  Vec{static_cast<std::uint32_t>(s.words)});
}
template <class Queue>
auto output_of(const SmallKernels& s, int k, const Queue& queue) {
  return makeView(queue, s.out + static_cast<std::size_t>(k) * s.words,
                  Vec{static_cast<std::uint32_t>(s.words)});
}

struct Copy {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[i];
  }
};

/// The frame has one thread.
template <class Queue>
void copy_word(const SmallKernels& s, int k, const Queue& queue) {
  queue.enqueue(onHost::FrameSpec{Vec{1U}, Vec{1U}}, Copy{}, output_of(s, k, queue),
                input_of(s, k, queue));
}

template <class Queue>
void range(const SmallKernels& s, const Queue& queue) {
  for (int k = 0; k < s.kernels; ++k) copy_word(s, k, queue);
}

template <class Queue>
void team(const SmallKernels& s, const Queue& queue) {
  for (int k = 0; k < s.kernels; ++k)
    queue.enqueue(onHost::FrameSpec{Vec{1U}, CVec<std::uint32_t, block_size>{}}, Copy{},
                  output_of(s, k, queue), input_of(s, k, queue));
}

struct PassRound {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                concepts::CVector auto frame) const {
    auto words = onAcc::declareSharedMdArray<Word, uniqueId()>(acc, frame);
    for (auto t : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame}))
      words[t] = in[t];
    onAcc::syncBlockThreads(acc);
    for (auto [t] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame}))
      out[t] = words[SmallKernels::other(t)];
  }
};

template <class Queue>
void team_scratch(const SmallKernels& s, const Queue& queue) {
  const CVec<std::uint32_t, block_size> frame;
  for (int k = 0; k < s.kernels; ++k)
    queue.enqueue(onHost::FrameSpec{Vec{1U}, frame}, PassRound{}, output_of(s, k, queue),
                  input_of(s, k, queue), frame);
}

/// All factors are members of the kernel.
template <int count>
struct Scale {
  Factors<count> factors;

  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in, int k) const {
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[i] * factors.values[k % count];
  }
};

template <int count, class Queue>
void functor(const KernelsWithFactors<count>& s, const Queue& queue) {
  const Scale<count> scale{s.factors};
  for (int k = 0; k < s.kernels.kernels; ++k)
    queue.enqueue(onHost::FrameSpec{Vec{1U}, CVec<std::uint32_t, block_size>{}}, scale,
                  output_of(s.kernels, k, queue), input_of(s.kernels, k, queue), k);
}

template <class Queue>
void fence(const SmallKernels& s, const Queue& queue) {
  for (int k = 0; k < s.kernels; ++k) {
    copy_word(s, k, queue);
    onHost::wait(queue);
  }
}

struct CopyByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, SmallKernels s, int k) const {
    const std::size_t i = std::size_t(k) * s.words + acc[layer::thread].idx().x();
    s.out[i] = s.in[i];
  }
};

template <class Queue>
void copy_by_index(const SmallKernels& s, int k, const Queue& queue) {
  queue.enqueue(onHost::ThreadSpec{Vec{1U}, Vec{static_cast<std::uint32_t>(s.words)}},
                CopyByIndex{}, s, k);
}

template <class Queue>
void copies_by_index(const SmallKernels& s, const Queue& queue) {
  for (int k = 0; k < s.kernels; ++k) copy_by_index(s, k, queue);
}

struct PassRoundByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, SmallKernels s, int k) const {
    auto words =
        onAcc::declareSharedMdArray<Word, uniqueId()>(acc, CVec<std::uint32_t, block_size>{});
    const std::uint32_t thread = acc[layer::thread].idx().x();
    const std::size_t i = std::size_t(k) * block_size + thread;
    words[thread] = s.in[i];
    onAcc::syncBlockThreads(acc);
    s.out[i] = words[SmallKernels::other(thread)];
  }
};

template <class Queue>
void team_scratch_by_index(const SmallKernels& s, const Queue& queue) {
  for (int k = 0; k < s.kernels; ++k)
    queue.enqueue(onHost::ThreadSpec{Vec{1U}, CVec<std::uint32_t, block_size>{}},
                  PassRoundByIndex{}, s, k);
}

/// The factors are a part of the kernel's argument.
struct ScaleByIndex {
  template <int count>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc,
                                const KernelsWithFactors<count>& s, int k) const {
    const std::size_t i = std::size_t(k) * block_size + acc[layer::thread].idx().x();
    s.kernels.out[i] = s.kernels.in[i] * s.factors.values[k % count];
  }
};

template <int count, class Queue>
void functor_by_index(const KernelsWithFactors<count>& s, const Queue& queue) {
  for (int k = 0; k < s.kernels.kernels; ++k)
    queue.enqueue(onHost::ThreadSpec{Vec{1U}, CVec<std::uint32_t, block_size>{}}, ScaleByIndex{}, s,
                  k);
}

template <class Queue>
void fence_by_index(const SmallKernels& s, const Queue& queue) {
  for (int k = 0; k < s.kernels; ++k) {
    copy_by_index(s, k, queue);
    onHost::wait(queue);
  }
}

}  // namespace

template <class Queue>
void register_kernels([[maybe_unused]] AlpakaKernels<Queue>& alpaka) {
  if constexpr (!is_host<Queue>) {  // a host's launch is a call
    const auto by_index = alpaka.in(Form::indices);
    alpaka.add("launching/range", range<Queue>);
    alpaka.add("launching/graph", range<Queue>);
    alpaka.add("launching/team", team<Queue>);
    alpaka.add("launching/team_scratch", team_scratch<Queue>);
    alpaka.add("launching/functor_64", functor<factors_64, Queue>);
    alpaka.add("launching/functor_256", functor<factors_256, Queue>);
    alpaka.add("launching/functor_1k", functor<factors_1k, Queue>);
    alpaka.add("launching/functor_4k", functor<factors_4k, Queue>);
    alpaka.add("launching/fence", fence<Queue>);
    by_index.add("launching/range", copies_by_index<Queue>);
    by_index.add("launching/team", copies_by_index<Queue>);
    by_index.add("launching/team_scratch", team_scratch_by_index<Queue>);
    by_index.add("launching/functor_64", functor_by_index<factors_64, Queue>);
    by_index.add("launching/functor_256", functor_by_index<factors_256, Queue>);
    by_index.add("launching/functor_1k", functor_by_index<factors_1k, Queue>);
    by_index.add("launching/functor_4k", functor_by_index<factors_4k, Queue>);
    by_index.add("launching/fence", fence_by_index<Queue>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::launching_experiment
