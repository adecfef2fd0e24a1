import type { UncertaintyPlan } from '#core/uncertainty/plan.ts';

/** The plan as one would write it in JavaScript: Math.random, Box–Muller, a compiled closure for each formula. Returns the sum. */
export function runPlainJavaScript({ inputs, calculations }: UncertaintyPlan, draws: number): number {
  const ids = Object.keys(inputs);
  const place = new Map(ids.map((id, index) => [id, index]));
  const formulas = calculations.map(({ formula, inputs: names, divisor }) => {
    const code = formula.replace(/[A-Za-z_]\w*/g, (name) => {
      const id = names[name];
      return id === undefined ? '25' : `x[${place.get(id)}]`;
    });
    return new Function('x', `return (${code}) / ${divisor};`) as (x: Float64Array) => number;
  });
  const laws = ids.map((id) => drawOf(inputs[id] ?? { value: 0, law: 'fixed' }));
  const x = new Float64Array(ids.length);
  let sum = 0;
  for (let draw = 0; draw < draws; draw++) {
    for (let index = 0; index < laws.length; index++) x[index] = laws[index]?.() ?? 0;
    for (const formula of formulas) sum += formula(x);
  }
  return sum;
}

type Quantity = UncertaintyPlan['inputs'][string];

function drawOf(quantity: Quantity): () => number {
  const { value } = quantity;
  const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  if (quantity.law === 'symmetric') {
    const sigma = quantity.percent / 196;
    return () => value * (1 + sigma * normal());
  }
  if (quantity.law === 'factor') {
    const sigma = Math.log(quantity.factor) / 1.96;
    return () => value * Math.exp(sigma * normal());
  }
  if (quantity.law !== 'triangular') return () => value;
  const { min, mode, max } = quantity;
  return () => {
    const u = Math.random();
    const width = max - min;
    return u < (mode - min) / width
      ? min + Math.sqrt(u * width * (mode - min))
      : max - Math.sqrt((1 - u) * width * (max - mode));
  };
}
