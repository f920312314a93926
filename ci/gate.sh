#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds two commits, runs both on this machine in turn and compares them:
#
#   ci/gate.sh PRESET BASE [options of tilebridge run]
#   ci/gate.sh cuda-sm_90 origin/main --preset standard
#
# The head is the checked-out commit. The base runs before and after it, so that a difference
# between these two runs does not count as a change. The results are in gate/: base.json, head.json,
# again.json, compare.md, which says how it ended, compare.txt, which has all, compare.xml (JUnit) and
# report.html. Exits with 1 where the head is slower than MAX_SLOWDOWN allows (2%, as all runs are of
# one job on one GPU), with 4 where it could not tell, with 7 where a commit cannot be built, else as
# the first command that failed: 5 where there is no GPU. COMPARE_OPTIONS are further options of
# `tilebridge compare`: --allow-missing where an experiment was taken away.
set -euo pipefail
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE # git sets them for hooks
[ $# -ge 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
preset=$1 base=$2
shift 2
out=$PWD/gate
rm -rf "$out"
mkdir "$out"
base_tree=$(mktemp -d)/base
trap 'git worktree remove --force "$base_tree" || true' EXIT
git worktree add --quiet --detach "$base_tree" "$base"

stop() { # STATUS TITLE: the gate ends without a comparison
  printf '### %s (status %s)\n' "$2" "$1" >"$out/compare.md"
  echo "$2" >&2
  exit "$1"
}
build() { # TREE COMMIT
  { cmake -S "$1" --preset "$preset" -B "$1/build/$preset" -DTILEBRIDGE_TESTS=OFF &&
    cmake --build "$1/build/$preset" --target tilebridge tilebridge-run; } ||
    stop 7 "Cannot be built: \`$(git log -1 --format='%h (%s)' "$2" | tr -d '`')\`"
}
run() { # PROGRAM RESULT [options]
  local status=0
  "$1" run "${@:3}" -o "$out/$2.json" || status=$?
  case $status in
  0) ;;
  3) stop 3 "Wrong results: $2" ;;
  5) stop 5 "No GPU: tilebridge found none, or none that it can use" ;;
  *) stop "$status" "Not measured: tilebridge run failed" ;;
  esac
}
build "$base_tree" "$base"
build . HEAD
tilebridge=build/$preset/bin/tilebridge
run "$base_tree/$tilebridge" base "$@"
run "$tilebridge" head "$@"
run "$base_tree/$tilebridge" again "$@"

"$tilebridge" report "$out/head.json" -o "$out/report.html"
read -ra more <<<"${COMPARE_OPTIONS:-}"
compare() {
  "$tilebridge" compare "$out/base.json" "$out/head.json" --again "$out/again.json" "${more[@]}" \
    --max-slowdown "${MAX_SLOWDOWN:-2%}" --format "$1" -o "$out/$2"
}
status=0
compare text compare.txt || status=$?
case $status in
0 | 1 | 4) ;;
*) stop "$status" "Not compared: tilebridge compare failed" ;;
esac
compare markdown compare.md >/dev/null || true
compare junit compare.xml >/dev/null || true
exit "$status"
