"""Errors of XGBoost's hist on rows that it has not seen.

python quality.py FOLDER reads FOLDER/mine.f64 and FOLDER/mine_blank.f64 (rows of features, the target last, FEATURES of them), makes the other sets, writes
each to FOLDER/NAME.f64 and prints JSON: per set its name, its features and per setting the RMSE of each split. A split's test rows are
those whose number leaves its index when divided by SPLITS; rows are shuffled before.
"""

import json
import sys
from pathlib import Path

import numpy as np
import statsmodels.api as sm
import xgboost
from sklearn import datasets

SPLITS = 5
MINE_FEATURES = 7
SETTINGS = [(3, 0.1, 200), (6, 0.1, 100), (4, 0.05, 300)]


def blanked(rows: np.ndarray, share: float) -> np.ndarray:
    rows = rows.copy()
    rows[:, :-1][np.random.default_rng(3).random(rows[:, :-1].shape) < share] = np.nan
    return rows


def joined(pair) -> np.ndarray:
    return np.column_stack([pair[0], pair[1]]).astype(float)


def statsmodels_set(module, target: str) -> np.ndarray:
    frame = module.load_pandas().data.astype(float)
    return frame[[name for name in frame.columns if name != target] + [target]].to_numpy()


def all_sets(folder: Path) -> dict[str, np.ndarray]:
    friedman1 = joined(datasets.make_friedman1(4000, noise=1.0, random_state=1))
    return {
        "diabetes": joined(datasets.load_diabetes(return_X_y=True)),
        "friedman1": friedman1,
        "friedman1_blank": blanked(friedman1, 0.15),
        "friedman2": joined(datasets.make_friedman2(4000, noise=100.0, random_state=1)),
        "friedman3": joined(datasets.make_friedman3(4000, noise=0.1, random_state=1)),
        "randhie": statsmodels_set(sm.datasets.randhie, "mdvis"),
        "fair": statsmodels_set(sm.datasets.fair, "affairs"),
        "mine": np.fromfile(folder / "mine.f64").reshape(-1, MINE_FEATURES + 1),
        "mine_blank": np.fromfile(folder / "mine_blank.f64").reshape(-1, MINE_FEATURES + 1),
    }


def errors(rows: np.ndarray, depth: int, eta: float, trees: int) -> list[float]:
    features, target = rows[:, :-1].astype(np.float32), rows[:, -1]
    result = []
    for split in range(SPLITS):
        test = np.arange(len(rows)) % SPLITS == split
        params = {
            "tree_method": "hist",
            "max_depth": depth,
            "eta": eta,
            "max_bin": 256,
            "base_score": float(target[~test].mean()),
            "nthread": 2,
        }
        booster = xgboost.train(params, xgboost.DMatrix(features[~test], target[~test]), trees)
        predicted = booster.predict(xgboost.DMatrix(features[test])).astype(float)
        result.append(float(np.sqrt(np.mean((target[test] - predicted) ** 2))))
    return result


def main(folder: Path) -> None:
    report = []
    for name, rows in all_sets(folder).items():
        rows = rows[np.random.default_rng(5).permutation(len(rows))]
        rows.astype("<f8").tofile(folder / f"{name}.f64")
        settings = [{"depth": d, "eta": e, "trees": t, "errors": errors(rows, d, e, t)} for d, e, t in SETTINGS]
        report.append({"name": name, "features": rows.shape[1] - 1, "settings": settings})
    print(json.dumps({"version": xgboost.__version__, "splits": SPLITS, "sets": report}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
