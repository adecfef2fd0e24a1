"""Trains the models of the benchmark and writes the rows that every peer predicts. The seed is fixed.

python train.py FOLDER writes xgboost.ubj and xgboost.onnx (the same model), lightgbm.txt, and rows.f32: 100,000 rows of 7 little-endian
float32, row by row, NaN = missing.
"""

import sys
from pathlib import Path

import lightgbm
import numpy as np
import xgboost
from onnxmltools import convert_xgboost
from onnxmltools.convert.common.data_types import FloatTensorType

ROWS = 100_000
FEATURES = 7
TREES = 500
DEPTH = 6
MISSING = 0.03


def rows_and_targets(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Rows of seven continuous features, 3 % of the cells missing, with targets from the full rows."""
    x = random.gamma(2.0, 1.0, size=(ROWS, FEATURES)).astype(np.float32)
    signal = 2.0 * np.sin(x[:, 0]) + x[:, 1] * x[:, 2] / (1 + x[:, 3])
    signal += np.sqrt(x[:, 4]) * np.cos(2 * x[:, 5]) + 0.3 * x[:, 6] ** 1.5
    y = (signal + random.normal(0, 0.3, ROWS)).astype(np.float32)
    x[random.random(x.shape) < MISSING] = np.nan
    return x, y


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(20261121)
    x, y = rows_and_targets(random)
    settings = {"max_depth": DEPTH, "eta": 0.1, "tree_method": "hist", "base_score": 0.5, "seed": 1}
    grown = xgboost.train(settings, xgboost.DMatrix(x, y), TREES)
    grown.save_model(folder / "xgboost.json")
    grown.save_model(folder / "xgboost.ubj")
    converted = convert_xgboost(grown, initial_types=[("rows", FloatTensorType([None, FEATURES]))])
    (folder / "xgboost.onnx").write_bytes(converted.SerializeToString())

    settings = {"num_leaves": 2**DEPTH - 1, "max_depth": DEPTH, "learning_rate": 0.1, "seed": 1, "deterministic": True, "verbose": -1}
    boosted = lightgbm.train(settings, lightgbm.Dataset(x.astype(np.float64), y), TREES)
    boosted.save_model(folder / "lightgbm.txt")

    unseen, _ = rows_and_targets(random)
    unseen.astype("<f4").tofile(folder / "rows.f32")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
