#!/usr/bin/env bash
# Runs two commits of my_kernel on this machine, and says whether the checked-out one is slower:
#
#   my_kernel/gate.sh BASE [options of tilebridge run]
#   my_kernel/gate.sh origin/main --set n=16Mi --set n=64Mi --platform cuda --budget 2
#
# It builds both, runs base, head and base again, and compares how fast each model is relative to the
# first. CMake finds tilebridge by PATH, and builds with Ninja where that is found; CMAKE_OPTIONS are
# options for CMake (-DKokkos_ROOT=…), COMPARE_OPTIONS for `tilebridge compare` (--strict). MAX_SLOWDOWN (2%) is what a
# model may lose of METRIC: the ratio, or the time, which sees a slower first model too.
#
# In my_kernel/build/gate are compare.md, which says how it ended, for comment.sh; compare.txt, which
# has all; line.txt, compare.xml (JUnit), report.html and the result files. Exits with 1 where a model
# is slower or wrong, with 4 where it could not tell, with 7 where a commit cannot be built, else as
# the first command that failed: 5 where there is no GPU.
set -euo pipefail
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE # git sets them for hooks
[ -n "${CMAKE_GENERATOR:-}" ] || ! command -v ninja >/dev/null || export CMAKE_GENERATOR=Ninja
[ $# -ge 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
base=$1
shift
cd "$(dirname "$0")"
pair=$(git rev-parse --show-prefix) # where it is in the repository, "" or with a slash at its end
cd "$(git rev-parse --show-toplevel)"
git rev-parse --verify --quiet "$base^{commit}" >/dev/null || {
  echo "$base is no commit of this repository; fetch it, or all (fetch-depth: 0)" >&2
  exit 2
}
out=$PWD/${pair}build/gate
work=$(mktemp -d)
trap 'git worktree remove --force "$work/tree" 2>/dev/null || true; rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"

stop() { # STATUS TITLE [LOG]: the gate ends without a comparison
  printf '### %s (status %s)\n\n' "$2" "$1" >"$out/compare.md"
  [ -z "${3:-}" ] || tail -n 40 "$3" | cut -c 1-300 | sed 's/^/    /' >>"$out/compare.md"
  echo "$2" >&2
  exit "$1"
}
build() { # FOLDER BUILD COMMIT
  read -ra more <<<"${CMAKE_OPTIONS:-}"
  { cmake -S "$1" -B "$2" "${more[@]}" && cmake --build "$2" --parallel 4; } 2>&1 | tee "$work/log" ||
    stop 7 "Cannot be built: ${2##*/} \`$(git log -1 --format='%h (%s)' "$3" | tr -d '`')\`" "$work/log"
}
run() { # BUILD RESULT [options]; an invalid result (3) is for compare to judge
  status=0
  tilebridge run "$work/$1/my_kernel.so" "${@:3}" -o "$out/$2.json" || status=$?
  case $status in
  0 | 3) ;;
  5) stop 5 "No GPU: tilebridge found none, or none that it can use" ;;
  *) stop "$status" "Not measured: tilebridge run failed" ;;
  esac
}
build "./$pair" "$work/head" HEAD
if ! git cat-file -e "$base:${pair}CMakeLists.txt" 2>/dev/null; then
  run head head "$@"
  echo "$base has no my_kernel, with which to compare it"
  tilebridge report "$out/head.json" --line | tee "$out/line.txt" || true # it may have no ratio
  title="Nothing to compare: the base has no my_kernel"
  [ "$status" -eq 0 ] || title="Wrong results, and the base has no my_kernel"
  printf '### %s (status %s)\n\n%s\n' "$title" "$status" "$(cat "$out/line.txt")" >"$out/compare.md"
  exit "$status"
fi
git worktree add --quiet --detach "$work/tree" "$base"
git -C "$work/tree" submodule --quiet update --init --recursive
build "$work/tree/$pair" "$work/base" "$base"
run base base "$@"
run head head "$@"
run base again "$@"

read -ra more <<<"${COMPARE_OPTIONS:-}"
compare() {
  tilebridge compare "$out/base.json" "$out/head.json" --again "$out/again.json" \
    --metric "${METRIC:-ratio}" --max-slowdown "${MAX_SLOWDOWN:-2%}" "${more[@]}" "$@"
}
tilebridge report "$out/head.json" -o "$out/report.html"
status=0
compare -o "$out/compare.txt" 2>"$work/log" || status=$?
cat "$work/log" >&2
case $status in
0 | 1 | 4) ;;
*) stop "$status" "Not compared: tilebridge compare failed" "$work/log" ;;
esac
compare --format markdown -o "$out/compare.md" >/dev/null 2>&1 || true
compare --format junit -o "$out/compare.xml" >/dev/null 2>&1 || true
[ -z "${GITHUB_ACTIONS:-}" ] || compare --format github --source "${pair}pair.cpp" || true
compare --line | tee "$out/line.txt"
