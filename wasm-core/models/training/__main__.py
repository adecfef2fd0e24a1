"""`python -m training [FOLDER]` makes the demonstration models, the sample of days and the card.

Without FOLDER, in the place of those that are shipped.
"""

import sys
from pathlib import Path

import lightgbm
import xgboost

from .card import write_card
from .figures import figures, last_value, mean_value
from .fit import TREES, fit_lightgbm, fit_xgboost
from .mine import dig
from .record import record, split, write_sample

SHIPPED = Path(__file__).resolve().parent.parent / "demonstration"


def main(folder: Path) -> None:
    """Everything from the first day to the card."""
    folder.mkdir(parents=True, exist_ok=True)
    table = record(dig())
    learned, held_out = split(table)
    models = {"XGBoost": (folder / "xgboost.ubj", TREES), "LightGBM": (folder / "lightgbm.txt", TREES)}
    predict = {
        "XGBoost": fit_xgboost(learned, models["XGBoost"][0]),
        "LightGBM": fit_lightgbm(learned, models["LightGBM"][0]),
    }
    predicted = {name: function(held_out) for name, function in predict.items()}
    errors = {name: figures(column, held_out.target) for name, column in predicted.items()}
    errors["Вчерашнее значение"] = figures(last_value(learned.target, held_out.target), held_out.target)
    errors["Среднее за время обучения"] = figures(mean_value(learned.target, held_out.target), held_out.target)
    write_sample(held_out, {name.lower(): column for name, column in predicted.items()}, folder / "days.csv")
    versions = {"xgboost": xgboost.__version__, "lightgbm": lightgbm.__version__}
    write_card(folder / "MODEL_CARD.md", table, models, errors, versions)
    for name, found in errors.items():
        print(f"{name}: MAE {found.mean_error:.4f}, RMSE {found.root_mean_square:.4f}, {found.caught}/{found.above}")


main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
