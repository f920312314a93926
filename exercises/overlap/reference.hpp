// [native]
/// One generator per thread.
__global__ void advance(std::int32_t* numbers, std::int64_t n, int steps) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < n) numbers[i] = advanced(numbers[i], steps);
}

/// What `later` is given from now on waits for what `earlier` has been given.
void order(cudaStream_t earlier, cudaStream_t later) {
  cudaEvent_t event = nullptr;
  check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  check(cudaEventRecord(event, earlier));
  check(cudaStreamWaitEvent(later, event, 0));
  check(cudaEventDestroy(event));  // it is kept until nothing waits for it
}

/// Each piece is copied in, advanced and copied back on the stream whose turn it is.
void reference(const Arguments& a, void* queue) {
  constexpr int threads = 256, pieces = 16;
  const auto begin_and_end = static_cast<cudaStream_t>(queue);
  for (int s = 0; s < Arguments::stream_count; ++s) order(begin_and_end, a.streams[s]);
  const std::int64_t length = tilebridge::covering(a.n, pieces);
  for (std::int64_t first = 0, piece = 0; first < a.n; first += length, ++piece) {
    const cudaStream_t stream = a.streams[piece % Arguments::stream_count];
    const std::int64_t count = first + length < a.n ? length : a.n - first;
    const std::size_t bytes = count * sizeof(std::int32_t);
    check(cudaMemcpyAsync(a.numbers + first, a.in + first, bytes, cudaMemcpyHostToDevice, stream));
    tilebridge::launch(stream, tilebridge::covering(count, threads), threads, advance,
                       a.numbers + first, count, a.steps);
    check(cudaMemcpyAsync(a.out + first, a.numbers + first, bytes, cudaMemcpyDeviceToHost, stream));
  }
  for (int s = 0; s < Arguments::stream_count; ++s) order(a.streams[s], begin_and_end);
}
// [/]
