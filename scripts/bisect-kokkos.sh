#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Finds the commit of Kokkos that made a kernel slower. In a clone of Kokkos:
#   git bisect start BAD GOOD
#   git bisect run TILEBRIDGE/scripts/bisect-kokkos.sh BIN GOOD EXPERIMENT[/VARIANT]... [OPTIONS]
# BIN is the folder of the programs of a tilebridge build, GOOD a tag or a hash, and the rest is what
# `tilebridge run` takes.
# Both Kokkos, the good commit's and the one checked out, are timed in the same rounds, and
# `tilebridge compare` decides. SLOWDOWN is what a kernel may lose (2%), FOLDER keeps objects, logs
# and results (BIN/../bisect). Exits with 0 for fast, 1 for slow, 125 (skip) for a commit that does
# not build, gives wrong results or cannot be decided, and 128 (stop) if the good one does not build.
if [ $# -lt 3 ]; then
  echo "usage: $0 BIN GOOD EXPERIMENT[/VARIANT]... [OPTIONS of tilebridge run]" >&2
  exit 128
fi
bin=$(cd "$1" && pwd) && good=$(git rev-parse --short=12 "$2^{commit}") || exit 128
shift 2
folder=${FOLDER:-$bin/../bisect}
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) || exit 128
commit=$(git rev-parse --short=12 HEAD)

experiments=
for word; do
  case $word in -*) break ;; esac
  experiments=$experiments${experiments:+;}${word%%/*}
done

# build COMMIT TREE BUILD_FOLDER
build() {
  [ -f "$folder/kokkos-$1.so" ] ||
    "$bin/build-kokkos" "$2" "$folder/$3" "$folder/kokkos-$1.so" "$experiments" >"$folder/$1.log" 2>&1
}

if [ ! -f "$folder/kokkos-$good.so" ]; then
  [ -d "$folder/good-$good" ] || git worktree add --quiet --detach "$folder/good-$good" "$good" || exit 128
  build "$good" "$folder/good-$good" build-good || {
    echo "the good commit does not build: see $folder/$good.log" >&2
    exit 128
  }
fi
[ "$commit" = "$good" ] && exit 0
build "$commit" "$PWD" build || exit 125
results=$folder/$commit.json
"$bin/tilebridge" run "$@" --kokkos "$good,$commit" --model-from "$folder" --overwrite \
  -o "$results" >"$folder/$commit.run.log" 2>&1 || exit 125
"$bin/tilebridge" compare "$results@$good" "$results@$commit" --vary kokkos --host-bound \
  --max-slowdown "${SLOWDOWN:-2%}"
case $? in
  0) exit 0 ;;
  1) exit 1 ;;
  *) exit 125 ;;
esac
