"""Makes random models with the real library and its own answers on nasty rows.

`python generate.py FOLDER --library xgboost --models 40 --rows 2500 --explained 20 --seed 1`
"""

import argparse
import importlib
import time
from pathlib import Path

import numpy
from store import Store


def main() -> None:
    """Trains `--models` models; each has a seed of its own, so any of them can be made again alone with `--first`."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--library", choices=["xgboost", "lightgbm"], required=True)
    options.add_argument("--models", type=int, default=20)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--rows", type=int, default=500)
    options.add_argument("--explained", type=int, default=20)
    options.add_argument("--largest", type=int, help="bytes: models above are left out, and do not count")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    cases = importlib.import_module(f"{given.library}_cases")
    store = Store(given.folder, given.largest)
    begun = time.monotonic()
    number = given.first
    while len(store.cases) < given.models:
        rng = numpy.random.default_rng([given.seed, number])
        cases.add_case(store, rng, f"{given.library}_{number}", given.rows, min(given.explained, given.rows // 4))
        number += 1
    store.close()
    print(f"{given.library}: {given.models} models, {time.monotonic() - begun:.1f} s")


main()
