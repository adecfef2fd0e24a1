import { atom } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import type { CalculationType } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import { parseDecimal } from '#core/contract/decimal.ts';
import type { OverruledUncertainties } from '#core/contract/uncertainty_schema.ts';
import { changeCalculation } from '../api/calls.ts';

/** Laws of the form: their name, and their parameters with labels; `default`: the uncertainty of the reference books. */
export const FORM_LAWS = {
  default: { label: 'Обычная, из справочника', parameters: {} },
  symmetric: { label: '± процент значения', parameters: { percent: '± %' } },
  factor: { label: 'В несколько раз меньше или больше', parameters: { factor: 'Во сколько раз' } },
  absolute: { label: '± в единице величины', parameters: { half: '±' } },
  uniform: { label: 'От и до, равновероятно', parameters: { min: 'От', max: 'До' } },
  triangular: { label: 'От и до, чаще всего', parameters: { min: 'От', mode: 'Чаще всего', max: 'До' } },
  none: { label: 'Точная величина', parameters: {} },
} as const satisfies Record<string, { readonly label: string; readonly parameters: Readonly<Record<string, string>> }>;

export type FormLaw = keyof typeof FORM_LAWS;

/** What a person types for one input. */
export interface OverruleDraft {
  readonly input: string;
  readonly law: FormLaw;
  readonly parameters: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly group: string;
}

/** The draft of an input as it is stored. */
export function overruleDraft(input: string, stated: OverruledUncertainties | undefined): OverruleDraft {
  const one = stated?.[input];
  if (!one) return { input, law: 'default', parameters: {}, reason: '', group: '' };
  const { law, reason, group = '', ...parameters } = one;
  const texts = Object.entries(parameters).map(([name, value]) => [name, String(value).replace('.', ',')]);
  return { input, law, parameters: Object.fromEntries(texts), reason, group };
}

/** The uncertainties of a calculation with the draft in them, as they are sent: the core checks them. */
export function withDraft(
  stated: OverruledUncertainties | undefined,
  { input, law, parameters, reason, group }: OverruleDraft,
): Readonly<Record<string, unknown>> | null {
  const { [input]: _replaced, ...others } = stated ?? {};
  if (law === 'default') return Object.keys(others).length > 0 ? others : null;
  const numbers = Object.keys(FORM_LAWS[law].parameters).map((name) => {
    const parsed = parseDecimal(parameters[name] ?? '');
    return [name, parsed.ok ? parsed.value : undefined] as const;
  });
  const shared = group.trim() === '' ? {} : { group };
  return { ...others, [input]: { law, ...Object.fromEntries(numbers), reason, ...shared } };
}

/** Stores the uncertainties of a calculation; every list and total reads again. */
export const overruleAtom = atom(
  null,
  async (
    get,
    _set,
    type: CalculationType,
    calculation: Calculation,
    uncertainty: Readonly<Record<string, unknown>> | null,
  ) => {
    try {
      await changeCalculation(type, { ...calculation, uncertainty } as unknown as Calculation);
    } finally {
      const client = get(queryClientAtom);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['calculations'] }),
        client.invalidateQueries({ queryKey: ['calculation', type, calculation.id] }),
      ]);
    }
  },
);
