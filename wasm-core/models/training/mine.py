"""An invented longwall, day by day: gas release, drainage, ventilation and the mass balance that joins them.

Units: m3/min for flows of air, mixture and methane, % by volume for concentrations, m/s for velocities, hPa for
pressure. Ranges: Kozielski, Sikora, Wrobel, Data in Brief 39 (2021) 107457, table 4. Only `random` and `math` are used,
and what is measured is rounded as instruments do, so the days are the same on every machine.
"""

import math
import random
from dataclasses import dataclass, field
from datetime import date, timedelta

SEED = 20240607
FIRST_DAY = date(2018, 1, 1)
DAY_COUNT = 2922

# Chosen: the publication gives velocities (AN422: median 1.6, AN311: median 3.6) but no cross-sections; they scale
# nothing but the flows.
OUTGOING_SECTION_M2 = 14.0
EXHAUST_SECTION_M2 = 10.0

# Chosen: daily means stay within what the sensors ever showed: WM868 6.39 m3/min of methane, CM861 67.7 %.
PLANT_LIMIT_M3_PER_MIN = 6.39
RICHEST_MIXTURE = 67.7


@dataclass
class Day:
    """A day of the longwall: what is measured, and the two methane flows that nobody measures."""

    day: date
    x1: float  # air in the outgoing stream, daily mean of telemetry, m3/min
    x2: float  # the same by the hand measurement of the day, m3/min
    x7: float  # CH4 in the mixture drawn by the drainage plant, %
    x8: float  # mixture drawn by the plant, m3/min
    x12: float  # mean CH4 at the ventilation exhaust, %
    x13: float  # air at the exhaust, m3/min
    x15: float  # methane drawn by the plant, m3/min
    q: float  # methane of the longwall that the plant did not catch, m3/min
    q_elsewhere: float  # methane that joins the stream on its way to the exhaust, m3/min
    c: float  # CH4 in the outgoing stream, daily mean, %: the target


@dataclass
class Wander:
    """An autoregression of order one about zero with standard deviation `sd`."""

    rng: random.Random
    memory: float
    sd: float
    value: float = field(init=False)

    def __post_init__(self) -> None:
        self.value = self.rng.gauss(0.0, self.sd)

    def step(self) -> float:
        """Moves on by a day and returns the new value."""
        shock = self.rng.gauss(0.0, self.sd * math.sqrt(1.0 - self.memory**2))
        self.value = self.memory * self.value + shock
        return self.value


@dataclass
class Spells:
    """Events that begin once in `mean_days` and last `shortest` to `longest` days."""

    rng: random.Random
    mean_days: float
    shortest: int
    longest: int
    left: int = 0

    def step(self) -> bool:
        """Moves on by a day and says whether an event is under way."""
        if self.left > 0:
            self.left -= 1
        elif self.rng.random() < 1.0 / self.mean_days:
            self.left = self.rng.randint(self.shortest, self.longest)
        return self.left > 0


@dataclass
class Panel:
    """The longwall between two moves of its equipment."""

    days: int
    move_days: int
    gas: float  # release at planned output when the worked-out space has grown, m3/min
    catch: float  # share of the release that the drainage plant catches
    velocity: float  # of the outgoing stream, m/s

    @classmethod
    def draw(cls, rng: random.Random) -> "Panel":
        """A panel as the next piece of the seam happens to be."""
        return cls(
            days=rng.randint(260, 420),
            move_days=rng.randint(22, 38),
            gas=rng.uniform(12.0, 20.0),
            catch=rng.uniform(0.18, 0.32),
            velocity=rng.uniform(1.50, 1.80),
        )


class Output:
    """Coal output relative to the plan: weekends, maintenance, geology."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pace = Wander(rng, 0.80, 0.13)
        self.trouble = Spells(rng, 55, 1, 6)

    def step(self, day: date, moving: bool) -> float:
        """Output of the day, 1 = plan."""
        pace = math.exp(self.pace.step())
        troubled = self.trouble.step()
        if moving:
            return 0.0
        if day.weekday() == 6 and self.rng.random() < 0.75:
            return 0.05 * pace
        if day.weekday() == 5 and self.rng.random() < 0.30:
            return 0.50 * pace
        return (0.10 if troubled else 1.0) * pace


class Gas:
    """Release of methane: the seam follows the output with a lag, the worked-out space grows and breathes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.mood = Wander(rng, 0.90, 0.09)
        self.roof_fall = Spells(rng, 70, 1, 3)
        self.lagged_output = 0.8

    def step(self, panel: Panel, age: int, output: float, pressure_change: float) -> float:
        """Methane released into the longwall and its drainage, m3/min."""
        self.lagged_output = 0.55 * self.lagged_output + 0.45 * output
        grown = 1.0 - 0.7 * math.exp(-age / 90.0)
        breath = 1.0 - 0.012 * max(-15.0, min(15.0, pressure_change))
        pushed_out = self.rng.uniform(1.15, 1.60) if self.roof_fall.step() else 1.0
        steady = panel.gas * (0.55 * self.lagged_output + 0.45 * grown * breath)
        return steady * pushed_out * math.exp(self.mood.step())


