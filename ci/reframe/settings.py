# SPDX-License-Identifier: Apache-2.0
"""A machine with and without a GPU for ReFrame, and a cluster's partition to start your own from.

A partition says with the feature `gpu` and the extra `gpu_arch` what is built for it, and with the
extra `gpu_model` which references it is held to (a result file in ci/reframe/references,
or that of a GPU in docs/results).
"""


def gpu(arch, model):
    return {
        "features": ["gpu"],
        "devices": [{"type": "gpu", "arch": arch, "num_devices": 1}],
        "extras": {"gpu_arch": arch, "gpu_model": model},
    }


site_configuration = {
    "systems": [
        {
            "name": "local",
            "descr": "This machine",
            "hostnames": [".*"],
            "partitions": [
                {
                    "name": "host",
                    "scheduler": "local",
                    "launcher": "local",
                    "environs": ["gnu"],
                    "max_jobs": 1,
                },
                {
                    "name": "h200",
                    "scheduler": "local",
                    "launcher": "local",
                    "environs": ["gnu"],
                    "max_jobs": 1,
                    **gpu("sm_90", "h200"),
                },
            ],
        },
        {
            "name": "cluster",
            "descr": "One GPU of a Slurm node",
            "hostnames": ["login.*"],
            "partitions": [
                {
                    "name": "h200",
                    "scheduler": "slurm",
                    "launcher": "srun",
                    "access": ["--partition=gpu"],
                    "resources": [
                        {"name": "_rfm_gpu", "options": ["--gpus-per-node={num_gpus_per_node}"]}
                    ],
                    "environs": ["gnu"],
                    "max_jobs": 1,
                    **gpu("sm_90", "h200"),
                },
            ],
        },
    ],
    "environments": [{"name": "gnu", "cc": "gcc", "cxx": "g++", "ftn": ""}],
}
