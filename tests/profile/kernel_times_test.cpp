// SPDX-License-Identifier: Apache-2.0
#include "profile/kernel_times.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/files.hpp"

namespace tilebridge::profile {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

/// The columns of nsys 2025 with --report cuda_gpu_trace.
constexpr const char* trace =
    "Processing [app.sqlite] with [cuda_gpu_trace.py]...\n"
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem "
    "(MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"
    "100,2000,1,,,,,,,,,,4.0,20.0,Pageable,Device,NVIDIA H200 (0),1,,7,[CUDA memcpy HtoD]\n"
    "200,3000,2,10,2,1,256,1,1,32,0.0,0.0,,,,,NVIDIA H200 (0),1,,7,\"void "
    "heat::step<float>(const T1 *, T1 *, int)\"\n"
    "300,5000,3,10,2,1,256,1,1,32,0.0,0.0,,,,,NVIDIA H200 (0),1,,7,\"void "
    "heat::step<float>(const T1 *, T1 *, int)\"\n"
    "400,9000,4,4,1,1,128,1,1,32,0.0,0.0,,,,,NVIDIA H200 (0),1,,7,sum(float *)\n";

TEST(KernelTimes, OfLaunchesAreAddedUp) {
  const std::vector<KernelTime> times = read_kernel_times(trace);
  ASSERT_THAT(times, SizeIs(2)) << "a copy is no kernel";
  EXPECT_EQ(times[0].name(), "sum");
  EXPECT_EQ(times[1].name(), "step");
  EXPECT_THAT(times[1].seconds, DoubleNear(8e-6, 1e-15));
  EXPECT_EQ(times[1].launches, 2);
  EXPECT_EQ(times[1].threads, 2 * 10 * 2 * 256);
}

TEST(KernelTimes, OfASumHaveNoThreads) {
  const std::vector<KernelTime> times = read_kernel_times(
      "Time (%),Total Time (us),Instances,Avg (us),Name\n"
      "60.0,1200.5,3,400.2,\"a(int)\"\n40.0,2400,8,300,b\n");
  ASSERT_THAT(times, SizeIs(2));
  EXPECT_EQ(times[0].kernel, "b");
  EXPECT_THAT(times[1].seconds, DoubleNear(1200.5e-6, 1e-12));
  EXPECT_EQ(times[1].launches, 3);
  EXPECT_EQ(times[1].threads, 0);
}

TEST(KernelTimes, OfNsightComputeAreThoseOfItsCounters) {
  const std::vector<KernelTime> times =
      read_kernel_times(read_text(TILEBRIDGE_TEST_DATA "/ncu.log"));
  EXPECT_GT(times.size(), 1U);
  for (const KernelTime& time : times) {
    EXPECT_GT(time.seconds, 0) << time.kernel;
    EXPECT_GT(time.threads, 0) << time.kernel;
  }
}

TEST(KernelTimes, AKernelIsCalledByItsOwnName) {
  for (const auto& [kernel, name] :
       {std::pair("void ns::a<ns::b<int>, (bool)1>(const float *, int)", "a"), std::pair("c", "c"),
        std::pair("d(float *)", "d"), std::pair("(anonymous namespace)::e(int)", "e"),
        std::pair("float const* ns::f<4>(void (*)(int))", "f"),
        std::pair("void k<f(int, float*)::{lambda(int)#1}>(int, f(int, float*)::{lambda(int)#1})",
                  "f lambda(1) 1"),
        std::pair("void k<256, ns::S<double>::copy(int) const::[lambda(int, std::pair<int, int>) "
                  "(instance 12)]>(int, T2)",
                  "copy lambda(2) 12"),
        std::pair("void k<W<g()::{lambda()#3}, 4>>(W<g()::{lambda()#3}, 4>)", "g lambda(0) 3"),
        std::pair("lambda(", "lambda"), std::pair("k<lambda(1", "k")})
    EXPECT_EQ(KernelTime{kernel}.name(), name);
}

TEST(KernelTime, RealIsWhatParametersPointTo) {
  for (const auto& [kernel, real] :
       {std::pair("void triad<256>(double*, double const*, double *, double)", "double"),
        std::pair("ns::k(const float *, int*, int, double)", "float"),
        std::pair("k(float*, double*)", ""), std::pair("k(int*, double)", ""),
        std::pair("(anonymous namespace)::k(__half*)", "half"),
        std::pair("k(__nv_bfloat16*, __nv_bfloat16*, float*)", "bfloat16"),
        std::pair("void a<float>::step<double, 3>(T1 *, int)", "double"),
        std::pair("step<float>", "float"), std::pair("k(Atom*, doublet*)", ""),
        std::pair("k(const double2 *, int4*)", "double"), std::pair("k(__half2*)", "half"),
        std::pair("", ""), std::pair("void k<step(float*)::{lambda(int)#2}>(T1)", "float"),
        std::pair("void k<Stream<double>::copy()::[lambda(long) (instance 1)]>(long, T1)",
                  "double"),
        std::pair("void k<g()::{lambda()#3}, 4>(double*)", "")})
    EXPECT_EQ(KernelTime{kernel}.real(), real) << kernel;
}

TEST(KernelTimes, RefuseWhatTheyCannotRead) {
  for (const auto& [text, message] :
       {std::pair("", "it is no table of kernels' times; write one with nsys stats"),
        std::pair("Name,Size\na,3\n", "it is no table of kernels' times"),
        std::pair("Duration (ns),Name\n", "it has no kernel with a time"),
        std::pair("Duration (ns),Name\n1.000.000,a\n",
                  "line 2, Duration (ns): '1.000.000' is no "
                  "number; write the table again"),
        std::pair("Duration (days),Name\n1,a\n", "it is no table")})
    EXPECT_THAT([&] { read_kernel_times(text); }, ThrowsMessage<UsageError>(HasSubstr(message)));
}

}  // namespace
}  // namespace tilebridge::profile
