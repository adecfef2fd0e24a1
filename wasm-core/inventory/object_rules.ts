import { partOf } from '../contract/parts.ts';
import { quoted, russianNumber } from '../contract/russian.ts';
import { ROUNDING_PERCENT } from './finding_limits.ts';
import type { ObjectRule } from './finding_rule.ts';

/** What is said of one object. */
export const OBJECT_RULES: readonly ObjectRule[] = [
  {
    id: 'object_archived',
    severity: 'notice',
    find: ({ object }) =>
      object.is_deleted ? [{ message: 'Объект в архиве. Его расчёты считаются: отнесите их к другому объекту.' }] : [],
  },
  {
    id: 'drained_not_destined',
    severity: 'error',
    find: ({ figures: { balance } }, { sums }) => {
      const { difference, percent } = sums.difference(balance.drained_t, balance.destined_t);
      if (difference === 0 || Math.abs(percent ?? 100) <= ROUNDING_PERCENT) return [];
      const gap = `${russianNumber(Math.abs(difference))} т`;
      const sides = `Извлечено дегазацией ${russianNumber(balance.drained_t)} т CH₄, по назначениям ${russianNumber(balance.destined_t)} т`;
      return [{ message: `${sides}: ${difference < 0 ? 'не хватает' : 'лишние'} ${gap}. Проверьте объёмы.` }];
    },
  },
  {
    id: 'destroyed_above_released',
    severity: 'error',
    find: ({ figures: { balance } }) =>
      balance.ch4_t < 0
        ? [{ message: 'Уничтожено больше метана, чем выделилось. Проверьте добычу, коэффициент и объёмы утилизации.' }]
        : [],
  },
  {
    id: 'recovery_above_released',
    severity: 'error',
    find: ({ figures: { balance } }) =>
      (balance.recovery ?? 0) > 1
        ? [{ message: 'Дегазацией извлечено больше метана, чем выделилось. Проверьте замеры, добычу и коэффициент.' }]
        : [],
  },
  {
    id: 'object_closed',
    severity: 'error',
    find: ({ object }, { input }) =>
      object.closing_date !== null && object.closing_date < input.project.start_date && object.kind !== 'abandoned_mine'
        ? [{ message: `Объект закрыт ${object.closing_date}, до начала периода. Проверьте дату или уберите расчёты.` }]
        : [],
  },
  {
    id: 'left_out_of_balance',
    severity: 'notice',
    find: ({ statements }) =>
      statements
        .filter(({ part, role }) => partOf(part).balance === 'outside' && role !== 'control')
        .map(({ calculation }) => ({
          calculation,
          message: `Расчёт ${quoted(calculation.name)} не складывается: несгоревший метан уже остаётся в балансе.`,
        })),
  },
  {
    id: 'not_by_order',
    severity: 'warning',
    find: ({ statements, figures }) => {
      const sources = figures.sources.filter(
        ({ source, part }) => ORDER_SOURCES[source] && partOf(part).source === source,
      );
      return sources.flatMap(({ source, part }) => {
        const own = statements.filter((one) => partOf(one.part).source === source);
        if (own.length === 0 || own.some(({ statement }) => statement.order371 !== undefined)) return [];
        return [{ message: `${partOf(part).label}: в обязательный отчёт не входит. ${ORDER_SOURCES[source] ?? ''}` }];
      });
    },
  },
];

/** Sources that order 371 makes mandatory, and what it asks for. */
const ORDER_SOURCES: Readonly<Record<string, string>> = {
  gross: 'Приказ № 371 требует замера исходящей струи (категория 3): добавьте его контрольным или основным.',
  flared: 'Приказ № 371 считает факелы по составу смеси (категория 2): добавьте расчёт по приказу.',
};
