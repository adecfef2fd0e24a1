"""How far ln, exp and the inverse normal of docs/uncertainty/recompute.py are from mpmath's values, as one JSON object."""
import importlib.util, json, math
import mpmath
import numpy as np

spec = importlib.util.spec_from_file_location("recompute", "docs/uncertainty/recompute.py")
page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(page)
mpmath.mp.dps = 40
POINTS = 4000
random = np.random.default_rng(17)


def worst_ulp(values, exact):
    return max(float(abs(mpmath.mpf(float(v)) - e) / math.ulp(float(e))) for v, e in zip(values, exact))


def exact_inverse(u, z):
    """z with Φ(z) = u, by Newton's steps from the value `z`, on the nearer tail."""
    p, x = mpmath.mpf(min(u, 1 - u)), mpmath.mpf(-abs(z))
    for _ in range(3):
        x -= (mpmath.ncdf(x) - p) / mpmath.npdf(x)
    return x if u < 0.5 else -x


def z(u):
    return float(page.inverse_normal(np.array([u]))[0])


tails = np.exp(random.uniform(-36.7, -2.59, POINTS))  # What the inverse normal takes.
factors = np.exp(random.uniform(0.001, 6.9, POINTS))
y = random.uniform(-20, 20, POINTS)
u = np.concatenate([random.uniform(0, 1, POINTS - 400), 2.0 ** -random.uniform(2, 53, 400)])
u = u[(u > 0) & (u != 0.5)]
inverse = page.inverse_normal(u)
exact = [exact_inverse(float(a), float(b)) for a, b in zip(u, inverse)]
print(json.dumps({
    "points": POINTS,
    "ln_tails_ulp": worst_ulp(page.ln(tails), [mpmath.log(mpmath.mpf(float(v))) for v in tails]),
    "ln_factors_ulp": worst_ulp(page.ln(factors), [mpmath.log(mpmath.mpf(float(v))) for v in factors]),
    "exp_ulp": worst_ulp(page.exp(y), [mpmath.exp(mpmath.mpf(float(v))) for v in y]),
    "inverse_relative": max(float(abs((mpmath.mpf(float(v)) - e) / e)) for v, e in zip(inverse, exact)),
    "smallest": z(2.0**-53), "at_1e_12": z(1e-12), "at_0_075": z(0.075),
}))
