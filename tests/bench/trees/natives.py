"""The native libraries on one thread, measured from within their own process.

python natives.py FOLDER reads commands, a line each, and answers each by a line, nanoseconds a row unless said otherwise:
LIBRARY version  its version
LIBRARY batch    all rows at once
LIBRARY one      COUNT rows one by one, after an uncounted pass over them
LIBRARY scores   as batch, and writes the raw scores to FOLDER/LIBRARY.f64
"""

import ctypes
import json
import sys
import time
from pathlib import Path

import lightgbm
import numpy as np
import xgboost

FEATURES = 7
COUNT = 2000


def check(status: int) -> None:
    if status:
        raise RuntimeError("the library's C interface reports an error")


class XGBoost:
    """One row goes through the C interface itself, as the Python one costs three times the prediction."""

    version = xgboost.__version__

    def __init__(self, folder: Path, rows: np.ndarray) -> None:
        self.rows = rows
        self.booster = xgboost.Booster(model_file=folder / "xgboost.ubj")
        self.booster.set_param({"nthread": 1})
        self.library = xgboost.core._LIB
        self.arrays = [self.interface(row).encode() for row in rows[:COUNT]]
        self.config = json.dumps(
            {"type": 1, "training": False, "iteration_begin": 0, "iteration_end": 0, "strict_shape": False, "missing": float("nan"), "cache_id": 0}
        ).encode()

    @staticmethod
    def interface(row: np.ndarray) -> str:
        return json.dumps({"data": [row.ctypes.data, True], "shape": [1, FEATURES], "typestr": "<f4", "version": 3})

    def batch(self) -> np.ndarray:
        return self.booster.inplace_predict(self.rows, predict_type="margin")

    def one(self) -> None:
        shape = ctypes.POINTER(ctypes.c_uint64)()
        size = ctypes.c_uint64()
        result = ctypes.POINTER(ctypes.c_float)()
        predict = self.library.XGBoosterPredictFromDense
        out = (ctypes.byref(shape), ctypes.byref(size), ctypes.byref(result))
        for array in self.arrays:
            check(predict(self.booster.handle, array, self.config, None, *out))


class LightGBM:
    """One row goes through the C interface's fast single-row call."""

    version = lightgbm.__version__

    def __init__(self, folder: Path, rows: np.ndarray) -> None:
        self.rows = rows.astype(np.float64)
        self.booster = lightgbm.Booster(model_file=folder / "lightgbm.txt")
        self.library = lightgbm.basic._LIB
        self.pointers = [ctypes.c_void_p(row.ctypes.data) for row in self.rows[:COUNT]]
        self.fast = ctypes.c_void_p()
        raw_score, float64 = 1, 1
        check(
            self.library.LGBM_BoosterPredictForMatSingleRowFastInit(
                self.booster._handle, raw_score, 0, -1, float64, FEATURES, b"num_threads=1", ctypes.byref(self.fast)
            )
        )

    def batch(self) -> np.ndarray:
        return self.booster.predict(self.rows, raw_score=True, num_threads=1)

    def one(self) -> None:
        size = ctypes.c_int64()
        result = ctypes.c_double()
        predict = self.library.LGBM_BoosterPredictForMatSingleRowFast
        out = (ctypes.byref(size), ctypes.byref(result))
        for pointer in self.pointers:
            check(predict(self.fast, pointer, *out))


def main(folder: Path) -> None:
    rows = np.fromfile(folder / "rows.f32", "<f4").reshape(-1, FEATURES)
    libraries = {"xgboost": XGBoost(folder, rows), "lightgbm": LightGBM(folder, rows)}
    for line in sys.stdin:
        name, what = line.split()
        library = libraries[name]
        if what == "version":
            print(library.version, flush=True)
            continue
        if what == "scores":
            library.batch().astype("<f8").tofile(folder / f"{name}.f64")
        if what == "one":
            library.one()
        start = time.perf_counter_ns()
        library.one() if what == "one" else library.batch()
        print((time.perf_counter_ns() - start) / (COUNT if what == "one" else len(rows)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
