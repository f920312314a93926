#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sanitize.sh <backend tests> [tool]...: every kernel in every model of the build, but those that race
# on purpose, at a small size, under these tools of compute-sanitizer (default: memcheck, racecheck,
# synccheck). JOBS of them share the GPU (default: 8). What they say is in sanitize/, a line for each
# on the terminal. Exits with another status than 0 if one found an error; a warning is none.
set -eu

if [ "$1" = --one ]; then
  log=sanitize/$3-$4.txt
  status=0
  compute-sanitizer --tool "$3" --error-exitcode 9 "$2" \
    --gtest_filter="*AtItsSizes.OneSmallSizeIsRight/cuda_$4" > "$log" 2>&1 || status=$?
  summary=$(grep -E '(ERROR|RACECHECK) SUMMARY' "$log" | tail -n 1)
  case $status$summary in
    77*) status=0 summary="skipped: $(grep -A1 'Skipped$' "$log" | tail -n 1)" ;;
    9*'(0 errors'*) status=0 ;;
  esac
  echo "$3 $4: status $status, $summary"
  exit "$status"
fi

program=$1
shift
[ $# -gt 0 ] || set -- memcheck racecheck synccheck
mkdir -p sanitize
experiments=$("$program" --gtest_list_tests --gtest_filter='*OneSmallSizeIsRight/cuda_*' |
  sed -n 's/^ *OneSmallSizeIsRight\/cuda_\([a-z0-9_]*\).*/\1/p')
for tool in "$@"; do
  for experiment in $experiments; do printf '%s\n' "$tool" "$experiment"; done
done | xargs -P "${JOBS:-8}" -n 2 "$0" --one "$program"
