"""Training by the native libraries on one thread, measured from within their own process.

python natives.py reads commands, a line each, and answers each by a line:
version LIBRARY                           its version
load FOLDER ROWS FEATURES                 reads FOLDER/columns.f32 (column by column) and FOLDER/target.f32
train LIBRARY DEPTH TREES                 milliseconds of a training, its own binning included
"""

import sys
import time
from pathlib import Path

import lightgbm
import numpy as np
import xgboost

LIBRARIES = {"xgboost": xgboost, "lightgbm": lightgbm}


def train_xgboost(rows: np.ndarray, target: np.ndarray, depth: int, trees: int) -> None:
    data = xgboost.DMatrix(rows, target, nthread=1)
    params = {"tree_method": "hist", "max_depth": depth, "eta": 0.1, "max_bin": 255, "base_score": float(target.mean()), "nthread": 1}
    xgboost.train(params, data, trees)


def train_lightgbm(rows: np.ndarray, target: np.ndarray, depth: int, trees: int) -> None:
    params = {
        "objective": "regression",
        "max_depth": depth,
        "num_leaves": 2**depth,
        "learning_rate": 0.1,
        "lambda_l2": 1.0,
        "min_data_in_leaf": 1,
        "min_sum_hessian_in_leaf": 1.0,
        "max_bin": 255,
        "num_threads": 1,
        "verbose": -1,
    }
    lightgbm.train(params, lightgbm.Dataset(rows, target, params=params), trees)


TRAIN = {"xgboost": train_xgboost, "lightgbm": train_lightgbm}


def main() -> None:
    rows = np.zeros((1, 1), np.float32)
    target = np.zeros(1, np.float32)
    for line in sys.stdin:
        command, *words = line.split()
        if command == "version":
            print(LIBRARIES[words[0]].__version__, flush=True)
        elif command == "load":
            folder, count, features = Path(words[0]), int(words[1]), int(words[2])
            rows = np.ascontiguousarray(np.fromfile(folder / "columns.f32", "<f4").reshape(features, count).T)
            target = np.fromfile(folder / "target.f32", "<f4")
            print("loaded", flush=True)
        else:
            start = time.perf_counter()
            TRAIN[words[0]](rows, target, int(words[1]), int(words[2]))
            print((time.perf_counter() - start) * 1000, flush=True)


if __name__ == "__main__":
    main()
