import { type CalculationDefinition, numberResults } from '#core/calculations/definition.ts';
import { type FormulaPart, formulaText, type Trace, trace } from '#core/calculations/trace.ts';
import { MARK_LABELS } from '#core/contract/dictionary.ts';
import type { Core } from '#core/load.ts';
import { citationText } from '#core/norms.ts';
import { exactNumberText } from './clean_text.ts';
import type { ProjectSnapshot } from './project_snapshot.ts';
import { figureColumn, type ReportRow, type Section, sectionOf, textColumn } from './section.ts';
import { byType, type TypeContent } from './types.ts';

/** Every coefficient and constant of every calculation with its norm, or as typed by the user. */
export function coefficientsSection(core: Core, content: ProjectSnapshot): Section[] {
  const columns = [
    textColumn('Вид расчёта'),
    textColumn('Расчёт'),
    textColumn('Обозначение'),
    textColumn('Коэффициент'),
    figureColumn('Значение'),
    textColumn('Единица'),
    textColumn('Статус'),
    textColumn('Источник'),
  ];
  const rows = traces(core, content).flatMap(({ title, name, own }) =>
    own.coefficients.map(({ symbol, label, value, unit, source, mark }): ReportRow => {
      const status = mark === undefined ? 'фактическое значение' : MARK_LABELS[mark];
      return [title, name, symbol, label, value, unit, status, source ?? 'введено пользователем'];
    }),
  );
  return rows.length > 0 ? [sectionOf('Коэффициенты', 'Коэффициенты и их источники', columns, rows)] : [];
}

/** Every computed number with its formula in symbols and in numbers, for a verifier to recompute it. */
export function formulasSection(core: Core, content: ProjectSnapshot): Section[] {
  const columns = [
    textColumn('Вид расчёта'),
    textColumn('Расчёт'),
    textColumn('Показатель'),
    textColumn('Формула'),
    textColumn('Подстановка'),
    figureColumn('Значение'),
    textColumn('Единица'),
    textColumn('Метод'),
  ];
  const rows = [
    ...traces(core, content).flatMap(({ title, name, definition, own }) =>
      definition.table
        ? []
        : own.steps.map(({ label, symbol, parts, value, unit }): ReportRow => {
            const formula = `${symbol} = ${parts.map(symbolOf).join(' ')}`;
            const numbers = `${symbol} = ${parts.map(partText).join(' ')}`;
            return [title, name, label, formula, numbers, value, unit, own.method];
          }),
    ),
    ...byType(content).flatMap(columnFormulas),
  ];
  return rows.length > 0 ? [sectionOf('Формулы', 'Формулы с подставленными числами', columns, rows)] : [];
}

/** Formulas of the columns of a table, the same for all its rows: their numbers are the rows themselves. */
function columnFormulas({ title, definition }: TypeContent): ReportRow[] {
  if (!definition.table) return [];
  const method = citationText(definition.source);
  return numberResults(definition).flatMap(([, result]): ReportRow[] => {
    const how = formulaText(definition, result) ?? result.note;
    if (how === undefined) return [];
    const rows = 'в каждой строке таблицы';
    return [[title, rows, result.label, how, '', null, result.display?.unit ?? result.unit, method]];
  });
}

interface Traced {
  readonly title: string;
  readonly name: string;
  readonly definition: CalculationDefinition;
  readonly own: Trace;
}

function traces(core: Core, content: ProjectSnapshot): Traced[] {
  return byType(content).flatMap(({ title, definition, calculations }) =>
    calculations.map(({ name, inputs, results, provenance }) => {
      return { title, name, definition, own: trace(core, definition, inputs, results, provenance) };
    }),
  );
}

function symbolOf(part: FormulaPart): string {
  return part.kind === 'sign' ? part.text : part.symbol;
}

/** A piece of a formula as a number with its unit. */
export function partText(part: FormulaPart): string {
  if (part.kind === 'sign') return part.text;
  return part.unit === '' ? exactNumberText(part.value) : `${exactNumberText(part.value)} ${part.unit}`;
}
