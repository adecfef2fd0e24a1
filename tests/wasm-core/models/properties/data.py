"""Random training tables and the rows on which predictions are compared: everything that a split may stumble over."""

from dataclasses import dataclass

import numpy

NAN = numpy.nan
# LightGBM calls |x| <= 1e-35f zero: the float widened to double.
ZERO_THRESHOLD = float(numpy.float32(1e-35))
FLOAT_MAX = float(numpy.finfo(numpy.float32).max)

ODD = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    1e-310,
    float(numpy.float32(1e-45)),
    -float(numpy.float32(1e-45)),
    1e-40,
    ZERO_THRESHOLD,
    -ZERO_THRESHOLD,
    float(numpy.nextafter(ZERO_THRESHOLD, 1.0)),
    float(numpy.nextafter(ZERO_THRESHOLD, 0.0)),
    -float(numpy.nextafter(ZERO_THRESHOLD, 1.0)),
    1e-35,
    1.0,
    -1.0,
    FLOAT_MAX,
    -FLOAT_MAX,
    16777215.0,
    16777216.0,
    16777217.0,
    2147483647.0,
    2147483648.0,
    -2147483649.0,
    4294967296.0,
    1e17,
    -1e17,
    0.1,
    0.5,
]
INFINITE = [numpy.inf, -numpy.inf, 1e39, -1e39, 1.7e308, -1.7e308]


@dataclass
class Training:
    """A table to learn from; `categorical` are columns that hold codes."""

    rows: numpy.ndarray
    target: numpy.ndarray
    categorical: list[int]


def column(rng: numpy.random.Generator, count: int) -> numpy.ndarray:
    """A feature as they come: smooth, in steps, skewed, constant, tiny, huge, full of zeros."""
    kind = rng.integers(0, 10)
    normal = rng.normal(size=count)
    match kind:
        case 0 | 1 | 2:
            return normal
        case 3:
            return rng.integers(-4, 6, size=count).astype(float)
        case 4:
            return numpy.exp(2.0 * normal)
        case 5:
            return numpy.full(count, rng.normal())
        case 6:
            return normal * 10.0 ** rng.integers(-44, -34)
        case 7:
            return normal * 10.0 ** rng.integers(5, 30)
        case 8:
            return numpy.where(rng.random(count) < 0.6, 0.0, normal)
        case _:
            return numpy.round(1000.0 + 50.0 * normal, 1)


def training(rng: numpy.random.Generator, categories: bool, large: bool) -> Training:
    """A random table whose target depends on the columns' order, so that every scale teaches something."""
    count = 6000 if large else int(rng.integers(60, 1500))
    features = int(rng.choice([1, 2, 3, 5, 7, 7, 7, 7, 9, 12, 12, 30]))
    columns = [column(rng, count) for _ in range(features)]
    categorical = []
    if categories:
        for index in range(features):
            if rng.random() < 0.5:
                size = int(rng.choice([2, 3, 5, 12, 40, 90]))
                columns[index] = rng.integers(0, size, size=count).astype(float)
                categorical.append(index)
    rows = numpy.stack(columns, axis=1)
    ranks = rows.argsort(axis=0).argsort(axis=0) / count
    weights = rng.normal(size=features)
    noise = 0.2 * rng.normal(size=count)
    target = ranks @ weights + numpy.sin(6.0 * ranks[:, 0]) * weights[-1] + noise
    silence(rng, rows)
    # About zero: objectives for positive numbers find some above it.
    return Training(rows, target - numpy.median(target), categorical)


def silence(rng: numpy.random.Generator, rows: numpy.ndarray) -> None:
    """Makes some cells missing: none, a few, most of a column, a whole column."""
    pattern = rng.integers(0, 5)
    if pattern == 1:
        rows[rng.random(rows.shape) < 0.03] = NAN
    elif pattern == 2:
        rows[rng.random(rows.shape) < 0.3] = NAN
    elif pattern == 3:
        rows[rng.random(rows.shape[0]) < 0.7, rng.integers(0, rows.shape[1])] = NAN
    elif pattern == 4 and rows.shape[1] > 1:
        rows[:, rng.integers(0, rows.shape[1])] = NAN


def neighbours(thresholds: numpy.ndarray, single: bool) -> numpy.ndarray:
    """Each threshold with its neighbours among floats and doubles; `single`: the thresholds are floats."""
    near = [thresholds, numpy.nextafter(thresholds, numpy.inf), numpy.nextafter(thresholds, -numpy.inf)]
    with numpy.errstate(over="ignore"):
        floats = thresholds.astype(numpy.float32)
    near += [
        floats,
        numpy.nextafter(floats, numpy.float32(numpy.inf)),
        numpy.nextafter(floats, numpy.float32(-numpy.inf)),
    ]
    if single:
        # Doubles half-way between two floats: the cast to float decides.
        above = numpy.nextafter(floats, numpy.float32(numpy.inf)).astype(float)
        near.append((floats.astype(float) + above) / 2.0)
    return numpy.concatenate([part.astype(float) for part in near])


def probes(
    rng: numpy.random.Generator,
    table: Training,
    thresholds: dict[int, list[float]],
    count: int,
    single: bool,
    infinite: bool,
) -> numpy.ndarray:
    """Rows to predict, float64. The first quarter is finite and ordinary enough for the libraries' contributions."""
    features = table.rows.shape[1]
    out = numpy.empty((count, features))
    quarter = count // 4
    for index in range(features):
        known = table.rows[:, index]
        out[:, index] = known[rng.integers(0, len(known), size=count)]
        found = numpy.array([value for value in thresholds.get(index, []) if numpy.isfinite(value)])
        if index in table.categorical:
            codes = rng.integers(-2, 140, size=count) + rng.choice([0.0, 0.0, 0.0, 0.5, 0.999], size=count)
            out[:, index] = numpy.where(rng.random(count) < 0.4, codes, out[:, index])
        elif len(found) > 0:
            near = neighbours(found, single)
            near = near[numpy.isfinite(near) & (numpy.abs(near) <= FLOAT_MAX)]
            out[:, index] = numpy.where(rng.random(count) < 0.5, rng.choice(near, size=count), out[:, index])
        odd = rng.random(count) < 0.08
        odd[:quarter] = False
        pool = numpy.array(ODD + INFINITE if infinite else ODD)
        out[:, index] = numpy.where(odd, rng.choice(pool, size=count), out[:, index])
        out[:, index] = numpy.where(rng.random(count) < 0.06, NAN, out[:, index])
    return out
