"""Recomputes an uncertainty plan with numpy alone: python recompute.py plan.json

Prints the SHA-256 of the totals, their percentiles and ranks, as `npm run uncertainty -- plan.json` does, without its code.
Every operation is f64, rounded once, in the order written here. numpy's own log and exp are not used: their last bits vary.
"""
import hashlib, json, re, sys
from decimal import Decimal, getcontext
import numpy as np

CONSTANTS = {"GWP_CH4": 25.0, "CH4_DENSITY": 0.67, "FLARE_EFFICIENCY": 0.98, "FLARE_UNBURNT": 0.02}
GAMMA, Z = 0x9E3779B97F4A7C15, float.fromhex("0x1.f5c0331eeff84p+0")  # Z: the 97.5 % point of the normal distribution.
WORD, BITS = 2**64, lambda *words: np.array(words, np.uint64).view(np.float64)
A = [3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
     4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3]
B = [1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
     2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3]
C = [1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4]
D = [1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9]
E = [6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7]
F = [1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15]
LG = BITS(0x3FE5555555555593, 0x3FD999999997FA04, 0x3FD2492494229359, 0x3FCC71C51D8E78AF,
          0x3FC7466496CB03DE, 0x3FC39A09D078C69F, 0x3FC2F112DF3E5244)
LN2HI, LN2LO = BITS(0x3FE62E42FEE00000, 0x3DEA39EF35793C76)
EXP = BITS(0x40671547652B82FE, 0x4338000000000000, 0xBF762E42FEFA0000, 0xBD0CF79ABC9E3B3A,
           0x3FDFFFFFFFFFFDBD, 0x3FC555555555543C, 0x3FA55555CF172B91, 0x3F81111167A4D017)
getcontext().prec = 60
POWERS = [Decimal(2) ** (Decimal(k) / 128) for k in range(128)]  # 2^(k/128): its f64, and the share that this one lacks.
TABLE = np.array([float(power) for power in POWERS])
LACKS = np.array([float((power - Decimal(float(power))) / Decimal(float(power))) for power in POWERS])


