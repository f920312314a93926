// [native]
/// The highest point to the left of a point, kept point after point.
__device__ std::int32_t& left_of(const Arguments& a, int section, int point) {
  return a.left[std::int64_t{point} * a.sections + section];
}
/// The highest point to its right; here the point is the first index.
__device__ std::int32_t& right_of(const Arguments& a, int point, int section) {
  return a.right[std::int64_t{point} * a.sections + section];
}

/// One section per thread, from left to right and back.
__global__ void there_and_back(Arguments a) {
  const int section = blockIdx.x * blockDim.x + threadIdx.x;
  if (section >= a.sections) return;
  std::int32_t highest = 0;
  for (int p = 0; p < a.points; ++p) {
    const std::int32_t height = a.height[std::int64_t{p} * a.sections + section];
    highest = height > highest ? height : highest;
    left_of(a, section, p) = highest;
  }
  highest = 0;
  for (int p = a.points - 1; p >= 0; --p) {
    const std::int32_t height = a.height[std::int64_t{p} * a.sections + section];
    highest = height > highest ? height : highest;
    right_of(a, p, section) = highest;
  }
  for (int p = 0; p < a.points; ++p) {
    const std::int32_t of_left = left_of(a, section, p), of_right = right_of(a, p, section);
    const std::int64_t i = std::int64_t{p} * a.sections + section;
    a.water[i] = (of_left < of_right ? of_left : of_right) - a.height[i];
  }
}

void reference(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  tilebridge::launch(queue, tilebridge::covering(a.sections, threads), threads, there_and_back, a);
}
// [/]
