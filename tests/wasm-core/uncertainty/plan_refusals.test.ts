import { describe, expect, it, test } from 'vitest';
import { ALL_LAWS_PLAN } from './all_laws_plan.ts';
import { refusalOf } from './run_plan.ts';

const calculation = { id: 'c', formula: 'x', inputs: { x: 'a' }, divisor: 1 };
const plan = (changes: object) => ({
  ...{ seed: '1', n: 512, inputs: { a: { value: 10, law: 'symmetric', percent: 5 } }, calculations: [calculation] },
  ...changes,
});
const law = (quantity: object) => plan({ inputs: { a: { value: 10, ...quantity } } });
const formula = (text: unknown, inputs: object = { x: 'a' }) =>
  plan({ calculations: [{ ...calculation, formula: text, inputs }] });

test('a plan with every law is valid', async () => {
  expect(await refusalOf(ALL_LAWS_PLAN)).toBe('');
});

describe('a law is refused with its field:', () => {
  it.each([
    [
      'a symmetric uncertainty of 300 %',
      { law: 'symmetric', percent: 300 },
      'inputs.a.percent: ± 300 % больше ± 100 %.',
    ],
    [
      'a negative percentage',
      { law: 'symmetric', percent: -1 },
      'inputs.a.percent: Неопределённость не бывает отрицательной.',
    ],
    ['a missing percentage', { law: 'symmetric' }, 'inputs.a.percent: Укажите число.'],
    ['a percentage as text', { law: 'symmetric', percent: '5' }, 'inputs.a.percent: Здесь ожидается конечное число'],
    ['a factor below 1', { law: 'factor', factor: 0.5 }, 'inputs.a.factor: Множитель 0,5 меньше 1.'],
    ['a factor of a million', { law: 'factor', factor: 1e6 }, 'inputs.a.factor: Множитель больше'],
    ['a negative half-width', { law: 'absolute', half: -0.1 }, 'inputs.a.half: Полуширина не бывает отрицательной.'],
    [
      'an unknown shape',
      { law: 'absolute', half: 1, shape: 'bell' },
      'inputs.a.shape: Форма — «normal» или «uniform».',
    ],
    ['min above mode', { law: 'triangular', min: 12, mode: 10, max: 14 }, 'inputs.a.mode: Мода 10 меньше min 12.'],
    ['mode above max', { law: 'triangular', min: 5, mode: 10, max: 9 }, 'inputs.a.mode: Мода 10 больше max 9.'],
    ['an even law from more to less', { law: 'uniform', min: 3, max: 2 }, 'inputs.a.max: max 2 не больше min 3.'],
    ['an even law of one point', { law: 'uniform', min: 3, max: 3 }, 'inputs.a.max: max 3 не больше min 3.'],
    [
      'a law that its bounds cut to nothing',
      { law: 'symmetric', percent: 5, min: 20 },
      'inputs.a.min: Границы min и max не оставляют',
    ],
    [
      'a factor law cut to nothing',
      { law: 'factor', factor: 2, max: -1 },
      'inputs.a.min: Границы min и max не оставляют',
    ],
    [
      'an exact value outside its bounds',
      { law: 'symmetric', percent: 0, min: 20 },
      'inputs.a.min: Границы min и max не оставляют',
    ],
    [
      'an even half-width cut to nothing',
      { law: 'absolute', half: 1, shape: 'uniform', max: 8 },
      'inputs.a.min: Границы min и max',
    ],
    [
      'a parameter of another law',
      { law: 'factor', factor: 2, percent: 5 },
      'inputs.a.percent: У закона «factor» нет параметра',
    ],
    ['an unknown law', { law: 'beta' }, 'inputs.a.law: Закона «beta» нет: fixed, symmetric, factor'],
    ['no law', {}, 'inputs.a.law: Укажите закон'],
    ['a value that is not a number', { value: null, law: 'fixed' }, 'inputs.a.value: Здесь ожидается конечное число'],
  ])('%s', async (_, quantity, message) => {
    expect(await refusalOf(law(quantity))).toContain(message);
  });
});