def mix(z):  # Python integers or uint64 columns.
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD if isinstance(z, int) else (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD if isinstance(z, int) else (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> 31) if isinstance(z, int) else z ^ (z >> np.uint64(31))


def uniform(seed, name, first, count):
    hashed = 0xCBF29CE484222325
    for byte in name.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 % WORD
    key = mix(mix((seed + GAMMA) % WORD) ^ mix((hashed + GAMMA) % WORD))
    words = mix(np.uint64(key) + np.arange(first + 1, first + count + 1, dtype=np.uint64) * np.uint64(GAMMA))
    return (words >> np.uint64(12) | np.uint64(0x3FF0000000000000)).view(np.float64) - (1 - 2.0**-53)


def horner(coefficients, x):
    y = np.full_like(x, coefficients[-1])
    for c in coefficients[-2::-1]:
        y = y * x + c
    return y


def ln(x):
    h = np.asarray(x, np.float64).view(np.uint64) + np.uint64(0x3FF0000000000000 - 0x3FE6A09E667F3BCD)
    k = (h >> np.uint64(52)).astype(np.int64) - 1023
    f = ((h & np.uint64(0x000FFFFFFFFFFFFF)) + np.uint64(0x3FE6A09E667F3BCD)).view(np.float64) - 1
    s = f / (f + 2)
    z = s * s
    w = z * z
    r = w * horner(LG[[1, 3, 5]], w) + z * horner(LG[[0, 2, 4, 6]], w)
    half = 0.5 * (f * f)
    return k * LN2HI - ((half - (s * (half + r) + k * LN2LO)) - f)


def exp(x):
    shifted = x * EXP[0] + EXP[1]
    whole = shifted - EXP[1]
    r = (x + whole * EXP[2]) + whole * EXP[3]
    k = whole.astype(np.int64)
    scale = np.ldexp(TABLE[k & 127], k >> 7)
    r2 = r * r
    return scale + scale * (((LACKS[k & 127] + r) + r2 * (EXP[4] + r * EXP[5])) + (r2 * r2) * (EXP[6] + r * EXP[7]))


def inverse_normal(u):  # AS 241, PPND16.
    q = u - 0.5
    x = 0.180625 - q * q
    z = q * (horner(A, x) / horner(B, x))
    tail = np.abs(q) > 0.425
    r = np.sqrt(-ln(np.minimum(u, 1 - u)[tail]))
    near = horner(C, r - 1.6) / horner(D, r - 1.6)
    z[tail] = np.copysign(np.where(r <= 5, near, horner(E, r - 5) / horner(F, r - 5)), q[tail])
    return z


def normal(z):
    if z > 0:
        return 1 - normal(-z)
    low, high = 0.0, 0.5
    for _ in range(64):
        middle = (low + high) * 0.5
        low, high = (middle, high) if inverse_normal(np.array([middle]))[0] <= z else (low, middle)
    return low


def deviates(u, bounds):  # Bounds as deviates, in any order; None where there is none.
    if bounds:
        start = normal(min(bounds))
        u = start + (normal(max(bounds)) - start) * u
    return inverse_normal(u)


def draws(q, u):
    law, x0, inf = q["law"], float(q["value"]), float("inf")
    low, high = float(q.get("min", -inf)), float(q.get("max", inf))
    cut = (low, high) != (-inf, inf)
    if law == "symmetric":
        s = float(q["percent"]) / 100 / Z
        return x0 * (1 + s * deviates(u, cut and s * x0 != 0 and [(b / x0 - 1) / s for b in (low, high)]))
    if law == "factor":
        s = float(ln(np.array([float(q["factor"])]))[0]) / Z
        shares = [b / x0 for b in (low, high)] if cut and s * x0 != 0 else []
        ends = [-inf if v <= 0 else inf if v == inf else float(ln(np.array([v]))[0]) / s for v in shares]
        return x0 * exp(s * deviates(u, ends))
    if law == "absolute" and q.get("shape") != "uniform":
        s = float(q["half"]) / Z
        return x0 + s * deviates(u, cut and s != 0 and [(b - x0) / s for b in (low, high)])
    if law == "absolute":
        low, high = max(low, x0 - float(q["half"])), min(high, x0 + float(q["half"]))
    if law in ("absolute", "uniform"):
        return low + (high - low) * u
    if law == "triangular":
        mode, w = float(q["mode"]), high - low
        left, right = low + np.sqrt(u * (w * (mode - low))), high - np.sqrt((1 - u) * (w * (high - mode)))
        return np.where(u < (mode - low) / w, left, right)
    return x0


def formula(text):  # Names, numbers, + - * / and brackets only: Python has the same order of operations.
    text = re.sub("[·×⋅∙]", "*", re.sub("[−–]", "-", text.replace("÷", "/")))
    assert re.fullmatch(r"(?:[^\W\d]\w*|[\d.]+(?:[eE][+-]?\d+)?|[-+*/()\s])*", text) and "**" not in text and "//" not in text, text
    return compile(re.sub(r"(?<![\w.])(\d+)(?![\w.])", r"\1.0", text.strip()), "formula", "eval")


def total(plan, first, count):
    seed, column = int(plan["seed"]), {}
    for name, q in plan["inputs"].items():
        column[name] = draws(q, uniform(seed, name, first, count))
    s = lost = np.zeros(count)
    for c in sorted(plan["calculations"], key=lambda c: c["id"]):
        names = {**CONSTANTS, **{name: column[i] for name, i in c.get("inputs", {}).items()}}
        x = eval(formula(c["formula"]), {"__builtins__": {}}, names) / float(c.get("divisor", 1))
        t = s + x
        b = t - s
        s, lost = t, lost + ((s - (t - b)) + (x - b))
    return s + lost


def main(path):
    plan = json.load(open(path, encoding="utf-8-sig"))
    n = plan["n"]
    y = np.concatenate([total(plan, first, min(65536, n - first)) for first in range(0, n, 65536)])
    digest = hashlib.sha256(y.astype("<f8").tobytes()).hexdigest()
    q = int(0.95 * n + 0.5)
    r = (n - q + 1) // 2
    ranks = {"p2_5": max(r, 1), "p50": (n + 1) // 2, "p97_5": r + q}
    y.sort()
    print(json.dumps({"n": n, "totals_sha256": digest, "percentiles": {p: y[k - 1] for p, k in ranks.items()}, "ranks": ranks}, indent=2))


if __name__ == "__main__":
    main(sys.argv[1])
