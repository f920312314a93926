#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# racecheck.sh <backend tests>: compute-sanitizer finds the barrier that a kernel forgets, and nothing
# where it stands. Exits with 77 where there is no compute-sanitizer or no GPU.
found=9

racecheck() {
  compute-sanitizer --tool racecheck --error-exitcode "$found" "$@"
}

if ! command -v compute-sanitizer > /dev/null; then
  echo "skipped: no compute-sanitizer"
  exit 77
fi

"$(dirname "$0")/../skip_unless_startable.sh" "$1" --gtest_filter='*ForgottenBarrier_cuda.*'
status=$?
if [ "$status" -ne 0 ]; then
  exit "$status"
fi

racecheck "$1" --gtest_filter='*ForgottenBarrier_cuda.IsNotFoundWhereItStands/*'
status=$?
if [ "$status" -ne 0 ]; then
  exit "$status"
fi

racecheck "$1" --gtest_filter='*ForgottenBarrier_cuda.IsFoundByValidation/*'
status=$?
if [ "$status" -ne "$found" ]; then
  echo "the forgotten barrier was not found: exit status $status"
  exit 1
fi
