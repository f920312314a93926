#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Slurm script, without Slurm: one run for each GPU of the job, and the first failure's status.
set -euo pipefail
script=$PWD/ci/slurm/tilebridge.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >fake <<'END'
#!/usr/bin/env bash
echo "$*" >>calls
[ "$3" -ne "${FAILS:-9}" ] || exit 3
END
chmod +x fake
export TILEBRIDGE=./fake SLURM_JOB_ID=7 SLURMD_NODENAME=n1

SLURM_GPUS_ON_NODE=3 "$script" dot --preset full >log
diff calls - <<'END'
run --device 0 dot --preset full -o results-7-n1-gpu0.json
run --device 1 dot --preset full -o results-7-n1-gpu1.json
run --device 2 dot --preset full -o results-7-n1-gpu2.json
END

rm calls
status=0
FAILS=0 SLURM_GPUS_ON_NODE=2 "$script" >log || status=$?
[ "$status" -eq 3 ] || { echo "status $status, not the failed run's 3"; exit 1; }
[ "$(wc -l <calls)" -eq 2 ] || { echo "a failure ended the other GPUs' runs"; exit 1; }
