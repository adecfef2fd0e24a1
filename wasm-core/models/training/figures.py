"""How far predictions are from the target on the held-out days."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

LIMIT = 1.0


@dataclass
class Figures:
    """Errors in % CH4 and days about the limit of 1 %."""

    mean_error: float
    root_mean_square: float
    days: int
    above: int
    caught: int
    false_alarms: int

    @property
    def missed(self) -> int:
        """Days above the limit that were predicted below it."""
        return self.above - self.caught


def figures(predicted: Sequence[float], target: Sequence[float]) -> Figures:
    """Figures of a column of predictions, % CH4."""
    errors = [float(p) - t for p, t in zip(predicted, target, strict=True)]
    alarms = [(float(p) > LIMIT, t > LIMIT) for p, t in zip(predicted, target, strict=True)]
    return Figures(
        mean_error=sum(map(abs, errors)) / len(errors),
        root_mean_square=math.sqrt(sum(error * error for error in errors) / len(errors)),
        days=len(errors),
        above=sum(above for _, above in alarms),
        caught=sum(said and above for said, above in alarms),
        false_alarms=sum(said and not above for said, above in alarms),
    )


def last_value(learned: Sequence[float], target: Sequence[float]) -> list[float]:
    """The naive predictor that repeats what was measured the day before."""
    return [learned[-1], *target[:-1]]


def mean_value(learned: Sequence[float], target: Sequence[float]) -> list[float]:
    """The naive predictor that always says the mean of the days learned from."""
    return [sum(learned) / len(learned)] * len(target)
