"""What of the days reaches the table: features with the blanks of practice, the target, the split by time, CSV."""

import csv
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .mine import SEED, Day, Spells

FEATURES = ("x1", "x2", "x7", "x8", "x12", "x13", "x15")
HELD_OUT_DAYS = 731
SAMPLE_DAYS = 120


@dataclass
class Outage:
    """Fields that fall silent together, once in `mean_days`, for `shortest` to `longest` days."""

    fields: tuple[str, ...]
    mean_days: float
    shortest: int
    longest: int


OUTAGES = (
    Outage(("x1",), 70, 1, 3),
    Outage(("x12",), 90, 1, 2),
    Outage(("x12", "x13"), 150, 1, 4),
    Outage(("x7", "x8", "x15"), 80, 1, 3),
    Outage(("x15",), 60, 1, 4),
    Outage(("x2",), 50, 1, 2),
    # The whole telemetry.
    Outage(("x1", "x7", "x8", "x12", "x13", "x15"), 400, 2, 5),
)


@dataclass
class Table:
    """Days as the libraries take them: rows of features (NaN = blank) and the target, %."""

    days: list[Day]
    rows: list[list[float]]
    target: list[float]

    def __getitem__(self, part: slice) -> "Table":
        return Table(self.days[part], self.rows[part], self.target[part])


def record(days: list[Day], seed: int = SEED + 1) -> Table:
    """Features of the days; some are blank: outages of telemetry, no hand measurement at half of the weekends."""
    rng = random.Random(seed)
    spells = [(outage.fields, Spells(rng, outage.mean_days, outage.shortest, outage.longest)) for outage in OUTAGES]
    rows = []
    for day in days:
        silent = {field for fields, spell in spells if spell.step() for field in fields}
        if day.day.weekday() >= 5 and rng.random() < 0.5:
            silent.add("x2")
        rows.append([math.nan if field in silent else getattr(day, field) for field in FEATURES])
    return Table(days, rows, [day.c for day in days])


def split(table: Table) -> tuple[Table, Table]:
    """Days to learn from and the last days, held out."""
    return table[:-HELD_OUT_DAYS], table[-HELD_OUT_DAYS:]


def write_sample(table: Table, predicted: dict[str, Sequence[float]], file: Path) -> None:
    """The first held-out days as CSV, with what the models predict and the two flows that nobody measures.

    So the identities and the predictions can be tested.
    """
    with file.open("w", newline="", encoding="utf-8") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(["date", *FEATURES, "c", "q", "q_elsewhere", *predicted])
        for index, (day, row) in enumerate(zip(table.days[:SAMPLE_DAYS], table.rows, strict=False)):
            cells = ["" if math.isnan(value) else repr(value).removesuffix(".0") for value in row]
            answers = [repr(float(column[index])) for column in predicted.values()]
            lines.writerow([day.day.isoformat(), *cells, day.c, day.q, day.q_elsewhere, *answers])
