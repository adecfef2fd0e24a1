"""Both methods, by the real libraries, on one thread with fixed seeds: the same rows give the same bytes."""

from collections.abc import Callable
from pathlib import Path

import lightgbm
import numpy
import xgboost

from .mine import SEED
from .record import FEATURES, Table

# More air thins the methane, more methane at the exhaust means more in the longwall; the drainage may do either.
MONOTONE = {"x1": -1, "x2": -1, "x7": 0, "x8": 0, "x12": 1, "x13": 1, "x15": 0}

TREES = 240

Predict = Callable[[Table], numpy.ndarray]


def matrix(table: Table) -> numpy.ndarray:
    """Rows of features, float64, NaN = blank."""
    return numpy.array(table.rows, dtype=numpy.float64)


def fit_xgboost(table: Table, file: Path) -> Predict:
    """Trains, saves UBJSON and returns a function from rows to %."""
    data = xgboost.DMatrix(matrix(table), label=table.target, feature_names=list(FEATURES), nthread=1)
    options = {
        "objective": "reg:squarederror",
        "tree_method": "hist",
        "max_depth": 4,
        "eta": 0.05,
        "min_child_weight": 6,
        "subsample": 0.8,
        "lambda": 2.0,
        "monotone_constraints": str(tuple(MONOTONE[name] for name in FEATURES)),
        "nthread": 1,
        "seed": SEED,
        "verbosity": 0,
    }
    booster = xgboost.train(options, data, num_boost_round=TREES)
    booster.save_model(file)
    return lambda rows: booster.predict(xgboost.DMatrix(matrix(rows), feature_names=list(FEATURES), nthread=1))


def fit_lightgbm(table: Table, file: Path) -> Predict:
    """Trains, saves LightGBM text and returns a function from rows to %."""
    data = lightgbm.Dataset(matrix(table), label=table.target, feature_name=list(FEATURES), params={"verbose": -1})
    options = {
        "objective": "regression",
        "num_leaves": 15,
        "max_depth": 6,
        "learning_rate": 0.05,
        "min_data_in_leaf": 20,
        "bagging_fraction": 0.8,
        "bagging_freq": 1,
        "lambda_l2": 2.0,
        "monotone_constraints": [MONOTONE[name] for name in FEATURES],
        # Chosen: the two finer methods of 4.6.0 keep the order only nearly.
        "monotone_constraints_method": "basic",
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 1,
        "seed": SEED,
        "verbose": -1,
    }
    booster = lightgbm.train(options, data, num_boost_round=TREES)
    booster.save_model(file)
    return lambda rows: booster.predict(matrix(rows), num_threads=1)