describe('a plan is refused with its field:', () => {
  it.each([
    ['a list instead of a plan', [], 'План — объект JSON'],
    ['no seed', plan({ seed: undefined }), 'seed: Укажите посев'],
    ['a seed of 2^64', plan({ seed: '18446744073709551616' }), 'seed: Посев — целое от 0 до 18446744073709551615'],
    ['a negative seed', plan({ seed: -1 }), 'seed: Посев'],
    ['a number seed that has lost digits', plan({ seed: 2 ** 60 }), 'seed: Посев'],
    ['0 draws', plan({ n: 0 }), 'n: Число розыгрышей — целое от 1'],
    ['1.5 draws', plan({ n: 1.5 }), 'n: Число розыгрышей'],
    ['a billion draws', plan({ n: 1e9 }), 'n: Число розыгрышей'],
    ['medians that are means', plan({ centre: 'mean' }), 'centre: Значение множителя'],
    ['no inputs', plan({ inputs: undefined }), 'inputs: Укажите величины'],
    ['no calculations', plan({ calculations: [] }), 'calculations: Укажите список расчётов'],
    [
      'a calculation twice',
      plan({ calculations: [calculation, calculation] }),
      'calculations[1].id: Расчёт «c» уже есть.',
    ],
    ['an unknown quantity', formula('x', { x: 'b' }), 'calculations[0].inputs.x: Величины «b» в inputs плана нет.'],
    [
      'a name that is bound to nothing',
      formula('x * volum'),
      'calculations[0].formula: Имя «volum» не связано с величиной.',
    ],
    ['a divisor of 0', plan({ calculations: [{ ...calculation, divisor: 0 }] }), 'calculations[0].divisor: Делитель'],
    ['no formula', formula(undefined), 'calculations[0].formula: Укажите формулу текстом.'],
    [
      'an open bracket',
      formula('(x + 1'),
      'calculations[0].formula: Формула не читается: скобка на месте 1 не закрыта',
    ],
    ['an unknown sign', formula('x ^ 2'), '«^» на месте 3 здесь не ожидается'],
    ['a power', formula('x ** 2'), '«*» на месте 4 здесь не ожидается'],
    ['two numbers side by side', formula('2 3'), '«3» на месте 3 здесь не ожидается'],
    ['a formula that ends with a sign', formula('x +'), 'формула обрывается'],
    ['brackets without end', formula(`${'('.repeat(5000)}x`), 'больше 200 вложенных скобок'],
  ])('%s', async (_, content, message) => {
    expect(await refusalOf(content)).toContain(message);
  });

  // Both have the FNV-1a hash 4eac0c95540867e4.
  it('two ids with the same hash', async () => {
    const quantity = { value: 1, law: 'symmetric', percent: 5 };
    const twins = { '8yn0iYCKYHlIj4-BwPqk': quantity, GReLUrM4wMqfg9yzV3KQ: quantity };
    const message = await refusalOf(plan({ inputs: { a: quantity, ...twins } }));
    expect(message).toContain('Хеш идентификатора тот же, что у «8yn0iYCKYHlIj4-BwPqk»');
  });

  it('an uncertain global warming potential', async () => {
    const message = await refusalOf(formula('x * GWP_CH4', { x: 'a', GWP_CH4: 'a' }));
    expect(message).toContain('calculations[0].inputs.GWP_CH4: Потенциал глобального потепления не разыгрывается.');
  });

  it('all faults at once', async () => {
    const message = await refusalOf({ seed: '', inputs: { a: { law: 'factor', factor: 0 } }, calculations: [{}] });
    expect(message.split('\n').length).toBeGreaterThanOrEqual(4);
  });

  it('more work than the limit', async () => {
    const inputs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`q${index}`, { value: 1, law: 'fixed' }]),
    );
    const message = await refusalOf(plan({ n: 2 ** 24, inputs: { ...inputs, a: { value: 1, law: 'fixed' } } }));
    expect(message).toContain('inputs: Величин больше');
    const { q0: _, ...fewer } = inputs;
    expect(await refusalOf(plan({ n: 2 ** 24, inputs: { ...fewer, a: { value: 1, law: 'fixed' } } }))).toContain(
      'n: Розыгрышей',
    );
  });
});