class Drainage:
    """The drainage plant: concentration, flow of mixture, stops."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.concentration = Wander(rng, 0.93, 8.0)
        self.catch = Wander(rng, 0.85, 0.12)
        self.stop = Spells(rng, 34, 1, 5)
        self.stood = False

    def step(self, panel: Panel, released: float) -> tuple[float, float, float]:
        """Concentration of the mixture (%), its flow and the methane in it (m3/min)."""
        concentration = max(16.0, min(RICHEST_MIXTURE, 44.0 + self.concentration.step()))
        catch = panel.catch * math.exp(self.catch.step())
        stands = self.stop.step()
        # The first and the last day of a stop are broken: the plant worked for a part of them.
        running = self.rng.uniform(0.2, 0.8) if stands != self.stood else float(not stands)
        self.stood = stands
        if running == 0.0:
            return 0.0, 0.0, 0.0
        x7 = round(concentration, 1)
        x8 = round(min(catch * released, PLANT_LIMIT_M3_PER_MIN) * running * 100.0 / x7, 2)
        return x7, x8, round(x7 / 100.0 * x8, 4)


class Ventilation:
    """Air of the outgoing stream and of the exhaust: regimes of the fan, what the dispatcher adds, short faults."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.regime = 1.0
        self.added = 0.0
        self.local = Wander(rng, 0.50, 0.020)
        self.far = Wander(rng, 0.60, 0.025)
        self.fault = Spells(rng, 75, 1, 2)

    def step(self, panel: Panel, yesterday: float) -> tuple[float, float]:
        """Air in the outgoing stream and at the exhaust, m3/min; the dispatcher saw `yesterday`, %."""
        if self.rng.random() < 1.0 / 110.0:
            self.regime = max(0.86, min(1.18, self.regime * self.rng.uniform(0.90, 1.12)))
        self.added = min(0.18, self.added + 0.05) if yesterday > 0.95 else self.added * 0.92
        fault = self.rng.uniform(0.72, 0.92) if self.fault.step() else 1.0
        near = panel.velocity * self.regime * (1.0 + self.added) * fault * math.exp(self.local.step())
        far = 3.484 * math.sqrt(self.regime) * math.sqrt(fault) * math.exp(self.far.step())
        x1 = round(60.0 * OUTGOING_SECTION_M2 * min(2.4, near))
        x13 = round(60.0 * EXHAUST_SECTION_M2 * min(5.0, far))
        return float(x1), float(x13)


def dig(count: int = DAY_COUNT, seed: int = SEED) -> list[Day]:
    """`count` days in a row. The identities of the mass balance hold in each, to the rounding of what is measured."""
    rng = random.Random(seed)
    output, gas, drainage, ventilation = Output(rng), Gas(rng), Drainage(rng), Ventilation(rng)
    pressure = Wander(rng, 0.80, 7.6)
    elsewhere = Wander(rng, 0.97, 0.10)
    panel, age = Panel.draw(rng), 60
    c = 0.6
    days: list[Day] = []
    for number in range(count):
        day = FIRST_DAY + timedelta(days=number)
        if age >= panel.days + panel.move_days:
            panel, age = Panel.draw(rng), 0
        before = pressure.value
        change = pressure.step() - before
        released = gas.step(panel, age, output.step(day, age >= panel.days), change)
        x7, x8, x15 = drainage.step(panel, released)
        x1, x13 = ventilation.step(panel, c)
        # What the wells would have caught and did not: a quarter of it stays in the seam.
        missed = max(0.0, panel.catch * released - x15)
        q = round(released - x15 - 0.25 * missed, 4)
        c = round(100.0 * q / x1, 4)
        q_elsewhere = 5.6 * math.exp(elsewhere.step()) * (1.0 - 0.006 * max(-15.0, min(15.0, change)))
        x12 = round(100.0 * (q + q_elsewhere) / x13, 4)
        q_elsewhere = round(x12 / 100.0 * x13 - q, 4)
        x2 = round(x1 * (1.0 + rng.gauss(0.0, 0.03)), -1)
        days.append(Day(day, x1, x2, x7, x8, x12, x13, x15, q, q_elsewhere, c))
        age += 1
    return days
