"""Random models by the real LightGBM, with its own answers."""

import lightgbm
import numpy
from data import Training, probes, training
from store import Store

# Objective: how to make its target out of any number.
OBJECTIVES = {
    "regression": lambda y: y,
    "regression_l1": lambda y: 10.0 * y,
    "huber": lambda y: y,
    "fair": lambda y: y,
    "poisson": lambda y: numpy.floor(numpy.exp(0.5 * y)),
    "quantile": lambda y: y,
    "mape": lambda y: 5.0 + y,
    "gamma": lambda y: numpy.exp(0.5 * y),
    "tweedie": lambda y: numpy.maximum(y, 0.0),
    "cross_entropy": lambda y: 1.0 / (1.0 + numpy.exp(-y)),
    "cross_entropy_lambda": lambda y: 1.0 / (1.0 + numpy.exp(-y)),
    "binary": lambda y: (y > 0.0).astype(float),
    "multiclass": lambda y: numpy.digitize(y, [-0.5, 0.5]),
    "multiclassova": lambda y: numpy.digitize(y, [-0.5, 0.5]),
    "lambdarank": lambda y: numpy.digitize(y, [-0.5, 0.5]),
}


def recipe(rng: numpy.random.Generator) -> dict:
    """Parameters of a random model."""
    options = {
        "objective": str(rng.choice(list(OBJECTIVES))),
        "boosting": str(rng.choice(["gbdt", "gbdt", "gbdt", "dart", "rf"])),
        "num_leaves": int(rng.choice([2, 4, 15, 31, 63, 255])),
        "max_depth": int(rng.choice([-1, -1, 1, 3, 6, 12])),
        "learning_rate": float(rng.choice([0.05, 0.3, 1.0])),
        "min_data_in_leaf": int(rng.choice([1, 5, 20])),
        "max_bin": int(rng.choice([2, 7, 64, 255, 1000])),
        "min_data_in_bin": int(rng.choice([1, 3])),
        "lambda_l2": float(rng.choice([0.0, 1.0])),
        "zero_as_missing": bool(rng.random() < 0.2),
        "use_missing": bool(rng.random() < 0.85),
        "extra_trees": bool(rng.random() < 0.15),
        "boost_from_average": bool(rng.random() < 0.8),
        "feature_pre_filter": False,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 1,
        "seed": int(rng.integers(0, 2**31)),
        "verbosity": -1,
    }
    if options["boosting"] == "rf" or rng.random() < 0.3:
        options |= {"bagging_freq": 1, "bagging_fraction": 0.7}
    if options["objective"] == "regression" and rng.random() < 0.3:
        options["reg_sqrt"] = True
    if options["objective"] == "quantile":
        options["alpha"] = float(rng.choice([0.1, 0.5, 0.9]))
    if options["objective"].startswith("multiclass"):
        options["num_class"] = 3
    if options["objective"] in ("binary", "multiclassova"):
        options["sigmoid"] = float(rng.choice([1.0, 0.7]))
    linear = options["objective"] not in ("regression_l1", "quantile", "mape") and options["boosting"] != "rf"
    if linear and not options["zero_as_missing"] and rng.random() < 0.25:
        options |= {"linear_tree": True, "linear_lambda": float(rng.choice([0.0, 0.1]))}
    return options


def thresholds(text: str) -> dict[int, list[float]]:
    """Thresholds by feature, from the model's text."""
    found: dict[int, list[float]] = {}
    features: list[str] = []
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key == "split_feature":
            features = value.split()
        elif key == "threshold":
            for feature, threshold in zip(features, value.split(), strict=True):
                found.setdefault(int(feature), []).append(float(threshold))
    return {feature: sorted(set(values))[:4000] for feature, values in found.items()}


def explain(booster: lightgbm.Booster, options: dict, rows: numpy.ndarray) -> numpy.ndarray | None:
    """Contributions, where the library gives them: not for linear leaves."""
    if len(rows) == 0 or options.get("linear_tree"):
        return None
    return booster.predict(rows, pred_contrib=True, num_threads=1)


def add_case(store: Store, rng: numpy.random.Generator, name: str, count: int, explained: int) -> None:
    """Trains a random model and keeps it with its answers."""
    options = recipe(rng)
    # Now and then as large as models in use: more thresholds and trees than some kernels take.
    large = rng.random() < 0.04
    table = training(rng, categories=rng.random() < 0.25, large=large)
    if "linear_tree" in options:
        # On columns of 1e30 or 1e-40 the linear leaves overflow in training and the library gives up on the tree.
        table = tame(table)
    rounds = int(rng.integers(150, 400)) if large else int(rng.integers(1, 40))
    target = OBJECTIVES[options["objective"]](table.target)
    data = lightgbm.Dataset(
        table.rows, label=target, categorical_feature=table.categorical, params=dict(options), free_raw_data=False
    )
    if options["objective"] == "lambdarank":
        data.set_group([len(table.rows)])
    booster = lightgbm.train(options, data, num_boost_round=rounds)
    model = f"{name}.txt"
    booster.save_model(store.path(model))
    # Predicts with what the file says, not with what training left in memory.
    booster = lightgbm.Booster(model_file=store.path(model))
    rows = probes(rng, table, thresholds(store.path(model).read_text()), count, single=False, infinite=True)
    raw = booster.predict(rows, raw_score=True, num_threads=1)
    output = booster.predict(rows, num_threads=1)
    contributions = explain(booster, options, rows[:explained])
    options |= {"version": lightgbm.__version__, "rounds": rounds, "categorical": table.categorical}
    store.add(name, model, "lightgbm", options, rows, raw, output, contributions)


def tame(table: Training) -> Training:
    """The table with columns of ordinary size."""
    size = numpy.nanmax(numpy.abs(numpy.nan_to_num(table.rows)), axis=0)
    wild = (size > 1e6) | (size < 1e-6)
    table.rows[:, wild] /= numpy.where(size[wild] > 0.0, size[wild], 1.0)
    return table
