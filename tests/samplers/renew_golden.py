"""Write the samplers' golden files anew: `python tests/samplers/renew_golden.py [name ...]`.

A golden file is a promise to users: what an older driftline wrote, this one reads, and goes on
with the same sample. Renew one only when its sampler is new or a change is meant, and say so in
the news. Needs `tests` on the PYTHONPATH.
"""

import re
import sys
from pathlib import Path

from oracles.every_sampler import MAKERS, offered, update_many

from driftline.state import dumps

GOLDEN = Path(__file__).parent / "golden"


def path_of(name):
    return GOLDEN / f"{re.sub('[^A-Za-z]+', '-', name).strip('-')}.safetensors"


def filled(name):
    return update_many(MAKERS[name](), offered(150, seed=8))


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for chosen in sys.argv[1:] or MAKERS:
        path_of(chosen).write_bytes(dumps(filled(chosen)))
