"""Random models by the real XGBoost, 1.x or 3.x, with its own answers."""

import json
import warnings

import numpy
import xgboost
from data import Training, probes, training
from store import Store

VERSION = tuple(int(part) for part in xgboost.__version__.split(".")[:2])

# Objective: how to make its target out of any number.
OBJECTIVES = {
    "reg:squarederror": lambda y: y,
    "reg:squaredlogerror": lambda y: numpy.exp(y),
    "reg:logistic": lambda y: 1.0 / (1.0 + numpy.exp(-y)),
    "reg:pseudohubererror": lambda y: y,
    "reg:absoluteerror": lambda y: 10.0 * y,
    "reg:gamma": lambda y: numpy.exp(0.5 * y),
    "reg:tweedie": lambda y: numpy.maximum(y, 0.0),
    "count:poisson": lambda y: numpy.floor(numpy.exp(0.5 * y)),
    "binary:logistic": lambda y: (y > 0.0).astype(float),
    "binary:logitraw": lambda y: (y > 0.0).astype(float),
    "binary:hinge": lambda y: (y > 0.0).astype(float),
    "multi:softprob": lambda y: numpy.digitize(y, [-0.5, 0.5]),
    "multi:softmax": lambda y: numpy.digitize(y, [-0.5, 0.5]),
    "rank:pairwise": lambda y: numpy.digitize(y, [-0.5, 0.5]),
    "survival:aft": numpy.exp,
    "survival:cox": lambda y: numpy.where(y > -1.0, numpy.exp(y), -numpy.exp(y)),
}
if VERSION >= (2, 0):
    OBJECTIVES["reg:quantileerror"] = lambda y: y
if VERSION >= (3, 4):
    OBJECTIVES["reg:expectileerror"] = lambda y: y


def recipe(rng: numpy.random.Generator) -> dict:
    """Parameters of a random model."""
    objective = str(rng.choice(list(OBJECTIVES)))
    method = str(rng.choice(["hist", "hist", "approx", "exact"]))
    options = {
        "objective": objective,
        "tree_method": method,
        "max_depth": int(rng.integers(1, 10)),
        "eta": float(rng.choice([0.05, 0.3, 1.0])),
        "lambda": float(rng.choice([0.0, 1.0, 10.0])),
        "min_child_weight": float(rng.choice([0.0, 1.0, 5.0])),
        "gamma": float(rng.choice([0.0, 0.0, 0.0, 0.01, 0.5])),
        "subsample": float(rng.choice([0.6, 1.0])),
        "nthread": 1,
        "seed": int(rng.integers(0, 2**31)),
        "verbosity": 0,
    }
    if method != "exact":
        options["max_bin"] = int(rng.choice([2, 7, 64, 256, 512]))
    if method == "hist" and rng.random() < 0.3:
        options |= {"grow_policy": "lossguide", "max_leaves": int(rng.choice([2, 6, 31, 120])), "max_depth": 0}
    if rng.random() < 0.25:
        options |= {"booster": "dart", "rate_drop": 0.3, "skip_drop": 0.2}
        options["normalize_type"] = str(rng.choice(["tree", "forest"]))
    if rng.random() < 0.2:
        options["num_parallel_tree"] = int(rng.integers(2, 5))
    if rng.random() < 0.4 and not objective.startswith("survival"):
        options["base_score"] = float(rng.choice([0.5, 0.1, 0.9]))
    if objective == "reg:quantileerror":
        options["quantile_alpha"] = [0.5] if rng.random() < 0.5 else [0.1, 0.5, 0.9]
    if objective == "reg:expectileerror":
        options["expectile_alpha"] = [0.5] if rng.random() < 0.5 else [0.2, 0.5, 0.8]
    if objective.startswith("multi:"):
        options["num_class"] = 3
    if objective == "reg:tweedie":
        options["tweedie_variance_power"] = float(rng.choice([1.1, 1.5, 1.9]))
    return options


def matrix(table: Training, rows: numpy.ndarray, label: numpy.ndarray | None = None) -> xgboost.DMatrix:
    """Rows as the library takes them."""
    types = ["c" if index in table.categorical else "q" for index in range(rows.shape[1])]
    return xgboost.DMatrix(rows, label=label, feature_types=types, enable_categorical=True, nthread=1)


def thresholds(booster: xgboost.Booster) -> dict[int, list[float]]:
    """Thresholds by feature; the leaves' values and categories among them do no harm."""
    content = json.loads(bytes(booster.save_raw("json")))["learner"]["gradient_booster"]
    model = content.get("gbtree", content)["model"]
    found: dict[int, list[float]] = {}
    for tree in model["trees"]:
        for feature, value in zip(tree["split_indices"], tree["split_conditions"], strict=True):
            found.setdefault(feature, []).append(value)
    return {feature: sorted(set(values))[:4000] for feature, values in found.items()}


def predict(booster: xgboost.Booster, table: Training, rows: numpy.ndarray, raw: bool) -> numpy.ndarray:
    """The library's answer. A DMatrix takes no infinities; the prediction in place takes them."""
    finite = ~numpy.isinf(rows.astype(numpy.float32)).any(axis=1)
    out = booster.predict(matrix(table, rows[finite]), output_margin=raw)
    answers = numpy.empty((len(rows), *out.shape[1:]), dtype=numpy.float32)
    answers[finite] = out
    if not finite.all():
        kind = "margin" if raw else "value"
        answers[~finite] = booster.inplace_predict(rows[~finite], predict_type=kind)
    return answers


def add_case(store: Store, rng: numpy.random.Generator, name: str, count: int, explained: int) -> None:
    """Trains a random model and keeps it with its answers."""
    options = recipe(rng)
    # Now and then as large as models in use: more thresholds and trees than some kernels take.
    large = rng.random() < 0.04
    table = training(rng, categories=options["tree_method"] != "exact" and rng.random() < 0.25, large=large)
    rounds = int(rng.integers(150, 400)) if large else int(rng.integers(1, 40))
    target = OBJECTIVES[options["objective"]](table.target)
    if options["objective"] == "reg:squarederror" and rng.random() < 0.15 and VERSION >= (2, 0):
        target = numpy.stack([target, -2.0 * target + 1.0], axis=1)
    data = matrix(table, table.rows, target)
    if options["objective"].startswith("rank:"):
        data.set_group([len(table.rows)])
    if options["objective"] == "survival:aft":
        data.set_float_info("label_lower_bound", target)
        data.set_float_info("label_upper_bound", target + 1.0)
    booster = xgboost.train(options, data, num_boost_round=rounds)
    booster.set_param({"nthread": 1})
    model = f"{name}.{rng.choice(['json', 'ubj'])}"
    booster.save_model(store.path(model))
    # 1.7 sums DART trees otherwise when it predicts in place, and refuses categories there: no infinities then.
    infinite = not table.categorical and (options.get("booster") != "dart" or VERSION >= (3, 0))
    with warnings.catch_warnings(), numpy.errstate(over="ignore"):
        warnings.simplefilter("ignore")
        rows = probes(rng, table, thresholds(booster), count, single=True, infinite=infinite)
        raw = predict(booster, table, rows, raw=True)
        output = predict(booster, table, rows, raw=False)
    contributions = booster.predict(matrix(table, rows[:explained]), pred_contribs=True) if explained > 0 else None
    options |= {"version": xgboost.__version__, "rounds": rounds, "categorical": table.categorical}
    store.add(name, model, "xgboost", options, rows, raw, output, contributions)
