// [yours]
/// A thread computes four elements, and the first ones one more: those behind the last whole four.
__global__ void kernel(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  const std::int64_t fours = a.n / 4, rest = a.n % 4;
  if (i < fours) {
    const float4 x = reinterpret_cast<const float4*>(a.x)[i];
    reinterpret_cast<float4*>(a.y)[i] = make_float4(x.x / 2, x.y / 2, x.z / 2, x.w / 2);
  }
  if (i < rest) a.y[4 * fours + i] = a.x[4 * fours + i] / 2;
}

void yours(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  tilebridge::launch(queue, tilebridge::covering(a.n, 4 * threads), threads, kernel, a);
}
// [/]
