#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#SBATCH --job-name=tilebridge
#SBATCH --nodes=1
#SBATCH --gpus-per-node=1
#SBATCH --exclusive
#SBATCH --time=00:30:00
# Runs tilebridge on every GPU that the job has on its node, one after the other, so that they share
# neither the link nor the power:
#
#   sbatch ci/slurm/tilebridge.sh                      # one GPU
#   sbatch --gpus-per-node=4 ci/slurm/tilebridge.sh transpose --preset full
#
# Arguments are those of `tilebridge run`. Writes results-<job>-<node>-gpu<n>.json to the folder
# that the job was submitted from. TILEBRIDGE names the program if it is not on PATH. Exits with the
# first status that is not 0, after all GPUs.
set -uo pipefail
tilebridge=${TILEBRIDGE:-tilebridge}
gpus=${SLURM_GPUS_ON_NODE:-1}
job=${SLURM_JOB_ID:-local}
node=${SLURMD_NODENAME:-$(hostname)}
status=0
for ((gpu = 0; gpu < gpus; gpu++)); do
  echo "==> GPU $gpu of $gpus on $node"
  "$tilebridge" run --device "$gpu" "$@" -o "results-$job-$node-gpu$gpu.json"
  last=$?
  [ "$status" -ne 0 ] || status=$last
done
exit "$status"
