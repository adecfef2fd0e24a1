"""Raw scores of model files by the real XGBoost: python predict.py FOLDER.

For each NAME.json in FOLDER reads the rows NAME.rows.f32, row-major, writes their predictions to NAME.scores.f32, saves the model anew and writes
what the saved file predicts to NAME.saved.f32. Prints the library's version.
"""

import json
import sys
from pathlib import Path

import numpy as np
import xgboost


def main(folder: Path) -> None:
    for path in sorted(folder.glob("*.json")):
        features = len(json.loads(path.read_text())["learner"]["feature_names"])
        rows = np.fromfile(path.with_suffix(".rows.f32"), "<f4").reshape(-1, features)
        booster = xgboost.Booster(model_file=path)
        data = xgboost.DMatrix(rows, feature_names=booster.feature_names)
        booster.predict(data, output_margin=True).astype("<f4").tofile(path.with_suffix(".scores.f32"))
        saved = path.with_suffix(".saved.ubj")
        booster.save_model(saved)
        again = xgboost.Booster(model_file=saved)
        again.predict(data, output_margin=True).astype("<f4").tofile(path.with_suffix(".saved.f32"))
        importance = booster.get_score(importance_type="gain")
        if not all(np.isfinite(value) for value in importance.values()):
            raise ValueError(f"{path.name}: gains are not finite")
    print(xgboost.__version__)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
