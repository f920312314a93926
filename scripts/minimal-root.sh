#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian with nothing but its base system in FOLDER, and runs both commands of README there,
# or the given one, in a clone of this checkout's last commit. As root, with debootstrap:
#   minimal-root.sh bookworm|trixie FOLDER [COMMAND]
# Debian comes from the first mirror of this machine's apt, or from $MIRROR. A FOLDER that has a
# Debian is used as it is, with a fresh clone. Standard output is the command's alone: what this
# script does is in FOLDER.log, and the commit on standard error.
# shellcheck disable=SC2016  # what apt and the shell in the root expand
set -euo pipefail
suite=$1
mkdir -p "$2"
root=$(realpath "$2")
command=${3:-scripts/quickstart.sh && scripts/test.sh}
top=$(realpath "$(dirname "$0")/..")
log=$root.log
: >"$log"
fail() {
  tail -n 20 "$log" >&2
  exit 1
}

if [ ! -e "$root/etc/debian_version" ]; then
  mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sed -n 1p)}
  debootstrap --variant=minbase "$suite" "$root" "$mirror" >>"$log" 2>&1 || fail
  apt-config dump Acquire >"$root/etc/apt/apt.conf.d/90host"  # proxies, for example
fi
rm -rf "$root/tilebridge"
git clone "$top" "$root/tilebridge" >>"$log" 2>&1 || fail
git -C "$root/tilebridge" log -1 --format="$suite: %h %s" | tee -a "$log" >&2

# All processes that the command starts end with it.
exec unshare --mount --pid --fork --kill-child sh -euc '
  mount -t proc proc "$0/proc"
  mount --rbind /dev "$0/dev"
  cp /etc/resolv.conf "$0/etc/"
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    chroot "$0" sh -c "cd /tilebridge && $1"' "$root" "$command"
