import { FORBIDDEN, TECHNOLOGIES, TECHNOLOGY_NOTE, technologyCode } from '../dictionaries/technologies.ts';
import type { CalculationDefinition } from './definition.ts';

export const recycle_technology = {
  title: 'Выбор технологии утилизации шахтного метана',
  source: { norm: 'product', clause: 'таблица решений по пределам ЕЭК ООН (ECE Energy Series № 47)' },
  inputs: {
    metan: { kind: 'number', label: 'Концентрация метана', symbol: 'C', unit: '% об.', min: 0, max: 100 },
    a_metan: {
      kind: 'number',
      label: 'Абсолютная метанообильность',
      symbol: 'Q',
      unit: 'м³/мин',
      min: 0,
      max: 1e4,
      hint: 'Расход чистого метана.',
    },
  },
  results: {
    technology: { kind: 'text', label: 'Рекомендуемая технология' },
    code: { kind: 'text', label: 'Код технологии' },
    rule: { kind: 'number', label: 'Правило', symbol: '№', unit: '', decimals: 0 },
    reason: { kind: 'text', label: 'Основание' },
    warning: { kind: 'text', label: 'Предупреждение' },
    note: { kind: 'text', label: 'Примечание' },
  },
  editable: false,
  written: 6,
  present: ([rule = 0, technology = 0, ...limits]) => ({
    technology: TECHNOLOGIES[technology - 1] ?? '',
    code: technologyCode(technology),
    rule,
    reason: ruleReason(rule, limits),
    warning: FORBIDDEN.includes(technology)
      ? 'Опасная концентрация: использовать и транспортировать смесь нельзя.'
      : '',
    note: TECHNOLOGY_NOTE,
  }),
} as const satisfies CalculationDefinition;

/**
 * The row of the decision table as text: «Правило 17: метан от 30 до 50 %, расход от 5 до 20
 * м³/мин».
 */
export function ruleReason(
  rule: number,
  [metanFrom = 0, metanTo = 0, flowFrom = 0, flowTo = 0]: readonly number[],
): string {
  // The last band of concentration is the only one that includes its upper bound.
  const except = metanTo === 100 ? ', кроме 100 %' : '';
  const metan = `метан от ${russian(metanFrom)} до ${russian(metanTo)} %`;
  const flow =
    flowTo === Number.POSITIVE_INFINITY ? `от ${russian(flowFrom)}` : `от ${russian(flowFrom)} до ${russian(flowTo)}`;
  return `Правило ${rule}: ${metan}, расход ${flow} м³/мин (нижняя граница входит в диапазон, верхняя — нет${except}).`;
}

function russian(value: number): string {
  return value.toLocaleString('ru-RU');
}
