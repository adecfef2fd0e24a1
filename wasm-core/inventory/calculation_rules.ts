import { numberResults } from '../calculations/definition.ts';
import { type CalculationType, definitionOf } from '../calculations/index.ts';
import { quoted } from '../contract/russian.ts';
import { endText, isInForce, NORMS, type Norm, type NormId } from '../norms.ts';
import type { Found, ProjectRule } from './finding_rule.ts';
import { MAGNITUDE_RULE, magnitudeText } from './magnitude.ts';
import type { InventoryCalculation } from './statements.ts';

/** Applies a rule to every calculation of the project. */
function each(find: (calculation: InventoryCalculation, project: Period) => string | undefined): ProjectRule['find'] {
  return ({ input }) =>
    input.calculations.flatMap((calculation): Found[] => {
      const message = find(calculation, input.project);
      return message === undefined ? [] : [{ calculation, message: `Расчёт ${quoted(calculation.name)}: ${message}` }];
    });
}

interface Period {
  readonly start_date: string;
  readonly end_date: string;
}

/** What is said of one calculation, whatever object it belongs to. */
export const CALCULATION_RULES: readonly ProjectRule[] = [
  {
    id: MAGNITUDE_RULE,
    severity: 'error',
    find: each(({ type, inputs, results }) => {
      const text = magnitudeText(type, inputs, results);
      return text && `${text}. Проверьте единицу.`;
    }),
  },
  {
    id: 'nothing_stated',
    severity: 'warning',
    find: each(({ inputs }) =>
      inputs.volume === 0 ? 'объём равен 0. Введите его или уберите расчёт в архив.' : undefined,
    ),
  },
  {
    id: 'copied_unconfirmed',
    severity: 'warning',
    find: each(({ isCopy }) => (isCopy ? 'перенесён и не подтверждён. Проверьте числа и сохраните.' : undefined)),
  },
  {
    id: 'norm_not_in_force',
    severity: 'error',
    find: each(({ type }, { start_date, end_date }) => {
      const norm: Norm = NORMS[definitionOf(type).source.norm];
      if (isInForce(norm, start_date, end_date)) return undefined;
      return `документ ${norm.number} в период проекта не действует или действует не весь период. Проверьте методику.`;
    }),
  },
  {
    id: 'norm_ends',
    severity: 'notice',
    find: ({ input: { today, calculations, forecasts = [] } }) => {
      if (today === undefined) return [];
      const cited = new Set([...calculations, ...forecasts].flatMap(({ type }) => normsOf(type)));
      return [...cited].flatMap((id): Found[] => {
        const norm: Norm = NORMS[id];
        const text = endText(norm, today);
        return text === undefined
          ? []
          : [
              {
                place: id,
                message: `Документ ${norm.number}, на который ссылаются расчёты проекта, ${text}. Проверьте, что его заменяет.`,
              },
            ];
      });
    },
  },
  {
    id: 'demonstration_model',
    severity: 'warning',
    find: ({ input: { forecasts = [] } }) =>
      forecasts
        .filter(({ isDemonstration }) => isDemonstration)
        .map(({ id, type, name }) => ({
          calculation: { id, type },
          message: `Расчёт ${quoted(name)}: прогноз сделан демонстрационной моделью, она обучена на выдуманных данных. Возьмите модель своей шахты.`,
        })),
  },
];

/** Norms that a calculation of the type rests on: its method and the limits of its results. */
function normsOf(type: CalculationType): NormId[] {
  const definition = definitionOf(type);
  const limits = numberResults(definition).flatMap(([, { limit }]) => limit?.source.norm ?? []);
  return [definition.source.norm, ...limits];
}
